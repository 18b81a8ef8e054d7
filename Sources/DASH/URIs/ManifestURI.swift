/// A URL in the text of a manifest, and where it stands.
public struct ManifestURI: Hashable, Sendable {
    /// Where a URL stands. Names are without prefixes.
    public enum Place: Hashable, Sendable {
        /// The text of an element.
        case element(String)
        /// The value of an attribute.
        case attribute(element: String, name: String)
    }

    /// Where it stands.
    public var place: Place
    /// As it is meant: references to characters are resolved, blanks around it left out.
    public var text: String
    /// The ways on which a client may come from the manifest's own URL to this one: the base URLs that it resolves one
    /// after the other, from the outermost to the innermost. With alternatives there are several ways, and a template is
    /// also resolved by what lies below it. A single empty one without base URLs.
    public var bases: [[String]]

    /// Of a template (§5.3.9.4.4) the URL with a 1 for each identifier, else the text.
    public var example: String {
        guard case .attribute("SegmentTemplate", _) = place else { return text }
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        return parts.enumerated().map { $0 % 2 == 0 ? String($1) : $1.isEmpty ? "$" : "1" }.joined()
    }

    /// Elements whose text is a URL.
    static let elements: Set = ["BaseURL", "Location", "PatchLocation", "ContentSteering"]

    /// Attributes whose value is a URL, or a template of URLs, by element.
    static let attributes: [String: Set<String>] = [
        "SegmentTemplate": ["media", "initialization", "index", "bitstreamSwitching"],
        "SegmentURL": ["media", "index"],
        "Initialization": ["sourceURL"],
        "RepresentationIndex": ["sourceURL"],
        "BitstreamSwitching": ["sourceURL"],
        "InitializationSet": ["initialization"],
    ]

    /// Elements that may have base URLs of their own.
    static let levels: Set = ["MPD", "Period", "AdaptationSet", "Representation"]

    /// More ways than this are not followed.
    static let mostBases = 64
}

extension MPD {
    /// The text with other URLs, and every other byte as it was: also what this library does not model.
    ///
    /// What is no XML, or too large, is an error. A URL that is resolved on more than 64 ways stays.
    ///
    /// - Parameter replacement: what to write in place of a URL, as it is meant; it is escaped as XML wants it. `nil` lets
    ///   it stand.
    public static func replacingURIs(
        in text: [UInt8], byteLimit: Int = MPD.byteLimit, with replacement: (ManifestURI) -> String?
    ) throws(MPDError) -> [UInt8] {
        // From here on it is known to be well-formed, and without entities of its own.
        _ = try XMLElement(parsing: text, byteLimit: byteLimit, nodeLimit: nodeLimit)
        var reading = ManifestText(text)
        reading.read()
        var result: [UInt8] = []
        result.reserveCapacity(text.count * 2)
        var copied = 0
        for found in reading.found {
            guard let bases = reading.bases(of: found),
                let new = replacement(ManifestURI(place: found.place, text: found.text, bases: bases))
            else { continue }
            result += text[copied..<found.range.lowerBound]
            result += escaped(new)
            copied = found.range.upperBound
        }
        return result + text[copied...]
    }

    private static func escaped(_ text: String) -> [UInt8] {
        text.utf8.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "&"): Array("&amp;".utf8)
            case UInt8(ascii: "<"): Array("&lt;".utf8)
            case UInt8(ascii: ">"): Array("&gt;".utf8)
            case UInt8(ascii: "\""): Array("&quot;".utf8)
            case UInt8(ascii: "'"): Array("&apos;".utf8)
            default: [byte]
            }
        }
    }
}
