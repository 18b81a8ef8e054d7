internal import Catalog
internal import HLS
internal import MediaTypes

/// A rendition whose files are written, and what its bytes say of it.
struct EncodedRendition: Equatable, Sendable {
    var id: RenditionID
    var kind: RenditionKind
    var codecs: String
    var size: PixelSize?
    var highestRate: FrameRate?
    /// Of video that is not encoded here; `nil` is standard.
    var videoRange: VideoRange?
    var channels: Int?
    var language: String?
    /// Of subtitles.
    var role: CaptionRole?
    var timescale: Timescale
    /// Of subtitles: all of them as one file, which is what players of DASH read.
    var captions: [UInt8]?
    /// When each segment begins, and the end, in ticks.
    var cuts: [Int64]
    /// `nil` of subtitles, which need none.
    var initialization: PackageDocument.File?
    var segments: [RenditionWriter.Segment]
    /// What the ladder asked for.
    var declared: PackageDocument.Rates
}
