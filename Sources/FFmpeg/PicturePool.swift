internal import CFFmpeg

/// Buffers for pictures of one size: fresh memory for each costs more than scaling into it.
struct PicturePool: ~Copyable {
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
        // libswscale, zimg and x264 read and write a little past a row's end.
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
