import FFmpeg
import MediaTypes
import TestSupport
import Testing

@Suite struct VideoEncoderTests {
    @Test func `key pictures are where they were asked for and nowhere else`() throws {
        let packets = try encode(try encoder(), count: 40, idrs: [0, 17, 30])
        #expect(packets.filter(\.isKey).map(\.pts) == [0, 17, 30])
        for packet in packets.filter(\.isKey) {
            // ITU-T H.264 table 7-1: 5 is a slice of an IDR picture.
            #expect(units(packet.bytes).contains { $0[0] & 0x1F == 5 })
        }
    }

    @Test func `every picture comes out once, in decoding order, with its duration`() throws {
        let packets = try encode(try encoder(), count: 40)
        #expect(packets.compactMap(\.pts).sorted() == Array(0..<40))
        let decodeTimes = packets.compactMap(\.dts)
        #expect(decodeTimes == decodeTimes.sorted() && Set(decodeTimes).count == 40)
        #expect(packets.allSatisfy { $0.dts! <= $0.pts! && $0.duration == 1 })
        #expect(packets.contains { $0.dts! < $0.pts! }, "B-pictures are reordered")
    }

    @Test func `the parameter sets say profile, and stay out of the packets`() throws {
        let encoder = try encoder()
        let sets = units(encoder.parameterSets)
        #expect(sets.map { $0[0] & 0x1F } == [7, 8])
        // profile_idc 100 is High, ITU-T H.264 §A.2.4.
        #expect(sets[0][1] == 100)
        let packets = try encode(encoder, count: 3)
        #expect(packets.flatMap { units($0.bytes) }.allSatisfy { ![7, 8].contains($0[0] & 0x1F) })
    }

    @Test func `the same pictures give the same bytes`() throws {
        let rate = VideoEncoder.RateControl.bitrate(average: .kilobits(80), maximum: .kilobits(120), buffer: 120_000)
        let runs = try (0..<3).map { _ in try encode(encoder(rate: rate), count: 60, idrs: [0, 50]).map(\.bytes) }
        #expect(runs[0] == runs[1] && runs[1] == runs[2])
    }

    /// x264 reads some of what its memory held before, unless it is fresh. Of the larger size only memory of its own
    /// is.
    @Test(arguments: [PixelSize(234, 416), PixelSize(360, 640), PixelSize(720, 1280)])
    func `the bytes do not depend on what memory held before`(size: PixelSize) throws {
        let rate = VideoEncoder.RateControl.bitrate(average: .kilobits(100), maximum: .kilobits(150), buffer: 150_000)
        let streams = try [nil, UInt8(0), 0x55, 0xFF].map { value in
            if let value { litterHeap(with: value) }
            return try encode(encoder(size: size, rate: rate), count: 40, idrs: [0, 30]).map(\.bytes)
        }
        let areAlike = streams.allSatisfy { $0 == streams[0] }
        #expect(areAlike)
    }

    /// Fills and frees blocks of many sizes, and small ones that leave a hole in which a picture of x264 has room.
    private func litterHeap(with value: UInt8) {
        let blocks = (0..<400).map { [UInt8](repeating: value, count: 512 << ($0 % 12)) }
        let small = (0..<10_000).map { _ in [UInt8](repeating: value, count: 8000) }
        #expect(blocks.allSatisfy { $0.last == value } && small.allSatisfy { $0.last == value })
    }

    @Test func `a rate is kept over a stream`() throws {
        let rate = VideoEncoder.RateControl.bitrate(average: .kilobits(60), maximum: .kilobits(90), buffer: 90_000)
        let packets = try encode(try encoder(size: PixelSize(180, 320), rate: rate), count: 250)
        let bitsPerSecond = packets.reduce(0) { $0 + $1.size } * 8 / 10
        #expect((40_000...90_000).contains(bitsPerSecond))
    }

    @Test func `an odd size and an unknown preset are errors that say what was tried`() {
        #expect(throws: AVError.self) { try encoder(size: PixelSize(95, 128)) }
        let error = #expect(throws: AVError.self) {
            try VideoEncoder(
                .init(
                    size: PixelSize(96, 128), timeBase: TimeBase(1, 25)!, frameRate: FrameRate(25)!, preset: "quick",
                    rate: .quality(20)))
        }
        #expect(error?.description.contains("96x128") == true)
    }

    /// The NAL units of a byte stream: what stands after 00 00 01.
    private func units(_ stream: [UInt8]) -> [ArraySlice<UInt8>] {
        let starts = (0..<max(0, stream.count - 3)).filter {
            stream[$0] == 0 && stream[$0 + 1] == 0 && stream[$0 + 2] == 1
        }
        return zip(starts, starts.dropFirst() + [stream.count]).map { start, end in
            ArraySlice(Array(stream[(start + 3)..<end]))
        }
    }
}

