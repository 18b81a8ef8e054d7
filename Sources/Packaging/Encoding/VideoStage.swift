internal import Catalog
internal import FFmpeg
internal import MediaTypes

/// Decodes the pictures of a source once, makes them what the largest rung shows and places them on the version's
/// clock. One thread uses it at a time.
final class VideoStage {
    private let plan: Plan.Video
    private let decoder: Decoder
    private let output: (PacedPicture) throws -> Void
    private var pacer: FramePacer
    private var strip = StripCheck()
    private var last: Frame?
    private let color: ColorDescription
    private let orientation: Orientation
    private lazy var conformer = Conformer(
        to: plan.rungs[plan.rungs.count - 1].size, orientation, color, timeBase: decoder.timeBase
    ) { [unowned self] in try show($0, $1) }
    private(set) var still: Still?
    /// Pictures of which the decoder had to guess some.
    private(set) var damageCount = 0
    /// Pictures that could be shown.
    private(set) var pictureCount = 0
    private var seenCount = 0

    /// What is made of the first picture.
    struct Still {
        /// The poster, then those of other sizes.
        var posters: [Poster]
        var previewColor: String
    }

    init(
        _ plan: Plan.Video, _ stream: StreamInfo, _ decoder: Decoder, _ color: ColorDescription,
        output: @escaping (PacedPicture) throws -> Void
    ) {
        self.plan = plan
        self.decoder = decoder
        self.output = output
        self.color = color
        orientation = stream.video?.orientation ?? .upright
        pacer = FramePacer(plan)
    }

    func accept(_ packet: Packet) throws { try decoder.decode(packet, add) }

    /// Frames that show the first picture because theirs, before it, are missing.
    var lateCount: Int { pacer.late }

    /// Frames that show another picture than their own, mostly the one before, because theirs is missing.
    func finish() throws -> Int {
        try decoder.decode(nil, add)
        try conformer.finish()
        guard let last else { return 0 }
        for frame in pacer.finish() { try output(PacedPicture(picture: last, frame: frame)) }
        return pacer.repeated
    }

    var stripClaim: PackageDocument.Strip? { pacer.repeated == 0 ? strip.result(plan) : nil }

    private func add(_ outcome: Decoder.Outcome) throws {
        // What cannot be decoded at all leaves a gap, which the pacer counts.
        guard case .frame(let frame) = outcome else { return }
        if frame.isCorrupt { damageCount += 1 }
        seenCount += 1
        let isUntimed = plan.isCounted || frame.pts == nil
        let timed = isUntimed ? try frame.retimed(pts: countedTime, duration: frame.duration) : frame
        if try conformer.accept(timed) { pictureCount += 1 }
    }

    /// The time of a picture that has none: the next that the scan has seen.
    private var countedTime: Int64 {
        let times = plan.sourceTimes
        return times[min(seenCount - 1, times.count - 1)] / Int64(decoder.timeBase.numerator)
    }

    private func show(_ picture: Frame, _ timeBase: TimeBase) throws {
        guard let time = picture.pts.flatMap(timeBase.time), let place = pacer.place(time) else { return }
        strip.add(picture)
        if still == nil {
            still = Still(
                posters: try Poster.all(of: picture, matrix: color.matrix),
                previewColor: PreviewColor.of(picture, matrix: color.matrix))
        }
        for frame in place.before { try output(PacedPicture(picture: last ?? picture, frame: frame)) }
        try output(PacedPicture(picture: picture, frame: place.frame))
        last = picture
    }
}
