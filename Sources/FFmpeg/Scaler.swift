internal import CFFmpeg
package import MediaTypes

/// Scales pictures: bicubic, and the same bytes on every run. One thread uses it at a time.
///
/// Only the size changes; use ``FilterGraph`` to change format, range or matrix. The pictures it makes come from a
/// pool, into which they return when the last reference goes.
package final class Scaler {
    package let source: Frame.VideoFormat
    package let size: PixelSize
    private let method: Method
    private let pool: PicturePool

    /// For pictures of the format `source`, as `frame.videoFormat`.
    package init(from source: Frame.VideoFormat, to size: PixelSize) throws(AVError) {
        let operation = "scale \(source.size) to \(size)"
        _ = Log.isSilenced
        let format = try pixelFormat(source.pixelFormat)
        let (sourceWidth, sourceHeight) = (try side(source.size.width), try side(source.size.height))
        let (width, height) = (try side(size.width), try side(size.height))
        method =
            format == AV_PIX_FMT_YUV420P
            ? .resampler(try Resampler(sourceWidth, sourceHeight, width, height, operation))
            : .context(
                try ScalingContext((sourceWidth, sourceHeight, format), (width, height, format), operation))
        pool = try PicturePool(format, width, height, operation)
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
        switch method {
        case .resampler(let resampler): try resampler.scale(frame.pointer, scaled.pointer)
        case .context(let context): try context.scale(frame.pointer, scaled.pointer)
        }
        return scaled
    }

    private enum Method: ~Copyable {
        case resampler(Resampler)
        case context(ScalingContext)
    }
}
