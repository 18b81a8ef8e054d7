internal import CFFmpeg
package import MediaTypes

/// AAC-LC stereo by libavcodec's own encoder. One thread uses it at a time.
package final class AudioEncoder {
    package let sampleRate: Int
    /// Samples of a packet, and of every frame that goes in but the last: 1024.
    package let frameSize: Int
    /// Samples that come out before the first that went in: the first packet's `pts` is minus this.
    package let priming: Int
    /// AudioSpecificConfig, ISO/IEC 14496-3 §1.6.2.1.
    package let configuration: [UInt8]
    /// One sample.
    package let timeBase: TimeBase
    let context: CodecContext

    /// `sampleRate` is one of AAC's, as 48000 or 44100.
    package init(sampleRate: Int, bitrate: BitRate) throws(AVError) {
        let operation = "encode AAC at \(sampleRate) Hz and \(bitrate)"
        guard let codec = avcodec_find_encoder_by_name("aac") else {
            throw AVError(reelrig_AVERROR_ENCODER_NOT_FOUND, operation)
        }
        guard let timeBase = TimeBase(1, Int32(clamping: sampleRate)) else {
            throw AVError(reelrig_AVERROR_INVALIDDATA, operation)
        }
        context = try CodecContext(codec, operation)
        let pointer = context.pointer
        pointer.pointee.sample_fmt = AV_SAMPLE_FMT_FLTP
        pointer.pointee.sample_rate = timeBase.denominator
        av_channel_layout_default(&pointer.pointee.ch_layout, 2)
        pointer.pointee.bit_rate = Int64(bitrate.bitsPerSecond)
        pointer.pointee.time_base = timeBase.rational
        pointer.pointee.thread_count = 1
        pointer.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER | AV_CODEC_FLAG_BITEXACT
        try context.open([:], operation)
        self.sampleRate = sampleRate
        self.timeBase = timeBase
        frameSize = Int(pointer.pointee.frame_size)
        priming = Int(pointer.pointee.initial_padding)
        configuration = context.extradata
    }

    /// Sends a frame (`fltp`, stereo, `frameSize` samples, the last may have fewer), or `nil` at the end, and hands on
    /// every packet that is ready. The last packet's duration is what is left of the input.
    package func encode(_ frame: Frame?, _ body: (Packet) throws -> Void) throws {
        try check(avcodec_send_frame(context.pointer, frame?.pointer), "encode AAC", about: context.pointer)
        while let packet = try context.receivePacket("encode AAC") { try body(packet) }
    }
}
