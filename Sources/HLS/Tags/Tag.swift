/// Every tag of draft-pantos-hls-rfc8216bis-20, with the rules of where and how often it stands.
public enum Tag: String, CaseIterable, Sendable {
    /// The first line of every playlist.
    case m3u = "EXTM3U"
    /// The version that the playlist needs a client to know.
    case version = "EXT-X-VERSION"
    /// Every segment decodes by itself.
    case independentSegments = "EXT-X-INDEPENDENT-SEGMENTS"
    /// Where a player begins.
    case start = "EXT-X-START"
    /// A variable.
    case define = "EXT-X-DEFINE"
    /// The upper bound of EXTINF, in whole seconds.
    case targetDuration = "EXT-X-TARGETDURATION"
    /// The number of the first segment.
    case mediaSequence = "EXT-X-MEDIA-SEQUENCE"
    /// How many discontinuities came before the first segment.
    case discontinuitySequence = "EXT-X-DISCONTINUITY-SEQUENCE"
    /// No segment is added any more.
    case endList = "EXT-X-ENDLIST"
    /// How the playlist may change.
    case playlistType = "EXT-X-PLAYLIST-TYPE"
    /// Every segment is one I-frame.
    case iFramesOnly = "EXT-X-I-FRAMES-ONLY"
    /// The upper bound of partial segments, in seconds.
    case partInf = "EXT-X-PART-INF"
    /// What the server offers: blocking reloads, delta updates.
    case serverControl = "EXT-X-SERVER-CONTROL"
    /// The duration of a segment, in seconds, and a title.
    case inf = "EXTINF"
    /// Which bytes of the resource are the segment.
    case byteRange = "EXT-X-BYTERANGE"
    /// Timestamps or encoding change before the segment.
    case discontinuity = "EXT-X-DISCONTINUITY"
    /// How segments from here on are encrypted.
    case key = "EXT-X-KEY"
    /// The init section of segments from here on.
    case map = "EXT-X-MAP"
    /// The date of the first sample of a segment.
    case programDateTime = "EXT-X-PROGRAM-DATE-TIME"
    /// The segment is not available.
    case gap = "EXT-X-GAP"
    /// Bits per second of segments from here on, in thousands.
    case bitrate = "EXT-X-BITRATE"
    /// A partial segment.
    case part = "EXT-X-PART"
    /// Attributes of a range of time.
    case dateRange = "EXT-X-DATERANGE"
    /// In a delta update, segments that are left out.
    case skip = "EXT-X-SKIP"
    /// A resource that is going to be needed.
    case preloadHint = "EXT-X-PRELOAD-HINT"
    /// How far another rendition is.
    case renditionReport = "EXT-X-RENDITION-REPORT"
    /// A rendition.
    case media = "EXT-X-MEDIA"
    /// A variant stream.
    case streamInf = "EXT-X-STREAM-INF"
    /// An I-frame variant.
    case iFrameStreamInf = "EXT-X-I-FRAME-STREAM-INF"
    /// Data for the application.
    case sessionData = "EXT-X-SESSION-DATA"
    /// A key of the media playlists, to be loaded early.
    case sessionKey = "EXT-X-SESSION-KEY"
    /// Where a server says which pathway to use.
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
    public enum Content: Sendable {
        /// Nothing: the tag stands alone.
        case nothing
        /// A value of its own form, after a colon.
        case value
        /// An attribute list, after a colon.
        case attributes
    }

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
