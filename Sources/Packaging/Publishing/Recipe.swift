internal import Catalog
internal import FFmpeg
internal import MediaTypes
internal import Signing

/// All that the bytes of a version come from: design §1. Its digest names the work, as the version names the result.
struct Recipe: Codable {
    /// Counts up when the packager makes other bytes of the same plan.
    static let revision = 2

    var format = Format.current
    var revision = Recipe.revision
    var source: ContentDigest
    var plan: PlanDocument
    /// Of libavcodec, libavfilter, libswscale and x264.
    var libraries: [String]

    init(source: ContentDigest, plan: PlanDocument) throws {
        self.source = source
        self.plan = plan
        let versions = try Versions.linked()
        libraries = [versions.libavcodec, versions.libavfilter, versions.libswscale, versions.x264]
    }

    func digest() throws -> ContentDigest { SHA256.digest(try CanonicalJSON.line(self)) }
}

/// The resolved plan as the digests see it. When frames are shown follows from the source and is left to its digest.
struct PlanDocument: Codable {
    var origin: MediaTime
    var grid: PackageDocument.Grid
    /// `30000/1001`, or `variable`.
    var pacing: String?
    var frames: Int?
    var lead: Int?
    var rungs: [Rung]
    var audio: [Audio]

    struct Rung: Codable {
        var id: RenditionID
        var size: PixelSize
        var videoBitrate: BitRate
        var maxBitrate: BitRate
        var preset: String
        /// Frames that it has, where a cap leaves some out.
        var frames: Int?
    }

    struct Audio: Codable {
        var id: RenditionID
        var bitrate: BitRate
        var cuts: [Int64]
    }

    init(_ plan: Plan) {
        origin = plan.origin
        grid = plan.grid
        if let video = plan.video {
            if case .constant(let rate) = video.clock.pacing { pacing = rate.description } else { pacing = "variable" }
            frames = video.clock.count
            lead = video.lead
        }
        rungs = (plan.video?.rungs ?? []).map {
            Rung(
                id: $0.id, size: $0.size, videoBitrate: $0.videoBitrate, maxBitrate: $0.maxBitrate, preset: $0.preset,
                frames: $0.frames?.count)
        }
        audio = plan.audio.map { [Audio(id: $0.id, bitrate: $0.bitrate, cuts: $0.cuts)] } ?? []
    }
}

/// What a version is named after: the format, the plan and every object.
struct VersionDocument: Codable {
    var format = Format.current
    var plan: PlanDocument
    /// Sorted by path.
    var objects: [PackageDocument.File]

    func id() throws -> VersionID {
        // Sixteen hex digits are a version's name.
        VersionID(SHA256.digest(try CanonicalJSON.line(self)).bytes.prefix(8).hexadecimal)!
    }
}