@Suite struct AudioEncoderTests {
    @Test func `packets cover the input after the priming`() throws {
        let encoder = try AudioEncoder(sampleRate: 48000, bitrate: .kilobits(64))
        #expect(encoder.frameSize == 1024 && encoder.priming == 1024)
        // ISO/IEC 14496-3 §1.6.2.1: object type 2 (5 bits), frequency index 3 = 48 kHz (4), 2 channels (4).
        #expect(Array(encoder.configuration.prefix(2)) == [0b0001_0001, 0b1001_0000])
        let packets = try encode(encoder, samples: 10_000)
        #expect(packets.first?.pts == -1024)
        #expect(packets.reduce(0) { $0 + $1.duration } == 10_000 + 1024)
    }

    @Test func `the same samples give the same bytes`() throws {
        let runs = try (0..<2).map { _ in
            try encode(AudioEncoder(sampleRate: 44100, bitrate: .kilobits(64)), samples: 30_000).map(\.bytes)
        }
        #expect(runs[0] == runs[1])
    }
}

@Suite struct JPEGEncoderTests {
    @Test(.enabled(if: Tool.isInstalled("ffprobe"), "needs ffprobe"))
    func `a poster is a JPEG of the picture's size`() throws {
        let bytes = try JPEGEncoder.encode(try picture(0), matrix: 6)
        try withTemporaryDirectory { (folder: String) in
            try writeFile(bytes, "\(folder)/poster.jpg")
            let arguments = [
                "-v", "error", "-of", "csv=p=0", "-show_entries", "stream=codec_name,width,height,pix_fmt",
            ]
            let output = try Tool("ffprobe")!.run(arguments + ["\(folder)/poster.jpg"])
            #expect(output.text == "mjpeg,96,128,yuvj420p\n" && output.standardError.isEmpty)
        }
    }

    /// H.273's equations of pure red in 8 bits and the limited range: BT.709 gives 63, 102, 240, BT.601 81, 90, 240.
    @Test(
        .enabled(if: Tool.isInstalled("ffmpeg"), "needs ffmpeg"),
        arguments: [(1, [63, 102, 240]), (6, [81, 90, 240]), (5, [81, 90, 240])], [nil, PixelSize(16, 24)])
    func `a poster has the picture's colours, which JFIF writes by BT.601 and in the full range`(
        source: (matrix: Int, values: [Int]), size: PixelSize?
    ) throws {
        let red = try Frame.picture(Frame.VideoFormat(size: .init(32, 48)), pts: 0) { plane, _, bytes in
            bytes.update(repeating: UInt8(source.values[plane]))
        }
        try withTemporaryDirectory { (folder: String) in
            let file = try JPEGEncoder.encode(red, size: size, matrix: source.matrix, quality: 2)
            try writeFile(file, "\(folder)/red.jpg")
            let arguments = ["-v", "error", "-i", "\(folder)/red.jpg", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
            let pixels = try Tool("ffmpeg")!.run(arguments).standardOutput.map(Int.init)
            #expect(pixels.count == (size == nil ? 32 * 48 : 16 * 24) * 3)
            // Rounding, twice.
            #expect(zip(pixels, [255, 0, 0]).allSatisfy { abs($0 - $1) <= 4 }, "\(pixels.prefix(3))")
        }
    }

    @Test func `what is not 4-2-0 of limited range is refused`() throws {
        for format in [
            Frame.VideoFormat(size: .init(32, 32), pixelFormat: "yuv444p"),
            Frame.VideoFormat(size: .init(32, 32), color: ColorDescription(isFullRange: true)),
        ] {
            let picture = try Frame.picture(format, pts: 0) { _, _, bytes in bytes.update(repeating: 128) }
            #expect(throws: AVError.self) { try JPEGEncoder.encode(picture, matrix: 1) }
        }
    }
}

@Suite struct VersionsTests {
    @Test func `x264 says which it is`() throws {
        let versions = try Versions.linked()
        #expect(versions.x264.wholeMatch(of: /core \d+.*/) != nil)
        #expect(versions.libavcodec.wholeMatch(of: /\d+\.\d+\.\d+ \S+/) != nil)
    }
}
