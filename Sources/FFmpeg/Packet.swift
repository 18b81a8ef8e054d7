internal import CFFmpeg

/// One compressed unit: of a file that is read, or from an encoder.
///
/// `@unchecked Sendable`: this module fills the packet before anyone else has it and changes nothing afterwards. All
/// members read; what takes a packet (decoder, muxer) makes its own reference, and libav counts those atomically.
package final class Packet: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<AVPacket>

    init() throws(AVError) { pointer = try allocated(av_packet_alloc(), "make a packet") }

    deinit {
        var pointer: UnsafeMutablePointer<AVPacket>? = pointer
        av_packet_free(&pointer)
    }

    package var streamIndex: Int { Int(pointer.pointee.stream_index) }
    /// In ticks of its stream's or its encoder's time base, as are `dts` and `duration`.
    package var pts: Int64? { timestamp(pointer.pointee.pts) }
    package var dts: Int64? { timestamp(pointer.pointee.dts) }
    /// 0 when unknown.
    package var duration: Int64 { pointer.pointee.duration }
    package var isKey: Bool { pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }
    /// Needed for decoding, but outside what the edit list shows.
    package var isDiscarded: Bool { pointer.pointee.flags & AV_PKT_FLAG_DISCARD != 0 }
    package var isCorrupt: Bool { pointer.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 }
    /// The bytes are encrypted, and libavformat has no key.
    package var isEncrypted: Bool { has(AV_PKT_DATA_ENCRYPTION_INFO) || has(AV_PKT_DATA_ENCRYPTION_INIT_INFO) }
    /// From here on the stream has other parameter sets than those in its header.
    package var hasNewParameters: Bool { has(AV_PKT_DATA_NEW_EXTRADATA) }
    package var size: Int { Int(pointer.pointee.size) }

    package var bytes: [UInt8] { Array(UnsafeBufferPointer(start: pointer.pointee.data, count: size)) }

    /// Lends the bytes for the length of the call.
    package func withBytes<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
        try body(UnsafeBufferPointer(start: pointer.pointee.data, count: size).span)
    }

    private func has(_ type: AVPacketSideDataType) -> Bool {
        var count = 0
        return av_packet_get_side_data(pointer, type, &count) != nil
    }

    /// Only before anyone else has the packet.
    func move(by ticks: Int64) {
        if let pts { pointer.pointee.pts = pts.addingReportingOverflow(ticks).partialValue }
        if let dts { pointer.pointee.dts = dts.addingReportingOverflow(ticks).partialValue }
    }

    /// Samples that the decoder drops at the start and at the end of this packet of audio.
    package var skippedSamples: (start: Int, end: Int) {
        var count = 0
        guard let data = av_packet_get_side_data(pointer, AV_PKT_DATA_SKIP_SAMPLES, &count), count >= 10 else {
            return (0, 0)
        }
        let word = { (at: Int) in (0..<4).reduce(0) { $0 | Int(data[at + $1]) << ($1 * 8) } }
        return (word(0), word(4))
    }
}
