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

    /// Whether there is a manifest for DASH: it makes another version, since equal versions are equal trees. Absent where
    /// there is none.
    package var dash: Bool?
    /// Whether there are whole files. Absent where there are none.
    package var progressive: Bool?

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
        subtitles = plan.subtitles.isEmpty ? nil : plan.subtitles
    }
}
