package import Catalog

/// Why a session came to an end before its reel did.
package enum PlaybackFailure: Error, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The playback API does not know the reel (404).
    case unknownReel
    /// What its playlists name is not there (404).
    case missing(String)
    /// The reel was removed (410).
    case removed
    /// Refused although the URL was new.
    case authDenied(RefusalReason?)
    /// Nobody answered.
    case unreachable(String)
    /// The origin's certificate is not one to trust.
    case untrusted(String)
    /// The origin answered, and not with what was asked for.
    case badStatus(Int)
    /// An answer or a playlist that cannot be read.
    case badAnswer(String)
    /// Something this player does not do.
    case unsupported(String)
    /// An object whose bytes are not those its digest names, twice.
    case digestMismatch(RenditionID, ObjectName)
    /// An object that could not be fetched whole.
    case incomplete(RenditionID, ObjectName, String)
    /// Without an origin, a reel of whose playlists the cache remembers nothing.
    case notRemembered
    /// A preload for which a warning has left no room.
    case notPreloaded
    /// Without an origin, what the cache lacks.
    case notCached([String])
    /// A download is none without an object that cannot be kept, and why it cannot.
    case notKept(RenditionID, ObjectName, String)
    /// New URLs came for another version, or their playlists describe other media.
    case contentChanged
    /// `--max-rung` or a fixed policy names a rung that is not there.
    case unknownRung(RenditionID, known: [RenditionID])
    /// The decoder could not go on.
    case undecodable(String)

    package var description: String {
        switch self {
        case .unknownReel: "the origin does not know this reel"
        case .missing(let what): "\(what) is not there (404)"
        case .removed: "the reel was removed"
        case .authDenied(let reason):
            "the origin refuses newly signed URLs" + (reason.map { " (\($0.rawValue))" } ?? "")
        case .unreachable(let text): "the origin could not be reached: \(text)"
        case .untrusted(let text): "the origin's certificate is not trusted: \(text)"
        case .badStatus(let status): "the origin answers \(status)"
        case .badAnswer(let text): text
        case .unsupported(let text): text
        case .digestMismatch(let rendition, let object):
            "\(rendition) \(object) came twice with bytes that are not those of its digest"
        case .incomplete(let rendition, let object, let text):
            "\(rendition) \(object) could not be fetched whole: \(text)"
        case .notRemembered: "the cache knows nothing of this reel"
        case .notPreloaded: "nothing is preloaded any more, for there is too little memory or disk"
        case .notCached(let missing):
            "the cache lacks \(missing.prefix(20).joined(separator: ", "))"
                + (missing.count > 20 ? " and \(missing.count - 20) more" : "")
        case .notKept(let rendition, let object, let text): "the download stopped at \(rendition) \(object): \(text)"
        case .contentChanged: "the reel has a new version since playback began"
        case .unknownRung(let rung, let known):
            "there is no rung \(rung): there are \(known.map(\.text).joined(separator: ", "))"
        case .undecodable(let text): text
        }
    }
}

/// How a session ended.
package enum Outcome: Hashable, Sendable, Codable {
    case played
    case stopped
    case failed(PlaybackFailure)
}
