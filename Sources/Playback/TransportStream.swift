import FFmpeg
import MediaTypes

/// A segment of an MPEG-2 transport stream (ISO/IEC 13818-1). No table in it says which samples there are: what the
/// demuxer finds is what the decoder must give.
enum TransportStream {
    private static let packetSize = 188
    private static let synchronization: UInt8 = 0x47

    static func isOne(_ initialization: [UInt8], _ segment: [UInt8]) -> Bool {
        initialization.isEmpty && segment.count >= 2 * packetSize && segment[0] == synchronization
            && segment[packetSize] == synchronization
    }

    /// Access units of its pictures.
    static func pictures(in segment: [UInt8], name: String) throws -> Int {
        let input = try Input.open(bytes: segment, name: name)
        guard let stream = input.streams.first(where: { $0.kind == .video }) else { return 0 }
        input.select([stream.index])
        var count = 0
        while try input.readPacket() != nil { count += 1 }
        return count
    }
}
