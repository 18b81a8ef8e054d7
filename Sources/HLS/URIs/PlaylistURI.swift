/// A URI in the text of a playlist, and where it stands.
public struct PlaylistURI: Hashable, Sendable {
    /// Where a URI stands.
    public enum Place: Hashable, Sendable {
        /// A line of its own: a segment, or the playlist of a variant stream. §4.1.
        case line
        /// The value of an attribute, by the tag's name without `#` and its own.
        case attribute(tag: String, name: String)
    }

    /// Where it stands.
    public var place: Place
    /// As it is written.
    public var text: String
    /// With the variables replaced that the text itself gives a value; `nil` when it refers to another one.
    public var expanded: String?

    /// The attributes whose value is a URI, by tag: all of draft-pantos-hls-rfc8216bis-20 and of its appendix D, and
    /// that of image playlists.
    static let attributes: [String: Set<String>] = [
        "EXT-X-MAP": ["URI"],
        "EXT-X-KEY": ["URI"],
        "EXT-X-SESSION-KEY": ["URI"],
        "EXT-X-MEDIA": ["URI"],
        "EXT-X-I-FRAME-STREAM-INF": ["URI"],
        ImageStream.tag: ["URI"],
        "EXT-X-PART": ["URI"],
        "EXT-X-PRELOAD-HINT": ["URI"],
        "EXT-X-RENDITION-REPORT": ["URI"],
        "EXT-X-SESSION-DATA": ["URI"],
        "EXT-X-CONTENT-STEERING": ["SERVER-URI"],
        "EXT-X-DATERANGE": ["X-ASSET-URI", "X-ASSET-LIST"],
    ]
}

extension Playlist {
    /// The text with other URIs, and every other byte as it was: also tags and comments that this library does not know.
    ///
    /// Nothing is checked. A line that is neither blank nor begins with `#` is a URI.
    ///
    /// - Parameter replacement: what to write in place of a URI; `nil` lets it stand, and so does a text that could not
    ///   stand there: one with a quote or a line end, or an empty one.
    public static func replacingURIs(
        in text: [UInt8], with replacement: (PlaylistURI) -> String?
    ) -> [UInt8] {
        var rewriting = URIRewriting(text)
        rewriting.run(replacement)
        return rewriting.result
    }

    /// The text with EXT-X-DEFINE:QUERYPARAM for a parameter of the playlist's own URI, and an EXT-X-VERSION that allows
    /// it (§8: 11); every other byte is as it was. `nil` when the text has no #EXTM3U or declares that variable already.
    public static func declaring(queryParameter name: String, in text: [UInt8]) -> [UInt8]? {
        guard Variables.isName(Substring(name).utf8) else { return nil }
        return QueryParameterDeclaration(text).declaring(name)
    }
}
