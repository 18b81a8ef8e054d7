internal import CFFmpeg

/// Baseline JPEG files from pictures.
package enum JPEGEncoder {
    /// `quality` is from 2 (best) to 31. The picture is brought to what JFIF means: full range, BT.601 matrix, 4:2:0.
    package static func encode(_ picture: Frame, quality: Int = 4) throws -> [UInt8] {
        guard let file = try encode(converted: try converted(picture), quality) else {
            throw AVError(reelrig_AVERROR_INVALIDDATA, "encode a JPEG")
        }
        return file
    }

    /// By libswscale and no graph: packaging without encoding would load libavfilter for its posters alone.
    private static func converted(_ picture: Frame) throws(AVError) -> Frame {
        let operation = "convert a picture for JPEG"
        let source = picture.pointer.pointee
        let context = try ScalingContext(
            (source.width, source.height, AVPixelFormat(source.format)),
            (source.width, source.height, AV_PIX_FMT_YUVJ420P), operation)
        try context.setMatrices(of: picture.pointer.pointee, target: SWS_CS_ITU601, isFullRange: true)
        let converted = try Frame()
        try PicturePool(AV_PIX_FMT_YUVJ420P, source.width, source.height, operation).fill(converted.pointer)
        try context.scale(picture.pointer, converted.pointer)
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
