internal import CLibXML2

extension XMLElement {
    /// Elements nested deeper are no MPD.
    private static let depthLimit = 64

    /// The outermost element of a document in UTF-8. Bounded by `byteLimit` and `nodeLimit` (elements and attributes
    /// together). No entity is defined or expanded but the five of XML itself, and nothing else is opened.
    init(parsing bytes: [UInt8], byteLimit: Int, nodeLimit: Int) throws(MPDError) {
        guard bytes.count <= byteLimit, bytes.count <= Int32.max else { throw MPDError(.tooLarge(limit: byteLimit)) }
        // libxml2 reads ahead and would have expanded entities before it tells of the declaration.
        if let line = Self.documentTypeLine(bytes) { throw MPDError(.documentType, line: line) }
        try Self.refuseCrowdedTags(bytes)
        self = try bytes.withUnsafeBufferPointer { (bytes) throws(MPDError) in
            let reader = try DocumentReader(bytes)
            return try Self.outermost(of: reader, nodeLimit: nodeLimit)
        }
    }

    /// The line of a document type declaration. Before it and before the first element there are only comments and
    /// processing instructions (XML 1.0 §2.8), each of which ends before the next begins.
    private static func documentTypeLine(_ bytes: [UInt8]) -> Int? {
        var rest = bytes[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[start...]
            let end: [UInt8]
            if rest.starts(with: Array("<!--".utf8)) {
                end = Array("-->".utf8)
                rest = rest.dropFirst(4)
            } else if rest.starts(with: Array("<?".utf8)) {
                end = Array("?>".utf8)
            } else if rest.starts(with: Array("<!".utf8)) {
                return 1 + bytes[..<start].count { $0 == UInt8(ascii: "\n") }
            } else {
                return nil
            }
            guard let closing = rest.firstRange(of: end) else { return nil }
            rest = rest[closing.upperBound...]
        }
        return nil
    }

    private static func outermost(of reader: DocumentReader, nodeLimit: Int) throws(MPDError) -> XMLElement {
        // Elements that have begun and not ended.
        var open: [XMLElement] = []
        var outermost: XMLElement?
        var nodes = 0
        while let event = try reader.next() {
            switch event {
            case .start(let element, let isEmpty):
                nodes += 1 + element.attributes.count
                guard nodes <= nodeLimit else {
                    throw MPDError(.tooMany("elements and attributes", limit: nodeLimit), line: element.line)
                }
                guard open.count < depthLimit else {
                    throw MPDError(.tooMany("levels", limit: depthLimit), line: element.line)
                }
                open.append(element)
                if isEmpty { close(&open, &outermost) }
            case .text(let text): if !open.isEmpty { open[open.count - 1].text += text }
            case .end: close(&open, &outermost)
            }
        }
        guard let outermost else { throw MPDError(.notXML("there is no element")) }
        return outermost
    }

    private static func close(_ open: inout [XMLElement], _ outermost: inout XMLElement?) {
        guard let element = open.popLast() else { return }
        if open.isEmpty { outermost = element } else { open[open.count - 1].children.append(element) }
    }
}

/// libxml2's pull parser over bytes that outlive it.
private final class DocumentReader {
    enum Event {
        case start(XMLElement, isEmpty: Bool)
        case text(String)
        case end
    }

    private let reader: xmlTextReaderPtr
    private let log = LibXML2.Log()

    init(_ bytes: UnsafeBufferPointer<UInt8>) throws(MPDError) {
        _ = LibXML2.isReady
        let start = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
        reader = try allocated(
            xmlReaderForMemory(start, Int32(bytes.count), nil, LibXML2.encoding, LibXML2.options), "make a reader")
        xmlTextReaderSetStructuredErrorHandler(reader, LibXML2.Log.handler, log.pointer)
    }

    deinit { xmlFreeTextReader(reader) }

    /// `nil` after the last.
    func next() throws(MPDError) -> Event? {
        while true {
            let result = xmlTextReaderRead(reader)
            if result == 0 { return nil }
            guard result == 1 else {
                let entry = log.entries.first
                throw MPDError(.notXML(entry?.message ?? "unknown"), line: entry?.line)
            }
            if let event = try event() { return event }
        }
    }

    /// What the reader stands on; `nil` where that is of no interest.
    private func event() throws(MPDError) -> Event? {
        switch xmlReaderTypes(rawValue: UInt32(bitPattern: xmlTextReaderNodeType(reader))) {
        case XML_READER_TYPE_ELEMENT:
            let isEmpty = xmlTextReaderIsEmptyElement(reader) == 1
            return .start(try element(), isEmpty: isEmpty)
        case XML_READER_TYPE_END_ELEMENT: return .end
        case XML_READER_TYPE_TEXT, XML_READER_TYPE_CDATA, XML_READER_TYPE_SIGNIFICANT_WHITESPACE,
            XML_READER_TYPE_WHITESPACE:
            return text(xmlTextReaderConstValue(reader)).map(Event.text)
        case XML_READER_TYPE_DOCUMENT_TYPE, XML_READER_TYPE_ENTITY_REFERENCE:
            throw MPDError(.documentType, line: line)
        default: return nil
        }
    }

    private func element() throws(MPDError) -> XMLElement {
        var element = XMLElement(name: text(xmlTextReaderConstLocalName(reader)) ?? "")
        element.namespace = text(xmlTextReaderConstNamespaceUri(reader))
        element.line = line
        var isMore = try check(xmlTextReaderMoveToFirstAttribute(reader), "read an attribute")
        while isMore == 1 {
            if xmlTextReaderConstNamespaceUri(reader) == nil, let name = text(xmlTextReaderConstLocalName(reader)) {
                element.attributes.append(.init(name: name, value: text(xmlTextReaderConstValue(reader)) ?? ""))
            }
            isMore = try check(xmlTextReaderMoveToNextAttribute(reader), "read an attribute")
        }
        try check(xmlTextReaderMoveToElement(reader), "return to an element")
        return element
    }

    private var line: Int? {
        xmlTextReaderCurrentNode(reader).map { Int(xmlGetLineNo($0)) }.flatMap { $0 > 0 ? $0 : nil }
    }

    private func text(_ pointer: UnsafePointer<xmlChar>?) -> String? { pointer.map { String(cString: $0) } }
}
