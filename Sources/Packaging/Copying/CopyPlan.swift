internal import Catalog
internal import FFmpeg
internal import HLS
internal import MP4
internal import MediaTypes

/// What is decided before the first packet is copied. Equal files give equal plans.
struct CopyPlan: Sendable {
    /// In ascending order of bytes.
    var rungs: [Rung] = []
    /// The first is the default.
    var sounds: [Sound] = []
    var grid: PackageDocument.Grid
    /// The seek preview, where there is one.
    var tiles: TileGrid?
    /// Video's first picture is made posters of.
    var hasPosters = true
    var isDASH = false
    var isProgressive = false
    var subtitles: [RenditionID] = []
    /// What was lost, a sentence each.
    var warnings: [String] = []
    /// What is otherwise than one might think, and not lost: gaps that stay, files that are moved.
    var notes: [String] = []

    struct Rung: Sendable {
        var id: RenditionID
        /// The number of the input.
        var input: Int
        var track: PictureTrack
        var clock: RungClock
        /// Ticks from the beginning of the reel to that of the stream.
        var lead: Int64
        /// The first picture of each segment, and the number of pictures.
        var cuts: [Int]
        /// When each segment begins, and the end, in ticks of the reel.
        var cutTimes: [Int64]
        /// Ticks from presentation to composition times.
        var shift: Int64
        var description: VideoTrack
        var videoRange: VideoRange
        /// As displayed.
        var size: PixelSize

        /// When a picture is shown, in ticks of the reel.
        func time(of picture: Int) -> Int64 { clock.times[picture] + lead }
        var bytes: Int { track.sizes.reduce(0) { $0 + Int($1) } }
    }

    struct Sound: Sendable {
        var id: RenditionID
        /// The number of the input.
        var input: Int
        var track: SoundTrack
        /// The packets of the stream that are copied.
        var packets: Range<Int>
        /// Samples from the times of the track to those of the reel.
        var offset: Int64
        /// Samples at the beginning that an edit list hides.
        var priming: Int64
        /// The first packet of each segment, and the end of ``packets``.
        var cuts: [Int]
        /// When each segment begins, and the end, in samples of the reel; the first after the priming.
        var cutTimes: [Int64]

        /// When a packet begins, in samples of the reel; of the end of ``packets``, when the last one ends.
        func time(of packet: Int) -> Int64 {
            if packet < packets.upperBound { return track.starts[packet] + offset }
            return track.end(of: packets.upperBound - 1) + offset
        }
    }

    var duration: MediaTime { MediaTime(grid.boundaries[grid.boundaries.count - 1], grid.timescale) }
}

extension CopyPlan {
    init(_ source: CopySource) throws {
        let placing = try CopyPlacing(source)
        self = try placing.plan()
        subtitles = source.captions.compactMap(\.id)
    }

    /// The seek preview that a reel may have: of more than one segment.
    var possibleTiles: TileGrid? {
        guard let smallest, grid.boundaries.count > 2 else { return nil }
        let lengths = zip(smallest.cutTimes, smallest.cutTimes.dropFirst()).map { $1 - $0 }
        let isEven = smallest.lead == 0 && lengths.dropLast().allSatisfy { $0 == lengths[0] }
        let ticks = isEven ? lengths[0] : 2 * Int64(smallest.clock.timescale.ticksPerSecond)
        return TileGrid(
            interval: MediaTime(ticks, smallest.clock.timescale), duration: duration, picture: smallest.size)
    }

    /// The rung of which thumbnails are made.
    var smallest: Rung? { rungs.min { $0.size.width * $0.size.height < $1.size.width * $1.size.height } }

    /// The rung of which the poster is made.
    var largest: Rung? { rungs.max { $0.size.width * $0.size.height < $1.size.width * $1.size.height } }

    var document: PlanDocument {
        PlanDocument(
            grid: grid, dash: isDASH ? true : nil, progressive: isProgressive ? true : nil, tiles: tiles,
            posters: hasPosters ? nil : false, subtitles: subtitles,
            copied: rungs.map(PlanDocument.Copied.init) + sounds.map(PlanDocument.Copied.init))
    }
}

extension PlanDocument.Copied {
    fileprivate init(_ rung: CopyPlan.Rung) {
        self.init(
            id: rung.id, input: rung.input, timescale: rung.clock.timescale, cuts: rung.cutTimes,
            samples: rung.track.times.count)
        size = rung.size
        pacing = rung.clock.rate?.description ?? "variable"
        keyFrames = rung.track.keys.count
        openKeyFrames = rung.track.openKeys
    }

    fileprivate init(_ sound: CopyPlan.Sound) {
        self.init(
            id: sound.id, input: sound.input, timescale: sound.track.timescale, cuts: sound.cutTimes,
            samples: sound.packets.count)
    }
}
