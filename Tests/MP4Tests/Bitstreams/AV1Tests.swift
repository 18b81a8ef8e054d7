import MP4
import Testing

/// By hand from AV1 §5.5.1: Main, level 3.0, 640 × 360 with everything that can stand before the colours.
private let everything: [UInt8] = {
    // Timing: 1001 ticks of 30,000; each picture 1 tick. Decoder model with delays of 10 bits.
    var text =
        u(3, 0) + "0 0 1" + u(32, 1001) + u(32, 30000) + "1" + ue(0) + "1" + u(5, 9) + u(32, 1) + u(5, 3) + u(5, 4)
    // Two operating points: level index 8 in the high tier, with a model and a delay; level index 4 without.
    text += "1" + u(5, 1) + u(12, 0x303) + u(5, 8) + "1 1" + u(10, 7) + u(10, 8) + "0 1" + u(4, 3)
    text += u(12, 0x101) + u(5, 4) + "0 0"
    text += u(4, 9) + u(4, 8) + u(10, 639) + u(9, 359)
    // Frame numbers; tools; order hints; no choice of screen tools but they are on, no choice of vectors.
    text += "1" + u(4, 2) + u(3, 1) + "1 1 1" + "1 1 1 1" + "1 1 1" + "0 1" + "0 1" + u(3, 6) + "0 1 1"
    // Ten bits, colours of BT.2100 PQ in full range, vertical chroma; film grain.
    text += "1 0 1" + u(8, 9) + u(8, 16) + u(8, 9) + "1 01 0" + "1" + "1"
    return bits(text)
}()

@Test func `a sequence header of AV1 is read through everything before its colours`() throws {
    let header = try AV1SequenceHeader(everything)
    #expect((header.profile, header.level, header.isHighTier, header.operatingPointCount) == (0, 8, true, 2))
    #expect((header.maxWidth, header.maxHeight) == (640, 360))
    #expect(header.timing?.pictureRate == 30000.0 / 1001)
    #expect(
        (header.bitDepth, header.isMonochrome, header.isSubsampledX, header.isSubsampledY) == (10, false, true, true))
    #expect(header.colour == ColourDescription(primaries: 9, transfer: 16, matrix: 9, isFullRange: true))
    #expect((header.chromaSamplePosition, header.hasFilmGrain) == (1, true))
    #expect(header.codecSuffix == "0.08H.10.0.111.09.16.09.1")
}

@Test func `a reduced still picture has no timing and no tools to choose`() throws {
    // High, level index 0, 8 × 8 in 3 bits each, then sRGB: full range and 4:4:4 without a word (§5.5.2).
    let text = u(3, 1) + "1 1" + u(5, 0) + u(4, 2) + u(4, 2) + u(3, 7) + u(3, 7) + "0 0 0" + "0 0 0"
    let header = try AV1SequenceHeader(bits(text + "0 1" + u(8, 1) + u(8, 13) + u(8, 0) + "0" + "0 1"))
    #expect((header.isStillPicture, header.maxWidth, header.maxHeight) == (true, 8, 8))
    #expect((header.isSubsampledX, header.isSubsampledY, header.isFullRange) == (false, false, true))
    #expect(header.codecSuffix == "1.00M.08.0.000.01.13.00.1")
}

