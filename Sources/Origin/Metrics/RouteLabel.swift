/// Which part of the origin a request was for, whatever became of it.
enum RouteLabel: String, Sendable, CaseIterable {
    case feed, playback, poster, media, rig, metrics, other

    /// - Parameter path: raw, without its token.
    init(_ path: Substring) {
        let path = path.utf8
        self =
            switch true {
            case path.starts(with: "/media/".utf8), path.starts(with: "/foreign/".utf8): .media
            case path.starts(with: "/posters/".utf8): .poster
            case path.elementsEqual("/v1/reels".utf8): .feed
            case path.starts(with: "/v1/reels/".utf8): .playback
            case path.starts(with: "/rig/".utf8): .rig
            case path.elementsEqual("/metrics".utf8): .metrics
            default: .other
            }
    }
}
