internal import CFFmpeg

/// What the sample values mean, as the code points of ITU-T H.273; 2 is unspecified.
package struct ColorDescription: Hashable, Sendable {
    package var primaries: Int
    package var transfer: Int
    package var matrix: Int
    /// 0–255 instead of 16–235; `nil` when nothing says so.
    package var isFullRange: Bool?

    package init(primaries: Int = 2, transfer: Int = 2, matrix: Int = 2, isFullRange: Bool? = nil) {
        self.primaries = primaries
        self.transfer = transfer
        self.matrix = matrix
        self.isFullRange = isFullRange
    }

    /// High definition video of ITU-R BT.709, 16–235.
    package static let bt709 = ColorDescription(primaries: 1, transfer: 1, matrix: 1, isFullRange: false)

    /// PQ (SMPTE ST 2084) or HLG (ARIB STD-B67).
    package var isHighDynamicRange: Bool { transfer == 16 || transfer == 18 }

    init(
        _ primaries: AVColorPrimaries, _ transfer: AVColorTransferCharacteristic, _ matrix: AVColorSpace,
        _ range: AVColorRange
    ) {
        self.init(
            primaries: Int(primaries.rawValue), transfer: Int(transfer.rawValue), matrix: Int(matrix.rawValue),
            isFullRange: range == AVCOL_RANGE_JPEG ? true : range == AVCOL_RANGE_MPEG ? false : nil)
    }

    var range: AVColorRange {
        switch isFullRange {
        case .none: AVCOL_RANGE_UNSPECIFIED
        case .some(true): AVCOL_RANGE_JPEG
        case .some(false): AVCOL_RANGE_MPEG
        }
    }

    func apply(to frame: inout AVFrame) {
        frame.color_primaries = AVColorPrimaries(UInt32(primaries))
        frame.color_trc = AVColorTransferCharacteristic(UInt32(transfer))
        frame.colorspace = AVColorSpace(UInt32(matrix))
        frame.color_range = range
    }

    func apply(to context: inout AVCodecContext) {
        context.color_primaries = AVColorPrimaries(UInt32(primaries))
        context.color_trc = AVColorTransferCharacteristic(UInt32(transfer))
        context.colorspace = AVColorSpace(UInt32(matrix))
        context.color_range = range
    }
}
