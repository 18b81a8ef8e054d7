internal import Catalog
internal import FFmpeg
internal import MediaTypes
internal import Platform
internal import Signing

/// A source that has been decoded and encoded: files in a folder, and what is known of them.
struct EncodedReel {
    /// Video in ascending order, then audio.
    var renditions: [EncodedRendition]
    var poster: PackageDocument.File?
    /// The same picture in other sizes.
    var otherPosters: [PackageDocument.File] = []
    var tiles: TileSheets?
    var previewColor: String?
    var strip: PackageDocument.Strip?
    /// What was lost, a sentence each.
    var warnings: [String]
    /// What is otherwise than one might think, and not lost.
    var notes: [String] = []
}

/// The way of a source from its packets to the files of every rendition.
final class Encoding {
    private static let progressScale = Timescale(1000)
    /// What an ``UnusableSource/undecodable(_:)`` says when all pictures are.
    static let video = "video"

    private let plan: Plan
    private let scan: SourceScan
    private let folder: String
    private let input: Input
    private var chain: RungChain?
    private var videoStage: VideoStage?
    private var tileStage: TileStage?
    /// By the number of the stream.
    private var audioStages: [(stream: Int, stage: AudioStage)] = []

    /// `isThreaded` uses a thread for each rung; the bytes do not depend on it.
    init(_ plan: Plan, _ source: Source, into folder: String, isThreaded: Bool) throws {
        self.plan = plan
        self.scan = source.scan
        self.folder = folder
        Allocation.fixMmapThreshold()
        input = try Input.open(path: source.path)
        input.shift(source.scan.jumps.shifts)
        if let video = plan.video, let stream = scan.video, let info = stream.video {
            let decoder = try input.makeDecoder(stream: stream.index, threads: 1)
            let color = OutputColor.of(info)
            let chain = try RungChain(video, color, in: folder, isThreaded: isThreaded)
            self.chain = chain
            let tiles = try plan.tiles.map { try TileStage($0, video.clock, matrix: color.matrix, in: folder) }
            tileStage = tiles
            videoStage = VideoStage(video, stream, decoder, color) {
                try tiles?.accept($0)
                try chain.accept($0)
            }
        }
        do {
            try openAudio()
        } catch {
            chain?.cancel()
            throw error
        }
    }

    private func openAudio() throws {
        guard let audio = plan.audio else { return }
        for (id, stream) in zip(audio.ids, scan.audio) {
            let decoder = try input.makeDecoder(stream: stream.index)
            let stage = try AudioStage(id, audio, origin: plan.origin, stream, decoder, in: folder)
            audioStages.append((stream.index, stage))
        }
    }

    /// Decodes the source once. `progress` is told how much of the version's time is read.
    func run(progress: (MediaTime) -> Void) throws -> EncodedReel {
        do {
            try readPackets(progress)
            return try finish()
        } catch {
            chain?.cancel()
            throw error
        }
    }

    private func readPackets(_ progress: (MediaTime) -> Void) throws {
        let video = scan.video?.index
        input.select(Set([plan.video == nil ? nil : video].compactMap { $0 } + audioStages.map(\.stream)))
        while let packet = input.nextPacket() {
            if packet.streamIndex == video { try videoStage?.accept(packet) }
            try audioStages.first { $0.stream == packet.streamIndex }?.stage.accept(packet)
            if let pts = packet.pts, let time = input.streams[packet.streamIndex].timeBase.time(pts) {
                let done = time.ticks(since: plan.origin, of: Self.progressScale)
                progress(MediaTime(max(0, done), Self.progressScale))
            }
        }
    }

    private func finish() throws -> EncodedReel {
        var warnings = scan.losses
        let repeated = try videoStage?.finish() ?? 0
        if let videoStage, videoStage.pictureCount == 0 { throw UnusableSource.undecodable(Self.video) }
        let late = videoStage?.lateCount ?? 0
        if late > 0 {
            warnings.append(
                late == 1
                    ? "the first picture of the video could not be decoded; the one after it is shown in its place"
                    : "the first \(late) pictures of the video could not be decoded; the one after them is shown instead"
            )
        }
        if repeated > late {
            let repeated = repeated - late
            warnings.append(
                repeated == 1
                    ? "a picture of the video could not be decoded; the one before it is held"
                    : "\(repeated) pictures of the video could not be decoded; the ones before them are held")
        }
        if let damage = videoStage?.damageCount, damage > 0 {
            warnings.append("damaged video: \(damage) picture\(damage == 1 ? " is" : "s are") only partly right")
        }
        var renditions = try chain?.finish() ?? []
        for (_, stage) in audioStages {
            renditions.append(try stage.finish())
            if let warning = try warning(of: stage) { warnings.append(warning) }
        }
        let posters = try (plan.hasPosters ? videoStage?.still?.posters ?? [] : []).map(write)
        return EncodedReel(
            renditions: renditions, poster: posters.first, otherPosters: Array(posters.dropFirst()),
            tiles: try tileStage?.finish(), previewColor: videoStage?.still?.previewColor,
            strip: videoStage?.stripClaim, warnings: warnings, notes: scan.jumps.notes)
    }

    private func warning(of stage: AudioStage) throws -> String? {
        let name = audioStages.count > 1 ? " of \(stage.id)" : ""
        if stage.decodedSamples == 0 {
            guard plan.video != nil || audioStages.contains(where: { $0.stage.decodedSamples > 0 }) else {
                throw UnusableSource.undecodable("audio")
            }
            return "no audio\(name) could be decoded; it is silence"
        }
        guard stage.corruptCount > 0 else { return nil }
        let places = stage.corruptCount == 1 ? "one place" : "\(stage.corruptCount) places"
        return "damaged audio\(name): what could not be decoded in \(places) is silence"
    }

    private func write(_ poster: Poster) throws -> PackageDocument.File {
        try FileSystem.write(poster.bytes, to: "\(folder)/\(poster.path)")
        return PackageDocument.File(
            path: poster.path, size: poster.bytes.count, sha256: SHA256.digest(poster.bytes))
    }
}
