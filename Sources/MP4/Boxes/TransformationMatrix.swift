/// How a picture is turned, moved and scaled on its way to the display: 3 × 3, row by row (ISO/IEC 14496-12 §6.2.2).
///
/// A point (x, y) goes to (a·x + c·y + x₀, b·x + d·y + y₀). The last column is 0, 0, 1 in every sane file.
public struct TransformationMatrix: FieldGroup, Hashable {
    /// a, b, u, c, d, v, x, y, w; 16.16 fixed point, and 2.30 for u, v and w.
    public var values: [Int32] = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000]

    /// Leaves the picture as it is.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        let names: [StaticString] = ["a", "b", "u", "c", "d", "v", "x", "y", "w"]
        guard values.count == names.count else { throw fields.failure(.invalidValue("matrix")) }
        for (index, name) in names.enumerated() {
            try fields.integer(name, &values[index], format: .fixedPoint(index % 3 == 2 ? 30 : 16))
        }
    }

    /// Clockwise turn of the picture in degrees, where it is a multiple of 90 without mirroring.
    public var rotation: Int? {
        guard values.count == 9 else { return nil }
        let one: Int32 = 0x1_0000
        return switch (values[0], values[1], values[3], values[4]) {
        case (one, 0, 0, one): 0
        case (0, one, -one, 0): 90
        case (-one, 0, 0, -one): 180
        case (0, -one, one, 0): 270
        default: nil
        }
    }
}
