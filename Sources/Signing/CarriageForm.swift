/// How a playback answer lets its token travel.
package enum CarriageForm: String, Hashable, Sendable, Codable, CaseIterable {
    /// As the first segment of the path, which relative references keep.
    case path
    /// As the parameter `t` of every URL: what names URLs is rewritten for each request.
    case query
    /// As the cookie `reelrig_t`, which the playback answer sets for the version's folder. URLs stay as they are.
    case cookie
    /// As the parameter `t`, which playlists put into their URIs by EXT-X-DEFINE:QUERYPARAM (RFC 8216 bis §4.4.2.3). Texts
    /// that have no variables are rewritten as with ``query``.
    case define

    /// `path, query, cookie, define`
    package static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

extension TokenCarriage {
    /// The query parameter and the HLS variable.
    package static let parameter = "t"
    /// The query parameter that tells how a playback answer is wanted, and playlists with variables from those without.
    package static let formParameter = "form"
    package static let cookie = "reelrig_t"
}
