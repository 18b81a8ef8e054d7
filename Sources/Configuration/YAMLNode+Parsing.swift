internal import CYAML
internal import Platform

extension YAMLNode {
    /// A file of more bytes is no configuration.
    package static let sizeLimit = 1 << 20

    private static let depthLimit = 32
    private static let nodeLimit = 50_000

    package static func read(contentsOf path: String) throws -> YAMLNode {
        try parse(try FileSystem.read(path, limit: sizeLimit), path: path)
    }

    /// The one document of a text. `path` goes into messages only.
    package static func parse(_ text: [UInt8], path: String = "") throws(ConfigurationError) -> YAMLNode {
        guard text.count <= sizeLimit else {
            throw ConfigurationError(
                "a configuration has at most \(sizeLimit) bytes, not \(text.count)", line: 1, column: 1, path: path)
        }
        let parser = EventReader(text, path: path)
        var builder = Builder(parser: parser)
        return try builder.document()
    }

    /// Makes nodes of events, with bounds on depth and number.
    private struct Builder {
        let parser: EventReader
        var count = 0

        mutating func document() throws(ConfigurationError) -> YAMLNode {
            _ = try parser.next()  // the start of the stream
            guard case .documentStart = try parser.next().kind else {
                throw ConfigurationError("the file is empty", line: 1, column: 1, path: parser.path)
            }
            let root = try node(try parser.next(), depth: 0)
            _ = try parser.next()  // the end of the document
            let after = try parser.next()
            guard case .streamEnd = after.kind else { throw parser.error("a second document begins here", at: after) }
            return root
        }

        private mutating func node(_ event: Event, depth: Int) throws(ConfigurationError) -> YAMLNode {
            count += 1
            guard depth <= depthLimit else { throw parser.error("nested deeper than \(depthLimit)", at: event) }
            guard count <= nodeLimit else { throw parser.error("more than \(nodeLimit) values", at: event) }
            let content: Content =
                switch event.kind {
                case .scalar(let text, let isPlain): .scalar(text, isPlain: isPlain)
                case .sequenceStart: .sequence(try sequence(depth: depth))
                case .mappingStart: .mapping(try mapping(depth: depth))
                case .alias: throw parser.error("aliases (*name) are not read: write the value again", at: event)
                default: throw parser.error("a value is missing", at: event)
                }
            return YAMLNode(content: content, line: event.line, column: event.column, path: parser.path)
        }

        private mutating func sequence(depth: Int) throws(ConfigurationError) -> [YAMLNode] {
            var items = [YAMLNode]()
            while true {
                let event = try parser.next()
                if case .sequenceEnd = event.kind { return items }
                items.append(try node(event, depth: depth + 1))
            }
        }

        private mutating func mapping(depth: Int) throws(ConfigurationError) -> [Entry] {
            var entries = [Entry]()
            var lines = [String: Int]()
            while true {
                let event = try parser.next()
                if case .mappingEnd = event.kind { return entries }
                guard case .scalar(let name, _) = event.kind else {
                    throw parser.error("a field's name is a word", at: event)
                }
                if let first = lines.updateValue(event.line, forKey: name) {
                    throw parser.error("field '\(name)' is given twice, first in line \(first)", at: event)
                }
                let value = try node(try parser.next(), depth: depth + 1)
                entries.append(Entry(name: name, value: value, line: event.line, column: event.column))
            }
        }
    }

    fileprivate struct Event {
        enum Kind {
            case documentStart, documentEnd, streamStart, streamEnd, sequenceStart, sequenceEnd, mappingStart
            case mappingEnd, alias
            case scalar(String, isPlain: Bool)
        }

        var kind: Kind
        var line: Int
        var column: Int
    }

    /// libyaml's parser over a text that it keeps for as long as it lives.
    private final class EventReader {
        let path: String
        private let parser: UnsafeMutablePointer<yaml_parser_t>
        private let text: UnsafeMutableBufferPointer<UInt8>

        init(_ bytes: [UInt8], path: String) {
            self.path = path
            text = .allocate(capacity: bytes.count)
            _ = text.initialize(from: bytes)
            parser = .allocate(capacity: 1)
            parser.initialize(to: yaml_parser_t())
            // It fails only when memory does, and then the first event reports it.
            yaml_parser_initialize(parser)
            yaml_parser_set_input_string(parser, text.baseAddress, text.count)
        }

        deinit {
            yaml_parser_delete(parser)
            parser.deallocate()
            text.deallocate()
        }

        func next() throws(ConfigurationError) -> Event {
            var event = yaml_event_t()
            guard yaml_parser_parse(parser, &event) == 1 else { throw failure() }
            defer { yaml_event_delete(&event) }
            let mark = event.start_mark
            let place = Event(kind: .alias, line: Int(mark.line) + 1, column: Int(mark.column) + 1)
            return Event(kind: try kind(of: event, at: place), line: place.line, column: place.column)
        }

        func error(_ problem: String, at event: Event) -> ConfigurationError {
            ConfigurationError(problem, line: event.line, column: event.column, path: path)
        }

        private func kind(of event: yaml_event_t, at place: Event) throws(ConfigurationError) -> Event.Kind {
            switch event.type {
            case YAML_STREAM_START_EVENT: return .streamStart
            case YAML_STREAM_END_EVENT: return .streamEnd
            case YAML_DOCUMENT_START_EVENT: return .documentStart
            case YAML_DOCUMENT_END_EVENT: return .documentEnd
            case YAML_ALIAS_EVENT: return .alias
            case YAML_SEQUENCE_START_EVENT:
                try refuse(tag: event.data.sequence_start.tag, at: place)
                return .sequenceStart
            case YAML_SEQUENCE_END_EVENT: return .sequenceEnd
            case YAML_MAPPING_START_EVENT:
                try refuse(tag: event.data.mapping_start.tag, at: place)
                return .mappingStart
            case YAML_MAPPING_END_EVENT: return .mappingEnd
            case YAML_SCALAR_EVENT:
                let scalar = event.data.scalar
                try refuse(tag: scalar.tag, at: place)
                let text = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
                return .scalar(
                    String(decoding: text, as: UTF8.self), isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE)
            default: throw error("libyaml has an event unknown here", at: place)
            }
        }

        private func refuse(tag: UnsafeMutablePointer<yaml_char_t>?, at place: Event) throws(ConfigurationError) {
            if tag != nil { throw error("tags (!name) are not read", at: place) }
        }

        private func failure() -> ConfigurationError {
            let mark = parser.pointee.problem_mark
            let problem = parser.pointee.problem.map { String(cString: $0) } ?? "out of memory"
            let isEncoding = parser.pointee.error == YAML_READER_ERROR
            return ConfigurationError(
                isEncoding ? "not a text: \(problem) (byte \(parser.pointee.problem_offset))" : "not YAML: \(problem)",
                line: Int(mark.line) + 1, column: Int(mark.column) + 1, path: path)
        }
    }
}
