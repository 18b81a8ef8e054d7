package import Catalog
package import MediaTypes

/// Everything that is decided before the first picture is decoded. Equal sources and ladders give equal plans.
package struct Plan: Equatable, Sendable {
    /// The time of the source that is shown at 0.
    package var origin: MediaTime
    package var video: Video?
    package var audio: Audio?
    /// There is a manifest for DASH too. The objects do not depend on it.
    package var isDASH = false
    /// There is a whole file of each rung too. The objects do not depend on it.
    package var isProgressive = false
    /// The seek preview, where there is one.
    package var tiles: TileGrid?
    /// Video's first picture is made posters of.
    package var hasPosters = true
    /// Of captions files.
    package var subtitles: [RenditionID] = []
    /// The boundaries of the version.
    package var grid: PackageDocument.Grid

    package struct Video: Equatable, Sendable {
        package var clock: FrameClock
        /// The first frame of each segment, and the number of frames.
        package var cuts: [Int]
        /// When the source's pictures are shown, in ticks of its own.
        package var sourceTimes: [Int64]
        package var sourceScale: Timescale
        /// Pictures are placed by their number, not by their times.
        package var isCounted: Bool
        /// The frame that shows the source's first picture first: so many times it is held before.
        package var lead: Int
        /// The source's display size.
        package var sourceSize: PixelSize
        /// Ascending; at least one.
        package var rungs: [Rung]
    }

    package struct Rung: Equatable, Sendable {
        package var id: RenditionID
        package var size: PixelSize
        package var videoBitrate: BitRate
        package var maxBitrate: BitRate
        package var preset: String
        /// The frames of the clock that it has, or `nil` for all.
        package var frames: [Int]?
        package var highestRate: FrameRate?
    }

    package struct Audio: Equatable, Sendable {
        /// One for each track; the first is the default.
        package var ids: [RenditionID]
        package var bitrate: BitRate
        /// Where each segment begins, and the end, in samples after the priming.
        package var cuts: [Int64]
    }

    package var duration: MediaTime {
        MediaTime(grid.boundaries[grid.boundaries.count - 1], grid.timescale)
    }

    /// Where the cuts are among the frames that a rung keeps: both ascend, and every cut but the end is kept.
    static func positions(of cuts: [Int], in frames: [Int]) -> [Int] {
        var positions: [Int] = []
        for (position, frame) in frames.enumerated()
        where positions.count < cuts.count && frame == cuts[positions.count] {
            positions.append(position)
        }
        return positions + [frames.count]
    }
}

/// Why a source cannot be packaged.
package enum PlanError: Error, Equatable, CustomStringConvertible {
    case nothingToShow
    case tooLong(seconds: Int64)
    /// Time stamps that are far apart, with little between them.
    case holes(seconds: Int64, content: Int64)
    case tooManyFrames(Int)
    /// Of the picture as displayed.
    case tooLarge(PixelSize)

    package var description: String {
        switch self {
        case .nothingToShow: "there is no video and no audio in it"
        case .tooLong(let seconds): "it claims to last \(seconds) s, more than a day"
        case .holes(let seconds, let content):
            "its time stamps are damaged: they span \(seconds) s, and what it holds lasts \(content) s"
        case .tooManyFrames(let count): "it claims to have \(count) frames, more than a day at 240 a second"
        case .tooLarge(let size): "its picture is \(size) as displayed, and no rung of that shape can be encoded"
        }
    }
}
