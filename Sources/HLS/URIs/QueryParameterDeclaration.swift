/// Puts EXT-X-DEFINE:QUERYPARAM into a playlist's text.
struct QueryParameterDeclaration {
    private let text: [UInt8]
    private var header: Range<Int>?
    /// Of the digits of EXT-X-VERSION.
    private var version: Range<Int>?
    private var names: Set<String> = []

    /// The first version with QUERYPARAM. §8.
    private static let leastVersion: UInt64 = 11

    init(_ text: [UInt8]) {
        self.text = text
        let state = ReadingState(text, mode: .lenient, limits: ReadingLimits())
        let versionTag = Array("#\(Tag.version.rawValue):".utf8)
        let definition = Array("#\(Tag.define.rawValue):".utf8)
        for line in PlaylistLines(text) {
            if header == nil, text[line].elementsEqual("#EXTM3U".utf8) { header = line }
            if version == nil, text[line].starts(with: versionTag) {
                version = line.lowerBound + versionTag.count..<line.upperBound
            }
            guard text[line].starts(with: definition) else { continue }
            let list = AttributeReader(
                state, line: TextLine(number: 1, start: line.lowerBound, content: line, hasNonASCII: false),
                tag: .define,
                list: line.lowerBound + definition.count..<line.upperBound)
            names.formUnion(
                list.items.filter { ["NAME", "IMPORT", "QUERYPARAM"].contains($0.name) }.map { list.text($0.value) })
        }
    }

    func declaring(_ name: String) -> [UInt8]? {
        guard let header, !names.contains(name) else { return nil }
        var rest = text[header.upperBound...]
        var result = Array(text[..<header.upperBound])
        // As the text ends its lines.
        let lineEnd = rest.prefix { $0 == 0x0D || $0 == 0x20 || $0 == 0x09 }.contains(0x0D) ? "\r\n" : "\n"
        if version == nil { result += "\(lineEnd)#\(Tag.version.rawValue):\(Self.leastVersion)".utf8 }
        result += "\(lineEnd)#\(Tag.define.rawValue):QUERYPARAM=\"\(name)\"".utf8
        if let version, version.lowerBound >= header.upperBound {
            let declared = UInt64(String(decoding: text[version], as: UTF8.self))
            result += text[header.upperBound..<version.lowerBound]
            result +=
                declared.map { $0 >= Self.leastVersion } == true
                ? Array(text[version]) : Array("\(Self.leastVersion)".utf8)
            rest = text[version.upperBound...]
        }
        return result + rest
    }
}
