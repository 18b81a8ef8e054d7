internal import CFFmpeg
package import MediaTypes

/// H.264 by libx264 with one thread: 8-bit 4:2:0, closed GOPs, IDR pictures only where they are asked for.
///
/// The same frames and settings give the same bytes on one machine, whatever ran before. One thread uses it at a time.
package final class VideoEncoder {
    package struct Settings: Hashable, Sendable {
        /// Both sides even.
        package var size: PixelSize
        /// Of the time stamps that go in and come out.
        package var timeBase: TimeBase
        /// What rate control and the stream's timing information start from; time stamps count.
        package var frameRate: FrameRate
        /// An x264 preset, as `veryfast`.
        package var preset: String
        package var rate: RateControl
        package var color: ColorDescription
        package var sampleAspect: SampleAspect
        /// Frames that rate control looks ahead; `nil` leaves it to the preset.
        package var lookahead: Int?
        /// Further parameters by their names in x264, as `["subme": "1"]`.
        package var parameters: [String: String]

        package init(
            size: PixelSize, timeBase: TimeBase, frameRate: FrameRate, preset: String = "veryfast", rate: RateControl,
            color: ColorDescription = .bt709, sampleAspect: SampleAspect = .square, lookahead: Int? = nil,
            parameters: [String: String] = [:]
        ) {
            self.size = size
            self.timeBase = timeBase
            self.frameRate = frameRate
            self.preset = preset
            self.rate = rate
            self.color = color
            self.sampleAspect = sampleAspect
            self.lookahead = lookahead
            self.parameters = parameters
        }
    }

    package enum RateControl: Hashable, Sendable {
        /// `buffer` is the decoder's buffer in bits, which fills at the rate `maximum`.
        case bitrate(average: BitRate, maximum: BitRate, buffer: Int)
        /// x264's constant rate factor: 18 is nearly indistinguishable from the source.
        case quality(Double)
    }

    /// SPS and PPS as a byte stream (ITU-T H.264 Annex B): what `avcC` is made of. Packets carry none.
    package let parameterSets: [UInt8]
    package let settings: Settings
    /// x264's presets, from the fastest on.
    package static let presets = [
        "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow", "placebo",
    ]
    let context: CodecContext
    /// Durations by time stamp: libx264 does not hand them on.
    private var durations: [Int64: Int64] = [:]

    package init(_ settings: Settings) throws(AVError) {
        Allocation.fixMmapThreshold()
        let operation = "encode \(settings.size) with libx264"
        guard let codec = avcodec_find_encoder_by_name("libx264") else {
            throw AVError(reelrig_AVERROR_ENCODER_NOT_FOUND, operation)
        }
        // x264 itself writes to standard error about a preset that it does not know.
        guard Self.presets.contains(settings.preset) else {
            throw AVError(reelrig_AVERROR_OPTION_NOT_FOUND, "\(operation), preset '\(settings.preset)'")
        }
        context = try CodecContext(codec, operation)
        try settings.apply(to: &context.pointer.pointee)
        try context.open(
            ["preset": settings.preset, "forced-idr": "1", "x264-params": settings.x264Parameters], operation)
        parameterSets = context.extradata
        self.settings = settings
    }

    /// Sends a picture, or `nil` at the end, and hands on every packet that is ready, in decoding order. Packets are
    /// byte streams (Annex B). `dts` may be negative. The first picture is an IDR anyway.
    package func encode(
        _ frame: Frame?, isIDR: Bool = false, _ body: (Packet) throws -> Void
    ) throws {
        let operation = "encode \(settings.size)"
        if let frame {
            let own = try frame.retimed(pts: frame.pts, duration: frame.duration)
            own.pointer.pointee.pict_type = isIDR ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
            durations[frame.pts ?? 0] = frame.duration
            try check(avcodec_send_frame(context.pointer, own.pointer), operation, about: context.pointer)
        } else {
            try check(avcodec_send_frame(context.pointer, nil), operation, about: context.pointer)
        }
        while let packet = try context.receivePacket(operation) {
            if let pts = packet.pts, let duration = durations.removeValue(forKey: pts) {
                packet.pointer.pointee.duration = duration
            }
            try body(packet)
        }
    }
}

extension VideoEncoder.Settings {
    fileprivate func apply(to context: inout AVCodecContext) throws(AVError) {
        context.width = try side(size.width)
        context.height = try side(size.height)
        context.pix_fmt = AV_PIX_FMT_YUV420P
        context.time_base = timeBase.rational
        context.framerate = frameRate.rational ?? AVRational(num: 0, den: 1)
        context.sample_aspect_ratio = sampleAspect.rational
        color.apply(to: &context)
        context.thread_count = 1
        context.flags |= AV_CODEC_FLAG_GLOBAL_HEADER | AV_CODEC_FLAG_BITEXACT
        if case .bitrate(let average, let maximum, let buffer) = rate {
            context.bit_rate = Int64(average.bitsPerSecond)
            context.rc_max_rate = Int64(maximum.bitsPerSecond)
            context.rc_buffer_size = Int32(clamping: buffer)
        }
    }

    /// In a fixed order, since x264 writes them into the stream.
    fileprivate var x264Parameters: String {
        var all = ["keyint": "infinite", "scenecut": "0", "open-gop": "0", "sliced-threads": "0"]
        if case .quality(let factor) = rate { all["crf"] = "\(factor)" }
        if let lookahead { all["rc-lookahead"] = "\(lookahead)" }
        if reelrig_has_avx512() == 1, !hasFreshPictures { all["asm"] = "avx2" }
        all.merge(parameters) { $1 }
        return all.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ":")
    }

    /// Whether x264's pictures are so large that their memory is fresh: see ``Allocation``. Others are encoded without
    /// AVX-512, at 8 % more time. A picture takes 1.5 bytes a pixel, and as much again for its halved copies.
    private var hasFreshPictures: Bool {
        size.width * size.height * 2 >= Allocation.hugeBlock && Allocation.freshenHoles()
    }
}

extension CodecContext {
    /// The next packet of an encoder; `nil` when it wants input or has ended.
    func receivePacket(_ operation: @autoclosure () -> String) throws(AVError) -> Packet? {
        let packet = try Packet()
        let code = avcodec_receive_packet(pointer, packet.pointer)
        if code == reelrig_AVERROR_EAGAIN || code == reelrig_AVERROR_EOF { return nil }
        try check(code, operation(), about: pointer)
        return packet
    }
}
