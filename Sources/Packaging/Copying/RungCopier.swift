internal import FFmpeg
internal import MP4

/// Makes the segments of a rung of the packets of its stream.
struct RungCopier {
    private let rung: CopyPlan.Rung
    /// Packets seen, and pictures copied.
    private var packetCount = 0
    private(set) var pictureCount = 0
    private var keys: ArraySlice<Int>
    private var segment: MediaSegment?
    private var number = 0
    /// Decode times of the segment, and its end.
    private var decodeTimes: [Int64] = []

    init(_ rung: CopyPlan.Rung) {
        self.rung = rung
        keys = rung.track.keys[...]
    }

    /// Takes the next packet; gives the segment that is full with it.
    mutating func accept(_ packet: Packet) throws(UnusableSource) -> MediaSegment? {
        defer { packetCount += 1 }
        guard !rung.track.droppedPackets.contains(packetCount) else { return nil }
        let picture = pictureCount
        guard picture < rung.track.times.count else { throw .changed }
        if picture == rung.cuts[number] { begin() }
        pictureCount += 1
        while let key = keys.first, key < picture { keys.removeFirst() }
        let (first, next) = (rung.cuts[number], rung.cuts[number + 1])
        let decoded = decodeTimes[picture - first]
        rung.track.coding.append(
            packet, to: &segment!, duration: UInt32(clamping: decodeTimes[picture - first + 1] - decoded),
            compositionOffset: Int32(clamping: rung.time(of: picture) + rung.shift - decoded),
            isSync: keys.first == picture)
        guard pictureCount == next else { return nil }
        number += 1
        defer { segment = nil }
        return segment
    }

    private mutating func begin() {
        let pictures = rung.cuts[number]..<rung.cuts[number + 1]
        decodeTimes = DecodeOrder.times(presentation: pictures.map(rung.time), shift: rung.shift)
        decodeTimes.append(rung.cutTimes[number + 1])
        var segment = MediaSegment(
            sequenceNumber: UInt32(number + 1), baseMediaDecodeTime: UInt64(clamping: decodeTimes[0]))
        segment.reserve(rung.track.sizes[pictures].reduce(0) { $0 + Int($1) + 16 })
        self.segment = segment
    }
}

/// Makes the segments of an audio rendition of the packets of its stream.
struct SoundCopier {
    private let sound: CopyPlan.Sound
    private var packetCount = 0
    private var segment: MediaSegment?
    private var number = 0

    init(_ sound: CopyPlan.Sound) { self.sound = sound }

    /// Takes the next packet; gives the segment that is full with it.
    mutating func accept(_ packet: Packet) -> MediaSegment? {
        defer { packetCount += 1 }
        guard sound.packets.contains(packetCount) else { return nil }
        let start = sound.time(of: packetCount)
        var current =
            segment
            ?? MediaSegment(
                sequenceNumber: UInt32(number + 1), baseMediaDecodeTime: UInt64(clamping: start + sound.priming),
                isRollGroup: sound.track.coding.isRollGroup)
        // The bytes have one owner, or every packet would copy all of them.
        segment = nil
        sound.track.coding.append(
            packet, to: &current, duration: UInt32(clamping: sound.time(of: packetCount + 1) - start))
        guard packetCount + 1 == sound.cuts[number + 1] else {
            segment = current
            return nil
        }
        number += 1
        return current
    }

    /// Whether all packets came.
    var isComplete: Bool { packetCount >= sound.packets.upperBound }
}
