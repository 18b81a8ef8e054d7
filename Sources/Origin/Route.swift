import Catalog
import Signing

/// What a path names.
enum Route: Equatable {
    case feed
    case playback(ReelID)
    case poster(Place)
    /// `nil` when the path can be of no package: still only somebody with a token is told so.
    case media(Place?)
    case rig(ReelID)
    case metrics
    case unknown

    /// A file of a version.
    struct Place: Equatable {
        var reel: ReelID
        var version: VersionID
        /// Inside the version's folder.
        var path: String
    }

    init(_ path: RawPath) {
        let parts = path.text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
            .map { String(Substring($0)) }
        self =
            switch parts.first {
            case "media": .media(Place(parts))
            case "posters": Place(parts).map { .poster($0) } ?? .unknown
            case "v1": Self.programmingInterface(parts)
            case "metrics" where parts.count == 1: .metrics
            case "rig" where parts.count == 3 && parts[1] == "reels": ReelID(parts[2]).map { .rig($0) } ?? .unknown
            default: .unknown
            }
    }

    private static func programmingInterface(_ parts: [String]) -> Route {
        if parts == ["v1", "reels"] { return .feed }
        guard parts.count == 4, parts[1] == "reels", parts[3] == "playback", let reel = ReelID(parts[2]) else {
            return .unknown
        }
        return .playback(reel)
    }
}

extension Route.Place {
    /// `[media, REEL, VERSION, …]`.
    fileprivate init?(_ parts: [String]) {
        guard parts.count >= 4, let reel = ReelID(parts[1]), let version = VersionID(parts[2]) else { return nil }
        self.init(reel: reel, version: version, path: parts[3...].joined(separator: "/"))
    }
}
