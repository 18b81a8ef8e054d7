internal import FFmpeg
internal import MediaTypes

/// A video stream as a pass over its packets finds it: when its pictures are shown, and where it may be cut.
///
/// Pictures are counted in order of decoding, and only those that are copied.
struct PictureTrack: Sendable {
    var stream: StreamInfo
    let coding: VideoCoding
    /// When each picture is shown, in ticks of the stream's scale.
    var times: [Int64]
    /// Bytes of each as they are written.
    var sizes: [UInt32]
    /// Pictures from which on everything can be decoded, and before which nothing is shown later: where a cut may be.
    var keys: [Int]
    /// Key frames from which on not everything can be decoded, or before which pictures are shown that come later.
    var openKeys: Int
    /// Packets of the stream, counted from 0, that are left out.
    var droppedPackets: Set<Int>
    /// How long the picture that is shown last stays, in ticks; 0 when unknown.
    var lastDuration: Int64
    /// What was left out or changed, a sentence each.
    var warnings: [String] = []

    var timescale: Timescale { stream.timeBase.timescale }

    /// Whether there may be a constant rate that the times do not say exactly: none differs from its neighbours by more
    /// than rounding explains.
    var mayHideRate: Bool {
        let sorted = times.sorted()
        let gaps = zip(sorted, sorted.dropFirst()).map { $1 - $0 }
        guard let shortest = gaps.min(), let longest = gaps.max() else { return lastDuration == 0 }
        let ticks = Int64(timescale.ticksPerSecond)
        if ticks >= 10_000, shortest == longest { return false }
        return longest - shortest <= 2 * max(2, ticks / 500)
    }

    var start: MediaTime { MediaTime(times.min() ?? 0, timescale) }
}

/// Makes a ``PictureTrack`` of the packets of a stream, which come in order of decoding.
struct PictureScan {
    private let stream: StreamInfo
    private var coding: VideoCoding
    private var fields: FieldPairs?
    private var pictures: [Picture] = []
    private var packetCount = 0
    private var droppedPackets: Set<Int> = []
    private var last: (time: Int64, duration: Int64) = (.min, 0)
    private var isUntimed = false
    /// Key frames by the container's word alone: recovery points of open groups.
    private var flaggedCount = 0

    private struct Picture {
        var packet: Int
        var time: Int64
        var unit: VideoCoding.Unit
        var flags: Flags
    }

    private struct Flags: OptionSet {
        let rawValue: UInt8
        static let isRandomAccess = Flags(rawValue: 1)
        static let endsWhatIsBefore = Flags(rawValue: 2)
        static let isReference = Flags(rawValue: 4)
        static let isSkippedLeading = Flags(rawValue: 8)
        static let isHidden = Flags(rawValue: 16)
    }

    init(_ stream: StreamInfo, header: [UInt8]) throws(CodingProblem) {
        self.stream = stream
        coding = try VideoCoding(stream, header: header)
        fields = FieldPairs(stream, header: header)
    }

    mutating func add(_ packet: Packet) throws(CodingProblem) {
        defer { packetCount += 1 }
        if fields?.isSecond(packet) == true {
            throw CodingProblem("its pictures are interlaced, and each of their fields is a packet of its own")
        }
        let unit = try coding.inspect(packet)
        guard unit.hasPicture else {
            droppedPackets.insert(packetCount)
            return
        }
        // A container without presentation times may give some by chance.
        isUntimed = isUntimed || packet.pts == nil
        guard let ticks = isUntimed ? packet.dts : packet.pts else { throw withoutTime() }
        guard let time = stream.timeBase.plausible(ticks)?.value else {
            throw CodingProblem("a picture of it is shown at \(ticks) ticks of its clock, a time that cannot be")
        }
        let duration = stream.timeBase.plausible(max(0, packet.duration))?.value ?? 0
        if time > last.time, !packet.isDiscarded { last = (time, duration) }
        var flags: Flags = []
        if packet.isKey, !unit.isRandomAccess { flaggedCount += 1 }
        if unit.isRandomAccess { flags.insert(.isRandomAccess) }
        if unit.endsWhatIsBefore { flags.insert(.endsWhatIsBefore) }
        if unit.isReference { flags.insert(.isReference) }
        if unit.isSkippedLeading { flags.insert(.isSkippedLeading) }
        if packet.isDiscarded { flags.insert(.isHidden) }
        pictures.append(Picture(packet: packetCount, time: time, unit: unit, flags: flags))
    }

    /// Of a raw stream no picture has one, and ffmpeg's copying gives those that are shown out of order a wrong one.
    private func withoutTime() -> CodingProblem {
        guard pictures.isEmpty else { return CodingProblem("a picture of it has no time") }
        return CodingProblem(
            "its pictures have no times, as those of a raw stream",
            hint: "put it into a container with a tool that reckons times (MP4Box, mkvmerge; ffmpeg -c copy only where "
                + "no picture is shown out of order), or \(CopyRefusal.encode)")
    }

