internal import CFFmpeg
package import MediaTypes

/// One decoded picture, or a run of audio samples. A reference to pixels that may be shared by many frames.
///
/// `@unchecked Sendable`: this module fills the frame before anyone else has it and changes nothing afterwards, not
/// even through `retimed`, which makes another frame. All members read, encoders and filters make their own reference,
/// and libav counts references to the pixels atomically.
package final class Frame: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<AVFrame>

    init() throws(AVError) { pointer = try allocated(av_frame_alloc(), "make a frame") }

    deinit {
        var pointer: UnsafeMutablePointer<AVFrame>? = pointer
        av_frame_free(&pointer)
    }

    /// In ticks of the time base of whatever made it, as is `duration`.
    package var pts: Int64? { timestamp(pointer.pointee.pts) }
    /// 0 when unknown.
    package var duration: Int64 { reelrig_frame_duration(pointer) }
    package var isKey: Bool { reelrig_frame_is_key(pointer) != 0 }
    /// Its odd and even rows were taken at different times.
    package var isInterlaced: Bool { reelrig_frame_is_interlaced(pointer) != 0 }
    /// The decoder had to guess some of it.
    package var isCorrupt: Bool {
        pointer.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0 || pointer.pointee.decode_error_flags != 0
    }

    /// The same content under another time stamp. The picture type is forgotten, so that an encoder chooses its own.
    package func retimed(pts: Int64?, duration: Int64 = 0) throws(AVError) -> Frame {
        let frame = try Frame()
        try check(av_frame_ref(frame.pointer, pointer), "refer to a frame")
        frame.pointer.pointee.pict_type = AV_PICTURE_TYPE_NONE
        frame.setTime(pts, duration)
        return frame
    }

    func setTime(_ pts: Int64?, _ duration: Int64) {
        pointer.pointee.pts = pts ?? reelrig_AV_NOPTS_VALUE
        reelrig_set_frame_duration(pointer, duration)
    }
}

// MARK: - Pictures

extension Frame {
    /// What two pictures must share to go through one filter graph or one scaler.
    package struct VideoFormat: Hashable, Sendable {
        /// Pixels as stored.
        package var size: PixelSize
        /// libavutil's name, as `yuv420p`.
        package var pixelFormat: String
        package var sampleAspect: SampleAspect
        package var color: ColorDescription

        package init(
            size: PixelSize, pixelFormat: String = "yuv420p", sampleAspect: SampleAspect = .square,
            color: ColorDescription = .bt709
        ) {
            self.size = size
            self.pixelFormat = pixelFormat
            self.sampleAspect = sampleAspect
            self.color = color
        }
    }

    package var size: PixelSize { PixelSize(Int(pointer.pointee.width), Int(pointer.pointee.height)) }

    package var videoFormat: VideoFormat {
        let frame = pointer.pointee
        return VideoFormat(
            size: size, pixelFormat: pixelFormatName(frame.format),
            sampleAspect: SampleAspect(frame.sample_aspect_ratio),
            color: ColorDescription(frame.color_primaries, frame.color_trc, frame.colorspace, frame.color_range))
    }

    /// One plane: row y begins at byte y × `stride` of `bytes`; `width` is in bytes.
    package struct PlaneShape: Hashable, Sendable {
        package var stride: Int
        package var width: Int
        package var height: Int
    }

    /// Lends the bytes of a plane for the length of the call; `nil` when the frame has no such plane.
    package func withPlane<Result>(
        _ index: Int, _ body: (Span<UInt8>, PlaneShape) throws -> Result
    ) rethrows -> Result? {
        guard let shape = shape(ofPlane: index), let start = UnsafePointer(self[plane: index]) else { return nil }
        return try body(UnsafeBufferPointer(start: start, count: shape.count).span, shape)
    }

    /// Lends the luma plane of a planar YUV picture with 8 bits a sample; `nil` for any other.
    package func withLuma<Result>(_ body: (Span<UInt8>, PlaneShape) throws -> Result) rethrows -> Result? {
        guard let format = av_pix_fmt_desc_get(AVPixelFormat(pointer.pointee.format)),
            format.pointee.flags & UInt64(AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_HWACCEL) == 0,
            format.pointee.comp.0.depth == 8, format.pointee.comp.0.step == 1
        else { return nil }
        return try withPlane(0, body)
    }

    /// A new picture. `fill` writes the bytes of one plane after the other; they are not cleared before.
    package static func picture(
        _ format: VideoFormat, pts: Int64?, duration: Int64 = 0,
        fill: (_ plane: Int, _ shape: PlaneShape, inout MutableSpan<UInt8>) throws -> Void
    ) throws -> Frame {
        let frame = try Frame()
        frame.pointer.pointee.format = try pixelFormat(format.pixelFormat).rawValue
        frame.pointer.pointee.width = try side(format.size.width)
        frame.pointer.pointee.height = try side(format.size.height)
        frame.pointer.pointee.sample_aspect_ratio = format.sampleAspect.rational
        format.color.apply(to: &frame.pointer.pointee)
        frame.setTime(pts, duration)
        try check(av_frame_get_buffer(frame.pointer, 0), "allocate a picture of \(format.size)")
        var plane = 0
        while let shape = frame.shape(ofPlane: plane), let start = frame[plane: plane] {
            var span = UnsafeMutableBufferPointer(start: start, count: shape.count).mutableSpan
            try fill(plane, shape, &span)
            plane += 1
        }
        return frame
    }

