extension FrameStrip {
    /// Rows of a picture that the strip covers, with its margins; even.
    package static func height(in size: PixelSize) -> Int { Layout(size).height(size) }

    /// Whether the strip of such a picture can be read: its blocks are 4 pixels wide or more.
    package static func fits(_ size: PixelSize) -> Bool {
        Layout(size).unit(size) >= 4 && height(in: size) <= size.height
    }

    /// Draws the strip over the top of a luma plane of 8-bit samples; row y begins at y × `stride`.
    package func draw(into luma: inout MutableSpan<UInt8>, stride: Int, size: PixelSize, isFullRange: Bool = false) {
        let layout = Layout(size)
        let (black, white): (UInt8, UInt8) = isFullRange ? (0, 255) : (16, 235)
        for row in 0..<min(layout.height(size), size.height) {
            for column in 0..<size.width { luma[row * stride + column] = black }
        }
        for index in 0..<Layout.blockCount where isWhite(block: index) {
            let (columns, rows) = layout.block(index, size, inset: 0)
            for row in rows.clamped(to: 0..<size.height) {
                for column in columns { luma[row * stride + column] = white }
            }
        }
    }

    /// Reads the strip of a picture of any size; `nil` when there is none, or when it is damaged.
    package static func read(_ luma: Span<UInt8>, stride: Int, size: PixelSize) -> FrameStrip? {
        guard size.width > 0, stride >= size.width, size.height > 0,
            luma.count >= stride * (size.height - 1) + size.width
        else { return nil }
        // Scaling may tip a square picture either way.
        let expected = Layout(size)
        let other: Layout = expected == .portrait ? .landscape : .portrait
        return read(luma, stride, size, expected) ?? read(luma, stride, size, other)
    }

    private static func read(_ luma: Span<UInt8>, _ stride: Int, _ size: PixelSize, _ layout: Layout) -> FrameStrip? {
        guard layout.height(size) <= size.height, layout.unit(size) >= 2 else { return nil }
        // In 256ths, the mean of each block's middle.
        let levels = (0..<Layout.blockCount).map { index in
            let (columns, rows) = layout.block(index, size, inset: 0.25)
            var sum = 0
            for row in rows { for column in columns { sum += Int(luma[row * stride + column]) } }
            return sum * 256 / (rows.count * columns.count)
        }
        let black = Layout.blackBlocks.map { levels[$0] }
        let white = Layout.whiteBlocks.map { levels[$0] }
        let threshold = (black.reduce(0, +) / black.count + white.reduce(0, +) / white.count) / 2
        guard white.min()! - black.max()! > 48 * 256 else { return nil }
        let bits = levels[Layout.dataBlocks].reduce(UInt64(0)) { $0 << 1 | ($1 > threshold ? 1 : 0) }
        return FrameStrip(bits: bits)
    }

    private func isWhite(block index: Int) -> Bool {
        guard Layout.dataBlocks.contains(index) else { return Layout.whiteBlocks.contains(index) }
        return bits >> (Layout.dataBlocks.upperBound - 1 - index) & 1 == 1
    }
}

/// Where the blocks lie: row by row from the left, square, with a margin of half a block all around.
private enum Layout {
    /// Three rows of 20.
    case portrait
    /// Two rows of 30, for pictures that are wider than high.
    case landscape

    static let blockCount = 60
    /// The references are at both ends, black outside.
    static let dataBlocks = 2..<58
    static let blackBlocks = [0, 59]
    static let whiteBlocks = [1, 58]

    init(_ size: PixelSize) { self = size.width > size.height ? .landscape : .portrait }

    private var columns: Int { self == .portrait ? 20 : 30 }
    private var rows: Int { Self.blockCount / columns }

    /// The side of a block in pixels.
    func unit(_ size: PixelSize) -> Double { Double(size.width) / Double(columns + 1) }

    func height(_ size: PixelSize) -> Int {
        let height = Int((unit(size) * Double(rows + 1)).rounded(.up))
        return height + height % 2
    }

    /// The columns and rows of pixels of a block, without `inset` of its side at each edge; never empty.
    func block(_ index: Int, _ size: PixelSize, inset: Double) -> (columns: Range<Int>, rows: Range<Int>) {
        let unit = unit(size)
        func pixels(_ position: Int) -> Range<Int> {
            let start = Double(position) + 0.5
            let first = Int((unit * (start + inset)).rounded())
            return first..<max(first + 1, Int((unit * (start + 1 - inset)).rounded()))
        }
        return (pixels(index % columns), pixels(index / columns))
    }
}
