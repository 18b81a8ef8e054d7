import FFmpeg
import MediaTypes
import Testing

@Suite struct FilterGraphTests {
    /// Luma of one row or column of pixels, from a picture of 4 × 2 with the values 16, 32, 48 … row by row.
    private let source: Frame

    init() throws {
        source = try Frame.picture(.init(size: PixelSize(4, 2), pixelFormat: "gray"), pts: 7) { _, shape, bytes in
            for row in 0..<2 { for column in 0..<4 { bytes[row * shape.stride + column] = UInt8(row * 4 + column) } }
        }
    }

    private func filtered(_ description: String) throws -> [[UInt8]] {
        let graph = try FilterGraph(description, videoLike: source, timeBase: TimeBase(1, 25)!)
        var frames = [Frame]()
        for frame in [source, nil] { try graph.filter(frame) { frames.append($0) } }
        #expect(frames.map(\.pts) == [7] && graph.timeBase == TimeBase(1, 25))
        return lumaRows(frames[0])
    }

    /// Where the matrix of ISO/IEC 14496-12 §6.2.2 sends each pixel: the filters must send it there too.
    @Test(arguments: [
        (1, 0, 0, 1), (-1, 0, 0, 1), (1, 0, 0, -1), (-1, 0, 0, -1), (0, 1, 1, 0), (0, 1, -1, 0), (0, -1, 1, 0),
        (0, -1, -1, 0),
    ])
    func `an orientation's filters do what the matrix says`(a: Int, b: Int, c: Int, d: Int) throws {
        let orientation = Orientation(matrix: (Int32(a), Int32(b), Int32(c), Int32(d)))
        let result = try filtered(orientation.filters ?? "null")
        let (width, height) = orientation.swapsSides ? (2, 4) : (4, 2)
        #expect(result.count == height && result[0].count == width)
        for (x, y) in (0..<2).flatMap({ y in (0..<4).map { ($0, y) } }) {
            let column = a * x + c * y + (min(a, c) < 0 ? width - 1 : 0)
            let row = b * x + d * y + (min(b, d) < 0 ? height - 1 : 0)
            #expect(result[row][column] == UInt8(y * 4 + x))
        }
    }

    @Test func `an unknown filter is an error that names it`() {
        let error = #expect(throws: AVError.self) {
            try FilterGraph("nonsense", videoLike: source, timeBase: TimeBase(1, 25)!)
        }
        #expect(error?.description.contains("nonsense") == true)
    }

    @Test func `audio is resampled to frames of the encoder's size`() throws {
        let wave = [Float](repeating: 0.25, count: 4410)
        let sound = try Frame.audio(channels: [wave], sampleRate: 44100, pts: 0)
        let graph = try FilterGraph(
            "aresample=48000,aformat=sample_fmts=fltp:channel_layouts=stereo,asetnsamples=n=1024:p=0",
            audioLike: sound, timeBase: TimeBase(1, 44100)!)
        var frames = [Frame]()
        for frame in [sound, nil] { try graph.filter(frame) { frames.append($0) } }
        #expect(frames.dropLast().allSatisfy { $0.sampleCount == 1024 })
        #expect(abs(frames.reduce(0) { $0 + $1.sampleCount } - 4800) <= 1)
        #expect(frames[0].audioFormat.sampleRate == 48000 && frames[0].audioFormat.layout == "stereo")
    }
}

@Suite struct ScalerTests {
    @Test func `a scaled picture keeps its time and its mean, and is the same every time`() throws {
        let original = try picture(3, size: PixelSize(320, 480), duration: 2)
        let scaler = try Scaler(from: original.videoFormat, to: PixelSize(134, 200))
        let scaled = try (0..<3).map { _ in try scaler.scale(original) }
        #expect(scaled.allSatisfy { $0.size == PixelSize(134, 200) && $0.pts == 3 && $0.duration == 2 })
        #expect(abs(meanLuma(scaled[0]) - meanLuma(original)) < 1)
        let bytes = scaled.map(lumaRows)
        #expect(bytes[0] == bytes[1] && bytes[1] == bytes[2])
    }

    /// Both are bicubic with the same coefficients, and round them differently. What is beyond the edge zimg mirrors and
    /// libswscale repeats, so the outermost samples are left out.
    @Test func `a scaled picture is that of libswscale but for rounding`() throws {
        try expectLikeLibswscale(try picture(3, size: PixelSize(320, 480), duration: 2))
    }

    @Test func `a picture whose rows begin anywhere is scaled as well`() throws {
        let whole = try picture(3, size: PixelSize(360, 500))
        // It only moves where rows begin.
        try expectLikeLibswscale(try filtered(whole, "crop=320:480:6:2"))
    }

    private func expectLikeLibswscale(_ original: Frame) throws {
        let ours = lumaRows(try Scaler(from: original.videoFormat, to: PixelSize(134, 200)).scale(original))
        let theirs = lumaRows(try filtered(original, "scale=134:200:flags=bicubic+accurate_rnd"))
        #expect(ours.count == 200 && theirs.count == 200)
        let differences = zip(ours, theirs).dropFirst(4).dropLast(4).flatMap { ours, theirs in
            zip(ours, theirs).dropFirst(4).dropLast(4).map { abs(Int($0) - Int($1)) }
        }
        #expect(differences.max()! <= 1)
    }

    private func filtered(_ frame: Frame, _ filter: String) throws -> Frame {
        let graph = try FilterGraph(filter, videoLike: frame, timeBase: TimeBase(1, 25)!)
        var frames = [Frame]()
        for frame in [frame, nil] { try graph.filter(frame) { frames.append($0) } }
        return try #require(frames.first)
    }

    @Test func `a picture of another format is refused`() throws {
        let scaler = try Scaler(from: .init(size: PixelSize(64, 64)), to: PixelSize(32, 32))
        #expect(throws: AVError.self) { try scaler.scale(try picture(0)) }
    }

    /// A ramp whose value is where it is: 2 a column, 1 a row. What is scaled is the picture, not the buffer: the values at
    /// the edges stay those of the source's edges, and those between rise by as much.
    @Test(arguments: [PixelSize(33, 24), PixelSize(32, 25), PixelSize(33, 25), PixelSize(1, 24), PixelSize(33, 1)])
    func `a picture of odd sides is scaled whole`(size: PixelSize) throws {
        let format = Frame.VideoFormat(size: size)
        let source = try Frame.picture(format, pts: 0) { plane, shape, bytes in
            for row in 0..<shape.height {
                for column in 0..<shape.width {
                    bytes[row * shape.stride + column] = plane == 0 ? UInt8(64 + 2 * column + row) : 128
                }
            }
        }
        let target = PixelSize(66, 48)
        let rows = lumaRows(try Scaler(from: format, to: target).scale(source))
        try #require(rows.count == 48 && rows[0].count == 66)
        for (y, row) in rows.enumerated() {
            for (x, value) in row.enumerated() {
                // Centres of pixels meet: ITU-R BT.601's samples are points. Beyond the last one nothing rises.
                let column = min(max((Double(x) + 0.5) * Double(size.width) / 66 - 0.5, 0), Double(size.width - 1))
                let line = min(max((Double(y) + 0.5) * Double(size.height) / 48 - 0.5, 0), Double(size.height - 1))
                #expect(abs(Double(value) - (64 + 2 * column + line)) <= 1.5, "\(x) \(y)")
            }
        }
    }
}
