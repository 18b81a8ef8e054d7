extension XMLElement {
    /// No element of an MPD has as many.
    private static let attributeLimit = 1_000

    /// libxml2 compares each attribute of a tag with each other, so a tag with very many is refused before it is parsed.
    static func refuseCrowdedTags(_ bytes: [UInt8]) throws(MPDError) {
        var rest = bytes[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[start...]
            if let section = sections.first(where: { rest.starts(with: $0.opening) }) {
                guard let end = rest.dropFirst(section.opening.count).firstRange(of: section.closing) else { return }
                rest = rest[end.upperBound...]
            } else {
                let (count, end) = tag(rest)
                guard count <= attributeLimit else {
                    let line = 1 + bytes[..<start].count { $0 == UInt8(ascii: "\n") }
                    throw MPDError(.tooMany("attributes of one element", limit: attributeLimit), line: line)
                }
                rest = rest[end...]
            }
        }
    }

    /// What is no tag: comments, text that is marked as such, processing instructions. XML 1.0 §2.5 to §2.7.
    private static let sections: [(opening: [UInt8], closing: [UInt8])] = [
        ("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"),
    ].map { (Array($0.utf8), Array($1.utf8)) }

    /// How many equals signs outside quotes the tag has, and where it ends.
    private static func tag(_ bytes: ArraySlice<UInt8>) -> (count: Int, end: Int) {
        var count = 0
        var quote: UInt8?
        for index in bytes.indices {
            switch bytes[index] {
            case quote: quote = nil
            case _ where quote != nil: break
            case UInt8(ascii: ">"): return (count, index + 1)
            case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = bytes[index]
            case UInt8(ascii: "="): count += 1
            default: break
            }
        }
        return (count, bytes.endIndex)
    }
}
