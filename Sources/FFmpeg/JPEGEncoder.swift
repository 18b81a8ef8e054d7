internal import CFFmpeg
package import MediaTypes

/// Baseline JPEG files from pictures.
package enum JPEGEncoder {
    /// Of a picture of 8 bits, 4:2:0 and limited range, scaled to `size` where that is another. `matrix`, as H.273 numbers
    /// it, is what its values mean: not every picture says so itself. JFIF means BT.601's and the full range.
    /// `quality` is from 2 (best) to 31.
    package static func encode(
        _ picture: Frame, size: PixelSize? = nil, matrix: Int, quality: Int = 4
    ) throws -> [UInt8] {
        let converted = try converted(picture, size ?? picture.size, UInt32(clamping: matrix))
        guard let file = try encode(converted: converted, quality) else {
            throw AVError(reelrig_AVERROR_INVALIDDATA, "encode a JPEG")
        }
        return file
    }

    private static func converted(_ picture: Frame, _ size: PixelSize, _ matrix: UInt32) throws(AVError) -> Frame {
        let operation = "convert a picture for JPEG"
        let source = picture.pointer.pointee
        guard source.format == AV_PIX_FMT_YUV420P.rawValue, source.color_range != AVCOL_RANGE_JPEG else {
            throw AVError(reelrig_AVERROR_INVALIDDATA, operation)
        }
        let (width, height) = (try side(size.width), try side(size.height))
        let resampler = try Resampler(source.width, source.height, width, height, jfifFrom: matrix, operation)
        let converted = try Frame()
        try PicturePool(AV_PIX_FMT_YUVJ420P, width, height, operation).fill(converted.pointer)
        try resampler.scale(picture.pointer, converted.pointer)
        return converted
    }

    private static func encode(converted frame: Frame, _ quality: Int) throws -> [UInt8]? {
        guard let codec = avcodec_find_encoder(AV_CODEC_ID_MJPEG) else {
            throw AVError(reelrig_AVERROR_ENCODER_NOT_FOUND, "encode a JPEG")
        }
        let context = try CodecContext(codec, "encode a JPEG")
        let pointer = context.pointer
        pointer.pointee.width = frame.pointer.pointee.width
        pointer.pointee.height = frame.pointer.pointee.height
        pointer.pointee.pix_fmt = AV_PIX_FMT_YUVJ420P
        pointer.pointee.color_range = AVCOL_RANGE_JPEG
        pointer.pointee.time_base = AVRational(num: 1, den: 25)
        pointer.pointee.thread_count = 1
        pointer.pointee.flags |= AV_CODEC_FLAG_QSCALE | AV_CODEC_FLAG_BITEXACT
        pointer.pointee.global_quality = Int32(min(max(quality, 2), 31)) * FF_QP2LAMBDA
        try context.open([:], "encode a JPEG")
        let own = try frame.retimed(pts: 0)
        own.pointer.pointee.quality = pointer.pointee.global_quality
        try check(avcodec_send_frame(pointer, own.pointer), "encode a JPEG", about: pointer)
        try check(avcodec_send_frame(pointer, nil), "encode a JPEG", about: pointer)
        return try context.receivePacket("encode a JPEG")?.bytes
    }
}
