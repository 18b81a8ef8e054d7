import Catalog
import HTTP
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

    /// A file of a version, or of a foreign stream: then the version is the one of those.
    struct Place: Equatable {
        var reel: ReelID
        var version: VersionID
        /// Inside the version's folder.
        var path: String
    }

    init(_ path: RawPath) {
        var rest = Substring(path.text)
        self =
            switch rest.takeSegment() {
            case "media": .media(Place(rest))
            case "foreign": .media(Place(foreign: rest))
            case "posters": Place(rest).map { .poster($0) } ?? .unknown
            case "v1": Self.programmingInterface(rest)
            case "rig": Self.rig(rest)
            case "metrics" where rest.isEmpty: .metrics
            default: .unknown
            }
    }

    private static func programmingInterface(_ path: Substring) -> Route {
        if path == "/reels" { return .feed }
        var rest = path
        guard rest.takeSegment() == "reels", let reel = ReelID(String(rest.takeSegment())), rest == "/playback" else {
            return .unknown
        }
        return .playback(reel)
    }

    private static func rig(_ path: Substring) -> Route {
        var rest = path
        guard rest.takeSegment() == "reels", let reel = ReelID(String(rest.takeSegment())), rest.isEmpty else {
            return .unknown
        }
        return .rig(reel)
    }
}

extension Route.Place {
    /// `/NAME/…`.
    fileprivate init?(foreign path: Substring) {
        var rest = path
        guard let name = ReelID(String(rest.takeSegment())), rest.utf8.first == UInt8(ascii: "/") else { return nil }
        self.init(reel: name, version: .foreign, path: String(Substring(rest.utf8.dropFirst())))
    }

    /// `/REEL/VERSION/…`.
    fileprivate init?(_ path: Substring) {
        var rest = path
        guard let reel = ReelID(String(rest.takeSegment())), let version = VersionID(String(rest.takeSegment())),
            rest.utf8.first == UInt8(ascii: "/")
        else { return nil }
        self.init(reel: reel, version: version, path: String(Substring(rest.utf8.dropFirst())))
    }
}

extension Substring {
    /// Takes `/segment` off the front; what remains is empty or begins with `/`.
    fileprivate mutating func takeSegment() -> Substring {
        let rest = Substring(utf8.dropFirst())
        let end = rest.firstIndex(ofByte: UInt8(ascii: "/")) ?? rest.endIndex
        defer { self = rest[end...] }
        return rest[..<end]
    }
}
