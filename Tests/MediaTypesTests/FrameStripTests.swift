import MediaTypes
import Testing

@Suite struct FrameStripTests {
    static let sizes = [
        PixelSize(1080, 1920), PixelSize(720, 1280), PixelSize(234, 416), PixelSize(132, 234), PixelSize(100, 178),
        PixelSize(1920, 1080), PixelSize(416, 234), PixelSize(240, 240), PixelSize(101, 333),
    ]

    @Test(arguments: sizes) func `what was drawn is read back`(size: PixelSize) throws {
        for (reel, frame) in [(0, 0), (1, 1), (65_535, 16_777_215), (4660, 5_666_000), (32_768, 8_388_608)] {
            let strip = try #require(FrameStrip(reel: reel, frame: frame))
            for isFullRange in [false, true] {
                let plane = Plane(size) { strip.draw(into: &$0, stride: $1, size: size, isFullRange: isFullRange) }
                #expect(plane.strip == strip)
            }
        }
    }

    /// Python: binascii.crc_hqx(bytes([0x12, 0x34, 0x56, 0x78, 0x9a]), 0xFFFF) == 0xF8A0, and so on.
    @Test(arguments: [(0x1234, 0x56789A, 0xF8A0), (0, 0, 0x110C), (65_535, 16_777_215, 0xD26C)])
    func `the blocks are reel, frame and CRC-16, the highest bit first`(reel: Int, frame: Int, check: UInt64) throws {
        // Landscape: 30 blocks a row, 31 blocks' widths across, the first block half a block from the edge.
        let size = PixelSize(310, 200)
        let strip = try #require(FrameStrip(reel: reel, frame: frame))
        let plane = Plane(size) { strip.draw(into: &$0, stride: $1, size: size) }
        let blocks = (0..<60).map { index in plane[10 + 10 * (index % 30), 10 + 10 * (index / 30)] == 235 }
        let value = blocks[2..<58].reduce(UInt64(0)) { $0 << 1 | ($1 ? 1 : 0) }
        #expect(value == UInt64(reel) << 40 | UInt64(frame) << 16 | check)
        #expect([blocks[0], blocks[1], blocks[58], blocks[59]] == [false, true, true, false])
    }

    @Test(arguments: sizes) func `only the top is drawn over, and all of it`(size: PixelSize) throws {
        let strip = try #require(FrameStrip(reel: 7, frame: 7))
        let plane = Plane(size, filledWith: 99) { strip.draw(into: &$0, stride: $1, size: size) }
        let height = FrameStrip.height(in: size)
        #expect(height.isMultiple(of: 2) && height < size.height)
        for row in 0..<size.height {
            let values = Set((0..<size.width).map { plane[$0, row] })
            #expect(row < height ? values.isSubset(of: [16, 235]) : values == [99])
        }
    }

    @Test(arguments: [0, 2, 20, 45, 57]) func `a block that flips makes the strip unreadable`(index: Int) throws {
        let size = PixelSize(210, 400)
        let strip = try #require(FrameStrip(reel: 3, frame: 1234))
        let plane = Plane(size) { luma, stride in
            strip.draw(into: &luma, stride: stride, size: size)
            for row in 0..<10 {
                for column in 0..<10 {
                    let place = (5 + 10 * (index / 20) + row) * stride + 5 + 10 * (index % 20) + column
                    let sample = luma[place]
                    luma[place] = sample > 128 ? 16 : 235
                }
            }
        }
        #expect(plane.strip == nil)
    }

    @Test func `low contrast and noise are read, a picture without a strip is not`() throws {
        let size = PixelSize(132, 234)
        let strip = try #require(FrameStrip(reel: 3, frame: 77))
        var state: UInt32 = 1
        let plane = Plane(size) { luma, stride in
            strip.draw(into: &luma, stride: stride, size: size)
            for index in 0..<luma.count {
                state = state &* 1_664_525 &+ 1_013_904_223
                let sample = Int(luma[index])
                luma[index] = UInt8(60 + sample / 2 + Int(state >> 27))
            }
        }
        #expect(plane.strip == strip)
        #expect(Plane(size) { _, _ in }.strip == nil)
        #expect(Plane(size, filledWith: 255) { _, _ in }.strip == nil)
    }

    @Test func `a plane that is shorter than its size says is not read`() {
        let bytes: [UInt8] = [1, 2, 3]
        let short = FrameStrip.read(bytes.span, stride: 132, size: PixelSize(132, 234))
        let empty = FrameStrip.read(bytes.span, stride: 0, size: PixelSize(0, 0))
        #expect(short == nil && empty == nil)
        #expect(Plane(PixelSize(3, 3)) { _, _ in }.strip == nil)
    }

    @Test func `numbers that do not fit make no strip`() {
        #expect(FrameStrip(reel: 65_536, frame: 0) == nil && FrameStrip(reel: 0, frame: 1 << 24) == nil)
        #expect(FrameStrip(reel: -1, frame: 0) == nil && FrameStrip(reel: 0, frame: -1) == nil)
    }
}

/// A luma plane whose rows are longer than the picture is wide.
private struct Plane {
    let size: PixelSize
    let stride: Int
    private let bytes: [UInt8]

    init(_ size: PixelSize, filledWith value: UInt8 = 0, _ draw: (inout MutableSpan<UInt8>, Int) -> Void) {
        self.size = size
        stride = size.width + 13
        var bytes = [UInt8](repeating: value, count: stride * size.height)
        var span = bytes.mutableSpan
        draw(&span, size.width + 13)
        self.bytes = bytes
    }

    subscript(column: Int, row: Int) -> UInt8 { bytes[row * stride + column] }

    var strip: FrameStrip? { FrameStrip.read(bytes.span, stride: stride, size: size) }
}
