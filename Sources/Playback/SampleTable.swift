import Catalog
import MP4
import MediaTypes

/// What the boxes of a segment say is in it, read without the decoder.
struct SampleTable {
    /// When each frame is shown, in ticks of the track, ascending; of audio, when each is decoded.
    var times: [Int64]
    var start: MediaTime
    var end: MediaTime
    /// Of all samples, in ticks of the track.
    var ticks: Int64
    var timescale: Timescale
    /// Of the longest sample, and of the last one, in ticks.
    var longest: Int64
    var last: Int64

    /// `nil` when the boxes cannot be read, or there is nothing of this kind.
    init?(_ initialization: [UInt8], _ segment: [UInt8], kind: RenditionKind) {
        guard let movie = try? Movie(reading: initialization),
            let track = movie.tracks.first(where: { $0.kind == (kind == .video ? .video : .audio) })
        else { return nil }
        var reader = FragmentReader(movie)
        guard let samples = try? reader.samples(inSegment: segment, trackID: track.trackID), let first = samples.first,
            let last = samples.last
        else { return nil }
        timescale = Timescale(track.timescale)
        times = samples.map { kind == .video ? $0.presentationTime : $0.decodeTime }.sorted()
        // Where it begins, and for how long by the line of decoding, on which durations have no gaps.
        start = MediaTime(times[0], timescale)
        ticks = last.decodeTime + Int64(last.duration) - first.decodeTime
        end = MediaTime(times[0] + ticks, timescale)
        longest = Int64(samples.map(\.duration).max() ?? 0)
        self.last = Int64(last.duration)
        guard start.isWithinReach, end.isWithinReach, MediaTime(ticks, timescale).isWithinReach else { return nil }
    }
}
