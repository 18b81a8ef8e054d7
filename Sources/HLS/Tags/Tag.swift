/// Every tag of draft-pantos-hls-rfc8216bis-20, with the rules of where and how often it stands.
public enum Tag: String, CaseIterable, Sendable {
    case m3u = "EXTM3U"
    case version = "EXT-X-VERSION"
    case independentSegments = "EXT-X-INDEPENDENT-SEGMENTS"
    case start = "EXT-X-START"
    case define = "EXT-X-DEFINE"
    case targetDuration = "EXT-X-TARGETDURATION"
    case mediaSequence = "EXT-X-MEDIA-SEQUENCE"
    case discontinuitySequence = "EXT-X-DISCONTINUITY-SEQUENCE"
    case endList = "EXT-X-ENDLIST"
    case playlistType = "EXT-X-PLAYLIST-TYPE"
    case iFramesOnly = "EXT-X-I-FRAMES-ONLY"
    case partInf = "EXT-X-PART-INF"
    case serverControl = "EXT-X-SERVER-CONTROL"
    case inf = "EXTINF"
    case byteRange = "EXT-X-BYTERANGE"
    case discontinuity = "EXT-X-DISCONTINUITY"
    case key = "EXT-X-KEY"
    case map = "EXT-X-MAP"
    case programDateTime = "EXT-X-PROGRAM-DATE-TIME"
    case gap = "EXT-X-GAP"
    case bitrate = "EXT-X-BITRATE"
    case part = "EXT-X-PART"
    case dateRange = "EXT-X-DATERANGE"
    case skip = "EXT-X-SKIP"
    case preloadHint = "EXT-X-PRELOAD-HINT"
    case renditionReport = "EXT-X-RENDITION-REPORT"
    case media = "EXT-X-MEDIA"
    case streamInf = "EXT-X-STREAM-INF"
    case iFrameStreamInf = "EXT-X-I-FRAME-STREAM-INF"
    case sessionData = "EXT-X-SESSION-DATA"
    case sessionKey = "EXT-X-SESSION-KEY"
    case contentSteering = "EXT-X-CONTENT-STEERING"

    /// Which playlists a tag belongs to.
    public enum Home: Sendable {
        /// Either kind.
        case any
        /// Media playlists, about the playlist as a whole (§4.4.3) or its metadata (§4.4.5).
        case media
        /// Media playlists, about a segment (§4.4.4).
        case segment
        /// Multivariant playlists (§4.4.6).
        case multivariant
    }

    /// Which playlists the tag belongs to.
    public var home: Home {
        switch self {
        case .m3u, .version, .independentSegments, .start, .define: .any
        case .targetDuration, .mediaSequence, .discontinuitySequence, .endList, .playlistType, .iFramesOnly, .partInf,
            .serverControl, .dateRange, .skip, .preloadHint, .renditionReport:
            .media
        case .inf, .byteRange, .discontinuity, .key, .map, .programDateTime, .gap, .bitrate, .part: .segment
        case .media, .streamInf, .iFrameStreamInf, .sessionData, .sessionKey, .contentSteering: .multivariant
        }
    }

    /// Whether a playlist has at most one.
    public var isSingle: Bool {
        switch self {
        case .m3u, .version, .independentSegments, .start, .targetDuration, .mediaSequence, .discontinuitySequence,
            .endList, .playlistType, .iFramesOnly, .partInf, .serverControl, .skip, .contentSteering:
            true
        default: false
        }
    }

    /// What follows the tag's name.
    public enum Content: Sendable { case nothing, value, attributes }

    /// What follows the tag's name.
    public var content: Content {
        switch self {
        case .m3u, .independentSegments, .endList, .iFramesOnly, .discontinuity, .gap: .nothing
        case .version, .targetDuration, .mediaSequence, .discontinuitySequence, .playlistType, .inf, .byteRange,
            .programDateTime, .bitrate:
            .value
        default: .attributes
        }
    }

    /// The section of the draft that defines it.
    public var section: String {
        switch self {
        case .m3u: "4.4.1.1"
        case .version: "4.4.1.2"
        case .independentSegments: "4.4.2.1"
        case .start: "4.4.2.2"
        case .define: "4.4.2.3"
        case .targetDuration: "4.4.3.1"
        case .mediaSequence: "4.4.3.2"
        case .discontinuitySequence: "4.4.3.3"
        case .endList: "4.4.3.4"
        case .playlistType: "4.4.3.5"
        case .iFramesOnly: "4.4.3.6"
        case .partInf: "4.4.3.7"
        case .serverControl: "4.4.3.8"
        case .inf: "4.4.4.1"
        case .byteRange: "4.4.4.2"
        case .discontinuity: "4.4.4.3"
        case .key: "4.4.4.4"
        case .map: "4.4.4.5"
        case .programDateTime: "4.4.4.6"
        case .gap: "4.4.4.7"
        case .bitrate: "4.4.4.8"
        case .part: "4.4.4.9"
        case .dateRange: "4.4.5.1"
        case .skip: "4.4.5.2"
        case .preloadHint: "4.4.5.3"
        case .renditionReport: "4.4.5.4"
        case .media: "4.4.6.1"
        case .streamInf: "4.4.6.2"
        case .iFrameStreamInf: "4.4.6.3"
        case .sessionData: "4.4.6.4"
        case .sessionKey: "4.4.6.5"
        case .contentSteering: "4.4.6.6"
        }
    }
}

extension Tag {
    /// The tag of that whole name, without `#`.
    init?(_ name: Span<UInt8>) {
        guard name.count < Self.byLength.count else { return nil }
        for candidate in Self.byLength[name.count] where equal(name, candidate.name) {
            self = candidate.tag
            return
        }
        return nil
    }

    private static let byLength: [[(name: [UInt8], tag: Tag)]] = {
        let names = allCases.map { (name: Array($0.rawValue.utf8), tag: $0) }
        let longest = names.map(\.name.count).max() ?? 0
        return (0...longest).map { length in names.filter { $0.name.count == length } }
    }()
}

/// Compared from the end: tag names differ there.
private func equal(_ left: Span<UInt8>, _ right: [UInt8]) -> Bool {
    var index = right.count - 1
    while index >= 0 {
        if left[index] != right[index] { return false }
        index -= 1
    }
    return true
}
