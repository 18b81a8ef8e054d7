/// A decimal-resolution: width and height in pixels, written `1080x1920`. §4.2.
public struct Resolution: Hashable, Sendable, CustomStringConvertible {
    /// Pixels across.
    public var width: UInt64
    /// Pixels down.
    public var height: UInt64

    /// Width, then height, in pixels.
    public init(width: UInt64, height: UInt64) {
        self.width = width
        self.height = height
    }

    init?(_ text: Span<UInt8>) {
        guard let cross = (0..<text.count).first(where: { text[$0] == UInt8(ascii: "x") }),
            let width = decimalInteger(text.extracting(0..<cross)),
            let height = decimalInteger(text.extracting((cross + 1)..<text.count))
        else { return nil }
        self.init(width: width, height: height)
    }

    /// `1080x1920`.
    public var description: String { "\(width)x\(height)" }
}
