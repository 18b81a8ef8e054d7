package import MediaTypes

/// How AAC-LC at 48 kHz lies in time: whole frames of 1024 samples after one frame of priming.
package enum AudioClock {
    package static let sampleRate: UInt32 = 48_000
    package static let timescale = Timescale(sampleRate)
    /// Samples of an AAC-LC frame, ISO/IEC 14496-3 §4.5.1.1.
    package static let frameLength: Int64 = 1024
    /// Samples that a decoder gives before the first that was encoded, which an edit list hides.
    package static let priming: Int64 = 1024

    /// How many frames begin before the frame start nearest to a time.
    static func frames(nearest time: MediaTime) -> Int64 {
        frames(time, .nearest)
    }

    /// How many frames cover a time.
    static func frames(covering time: MediaTime) -> Int64 { frames(time, .up) }

    private static func frames(_ time: MediaTime, _ rule: MediaTime.Rounding) -> Int64 {
        rounded(
            Int128(time.value) * Int128(sampleRate),
            over: Int128(time.timescale.ticksPerSecond) * Int128(frameLength), rule)
    }

    /// The cuts of an audio rendition nearest to the given times, in samples: from 0, each at least one frame on. The
    /// last is the end, which no sound may fall short of.
    static func cuts(nearest times: [MediaTime]) -> [Int64] {
        var cuts: [Int64] = []
        for (index, time) in times.enumerated() {
            let count = index == times.count - 1 ? frames(covering: time) : frames(nearest: time)
            cuts.append(cuts.last.map { max($0 + frameLength, count * frameLength) } ?? 0)
        }
        return cuts
    }

    /// The AAC packet that begins at a cut. Packet 0 is the priming and belongs to the first segment.
    package static func packet(atCut samples: Int64) -> Int {
        samples == 0 ? 0 : Int((samples + priming) / frameLength)
    }
}
