internal import CFFmpeg

/// The frames of AMR that a packet holds (RFC 4867 §5.3). A sample of 3GP may hold several, of which libavcodec decodes the
/// first alone.
struct SpeechFrames {
    /// Bytes of a frame by its type, the header's included; others hold nothing but the header.
    private let sizes: [Int]
    /// Of a frame, which lasts 20 ms.
    private let ticks: Int64
    /// A minute; 3GPP TS 26.244 allows 15 frames. A packet of megabytes could else be as many packets.
    private static let most = 3000

    /// `nil` of what is not AMR.
    init?(_ codec: AVCodecID, _ timeBase: TimeBase) {
        switch codec {
        case AV_CODEC_ID_AMR_NB: sizes = [13, 14, 16, 18, 20, 21, 27, 32, 6]
        case AV_CODEC_ID_AMR_WB: sizes = [18, 24, 33, 37, 41, 47, 51, 59, 61, 6]
        default: return nil
        }
        ticks = Int64(timeBase.denominator) / (50 * Int64(timeBase.numerator))
    }

    /// A packet for each frame, the first with what lies beside the packet.
    func split(_ packet: Packet) throws(AVError) -> [Packet] {
        let lengths = packet.withBytes(lengths)
        guard lengths.count > 1 else { return [packet] }
        var frames: [Packet] = []
        var place = 0
        for (index, length) in lengths.enumerated() {
            let frame = try Packet()
            try check(av_packet_ref(frame.pointer, packet.pointer), "split a packet")
            if index > 0 { av_packet_free_side_data(frame.pointer) }
            frame.pointer.pointee.data += place
            frame.pointer.pointee.size = Int32(length)
            frame.pointer.pointee.duration = ticks
            frame.move(by: Int64(index) * ticks)
            frames.append(frame)
            place += length
        }
        return frames
    }

    /// What is left at the end belongs to the last.
    private func lengths(_ bytes: Span<UInt8>) -> [Int] {
        var lengths: [Int] = []
        var place = 0
        while place < bytes.count {
            let type = Int(bytes[place] >> 3 & 0xF)
            let length = type < sizes.count ? sizes[type] : 1
            guard length <= bytes.count - place, lengths.count < Self.most else {
                if !lengths.isEmpty { lengths[lengths.count - 1] += bytes.count - place }
                break
            }
            lengths.append(length)
            place += length
        }
        return lengths
    }
}