    /// `nil` when there is no picture.
    func finish() throws(CodingProblem) -> PictureTrack? {
        guard !pictures.isEmpty else { return nil }
        if isUntimed, !coding.isInOrder {
            throw CodingProblem("it does not say when its pictures are shown, and they are not shown in order")
        }
        var warnings = [stream.turnWarning].compactMap { $0 }
        var dropped = droppedPackets
        let shown = try withoutHidden(&dropped)
        let kept = try withoutUndecodable(shown, &dropped, &warnings)
        try checkTimes(kept)
        let (keys, openKeys) = try keys(of: kept)
        guard keys.first == 0 else { throw CodingProblem("its first picture is no key frame that stands alone") }
        return PictureTrack(
            stream: stream, coding: coding, times: kept.map(\.time),
            sizes: kept.map { UInt32(clamping: coding.sampleSize(of: $0.unit)) }, keys: keys,
            openKeys: openKeys + flaggedCount, droppedPackets: dropped, lastDuration: last.duration, warnings: warnings)
    }

    /// Pictures that an edit list hides are left out where no other needs them.
    private func withoutHidden(_ dropped: inout Set<Int>) throws(CodingProblem) -> [Picture] {
        guard pictures.contains(where: { $0.flags.contains(.isHidden) }) else { return pictures }
        var kept: [Picture] = []
        kept.reserveCapacity(pictures.count)
        var isNeeded = false
        for picture in pictures.reversed() {
            let isHidden = picture.flags.contains(.isHidden)
            if isHidden, isNeeded, picture.flags.contains(.isReference) {
                let time = MediaTime(picture.time, stream.timeBase.timescale)
                throw CodingProblem("its edit list hides pictures that others need, such as the one at \(time) s")
            }
            if isHidden { dropped.insert(picture.packet) } else { kept.append(picture) }
            isNeeded = picture.flags.contains(.isRandomAccess) ? false : isNeeded || !isHidden
        }
        return kept.reversed()
    }

    /// A recording that begins in the middle: what comes before the first key frame cannot be decoded.
    private func withoutUndecodable(
        _ pictures: [Picture], _ dropped: inout Set<Int>, _ warnings: inout [String]
    ) throws(CodingProblem) -> [Picture] {
        guard let first = pictures.firstIndex(where: { $0.flags.contains(.isRandomAccess) }) else {
            throw CodingProblem("it has no key frame that stands alone")
        }
        let next = pictures[(first + 1)...].firstIndex { $0.flags.contains(.isRandomAccess) } ?? pictures.count
        var kept = pictures
        kept.removeSubrange(0..<first)
        // Leading pictures of a first CRA need what is not there.
        kept.removeAll { $0.packet < pictures[max(first, next - 1)].packet + 1 && $0.flags.contains(.isSkippedLeading) }
        guard kept.count < pictures.count else { return pictures }
        let packets = Set(kept.map(\.packet))
        for picture in pictures where !packets.contains(picture.packet) { dropped.insert(picture.packet) }
        let count = pictures.count - kept.count
        warnings.append(
            "the video begins in the middle of a group of pictures: \(count) that cannot be decoded "
                + (count == 1 ? "is left out" : "are left out"))
        return kept
    }

    private func checkTimes(_ pictures: [Picture]) throws(CodingProblem) {
        let sorted = pictures.map(\.time).sorted()
        for (time, next) in zip(sorted, sorted.dropFirst()) where time == next {
            throw CodingProblem("two of its pictures are shown at \(MediaTime(time, stream.timeBase.timescale)) s")
        }
    }

    private func keys(of pictures: [Picture]) throws(CodingProblem) -> (keys: [Int], open: Int) {
        var earliest = [Int64](repeating: .max, count: pictures.count + 1)
        for index in pictures.indices.reversed() { earliest[index] = min(earliest[index + 1], pictures[index].time) }
        var latest = Int64.min
        var keys: [Int] = []
        var open = 0
        for (index, picture) in pictures.enumerated() {
            if picture.flags.contains(.isRandomAccess) {
                if latest < picture.time, earliest[index] == picture.time {
                    keys.append(index)
                } else if picture.flags.contains(.endsWhatIsBefore), latest >= earliest[index] {
                    let time = MediaTime(picture.time, stream.timeBase.timescale)
                    throw CodingProblem("its time stamps go backwards at \(time) s")
                } else {
                    open += 1
                }
            }
            latest = max(latest, picture.time)
        }
        return (keys, open)
    }
}
