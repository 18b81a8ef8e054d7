import MP4
import Testing

@Test func `a picture parameter set gives its numbers and the tools it allows`() throws {
    // By hand from §7.3.2.2: 1 1 1 0 1 011 1 1 10, QP 00111 (−3), QS 1, chroma 00101 (−2), 1 0 0, then 8×8 1, no lists,
    // chroma 00101, stop.
    let pps = try H264PictureParameterSet(ppsHigh)
    #expect((pps.id, pps.sequenceParameterSetID) == (0, 0))
    #expect(pps.isArithmeticCoded && pps.hasTransform8x8 && pps.isWeightedPrediction && !pps.isConstrainedIntra)
    #expect((pps.referenceCount0, pps.referenceCount1, pps.weightedBipredictionMode) == (3, 1, 2))
    #expect(pps.sliceGroupCount == 1)
}

@Test func `a picture parameter set ends where Baseline ends it`() throws {
    // id 1 010, set 0 1, CAVLC 0 0, groups 1, references 1 1, weights 0 00, QP 1 1 1, 1 0 0, stop 1: 29 bits less 8.
    // 0101 0011 1100 0111 1001 0000
    let pps = try H264PictureParameterSet(hex("68 53 C7 90"))
    #expect((pps.id, pps.sequenceParameterSetID) == (1, 0))
    #expect(!pps.isArithmeticCoded && !pps.hasTransform8x8)
    #expect((pps.referenceCount0, pps.referenceCount1) == (1, 1))
}

@Test func `slice groups of a map are passed over`() throws {
    // id 1, set 1, 0 0, two groups 010, type 6 00111, 4 units 00100, 0 1 1 0, references 1 1, 0 00, 1 1 1, 1 0 0, stop:
    // 1100 0100 0111 0010 0011 0110 0011 1100 1000
    let pps = try H264PictureParameterSet(hex("68 C4 72 36 3C 80"))
    #expect((pps.id, pps.sliceGroupCount, pps.referenceCount0) == (0, 2, 1))
}

@Test func `an error in a parameter set says which byte of the unit it is in`() throws {
    // Profile 100, then id 1 and chroma_format_idc 00101: 4, in byte 4.
    #expect(throws: BitstreamError(.invalidValue("chroma_format_idc"), at: 4)) {
        try H264SequenceParameterSet(hex("67 64 00 1E 94"))
    }
    // The same after an emulation prevention byte, which counts: constraints 0, level 0, id 1 …
    #expect(throws: BitstreamError(.truncated, at: 5)) { try H264SequenceParameterSet(hex("67 42 00 00 03")) }
    #expect(throws: BitstreamError(.invalidValue("nal_unit_type"), at: 0)) { try H264SequenceParameterSet(ppsHigh) }
    #expect(throws: BitstreamError(.invalidValue("nal_unit_type"), at: 0)) { try H264PictureParameterSet(spsHigh) }
    #expect(BitstreamError(.invalidValue("level_idc"), at: 3).description == "invalid level_idc at byte 3")
}

@Test func `any picture parameter set is read without a trap`() {
    for unit in [ppsHigh, hex("68 C4 72 36 3C 80")] {
        for place in 1..<unit.count {
            for value in UInt8.min...UInt8.max {
                var bytes = unit
                bytes[place] = value
                _ = try? H264PictureParameterSet(bytes, chromaFormat: 3)
            }
        }
    }
}

@Suite(.enabled(if: EncodedStream.encoders.contains("libx264"), "needs ffmpeg with libx264"))
struct X264Tests {
    @Test func `Baseline without arithmetic coding`() throws {
        let (sps, pps) = try sets(
            "testsrc2=s=176x144:r=15", ["-profile:v", "baseline", "-level", "1.1", "-pix_fmt", "yuv420p"])
        // x264 sets constraint flags 0 and 1 for Constrained Baseline.
        #expect((sps.profile, sps.constraints & 0xC0, sps.level) == (66, 0xC0, 11))
        #expect((sps.width, sps.height, sps.isProgressive) == (176, 144, true))
        #expect(sps.timing?.frameRate == 15)
        #expect(!pps.isArithmeticCoded && !pps.hasTransform8x8)
    }

    @Test func `interlaced with a shape, colours, cropping and a decoder model`() throws {
        let model = "tff=1:nal-hrd=vbr:8x8dct=1:cabac=1:ref=3:videoformat=pal"
        let (sps, pps) = try sets(
            "testsrc2=s=718x564:r=25",
            [
                "-profile:v", "high", "-level", "4.0", "-pix_fmt", "yuv420p", "-flags", "+ilme+ildct", "-x264-params",
                model, "-b:v", "1M", "-maxrate", "2M", "-bufsize", "1M", "-aspect", "16:9", "-color_primaries",
                "bt470bg",
                "-color_trc", "smpte170m", "-colorspace", "bt470bg", "-color_range", "pc",
            ])
        #expect((sps.profile, sps.level) == (100, 40))
        #expect((sps.width, sps.height, sps.isProgressive) == (718, 564, false))
        // 16:9 over 718:564.
        let shape = try #require(sps.sampleAspectRatio)
        #expect(shape.width * 9 * 718 == shape.height * 16 * 564)
        #expect(sps.colour == ColourDescription(primaries: 5, transfer: 6, matrix: 5, isFullRange: true))
        #expect(sps.isFullRange == true)
        #expect((sps.timing?.frameRate, sps.maxReferenceFrames) == (25, 3))
        #expect(pps.isArithmeticCoded && pps.hasTransform8x8)
    }

    @Test(arguments: [
        ("yuv420p10le", "high10", 110, 1, 10), ("yuv422p", "high422", 122, 2, 8),
        ("yuv422p10le", "high422", 122, 2, 10),
        ("yuv444p", "high444", 244, 3, 8), ("yuv444p10le", "high444", 244, 3, 10), ("gray", "high", 100, 0, 8),
    ])
    func `high profiles with chroma formats and bit depths, and scaling lists`(
        format: String, name: String, profile: UInt8, chroma: UInt32, depth: UInt32
    ) throws {
        let (sps, pps) = try sets(
            "testsrc2=s=330x180:r=30000/1001",
            ["-pix_fmt", format, "-profile:v", name, "-x264-params", "cqm=jvt:8x8dct=1:bframes=0"])
        #expect(
            (sps.profile, sps.chromaFormat, sps.bitDepthLuma, sps.bitDepthChroma) == (profile, chroma, depth, depth))
        #expect((sps.width, sps.height) == (330, 180))
        let rate = try #require(sps.timing)
        #expect(UInt64(rate.timeScale) * 1001 == UInt64(rate.unitsInTick) * 2 * 30000)
        #expect(pps.hasTransform8x8)
    }

    private func sets(
        _ source: String, _ arguments: [String]
    ) throws -> (H264SequenceParameterSet, H264PictureParameterSet) {
        let stream = try #require(
            try EncodedStream(
                source, ["-frames:v", "2", "-c:v", "libx264", "-preset", "ultrafast"] + arguments, format: "h264"))
        let box = try AVCConfigurationBox(annexB: stream.bytes)
        let sps = try #require(box.parameters)
        let pps = try #require(box.pictureParameterSets.first)
        // What is written is read again, the fields of high profiles included.
        #expect(try Box(box) == [Box](reading: Box(box).bytes()).first)
        #expect((box.high == nil) == [66, 77, 88].contains(sps.profile))
        return (sps, try H264PictureParameterSet(pps.bytes, chromaFormat: sps.chromaFormat))
    }
}
