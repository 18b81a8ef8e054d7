/// Goes through the lines of a playlist's text and copies them, but for the URIs that are replaced.
struct URIRewriting {
    private(set) var result: [UInt8] = []
    private let state: ReadingState
    private var copied = 0

    init(_ text: [UInt8]) {
        state = ReadingState(text, mode: .lenient, limits: ReadingLimits())
        result.reserveCapacity(text.count * 2)
    }

    mutating func run(_ replacement: (PlaylistURI) -> String?) {
        for line in PlaylistLines(state.bytes) {
            guard let first = line.first else { continue }
            if state.bytes[first] == UInt8(ascii: "#") {
                readTag(line, replacement)
            } else {
                replace(line, at: .line, replacement)
            }
        }
        result += state.bytes[copied...]
    }

    private mutating func readTag(_ line: Range<Int>, _ replacement: (PlaylistURI) -> String?) {
        guard state.bytes[line].starts(with: "#EXT-X-".utf8),
            let colon = state.bytes[line].firstIndex(of: UInt8(ascii: ":"))
        else { return }
        let name = state.text(line.lowerBound + 1..<colon)
        let isDefinition = name == Tag.define.rawValue
        guard isDefinition || PlaylistURI.attributes[name] != nil else { return }
        let text = TextLine(number: 1, start: line.lowerBound, content: line, hasNonASCII: false)
        let list = AttributeReader(
            state, line: text, tag: Tag(rawValue: name) ?? .media, list: colon + 1..<line.upperBound)
        if isDefinition { return declare(list) }
        for item in list.items where item.isQuoted && PlaylistURI.attributes[name]?.contains(item.name) == true {
            replace(item.value, at: .attribute(tag: name, name: item.name), replacement)
        }
    }

    private func declare(_ list: AttributeReader) {
        guard let name = list.items.first(where: { $0.name == "NAME" }),
            let value = list.items.first(where: { $0.name == "VALUE" })
        else { return }
        _ = state.variables.declare(list.text(name.value), list.text(value.value))
    }

    private mutating func replace(
        _ range: Range<Int>, at place: PlaylistURI.Place, _ replacement: (PlaylistURI) -> String?
    ) {
        let text = state.text(range)
        let uri = PlaylistURI(place: place, text: text, expanded: expanded(text))
        guard let new = replacement(uri), !new.isEmpty,
            !new.utf8.contains(where: { [0x0A, 0x0D, 0x22].contains($0) })
        else { return }
        result += state.bytes[copied..<range.lowerBound]
        result += new.utf8
        copied = range.upperBound
    }

    private func expanded(_ text: String) -> String? {
        let (expanded, undeclared) = state.variables.substituting(in: text)
        return undeclared == nil && state.variables.budget >= 0 ? expanded : nil
    }
}

/// The lines of a text without their ends, a byte order mark and the blanks around them.
struct PlaylistLines: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var index: Int

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    mutating func next() -> Range<Int>? {
        guard index < bytes.count else { return nil }
        let end = bytes[index...].firstIndex(of: 0x0A) ?? bytes.count
        var (first, last) = (index, end)
        while first < last, isBlank(bytes[first]) { first += 1 }
        while last > first, isBlank(bytes[last - 1]) { last -= 1 }
        index = end + 1
        return first..<last
    }

    private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
}
