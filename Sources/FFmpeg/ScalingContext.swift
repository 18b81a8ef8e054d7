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

    /// What the values of `source` mean and those of the target are to mean. `target` is one of `SWS_CS_`, whose numbers
    /// are those of H.273's matrices.
    func setMatrices(of source: AVFrame, target: Int32, isFullRange: Bool) throws(AVError) {
        let isSourceFull = source.color_range == AVCOL_RANGE_JPEG
        // Contrast and saturation of 1, in 16.16.
        let one: Int32 = 1 << 16
        let code = sws_setColorspaceDetails(
            pointer, sws_getCoefficients(Int32(source.colorspace.rawValue)), isSourceFull ? 1 : 0,
            sws_getCoefficients(target), isFullRange ? 1 : 0, 0, one, one)
        try check(code, operation)
    }

    func scale(
        _ source: UnsafeMutablePointer<AVFrame>, _ target: UnsafeMutablePointer<AVFrame>
    ) throws(AVError) {
        try check(reelrig_sws_scale(pointer, source, target), operation)
    }
}
