internal import FFmpeg
internal import MP4

/// Tells which packets of the stream of a rung are its samples, and where its segments begin.
struct RungCopier {
    private let rung: CopyPlan.Rung
    /// Packets seen, and pictures copied.
    private var packetCount = 0
    private(set) var pictureCount = 0
    private var keys: ArraySlice<Int>
    private(set) var segmentCount = 0

    init(_ rung: CopyPlan.Rung) {
        self.rung = rung
        keys = rung.track.keys[...]
    }

    /// What a packet is.
    enum Place {
        /// No sample.
        case outside
        case inside
        /// The first sample of a segment, which is described; its bytes are not in it.
        case first(MediaSegment)
    }

    mutating func place(of packet: Packet) throws(UnusableSource) -> Place {
        defer { packetCount += 1 }
        guard !rung.track.droppedPackets.contains(packetCount) else { return .outside }
        guard pictureCount < rung.track.times.count else { throw .changed }
        defer { pictureCount += 1 }
        guard pictureCount == rung.cuts[segmentCount] else { return .inside }
        defer { segmentCount += 1 }
        return .first(segment(segmentCount))
    }

    /// Whether the segment is full with the packet that came last.
    var isFull: Bool { segmentCount > 0 && pictureCount == rung.cuts[segmentCount] }

    private mutating func segment(_ number: Int) -> MediaSegment {
        let pictures = rung.cuts[number]..<rung.cuts[number + 1]
        var decodeTimes = DecodeOrder.times(presentation: pictures.map(rung.time), shift: rung.shift)
        decodeTimes.append(rung.cutTimes[number + 1])
        var segment = MediaSegment(
            sequenceNumber: UInt32(number + 1), baseMediaDecodeTime: UInt64(clamping: decodeTimes[0]))
        for (index, picture) in pictures.enumerated() {
            while let key = keys.first, key < picture { keys.removeFirst() }
            segment.append(
                size: Int(rung.track.sizes[picture]),
                duration: UInt32(clamping: decodeTimes[index + 1] - decodeTimes[index]),
                compositionOffset: Int32(clamping: rung.time(of: picture) + rung.shift - decodeTimes[index]),
                isSync: keys.first == picture)
        }
        return segment
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
