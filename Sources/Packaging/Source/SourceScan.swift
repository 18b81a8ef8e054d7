package import FFmpeg
internal import MediaTypes

/// The streams of a file that are packaged, and what a pass over their packets tells of them.
package struct SourceScan: Sendable {
    package var summary: SourceSummary
    package var video: StreamInfo?
    /// The default first, then one for each other language.
    package var audio: [StreamInfo]
    /// What of the file is not packaged, a sentence each.
    package var losses: [String] = []
    /// How the times of the file are made one run.
    package var jumps = TimeJumps()

    /// Reads all packets of the best video stream and of the audio streams, and decodes none, unless only that tells when
    /// the pictures are shown: then `reopen` gives the input once more. So it does where the times may jump.
    package static func scan(_ input: Input, reopen: () throws -> Input) throws -> SourceScan {
        var suspicion = JumpSuspicion()
        let scan = try scan(input, reopen: reopen) { if input.mayJump { suspicion.add($0, of: $1) } }
        guard suspicion.isFounded else { return scan }
        let jumps = scan.findJumps(in: try reopen())
        guard !jumps.isEmpty else { return scan }
        func moved() throws -> Input {
            let input = try reopen()
            input.shift(jumps.shifts)
            return input
        }
        var joined = try Self.scan(try moved(), isWhole: false, reopen: moved) { _, _ in }
        joined.jumps = jumps
        return joined
    }

    private func findJumps(in input: Input) -> TimeJumps {
        input.select(Set(([video] + audio).compactMap { $0?.index }))
        var finder = JumpFinder(input.streams)
        while let packet = input.nextPacket() { finder.add(packet) }
        return finder.finish()
    }

    /// `isWhole`: what the file says that it lasts is true of it.
    private static func scan(
        _ input: Input, isWhole: Bool = true, reopen: () throws -> Input, look: (Packet, StreamInfo) -> Void
    ) throws -> SourceScan {
        let decodable = input.streams.filter { stream in
            [.video, .audio].contains(stream.kind) && (try? input.makeDecoder(stream: stream.index)) != nil
        }
        let video = chooseVideo(decodable)
        if video == nil, let other = chooseVideo(input.streams) { throw UnusableSource.undecodable(other.codec) }
        let audio = chooseAudio(decodable)
        var losses: [String] = []
        if audio.isEmpty, let other = chooseAudio(input.streams).first {
            if video == nil { throw UnusableSource.undecodable(other.codec) }
            losses.append("nothing here decodes its audio (\(other.codec)); it is left out")
        }
        var unknown = UnknownStreams(input.streams, video: video, audio: audio)
        input.select(unknown.indices.union(([video] + audio).compactMap { $0?.index }))
        var pictures = PictureTimes()
        var fields = video.flatMap { FieldPairs($0, header: input.extradata(stream: $0.index)) }
        var sounds = audio.map(SoundExtent.init)
        while let packet = input.nextPacket(onError: { losses.append("the file could not be read to its end: \($0)") })
        {
            guard !packet.isEncrypted else {
                throw UnusableSource.encrypted(packet.streamIndex == video?.index ? "video" : "audio")
            }
            look(packet, input.streams[packet.streamIndex])
            unknown.add(packet)
            if packet.streamIndex == video?.index {
                pictures.add(packet, isSecondField: fields?.isSecond(packet) ?? false)
            } else if let track = audio.firstIndex(where: { $0.index == packet.streamIndex }) {
                sounds[track].add(packet)
            }
        }
        losses += try unknown.losses(isAllThereIs: video == nil && audio.isEmpty)
        sounds.removeAll { $0.extent == nil }
        let shown = try video.flatMap { stream in
            guard pictures.areUncertain(input) else { return pictures.summary(stream) }
            return pictures.summary(stream, decoded: try decodedTimes(try reopen(), stream))
        }
        let summary = SourceSummary(
            video: shown, audio: SoundExtent.summary(sounds),
            contentSeconds: max(video.map { pictures.seconds($0) } ?? 0, sounds.map(\.seconds).max() ?? 0),
            declaredDuration: isWhole ? input.duration.flatMap(Self.plausible) : nil)
        if let warning = video?.turnWarning { losses.append(warning) }
        if isWhole { losses += Self.losses(input, ([video] + audio).compactMap { $0 }, summary) }
        return SourceScan(
            summary: summary, video: pictures.isEmpty ? nil : video, audio: sounds.map(\.stream), losses: losses)
    }

    /// When each picture that comes out of the decoder is shown, where its packet says it.
    private static func decodedTimes(_ input: Input, _ stream: StreamInfo) throws -> [Int64?] {
        var times: [Int64?] = []
        let decoder = try input.makeDecoder(stream: stream.index)
        decoder.guessesTimes = false
        input.select([stream.index])
        let add = { (outcome: Decoder.Outcome) in
            if case .frame(let frame) = outcome { times.append(frame.pts) }
        }
        while let packet = input.nextPacket() { try decoder.decode(packet, add) }
        try decoder.decode(nil, add)
        return times
    }

    /// A length of a file that can be one.
    private static func plausible(_ length: MediaTime) -> MediaTime? {
        let limit = farthestSecond * Int64(length.timescale.ticksPerSecond)
        return length.value > 0 && length.value <= limit ? length : nil
    }

    /// A file says more or less exactly how long it is. In milliseconds.
    private static let inexactness: Int64 = 500
    /// A day, in milliseconds, which no reel outlasts: a file that says so is mistaken, as of Ogg whose end lies too early.
    private static let longestLength: Int64 = 86_400_000

    /// How a file was cut short.
    private static func losses(_ input: Input, _ streams: [StreamInfo], _ summary: SourceSummary) -> [String] {
        if input.lostPacketCount > 0 {
            return ["the file is cut short: it names \(input.lostPacketCount) packets that it does not hold"]
        }
        // What MP3 and AAC are said to last is reckoned from the size.
        guard input.format != "mp3", input.format != "aac" else { return [] }
        let lengths = streams.compactMap(\.milliseconds)
        let known = lengths.count == streams.count ? lengths.max() : input.duration?.milliseconds
        guard let known, known <= longestLength, let held = summary.milliseconds, held + inexactness < known
        else { return [] }
        return ["the file is cut short: it says that it lasts \(known) ms and holds \(held) ms"]
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

extension StreamInfo {
    /// What is said of a picture that is to be turned by other than quarters.
    var turnWarning: String? {
        guard let angle = video?.oddAngle else { return nil }
        return "its picture is to be turned by \(angle)°; it is turned by the nearest quarter, or not at all"
    }

    /// What the file says that it lasts.
    fileprivate var milliseconds: Int64? {
        timeBase.plausible(duration).flatMap { $0.value > 0 ? $0.milliseconds : nil }
    }
}

extension SourceSummary {
    /// From the first picture or sound to the end of the last.
    fileprivate var milliseconds: Int64? {
        let last = video.map { MediaTime($0.times[$0.times.count - 1], $0.timescale).milliseconds }
        let hold = video.map { MediaTime($0.lastDuration, $0.timescale).milliseconds } ?? 0
        let starts = [video?.start.milliseconds, audio?.start.milliseconds].compactMap { $0 }
        let ends = [last.map { $0 + hold }, audio?.end.milliseconds].compactMap { $0 }
        guard let start = starts.min(), let end = ends.max() else { return nil }
        return end - start
    }
}

/// When the pictures of a stream are shown.
private struct PictureTimes {
    private struct Picture {
        var pts: Int64?
        var dts: Int64?
        var duration: Int64
        var isKey: Bool
    }

    private var pictures: [Picture] = []

    var isEmpty: Bool { pictures.isEmpty }

    /// The second field of a picture makes none of its own.
    mutating func add(_ packet: Packet, isSecondField: Bool) {
        guard !packet.isDiscarded else { return }
        if isSecondField, let first = pictures.last {
            // Some containers say of either field how long both are shown.
            let isOver = packet.pts.flatMap { second in first.pts.map { second - $0 >= first.duration } } ?? true
            if isOver { pictures[pictures.count - 1].duration += max(0, packet.duration) }
            return
        }
        let picture = Picture(pts: packet.pts, dts: packet.dts, duration: packet.duration, isKey: packet.isKey)
        // What comes before the first key picture, torn from its beginning, is not shown.
        if pictures.count == 1, !pictures[0].isKey, pictures[0].pts == nil, packet.isKey { pictures = [] }
        pictures.append(picture)
    }

    /// The sum of what the packets say they last.
    func seconds(_ stream: StreamInfo) -> Int64 {
        let ticks = pictures.reduce(Int128(0)) { $0 + Int128(max(0, $1.duration)) }
        let scale = Int128(stream.timeBase.denominator)
        return Int64(clamping: (ticks * Int128(stream.timeBase.numerator) + scale - 1) / scale)
    }

    /// Some have times and some have not, as of a program stream whose packs hold several pictures, or none has and the
    /// first cannot be decoded: which are shown when is known after decoding.
    func areUncertain(_ input: Input) -> Bool {
        // AVI has no presentation times, and gives some by chance.
        guard input.format != "avi", pictures.contains(where: { $0.pts == nil }) else { return false }
        return pictures[0].isKey == false || pictures.contains { $0.pts != nil }
    }

    func summary(_ stream: StreamInfo) -> SourceSummary.Video? {
        // Times of decoding are as far apart as those of presentation.
        let isCounted = pictures.contains { $0.pts == nil }
        var next: Int64 = 0
        let usual = max(1, Int64(stream.timeBase.denominator) / Int64(stream.timeBase.numerator) / 25)
        let times = pictures.map { picture -> (time: Int64, duration: Int64) in
            let time = isCounted ? picture.dts ?? next : picture.pts ?? 0
            next = time.addingReportingOverflow(picture.duration > 0 ? picture.duration : usual).partialValue
            return (time, picture.duration)
        }
        return Self.summary(stream, times, isCounted: isCounted)
    }

    /// Of pictures in the order in which a decoder gives them. Between two that have a time the others are evenly spread.
    func summary(_ stream: StreamInfo, decoded: [Int64?]) -> SourceSummary.Video? {
        let duration = pictures.last?.duration ?? 0
        let known = decoded.enumerated().compactMap { index, time in time.map { (index: index, time: $0) } }
        let anchors = known.reduce(into: [(index: Int, time: Int64)]()) { anchors, next in
            if anchors.last.map({ $0.time < next.time }) ?? true { anchors.append(next) }
        }
        guard let first = anchors.first, let last = anchors.last else {
            var video = summary(stream)
            if let count = video?.times.count { video?.times.removeFirst(max(0, count - max(1, decoded.count))) }
            return video
        }
        let step =
            first.index < last.index
            ? (last.time - first.time) / Int64(last.index - first.index) : max(1, duration)
        var times: [(time: Int64, duration: Int64)] = []
        var place = 0
        for index in decoded.indices {
            while place + 1 < anchors.count, anchors[place + 1].index <= index { place += 1 }
            let (anchor, next) = (anchors[place], anchors[min(place + 1, anchors.count - 1)])
            let offset = Int64(index - anchor.index)
            let time =
                offset > 0 && next.index > anchor.index
                ? rounded(
                    Int128(next.time - anchor.time) * Int128(offset), over: Int128(next.index - anchor.index), .nearest)
                : offset * step
            times.append((anchor.time + time, duration))
        }
        return Self.summary(stream, times, isCounted: true)
    }

    private static func summary(
        _ stream: StreamInfo, _ times: [(time: Int64, duration: Int64)], isCounted: Bool
    ) -> SourceSummary.Video? {
        guard let video = stream.video else { return nil }
        var ascending: [Int64] = []
        ascending.reserveCapacity(times.count)
        var lastDuration: Int64 = 0
        for (ticks, duration) in times.sorted(by: { $0.time < $1.time }) {
            guard let time = stream.timeBase.plausible(ticks)?.value, ascending.last != time else { continue }
            ascending.append(time)
            lastDuration = stream.timeBase.plausible(max(0, duration))?.value ?? 0
        }
        guard !ascending.isEmpty else { return nil }
        return SourceSummary.Video(
            timescale: stream.timeBase.timescale, times: ascending, lastDuration: lastDuration,
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
    /// The last packet: when it begins, how long after the one before it, and whether it does not say how long it is.
    private var last: (begin: Int64, step: Int64, isOpen: Bool)?
    /// In seconds. The last packet of an Ogg that ends before that packet begins is said to last 2^32 samples, less a few.
    private static let longestPacket: Int64 = 3600

    /// The sum of what the packets say they last.
    var seconds: Int64 { sampleRate > 0 ? (samples + Int64(sampleRate) - 1) / Int64(sampleRate) : 0 }

    init(_ stream: StreamInfo) {
        self.stream = stream
        sampleRate = stream.audio?.sampleRate ?? 0
    }

    var extent: (start: MediaTime, end: MediaTime)? {
        guard let start, let known = end else { return nil }
        let end = max(known, openEnd ?? known)
        guard start < end else { return nil }
        return (start, end)
    }

    /// Of a last packet that does not say how long it is: where the file says that the sound ends, at most as long as the
    /// one before it.
    private var openEnd: MediaTime? {
        guard let last, last.isOpen, let start, let scale = UInt32(exactly: sampleRate).map(Timescale.init)
        else { return nil }
        let declared = stream.timeBase.plausible(stream.duration).map { start.ticks(of: scale) + $0.ticks(of: scale) }
        let known = declared.map { $0 - last.begin }.flatMap { $0 > 0 ? $0 : nil }
        let steps = [known, last.step > 0 ? last.step : nil].compactMap { $0 }
        return steps.min().map { MediaTime(last.begin + $0, scale) }
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
        let told = stream.timeBase.plausible(max(0, packet.duration))?.ticks(of: scale) ?? 0
        let duration = told <= Self.longestPacket * Int64(sampleRate) ? told : 0
        let finish = first.ticks(of: scale) + duration - Int64(skipped.end)
        // A packet that does not say how long it is lasts until the next.
        let isOpen = duration <= 0 && skipped == (0, 0)
        guard finish > begin || isOpen else { return }
        last = (begin, last.map { begin - $0.begin } ?? 0, isOpen && told == 0)
        samples = samples.addingReportingOverflow(finish - begin).partialValue
        start = min(start ?? MediaTime(begin, scale), MediaTime(begin, scale))
        end = max(end ?? MediaTime(finish, scale), MediaTime(finish, scale))
    }
}
