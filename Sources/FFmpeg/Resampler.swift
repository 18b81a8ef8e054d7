internal import CFFmpeg
internal import CZimg

/// Scales pictures of 8 bits and 4:2:0 with zimg, in half of libswscale's time. One thread uses it at a time.
struct Resampler: ~Copyable {
    /// Bytes to which zimg wants rows aligned.
    private static let alignment = 64

    private let graph: OpaquePointer
    private let scratch: UnsafeMutableRawPointer
    /// For pictures whose rows begin anywhere, or whose sides are odd: their bytes, moved.
    private let aligned: PicturePool
    private let isOdd: Bool

    /// With the matrix of the source, as H.273 numbers it, the pictures become what JFIF means: of full range, and by
    /// BT.601's matrix. Without, only the size changes.
    init(
        _ sourceWidth: Int32, _ sourceHeight: Int32, _ width: Int32, _ height: Int32, jfifFrom matrix: UInt32? = nil,
        _ operation: String
    ) throws(AVError) {
        let aligned = try PicturePool(
            AV_PIX_FMT_YUV420P, sourceWidth + sourceWidth % 2, sourceHeight + sourceHeight % 2, operation)
        let (fromWidth, fromHeight) = (UInt32(sourceWidth), UInt32(sourceHeight))
        let built =
            if let matrix {
                reelrig_zimg_jfif(fromWidth, fromHeight, UInt32(width), UInt32(height), matrix)
            } else {
                reelrig_zimg_bicubic(fromWidth, fromHeight, UInt32(width), UInt32(height))
            }
        let graph = try allocated(built, operation)
        var size = 0
        zimg_filter_graph_get_tmp_size(graph, &size)
        self.graph = graph
        self.aligned = aligned
        isOdd = sourceWidth % 2 != 0 || sourceHeight % 2 != 0
        scratch = .allocate(byteCount: size, alignment: Self.alignment)
    }

    deinit {
        scratch.deallocate()
        zimg_filter_graph_free(graph)
    }

    func scale(
        _ source: UnsafeMutablePointer<AVFrame>, _ target: UnsafeMutablePointer<AVFrame>
    ) throws(AVError) {
        guard isOdd || !Self.isAligned(source.pointee) else { return try process(source, target) }
        let moved = try Frame()
        try aligned.fill(moved.pointer)
        try check(av_frame_copy(moved.pointer, source), "scale a picture")
        if isOdd { Self.extend(moved.pointer.pointee, Int(source.pointee.width), Int(source.pointee.height)) }
        try process(moved.pointer, target)
    }

    /// Repeats the last column and the last row of luma up to even sides. Those of chroma are there.
    private static func extend(_ frame: AVFrame, _ width: Int, _ height: Int) {
        guard let luma = frame.data.0 else { return }
        let stride = Int(frame.linesize.0)
        if width % 2 != 0 { for row in 0..<height { luma[row * stride + width] = luma[row * stride + width - 1] } }
        guard height % 2 != 0 else { return }
        (luma + height * stride).update(from: luma + (height - 1) * stride, count: width + width % 2)
    }

    private func process(
        _ source: UnsafeMutablePointer<AVFrame>, _ target: UnsafeMutablePointer<AVFrame>
    ) throws(AVError) {
        let from = source.pointee
        let to = target.pointee
        let planes: [UnsafePointer<UInt8>?] = [.init(from.data.0), .init(from.data.1), .init(from.data.2)]
        let code = reelrig_zimg_process(
            graph, planes, [from.linesize.0, from.linesize.1, from.linesize.2], [to.data.0, to.data.1, to.data.2],
            [to.linesize.0, to.linesize.1, to.linesize.2], scratch)
        // It has checked the sizes before; what is left to fail is memory.
        if code != 0 { throw .outOfMemory("scale a picture") }
    }

    private static func isAligned(_ frame: AVFrame) -> Bool {
        [frame.data.0, frame.data.1, frame.data.2].allSatisfy { Int(bitPattern: $0) % alignment == 0 }
            && [frame.linesize.0, frame.linesize.1, frame.linesize.2].allSatisfy { $0 > 0 && Int($0) % alignment == 0 }
    }
}
