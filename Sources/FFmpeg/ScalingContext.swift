internal import CFFmpeg

/// Owns a context of libswscale: bicubic, and the same bytes on every run. One thread uses it at a time.
struct ScalingContext: ~Copyable {
    typealias Form = (width: Int32, height: Int32, format: AVPixelFormat)

    private let pointer: OpaquePointer
    private let operation: String

    init(_ source: Form, _ target: Form, _ operation: String) throws(AVError) {
        let flags = Int32(SWS_BICUBIC) | Int32(SWS_ACCURATE_RND) | Int32(SWS_BITEXACT)
        pointer = try allocated(
            sws_getContext(
                source.width, source.height, source.format, target.width, target.height, target.format, flags, nil, nil,
                nil), operation)
        self.operation = operation
    }

    deinit { sws_freeContext(pointer) }

    func scale(
        _ source: UnsafeMutablePointer<AVFrame>, _ target: UnsafeMutablePointer<AVFrame>
    ) throws(AVError) {
        try check(reelrig_sws_scale(pointer, source, target), operation)
    }
}