@Test func `a long codec string has what the short one cannot say`() throws {
    func suffix(profile: UInt64, _ colour: String) throws -> String {
        let text = u(3, profile) + "1 1" + u(5, 4) + u(4, 2) + u(4, 2) + u(3, 7) + u(3, 7) + "0 0 0" + "0 0 0"
        return try AV1SequenceHeader(bits(text + colour + "0 1")).codecSuffix
    }
    // By the table of the binding's §5.
    #expect(try suffix(profile: 0, "0 0 0 0 00 0") == "0.04M.08")
    #expect(try suffix(profile: 0, "1 0 0 0 00 0") == "0.04M.10")
    #expect(try suffix(profile: 0, "0 0 1" + u(8, 1) + u(8, 1) + u(8, 1) + "0 00 0") == "0.04M.08")
    #expect(try suffix(profile: 0, "0 0 1" + u(8, 9) + u(8, 18) + u(8, 9) + "0 10 0") == "0.04M.08.0.112.09.18.09.0")
    #expect(try suffix(profile: 0, "0 1 0 1") == "0.04M.08.1.110.02.02.02.1")
    #expect(try suffix(profile: 1, "0 0 0 0") == "1.04M.08.0.000.02.02.02.0")
    #expect(try suffix(profile: 2, "1 0 0 0 0 0") == "2.04M.10.0.100.02.02.02.0")
    #expect(try suffix(profile: 2, "1 1 0 0 0 1 1 00 0") == "2.04M.12")
}

@Test func `a sequence header of AV1 cut anywhere is an error in it, and any is read without a trap`() {
    for count in 0..<everything.count - 1 {
        do {
            _ = try AV1SequenceHeader(everything[..<count])
            Issue.record("\(count) bytes")
        } catch {
            #expect(error.offset <= count)
        }
    }
    for place in everything.indices {
        for value in UInt8.min...UInt8.max {
            var bytes = everything
            bytes[place] = value
            if let header = try? AV1SequenceHeader(bytes) {
                #expect(header.maxWidth > 0 && header.codecSuffix.count > 7)
            }
        }
    }
}

@Test func `units have a type, layers and a size, and the last may go to the end`() throws {
    // A delimiter; a frame of temporal layer 2 and spatial layer 1, size 2; padding without a size.
    var reader = OBUReader(hex("1200 36 48 02 AABB 78 CCDD"))
    let delimiter = try #require(try reader.next())
    #expect((delimiter.type, delimiter.range, delimiter.payload) == (2, 0..<2, 2..<2))
    let frame = try #require(try reader.next())
    #expect((frame.type, frame.temporalID, frame.spatialID, frame.hasSize) == (6, 2, 1, true))
    #expect((frame.range, frame.payload) == (2..<7, 5..<7))
    let padding = try #require(try reader.next())
    #expect((padding.type, padding.hasSize, padding.payload) == (15, false, 8..<10))
    #expect(try reader.next() == nil)
}

@Test func `a unit that cannot be is an error at its byte`() {
    func error(_ text: String) -> BitstreamError? {
        var reader = OBUReader(hex(text))
        do {
            while try reader.next() != nil {}
            return nil
        } catch { return error }
    }
    #expect(error("1200 92 00") == BitstreamError(.invalidValue("obu_forbidden_bit"), at: 2))
    #expect(error("1200 32 05 AABB") == BitstreamError(.truncated, at: 2))
    #expect(error("1200 36") == BitstreamError(.truncated, at: 2))
    #expect(error("1200 32") == BitstreamError(.truncated, at: 3))
    // 2³² in five bytes; nine bytes; 1 in eight bytes, which is allowed but goes beyond the end.
    #expect(error("32 8080808010") == BitstreamError(.invalidValue("obu_size"), at: 1))
    #expect(error("32 808080808080808001") == BitstreamError(.invalidValue("obu_size"), at: 1))
    #expect(error("32 8180808080808000") == BitstreamError(.truncated, at: 0))
    #expect(error("32 8180808080808000 FF") == nil)
}

@Test func `temporal units begin at delimiters`() throws {
    var reader = OBUReader(hex("1200 0A01FF 3201AA 1200 3201BB 1200"))
    #expect(try reader.nextTemporalUnit() == 0..<8)
    #expect(try reader.nextTemporalUnit() == 8..<13)
    #expect(try reader.nextTemporalUnit() == 13..<15)
    #expect(try reader.nextTemporalUnit() == nil)
}

