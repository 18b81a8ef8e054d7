import FFmpeg
import MediaTypes
import Player

/// Decodes segments of audio that follow one another, and counts what comes out.
final class AudioRun {
    let initialization: [UInt8]
    private let decoder: Decoder
    private let sampleRate: Int
    /// The longest sample so far, in ticks of its track.
    private var longest: Int64 = 0

    init(_ input: Input, _ initialization: [UInt8]) throws {
        guard let stream = input.streams.first(where: { $0.kind == .audio }), let audio = stream.audio else {
            throw NoAudio()
        }
        self.initialization = initialization
        // libavcodec leaves out the first frame of some encoders, of which no container says anything.
        decoder = try input.makeDecoder(stream: stream.index, isWhole: true)
        sampleRate = audio.sampleRate
    }

    /// - Parameter before: where the segment before ended.
    func check(_ input: Input, _ samples: SampleTable?, before: MediaTime?) throws -> DecodeReport {
        var report = DecodeReport(framesExpected: 0)
        if samples == nil { report.problems.append("its sample tables cannot be read") }
        if let before, let samples, before != samples.start {
            report.problems.append("it begins at \(samples.start) s, and what comes before ends at \(before) s")
        }
        guard let stream = input.streams.first(where: { $0.kind == .audio }) else { throw NoAudio() }
        input.select([stream.index])
        while let packet = try input.readPacket() {
            try decoder.decode(packet) { outcome in
                switch outcome {
                case .corrupt(let error): report.problems.append("\(error)")
                case .frame(let frame): report.samplesSeen += frame.sampleCount
                }
            }
        }
        longest = max(longest, samples?.longest ?? 0)
        // A last sample that lasts less than the others, of segments before too, is a whole frame and decoded as one.
        report.samplesExpected = samples.map {
            let ticks = MediaTime($0.ticks + longest - $0.last, $0.timescale)
            return Int(ticks.ticks(of: Timescale(UInt32(clamping: max(1, sampleRate)))))
        }
        report.problems = Array(report.problems.prefix(5))
        return report
    }

    /// Where no tables say how many samples there are: each packet is a frame, and all frames are as long as the longest.
    func checkFrames(of input: Input) throws -> DecodeReport {
        var report = DecodeReport(framesExpected: 0)
        guard let stream = input.streams.first(where: { $0.kind == .audio }) else { throw NoAudio() }
        input.select([stream.index])
        var (packets, longest) = (0, 0)
        while let packet = try input.readPacket() {
            packets += 1
            try decoder.decode(packet) { outcome in
                switch outcome {
                case .corrupt(let error): report.problems.append("\(error)")
                case .frame(let frame):
                    report.samplesSeen += frame.sampleCount
                    longest = max(longest, frame.sampleCount)
                }
            }
        }
        report.samplesExpected = packets * longest
        if packets == 0 { report.problems.append("it has no audio") }
        report.problems = Array(report.problems.prefix(5))
        return report
    }

    private struct NoAudio: Error, CustomStringConvertible {
        let description = "it has no audio"
    }
}
