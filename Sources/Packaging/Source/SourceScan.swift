package import FFmpeg
internal import MediaTypes

/// The streams of a file that are packaged, and what a pass over their packets tells of them.
package struct SourceScan: Sendable {
    package var summary: SourceSummary
    package var video: StreamInfo?
    /// The default first, then one for each other language.
    package var audio: [StreamInfo]
    /// Why the file could not be read to its end, as a sentence.
    package var damage: String?

    /// Reads all packets of the best video stream and of the audio streams, and decodes none.
    package static func scan(_ input: Input) throws -> SourceScan {
        let video = chooseVideo(input.streams)
        let audio = chooseAudio(input.streams)
        input.select(Set(([video] + audio).compactMap { $0?.index }))
        var pictures = PictureTimes()
        var sounds = audio.map(SoundExtent.init)
        var damage: String?
        while let packet = input.nextPacket(onError: { damage = "the file could not be read to its end: \($0)" }) {
            if packet.streamIndex == video?.index {
                pictures.add(packet)
            } else if let track = audio.firstIndex(where: { $0.index == packet.streamIndex }) {
                sounds[track].add(packet)
            }
        }
        sounds.removeAll { $0.extent == nil }
        return SourceScan(
            summary: SourceSummary(
                video: video.flatMap { pictures.summary($0) }, audio: SoundExtent.summary(sounds),
                contentSeconds: max(video.map { pictures.seconds($0) } ?? 0, sounds.map(\.seconds).max() ?? 0)),
            video: pictures.isEmpty ? nil : video, audio: sounds.map(\.stream), damage: damage)
    }

    /// The one that the file calls its default; of several the largest picture, then the first.
    static func chooseVideo(_ streams: [StreamInfo]) -> StreamInfo? {
        let candidates = streams.filter {
            $0.kind == .video && !$0.isAttachedPicture && ($0.video?.size.shortSide ?? 0) > 0
        }
        return candidates.max { left, right in
            rank(left, left.video?.size) < rank(right, right.video?.size)
        }
    }

    /// The default one, and the best of each language that is not spoken yet. What has no language is nobody's choice.
    static func chooseAudio(_ streams: [StreamInfo]) -> [StreamInfo] {
        let candidates = streams.filter {
            $0.kind == .audio && ($0.audio?.sampleRate ?? 0) > 0 && ($0.audio?.channels ?? 0) > 0
        }
        var chosen: [StreamInfo] = []
        var languages: Set<String> = []
        for stream in candidates.sorted(by: { rank($1, nil) < rank($0, nil) }) {
            let language = LanguageTag.of(stream.language)
            if let language, !languages.insert(language.lowercased()).inserted { continue }
            guard chosen.isEmpty || language != nil, chosen.count < mostAudioTracks else { continue }
            chosen.append(stream)
        }
        return chosen
    }

    /// A file that claims more is not a reel, and each is a thread's work.
    private static let mostAudioTracks = 32

    private static func rank(_ stream: StreamInfo, _ size: PixelSize?) -> (Int, Int, Int) {
        (stream.isDefault ? 1 : 0, (size?.width ?? 0) * (size?.height ?? 0), -stream.index)
    }
}

extension Input {
    /// The next packet; `nil` at the end, and also where the file is damaged: what comes before is packaged.
    func nextPacket(onError: (AVError) -> Void = { _ in }) -> Packet? {
        do throws(AVError) {
            return try readPacket()
        } catch {
            onError(error)
            return nil
        }
    }
}

/// Times of a file further from 0 than this are damage, and no arithmetic on what is left overflows: 31 years.
private let farthestSecond: Int64 = 1_000_000_000

extension TimeBase {
    /// The time of a file's tick, when it is one that can be.
    func plausible(_ ticks: Int64?) -> MediaTime? {
        guard let ticks, let time = time(ticks) else { return nil }
        let limit = farthestSecond * Int64(time.timescale.ticksPerSecond)
        return time.value.magnitude <= limit.magnitude ? time : nil
    }
}