@Test func `a sequence header is found among other units, and errors in it have their place in the stream`() throws {
    let stream = hex("1200 0A") + [UInt8(everything.count)] + everything + hex("3201AA")
    let box = try AV1ConfigurationBox(stream: stream)
    #expect(box.configOBUs == hex("0A") + [UInt8(everything.count)] + everything)
    #expect((box.seqProfile, box.seqLevelIndex, box.seqTier, box.highBitDepth, box.twelveBit) == (0, 8, 1, true, false))
    #expect(
        (box.monochrome, box.chromaSubsamplingX, box.chromaSubsamplingY, box.chromaSamplePosition) == (
            false, true, true, 1
        ))
    // Without a size it gets one.
    #expect(try Box(AV1ConfigurationBox(stream: hex("1200 08") + everything)) == Box(box))
    #expect(throws: BitstreamError(.missing("sequence header"), at: 0)) { try AV1SequenceHeader(firstIn: hex("1200")) }
    // Profile 3 in the first byte of the payload; the error is where the next bit is.
    #expect(throws: BitstreamError(.invalidValue("seq_profile"), at: 4)) {
        try AV1SequenceHeader(firstIn: hex("1200 0A02 6000"))
    }
}

struct AV1EncoderTests {
    @Test(
        .enabled(if: EncodedStream.encoders.contains("libaom-av1"), "needs ffmpeg with libaom"),
        arguments: [
            ("yuv420p", 0, 8, 1), ("yuv420p10le", 0, 10, 1), ("yuv444p", 1, 8, 3), ("yuv422p10le", 2, 10, 2),
            ("yuv420p12le", 2, 12, 1), ("gray", 0, 8, 0),
        ])
    func `libaom writes the profile, depth and chroma it is told to`(
        format: String, profile: UInt8, depth: UInt8, chroma: Int
    ) throws {
        let arguments = [
            "-frames:v", "1", "-c:v", "libaom-av1", "-usage", "realtime", "-cpu-used", "8", "-pix_fmt", format,
            "-color_primaries", "bt2020", "-color_trc", "arib-std-b67", "-colorspace", "bt2020nc", "-color_range", "tv",
        ]
        let header = try encoded("testsrc2=s=322x182:r=25", arguments)
        #expect((header.profile, header.bitDepth) == (profile, depth))
        #expect((header.maxWidth, header.maxHeight) == (322, 182))
        #expect(header.colour == ColourDescription(primaries: 9, transfer: 18, matrix: 9))
        let shape = (header.isMonochrome, header.isSubsampledX, header.isSubsampledY)
        let expected = [(true, true, true), (false, true, true), (false, true, false), (false, false, false)][chroma]
        #expect(shape == expected)
    }

    @Test(.enabled(if: EncodedStream.encoders.contains("libsvtav1"), "needs ffmpeg with SVT-AV1"))
    func `av1C is as ffmpeg writes it`() throws {
        let arguments = ["-frames:v", "2", "-c:v", "libsvtav1", "-preset", "12", "-pix_fmt", "yuv420p10le"]
        let source = "testsrc2=s=320x180:r=25"
        let stream = try #require(try EncodedStream(source, arguments, format: "obu"))
        let file = try #require(try EncodedStream(source, arguments, format: "mp4"))
        let entry = try #require(try Movie(reading: file.bytes).tracks.first?.visualEntry)
        let theirs = try #require(entry.first(AV1ConfigurationBox.self))
        // The encoder's own header turns other tools on than the one in its stream.
        #expect(try Box(AV1ConfigurationBox(stream: theirs.configOBUs)) == Box(theirs))
        #expect(try AV1ConfigurationBox(stream: stream.bytes).codec() == theirs.codec())
        var units = OBUReader(stream.bytes)
        var count = 0
        while let unit = try units.nextTemporalUnit() { count += unit.isEmpty ? 0 : 1 }
        #expect(count == 2)
    }

    private func encoded(_ source: String, _ arguments: [String]) throws -> AV1SequenceHeader {
        let stream = try #require(try EncodedStream(source, arguments, format: "obu"))
        return try AV1SequenceHeader(firstIn: stream.bytes)
    }
}
