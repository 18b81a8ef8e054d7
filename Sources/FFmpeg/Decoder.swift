internal import CFFmpeg

/// A decoder of video or audio. One thread uses it at a time.
package final class Decoder {
    /// A frame, or the report that some bytes could not be decoded. Decoding goes on after either.
    package enum Outcome {
        case frame(Frame)
        case corrupt(AVError)
    }

    /// Of the packets that go in and the frames that come out.
    package let timeBase: TimeBase
    /// Of a picture without a time stamp libavcodec guesses one from the times of decoding.
    package var guessesTimes = true
    private let context: CodecContext
    private let speech: SpeechFrames?
    private let name: String
    /// 8K, and a little for alignment: a header that claims more gets no memory.
    private static let pixelLimit: Int64 = 8192 * 4608

    /// What nobody has `probed` may be H.264 that does not say how many pictures it reorders (E.2.1,
    /// bitstream_restriction_flag), which libavcodec else guesses as it goes: it leaves out the first that come late.
    init(
        _ parameters: UnsafePointer<AVCodecParameters>, _ stream: StreamInfo, threads: Int, isProbed: Bool,
        isWhole: Bool, name: String
    ) throws(AVError) {
        guard let codec = avcodec_find_decoder(parameters.pointee.codec_id) else {
            throw AVError(reelrig_AVERROR_DECODER_NOT_FOUND, "decode \(name)")
        }
        timeBase = stream.timeBase
        speech = SpeechFrames(parameters.pointee.codec_id, stream.timeBase)
        self.name = name
        context = try CodecContext(codec, "decode \(name)")
        let pointer = context.pointer
        try check(avcodec_parameters_to_context(pointer, parameters), "decode \(name)", about: pointer)
        pointer.pointee.max_pixels = Self.pixelLimit
        pointer.pointee.pkt_timebase = stream.timeBase.rational
        pointer.pointee.thread_count = Int32(clamping: threads)
        pointer.pointee.thread_type = FF_THREAD_FRAME | FF_THREAD_SLICE
        if !isProbed, parameters.pointee.codec_id == AV_CODEC_ID_H264 {
            // As many as the level allows.
            pointer.pointee.strict_std_compliance = FF_COMPLIANCE_STRICT
        }
        if isWhole { pointer.pointee.flags2 |= AV_CODEC_FLAG2_SKIP_MANUAL }
        try context.open([:], "decode \(name)")
    }

    /// Sends a packet, or `nil` at the end of the stream, and hands on every frame that is ready.
    package func decode(_ packet: Packet?, _ body: (Outcome) throws -> Void) throws {
        guard let packet, let speech else { return try send(packet, body) }
        for frame in try speech.split(packet) { try send(frame, body) }
    }

    private func send(_ packet: Packet?, _ body: (Outcome) throws -> Void) throws {
        var isTaken = false
        while !isTaken {
            let code = avcodec_send_packet(context.pointer, packet?.pointer)
            // EAGAIN: frames must be fetched first, which the next loop does.
            isTaken = code != reelrig_AVERROR_EAGAIN
            if code < 0, isTaken, code != reelrig_AVERROR_EOF { try body(.corrupt(try failure(code))) }
            while let outcome = try receive() { try body(outcome) }
        }
    }

    /// Forgets what it has; to be called after a seek, or to decode on after the end.
    package func flush() { avcodec_flush_buffers(context.pointer) }

    private func receive() throws(AVError) -> Outcome? {
        let frame = try Frame()
        let code = avcodec_receive_frame(context.pointer, frame.pointer)
        if code == reelrig_AVERROR_EAGAIN || code == reelrig_AVERROR_EOF { return nil }
        if code < 0 { return .corrupt(try failure(code)) }
        if guessesTimes, frame.pts == nil { frame.pointer.pointee.pts = frame.pointer.pointee.best_effort_timestamp }
        return .frame(frame)
    }

    /// Out of memory is thrown; everything else lies in the packet.
    private func failure(_ code: Int32) throws(AVError) -> AVError {
        if code == reelrig_AVERROR_ENOMEM { throw .outOfMemory("decode \(name)") }
        return AVError(code, "decode \(name)", detail: Log.lastLine(about: context.pointer))
    }
}