/// When the pictures of a stream are shown.
private struct PictureTimes {
    private var pictures: [(pts: Int64?, dts: Int64?, duration: Int64)] = []

    var isEmpty: Bool { pictures.isEmpty }

    mutating func add(_ packet: Packet) {
        guard !packet.isDiscarded, packet.pts != nil || packet.dts != nil else { return }
        pictures.append((packet.pts, packet.dts, packet.duration))
    }

    /// The sum of what the packets say they last.
    func seconds(_ stream: StreamInfo) -> Int64 {
        let ticks = pictures.reduce(Int128(0)) { $0 + Int128(max(0, $1.duration)) }
        let scale = Int128(stream.timeBase.denominator)
        return Int64(clamping: (ticks * Int128(stream.timeBase.numerator) + scale - 1) / scale)
    }

    func summary(_ stream: StreamInfo) -> SourceSummary.Video? {
        guard let video = stream.video else { return nil }
        // A container without presentation times (AVI) may give some by chance. Decode times are as far apart.
        let isCounted = pictures.contains { $0.pts == nil }
        let sorted = pictures.map { ((isCounted ? $0.dts : $0.pts) ?? $0.pts ?? 0, $0.duration) }.sorted { $0.0 < $1.0 }
        var times: [Int64] = []
        times.reserveCapacity(sorted.count)
        var lastDuration: Int64 = 0
        for (ticks, duration) in sorted {
            guard let time = stream.timeBase.plausible(ticks)?.value, times.last != time else { continue }
            times.append(time)
            lastDuration = stream.timeBase.plausible(max(0, duration))?.value ?? 0
        }
        guard !times.isEmpty else { return nil }
        return SourceSummary.Video(
            timescale: stream.timeBase.timescale, times: times, lastDuration: lastDuration,
            displaySize: video.displaySize,
            declaredRates: [video.averageFrameRate, video.baseFrameRate].compactMap { $0 }, isCounted: isCounted)
    }
}

/// From when to when there is audio.
private struct SoundExtent {
    let stream: StreamInfo
    private let sampleRate: Int
    private var start: MediaTime?
    private var end: MediaTime?
    private var samples: Int64 = 0

    /// The sum of what the packets say they last.
    var seconds: Int64 { sampleRate > 0 ? (samples + Int64(sampleRate) - 1) / Int64(sampleRate) : 0 }

    init(_ stream: StreamInfo) {
        self.stream = stream
        sampleRate = stream.audio?.sampleRate ?? 0
    }

    var extent: (start: MediaTime, end: MediaTime)? {
        guard let start, let end, start < end else { return nil }
        return (start, end)
    }

    /// Of all the tracks together.
    static func summary(_ tracks: [SoundExtent]) -> SourceSummary.Audio? {
        let extents = tracks.compactMap(\.extent)
        guard let start = extents.map(\.start).min(), let end = extents.map(\.end).max() else { return nil }
        let alternatives = tracks.dropFirst().compactMap { LanguageTag.of($0.stream.language) }
        return SourceSummary.Audio(start: start, end: end, alternatives: alternatives)
    }

    mutating func add(_ packet: Packet) {
        guard !packet.isDiscarded, let scale = UInt32(exactly: sampleRate).map(Timescale.init),
            let first = stream.timeBase.plausible(packet.pts ?? packet.dts)
        else { return }
        // In samples: exact sums, also where the file's clock is coarser.
        let skipped = packet.skippedSamples
        let begin = first.ticks(of: scale) + Int64(skipped.start)
        let duration = stream.timeBase.plausible(max(0, packet.duration))?.ticks(of: scale) ?? 0
        let finish = first.ticks(of: scale) + duration - Int64(skipped.end)
        guard finish > begin else { return }
        samples = samples.addingReportingOverflow(finish - begin).partialValue
        start = min(start ?? MediaTime(begin, scale), MediaTime(begin, scale))
        end = max(end ?? MediaTime(finish, scale), MediaTime(finish, scale))
    }
}
