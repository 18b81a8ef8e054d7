package import Catalog
package import MediaTypes

/// The resolved plan as the digests see it. When frames are shown follows from the source and is left to its digest.
package struct PlanDocument: Codable, Sendable {
    package var origin: MediaTime
    package var grid: PackageDocument.Grid
    /// `30000/1001`, or `variable`.
    package var pacing: String?
    package var frames: Int?
    package var lead: Int?
    package var rungs: [Rung]
    package var audio: [Audio]
    package var subtitles: [RenditionID]?
    /// The seek preview; absent where there is none.
    package var tiles: TileGrid?
    /// Whether video has posters. Absent where it has.
    package var posters: Bool?

    /// Whether there is a manifest for DASH: it makes another version, since equal versions are equal trees. Absent where
    /// there is none.
    package var dash: Bool?
    /// Whether there are whole files. Absent where there are none.
    package var progressive: Bool?

    /// Streams that are packaged without encoding. Absent where there are none.
    package var copied: [Copied]?

    package struct Copied: Codable, Sendable {
        package var id: RenditionID
        /// The number of the file, from 0.
        package var input: Int
        package var size: PixelSize?
        package var timescale: Timescale
        package var cuts: [Int64]
        /// Pictures or packets.
        package var samples: Int
        /// Of video, `30000/1001` or `variable`.
        package var pacing: String?
        /// Of video: where it could be cut.
        package var keyFrames: Int?
        /// Of video: those that are of no use, of open groups.
        package var openKeyFrames: Int?

        init(id: RenditionID, input: Int, timescale: Timescale, cuts: [Int64], samples: Int) {
            self.id = id
            self.input = input
            self.timescale = timescale
            self.cuts = cuts
            self.samples = samples
        }
    }

    package struct Rung: Codable, Sendable {
        package var id: RenditionID
        package var size: PixelSize
        package var videoBitrate: BitRate
        package var maxBitrate: BitRate
        package var preset: String
        /// Frames that it has, where a cap leaves some out.
        package var frames: Int?
    }

    package struct Audio: Codable, Sendable {
        package var id: RenditionID
        package var bitrate: BitRate
        package var cuts: [Int64]
    }

    init(
        grid: PackageDocument.Grid, dash: Bool?, progressive: Bool?, tiles: TileGrid?, posters: Bool?,
        subtitles: [RenditionID], copied: [Copied]
    ) {
        origin = .zero
        self.grid = grid
        rungs = []
        audio = []
        self.subtitles = subtitles.isEmpty ? nil : subtitles
        self.tiles = tiles
        self.posters = posters
        self.dash = dash
        self.progressive = progressive
        self.copied = copied
    }

    package init(_ plan: Plan) {
        origin = plan.origin
        grid = plan.grid
        if let video = plan.video {
            if case .constant(let rate) = video.clock.pacing { pacing = rate.description } else { pacing = "variable" }
            frames = video.clock.count
            lead = video.lead
        }
        dash = plan.isDASH ? true : nil
        progressive = plan.isProgressive ? true : nil
        rungs = (plan.video?.rungs ?? []).map {
            Rung(
                id: $0.id, size: $0.size, videoBitrate: $0.videoBitrate, maxBitrate: $0.maxBitrate, preset: $0.preset,
                frames: $0.frames?.count)
        }
        audio =
            plan.audio.map { audio in
                audio.ids.map { Audio(id: $0, bitrate: audio.bitrate, cuts: audio.cuts) }
            } ?? []
        tiles = plan.tiles
        posters = plan.hasPosters ? nil : false
        subtitles = plan.subtitles.isEmpty ? nil : plan.subtitles
    }

    package var duration: MediaTime { MediaTime(grid.boundaries[grid.boundaries.count - 1], grid.timescale) }
}
