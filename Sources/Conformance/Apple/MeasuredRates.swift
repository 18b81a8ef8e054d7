import HLS

/// Bit rates of a media playlist whose segments' sizes are known, in bits per second, counted as
/// draft-pantos-hls-rfc8216bis-20 §4.1 does.
struct MeasuredRates: Equatable {
    /// The highest of all runs of contiguous segments that last from half a target duration to one and a half and half
    /// a second; the average when no run does.
    var peak: Double
    /// Of the whole playlist.
    var average: Double

    /// `nil` unless every segment has a duration and a size. A gap has neither time nor bytes.
    init?(_ playlist: MediaPlaylist, sizes: (MediaSegment) -> UInt64?) {
        guard let target = playlist.targetDuration else { return nil }
        var pieces: [(bits: Double, seconds: Double)] = []
        for segment in playlist.segments where !segment.isGap {
            guard let seconds = segment.duration?.doubleValue, let size = sizes(segment) else { return nil }
            pieces.append((bits: 8 * Double(size), seconds: seconds))
        }
        let seconds = pieces.reduce(0) { $0 + $1.seconds }
        guard seconds > 0 else { return nil }
        average = pieces.reduce(0) { $0 + $1.bits } / seconds
        peak = Self.peak(pieces, from: 0.5 * Double(target), to: 1.5 * Double(target) + 0.5) ?? average
    }

    private static func peak(
        _ pieces: [(bits: Double, seconds: Double)], from shortest: Double, to longest: Double
    ) -> Double? {
        var peak: Double?
        for first in pieces.indices {
            var (bits, seconds) = (0.0, 0.0)
            // Zero-length pieces cannot make one start cost more than this.
            for piece in pieces[first...].prefix(1_000) {
                bits += piece.bits
                seconds += piece.seconds
                if seconds > longest { break }
                if seconds >= shortest, seconds > 0 { peak = max(peak ?? 0, bits / seconds) }
            }
        }
        return peak
    }
}