    private func shape(ofPlane index: Int) -> PlaneShape? {
        let format = AVPixelFormat(pointer.pointee.format)
        guard (0..<4).contains(index), index < av_pix_fmt_count_planes(format), let stride = lineSize(index) else {
            return nil
        }
        let width = av_image_get_linesize(format, pointer.pointee.width, Int32(index))
        guard width > 0, stride >= width, let description = av_pix_fmt_desc_get(format) else { return nil }
        let shift = index == 1 || index == 2 ? Int(description.pointee.log2_chroma_h) : 0
        let height = (Int(pointer.pointee.height) + (1 << shift) - 1) >> shift
        return height > 0 ? PlaneShape(stride: stride, width: Int(width), height: height) : nil
    }

    private subscript(plane index: Int) -> UnsafeMutablePointer<UInt8>? {
        withUnsafePointer(to: &pointer.pointee.data) {
            $0.withMemoryRebound(to: UnsafeMutablePointer<UInt8>?.self, capacity: 8) { $0[index] }
        }
    }

    private func lineSize(_ index: Int) -> Int? {
        withUnsafePointer(to: &pointer.pointee.linesize) {
            $0.withMemoryRebound(to: Int32.self, capacity: 8) { Int($0[index]) }
        }
    }

    /// Rows that run upwards in memory, as `vflip` leaves them, are copied so that they run downwards.
    func straightened() throws(AVError) -> Frame {
        guard let stride = lineSize(0), stride < 0 else { return self }
        let frame = try Frame()
        frame.pointer.pointee.format = pointer.pointee.format
        frame.pointer.pointee.width = pointer.pointee.width
        frame.pointer.pointee.height = pointer.pointee.height
        try check(av_frame_get_buffer(frame.pointer, 0), "allocate a picture of \(size)")
        try check(av_frame_copy(frame.pointer, pointer), "copy a picture")
        try check(av_frame_copy_props(frame.pointer, pointer), "copy a picture")
        return frame
    }
}

extension Frame.PlaneShape {
    /// Bytes from the start of the first row to the end of the last.
    var count: Int { stride * (height - 1) + width }
}

extension SampleAspect {
    var rational: AVRational {
        AVRational(num: Int32(clamping: numerator), den: Int32(clamping: denominator))
    }
}

func pixelFormat(_ name: String) throws(AVError) -> AVPixelFormat {
    let format = av_get_pix_fmt(name)
    guard format != AV_PIX_FMT_NONE else {
        throw AVError(reelrig_AVERROR_INVALIDDATA, "find the pixel format '\(name)'")
    }
    return format
}

/// A side of a picture as libav takes it; 16,384 is the most that any format here allows.
func side(_ pixels: Int) throws(AVError) -> Int32 {
    guard (1...16384).contains(pixels) else {
        throw AVError(reelrig_AVERROR_INVALIDDATA, "make a picture with a side of \(pixels) pixels")
    }
    return Int32(pixels)
}

// MARK: - Audio

extension Frame {
    /// What two runs of samples must share to go through one filter graph.
    package struct AudioFormat: Hashable, Sendable {
        package var sampleRate: Int
        package var channels: Int
        /// As `stereo`.
        package var layout: String
        /// libavutil's name, as `fltp`.
        package var sampleFormat: String
    }

    package var audioFormat: AudioFormat {
        let frame = pointer.pointee
        let name = av_get_sample_fmt_name(AVSampleFormat(frame.format)).map { String(cString: $0) }
        return AudioFormat(
            sampleRate: Int(frame.sample_rate), channels: Int(frame.ch_layout.nb_channels),
            layout: describe(frame.ch_layout), sampleFormat: name ?? "")
    }

    /// In each channel.
    package var sampleCount: Int { Int(pointer.pointee.nb_samples) }

    /// New audio of 32-bit samples, each channel apart (`fltp`): mono or stereo, equally long, ±1 is full scale.
    package static func audio(
        channels: [[Float]], sampleRate: Int, pts: Int64?
    ) throws(AVError) -> Frame {
        let frame = try Frame()
        let count = channels.first?.count ?? 0
        frame.pointer.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
        frame.pointer.pointee.nb_samples = Int32(clamping: count)
        frame.pointer.pointee.sample_rate = Int32(clamping: sampleRate)
        av_channel_layout_default(&frame.pointer.pointee.ch_layout, Int32(clamping: channels.count))
        frame.setTime(pts, Int64(count))
        try check(av_frame_get_buffer(frame.pointer, 0), "allocate \(count) samples")
        for (index, samples) in channels.enumerated() {
            guard index < 8, samples.count == count, let plane = frame[plane: index] else {
                throw AVError(reelrig_AVERROR_INVALIDDATA, "fill \(channels.count) channels of audio")
            }
            plane.withMemoryRebound(to: Float.self, capacity: count) { target in
                for position in 0..<count { target[position] = samples[position] }
            }
        }
        return frame
    }

    /// The samples of one channel when they are `fltp`; `nil` for another format or channel.
    package func samples(ofChannel index: Int) -> [Float]? {
        guard pointer.pointee.format == AV_SAMPLE_FMT_FLTP.rawValue, (0..<8).contains(index),
            index < pointer.pointee.ch_layout.nb_channels, let plane = self[plane: index]
        else { return nil }
        return plane.withMemoryRebound(to: Float.self, capacity: sampleCount) {
            Array(UnsafeBufferPointer(start: $0, count: sampleCount))
        }
    }
}
