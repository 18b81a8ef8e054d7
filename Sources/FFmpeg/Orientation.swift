/// What turns the stored picture upright: the eight of Exif, from a display matrix (ISO/IEC 14496-12 §6.2.2).
package enum Orientation: Int, Sendable, CaseIterable {
    case upright = 1
    case mirrored
    case upsideDown
    case mirroredUpsideDown
    /// Rows become columns.
    case transposed
    /// To be turned by a quarter, clockwise.
    case clockwise
    /// Rows become columns, from the far corner.
    case antitransposed
    case counterclockwise

    /// Width and height change places.
    package var swapsSides: Bool { rawValue >= 5 }

    /// Filters that turn the pixels, for ``FilterGraph``; `nil` when nothing is to be done.
    package var filters: String? {
        switch self {
        case .upright: nil
        case .mirrored: "hflip"
        case .upsideDown: "hflip,vflip"
        case .mirroredUpsideDown: "vflip"
        case .transposed: "transpose=cclock_flip"
        case .clockwise: "transpose=clock"
        case .antitransposed: "transpose=clock_flip"
        case .counterclockwise: "transpose=cclock"
        }
    }

    /// The matrix sends a pixel (x, y) to (a·x + c·y, b·x + d·y). Other angles than quarters count as the nearest.
    package init(matrix: (a: Int32, b: Int32, c: Int32, d: Int32)) {
        let (a, b, c, d) = matrix
        if a.magnitude >= b.magnitude {
            self =
                switch (a < 0, d < 0) {
                case (false, false): .upright
                case (true, false): .mirrored
                case (true, true): .upsideDown
                case (false, true): .mirroredUpsideDown
                }
        } else {
            self =
                switch (b < 0, c < 0) {
                case (false, false): .transposed
                case (false, true): .clockwise
                case (true, true): .antitransposed
                case (true, false): .counterclockwise
                }
        }
    }
}
