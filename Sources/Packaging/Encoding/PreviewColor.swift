internal import FFmpeg

/// The average colour of a picture, as `#rrggbb`.
enum PreviewColor {
    /// Of an 8-bit 4:2:0 picture of limited range. Averages commute with the matrix, which is linear.
    static func of(_ picture: Frame, matrix: Int) -> String {
        let luma = mean(picture, plane: 0) - 16
        let (blue, red) = (mean(picture, plane: 1) - 128, mean(picture, plane: 2) - 128)
        // ITU-R BT.709 and BT.601: the weights of red and blue in luma.
        let (kr, kb) = matrix == 1 ? (0.2126, 0.0722) : (0.299, 0.114)
        let y = luma / 219
        let (pb, pr) = (blue / 224, red / 224)
        let r = y + 2 * (1 - kr) * pr
        let b = y + 2 * (1 - kb) * pb
        let g = (y - kr * r - kb * b) / (1 - kr - kb)
        return "#" + [r, g, b].map(hexadecimal).joined()
    }

    private static func hexadecimal(_ value: Double) -> String {
        let digits = String(Int((min(max(value, 0), 1) * 255).rounded()), radix: 16)
        return digits.count == 1 ? "0" + digits : digits
    }

    private static func mean(_ picture: Frame, plane: Int) -> Double {
        picture.withPlane(plane) { bytes, shape in
            var sum = 0
            for row in 0..<shape.height {
                for column in 0..<shape.width { sum += Int(bytes[row * shape.stride + column]) }
            }
            return Double(sum) / Double(shape.width * shape.height)
        } ?? 128
    }
}
