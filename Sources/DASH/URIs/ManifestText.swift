/// Finds the URLs in the bytes of a manifest that is known to be well-formed and to have no document type.
struct ManifestText {
    struct Found {
        var range: Range<Int>
        var place: ManifestURI.Place
        var text: String
        /// Index of the level whose base URLs it is resolved by.
        var level: Int
    }

    /// An element that may have base URLs.
    private struct Level {
        var parent: Int?
        var children: [Int] = []
        /// `nil`: there are some that cannot be read.
        var baseURLs: [String]? = []
    }

    private struct Open {
        var name: String
        var level: Int
        /// Where its text begins, while nothing but text has come.
        var textStart: Int?
    }

    private(set) var found: [Found] = []
    private let bytes: [UInt8]
    private var index = 0
    private var open: [Open] = []
    private var levels: [Level] = [Level(parent: nil)]
    /// What templates of a level are resolved by, once it is known.
    private var inherited: [Int: [[String]]?] = [:]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func read() {
        while let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            index = start
            if skips("<!--", to: "-->") || skips("<?", to: "?>") || skips("<![CDATA[", to: "]]>") {
                // Such text is not taken apart.
                if !open.isEmpty { open[open.count - 1].textStart = nil }
            } else if bytes[index...].starts(with: "</".utf8) {
                close(at: start)
            } else {
                readTag()
            }
        }
    }

    private mutating func skips(_ start: String, to end: String) -> Bool {
        guard bytes[index...].starts(with: start.utf8) else { return false }
        let rest = bytes[(index + start.utf8.count)...]
        index = rest.firstRange(of: Array(end.utf8))?.upperBound ?? bytes.count
        return true
    }

    // MARK: Tags

    private mutating func readTag() {
        index += 1
        let name = localName(readName())
        let outer = open.last?.level ?? 0
        var level = outer
        if ManifestURI.levels.contains(name) {
            level = levels.count
            levels.append(Level(parent: outer))
            levels[outer].children.append(level)
        }
        while let byte = next(), byte != UInt8(ascii: ">"), byte != UInt8(ascii: "/") {
            readAttribute(of: name, level)
        }
        let isEmpty = next() == UInt8(ascii: "/")
        index = min(bytes.count, (bytes[index...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.count) + 1)
        if !open.isEmpty { open[open.count - 1].textStart = nil }
        if !isEmpty { open.append(Open(name: name, level: level, textStart: index)) }
    }

    private mutating func readAttribute(of element: String, _ level: Int) {
        let qualified = readName()
        while let byte = next(), byte != UInt8(ascii: "\""), byte != UInt8(ascii: "'") {
            // The equals sign; anything else is in no well-formed document, and ends this one.
            guard byte == UInt8(ascii: "=") else { return index = bytes.count }
            index += 1
        }
        guard index < bytes.count else { return }
        let quote = bytes[index]
        let start = index + 1
        let end = bytes[start...].firstIndex(of: quote) ?? bytes.count
        index = min(bytes.count, end + 1)
        let name = localName(qualified)
        let isLink = name == "href" && qualified != name
        guard isLink || ManifestURI.attributes[element]?.contains(name) == true else { return }
        add(start..<end, .attribute(element: element, name: name), level)
    }

    private mutating func close(at end: Int) {
        index = min(bytes.count, (bytes[end...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.count) + 1)
        guard let element = open.popLast(), ManifestURI.elements.contains(element.name) else { return }
        let isBase = element.name == "BaseURL"
        guard let start = element.textStart else {
            if isBase { levels[element.level].baseURLs = nil }
            return
        }
        // What a base URL is resolved by are those of the levels around.
        add(start..<end, .element(element.name), isBase ? levels[element.level].parent ?? 0 : element.level)
        if isBase { levels[element.level].baseURLs?.append(found.last?.text ?? "") }
    }

    private mutating func add(_ range: Range<Int>, _ place: ManifestURI.Place, _ level: Int) {
        var (first, last) = (range.lowerBound, range.upperBound)
        while first < last, isBlank(bytes[first]) { first += 1 }
        while last > first, isBlank(bytes[last - 1]) { last -= 1 }
        found.append(Found(range: first..<last, place: place, text: unescaped(bytes[first..<last]), level: level))
    }

    // MARK: Base URLs

    /// `nil` when they are too many, or one cannot be read.
    mutating func bases(of uri: Found) -> [[String]]? {
        // A base URL, an address of the manifest itself and a link are resolved where they stand, a template wherever it
        // is inherited.
        guard case .attribute("SegmentTemplate", _) = uri.place else { return ways(to: uri.level) }
        if let known = inherited[uri.level] { return known }
        let all = ways(to: uri.level).flatMap { below(uri.level, $0) }
        inherited[uri.level] = .some(all)
        return all
    }

    private func ways(to level: Int) -> [[String]]? {
        let outer = levels[level].parent.map { ways(to: $0) } ?? [[]]
        return outer.flatMap { extended($0, by: level) }
    }

    private func extended(_ ways: [[String]], by level: Int) -> [[String]]? {
        guard let own = levels[level].baseURLs else { return nil }
        guard ways.count * max(1, own.count) <= ManifestURI.mostBases else { return nil }
        return own.isEmpty ? ways : ways.flatMap { way in own.map { way + [$0] } }
    }

    private func below(_ level: Int, _ ways: [[String]]) -> [[String]]? {
        var all = ways
        for child in levels[level].children {
            guard let own = levels[child].baseURLs, let extended = extended(ways, by: child),
                let more = below(child, extended)
            else { return nil }
            all += own.isEmpty ? Array(more.dropFirst(ways.count)) : more
            guard all.count <= ManifestURI.mostBases else { return nil }
        }
        return all
    }

    // MARK: Characters

    /// The next byte that is no blank, which is not taken.
    private mutating func next() -> UInt8? {
        while index < bytes.count, isBlank(bytes[index]) { index += 1 }
        return index < bytes.count ? bytes[index] : nil
    }

    private mutating func readName() -> String {
        let start = index
        while index < bytes.count, !isBlank(bytes[index]), !"=/>\"'".utf8.contains(bytes[index]) { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private func localName(_ name: String) -> String {
        name.utf8.lastIndex(of: UInt8(ascii: ":")).map { String(name[name.utf8.index(after: $0)...]) } ?? name
    }

    private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    /// References to characters and to the five entities of XML resolved.
    private func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
        var result: [UInt8] = []
        var rest = bytes
        while let mark = rest.firstIndex(of: UInt8(ascii: "&")),
            let end = rest[mark...].firstIndex(of: UInt8(ascii: ";"))
        {
            result += rest[..<mark]
            let name = String(decoding: rest[(mark + 1)..<end], as: UTF8.self)
            result += Self.character(name).map { Array(String($0).utf8) } ?? Array(rest[mark...end])
            rest = rest[(end + 1)...]
        }
        return String(decoding: result + rest, as: UTF8.self)
    }

    private static func character(_ reference: String) -> Unicode.Scalar? {
        switch reference {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default: break
        }
        guard reference.hasPrefix("#") else { return nil }
        let digits = reference.dropFirst()
        let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return number.flatMap(Unicode.Scalar.init)
    }
}
