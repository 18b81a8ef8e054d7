/// What a file or an init section says of its tracks.
public struct Movie: Sendable {
    /// Ticks per second of durations in `mvhd`, `tkhd` and `elst`.
    public var timescale: UInt32
    /// Of the longest track, in ticks of ``timescale``; 0 when fragments hold the samples.
    public var duration: UInt64
    /// Whether fragments may follow.
    public var isFragmented: Bool
    /// The tracks, in the order of the file.
    public var tracks: [Track]

    /// Reads the `moov` of an init section or a whole file.
    public init(reading bytes: [UInt8]) throws(BoxError) {
        try self.init(boxes: [Box](reading: bytes, keepsMalformed: true))
    }

    /// Finds the `moov` among the boxes of a file.
    public init(boxes: [Box]) throws(BoxError) {
        guard let index = boxes.firstIndex(where: { $0.type == "moov" }) else {
            throw BoxError(.missing("moov"), at: boxes.last.map { $0.position + $0.size } ?? 0)
        }
        let box = boxes[index]
        if let problem = box.firstProblem { throw problem }
        guard let movie = box.content as? MovieBox else { throw BoxError(.missing("moov"), at: box.position) }
        guard let header = movie.first(MovieHeaderBox.self) else {
            throw BoxError(.missing("mvhd"), at: box.position, in: "moov")
        }
        timescale = header.timescale
        duration = header.duration
        let extends = movie.first(MovieExtendsBox.self)
        isFragmented = extends != nil
        tracks = []
        for child in box.children where child.type == "trak" {
            tracks.append(try Track(child, movieTimescale: header.timescale, extends: extends))
        }
    }

    /// The track of this number.
    public subscript(trackID: UInt32) -> Track? { tracks.first { $0.trackID == trackID } }
}

extension Box {
    /// The first error in this box or in one inside it that a reader of tracks needs; errors elsewhere do no harm.
    var firstProblem: BoxError? {
        if let problem = (content as? OpaqueBox)?.problem { return Box.needed.contains(type) ? problem : nil }
        for child in children { if let problem = child.firstProblem { return problem } }
        return nil
    }

    private static let needed: Set<FourCC> = [
        "moov", "mvhd", "trak", "tkhd", "edts", "elst", "mdia", "mdhd", "hdlr", "minf", "stbl", "stsd", "stts", "ctts",
        "stsc", "stsz", "stco", "co64", "stss", "mvex", "trex", "avcC", "esds", "moof", "mfhd", "traf", "tfhd", "tfdt",
        "trun",
    ]
}
