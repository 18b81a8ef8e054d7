internal import CFFmpeg
package import MediaTypes

/// Scales pictures with libswscale: bicubic, and the same bytes on every run. One thread uses it at a time.
///
/// Only the size changes; use ``FilterGraph`` to change format, range or matrix. The pictures it makes come from a
/// pool, into which they return when the last reference goes.
package final class Scaler {
    package let source: Frame.VideoFormat
    package let size: PixelSize
    private let context: Context
    private let pool: Pool

    /// For pictures of the format `source`, as `frame.videoFormat`.
    package init(from source: Frame.VideoFormat, to size: PixelSize) throws(AVError) {
        let operation = "scale \(source.size) to \(size)"
        _ = Log.isSilenced
        let format = try pixelFormat(source.pixelFormat)
        let (sourceWidth, sourceHeight) = (try side(source.size.width), try side(source.size.height))
        let (width, height) = (try side(size.width), try side(size.height))
        context = try Context(sourceWidth, sourceHeight, width, height, format, operation)
        pool = try Pool(format, width, height, operation)
        self.source = source
        self.size = size
    }

    /// A scaled picture with the time stamps of `frame`, whose format must be `source`.
    package func scale(_ frame: Frame) throws(AVError) -> Frame {
        guard frame.videoFormat == source else {
            throw AVError(
                reelrig_AVERROR_INVALIDDATA, "scale a picture of \(frame.videoFormat.size) as one of \(source.size)")
        }
        let scaled = try Frame()
        try pool.fill(scaled.pointer)
        try check(av_frame_copy_props(scaled.pointer, frame.pointer), "scale a picture")
        scaled.pointer.pointee.pict_type = AV_PICTURE_TYPE_NONE
        try check(context.scale(frame.pointer, scaled.pointer), "scale a picture")
        return scaled
    }
}

private struct Context: ~Copyable {
    private let pointer: OpaquePointer

    init(
        _ sourceWidth: Int32, _ sourceHeight: Int32, _ width: Int32, _ height: Int32, _ format: AVPixelFormat,
        _ operation: String
    ) throws(AVError) {
        let flags = Int32(SWS_BICUBIC) | Int32(SWS_ACCURATE_RND) | Int32(SWS_BITEXACT)
        pointer = try allocated(
            sws_getContext(sourceWidth, sourceHeight, format, width, height, format, flags, nil, nil, nil), operation)
    }

    deinit { sws_freeContext(pointer) }

    func scale(_ source: UnsafeMutablePointer<AVFrame>, _ target: UnsafeMutablePointer<AVFrame>) -> Int32 {
        reelrig_sws_scale(pointer, source, target)
    }
}

/// Buffers for pictures of one size: fresh memory for each costs more than scaling into it.
private struct Pool: ~Copyable {
    private let pointer: OpaquePointer
    private let format: AVPixelFormat
    private let width: Int32
    private let height: Int32
    /// Bytes to which rows are aligned.
    private let alignment: Int32 = 64

    init(_ format: AVPixelFormat, _ width: Int32, _ height: Int32, _ operation: String) throws(AVError) {
        self.format = format
        self.width = width
        self.height = height
        let size = try check(av_image_get_buffer_size(format, width, height, alignment), operation)
        // libswscale and x264 read and write a little past a row's end.
        pointer = try allocated(av_buffer_pool_init(Int(size) + 64, nil), operation)
    }

    deinit {
        var pointer: OpaquePointer? = pointer
        av_buffer_pool_uninit(&pointer)
    }

    func fill(_ frame: UnsafeMutablePointer<AVFrame>) throws(AVError) {
        let buffer = try allocated(av_buffer_pool_get(pointer), "make a picture")
        frame.pointee.buf.0 = buffer
        frame.pointee.format = format.rawValue
        frame.pointee.width = width
        frame.pointee.height = height
        try check(reelrig_fill_planes(frame, buffer.pointee.data, alignment), "make a picture")
    }
}
