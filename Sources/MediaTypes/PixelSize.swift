/// Width and height in pixels, as displayed unless said otherwise.
package struct PixelSize: Hashable, Sendable, Codable, CustomStringConvertible {
    package var width: Int
    package var height: Int

    package init(_ width: Int, _ height: Int) {
        self.width = width
        self.height = height
    }

    package var shortSide: Int { min(width, height) }

    package var description: String { "\(width)x\(height)" }
}
