import MP4
import Testing

/// By hand from ITU-T H.265 §7.3.2.2: Main, level 3.1, 1920 × 1088 less 8 lines, with everything that can stand before
/// the usability information.
private let everything: [UInt8] = {
    var text = u(4, 3) + u(3, 0) + "1 "
    text += "00 0 00001" + u(32, 0x6000_0000) + u(48, 0x9000_0000_0000) + u(8, 93)
    text += ue(2) + ue(1) + ue(1920) + ue(1088) + "1" + ue(0) + ue(0) + ue(0) + ue(4) + ue(0) + ue(0) + ue(4)
    text += "1" + ue(4) + ue(2) + ue(0)
    text += [0, 3, 0, 3, 0, 0].map(ue).joined()
    // Scaling lists: the first of 4 × 4 and the first of 16 × 16 with coefficients, the rest by reference.
    text += "1 1" + "1" + String(repeating: ue(3), count: 16) + String(repeating: "0" + ue(0), count: 5)
    text += String(repeating: "0" + ue(0), count: 6)
    text += "1" + ue(15) + String(repeating: ue(4), count: 64) + String(repeating: "0" + ue(0), count: 5)
    text += String(repeating: "0" + ue(0), count: 2)
    text += "1 1" + "1 0111 0111" + ue(0) + ue(2) + "1"
    // Four sets: (−1 −3 2); less 1 without the −3 (−1 −2 1); plus 1, where −1 falls on 0 and is none (−1 2 1); less 2.
    text += ue(4) + ue(2) + ue(1) + ue(0) + "1" + ue(1) + "1" + ue(1) + "1"
    text += "1 1" + ue(0) + "1 00 1 1"
    text += "1 0" + ue(0) + "1 1 1 01"
    text += "1 1" + ue(1) + "1 1 1 1"
    text += "1" + ue(2) + u(8, 17) + "1" + u(8, 200) + "0"
    text += "1 1 1"
    // Usability: shape, overscan, colours, chroma places, timing with a decoder model, restrictions.
    text += "1" + u(8, 255) + u(16, 40) + u(16, 33) + "1 1" + "1 101 1 1" + u(8, 9) + u(8, 18) + u(8, 9)
    text += "1" + ue(2) + ue(2) + "0 0 0 0" + "1" + u(32, 1001) + u(32, 60000) + "1" + ue(0)
    text += "1" + "1 1 1" + u(8, 2) + u(5, 3) + "0" + u(5, 4) + u(8, 0x12) + u(4, 1) + u(15, 0x1234) + "0 0 0" + ue(1)
    text += String(repeating: ue(9) + ue(8) + ue(7) + ue(6) + "1", count: 4)
    text += "1 0 1 0" + ue(12) + ue(0) + ue(0) + ue(15) + ue(15) + "0 1"
    return NALUnits.escaped(hex("4201") + bits(text))
}()

@Test func `a sequence parameter set of H-265 is read through everything before its usability information`() throws {
    let sps = try HEVCSequenceParameterSet(everything)
    #expect((sps.videoParameterSetID, sps.id, sps.maxSubLayers, sps.isTemporalIDNested) == (3, 2, 1, true))
    #expect((sps.width, sps.height, sps.chromaFormat) == (1920, 1080, 1))
    #expect((sps.bitDepthLuma, sps.bitDepthChroma) == (8, 8))
    #expect((sps.maxDecodedPictures, sps.maxReorderPictures) == (5, 2))
    #expect(sps.sampleAspectRatio == SampleAspectRatio(40, 33))
    #expect(sps.colour == ColourDescription(primaries: 9, transfer: 18, matrix: 9, isFullRange: true))
    #expect((sps.timing?.unitsInTick, sps.timing?.timeScale) == (1001, 60000))
    #expect(sps.minSpatialSegmentation == 12)
    #expect(sps.profileTierLevel.codecSuffix == "1.6.L93.90")
}

@Test func `a sequence parameter set of H-265 cut anywhere before its last flags is an error in it`() {
    // The extension flag and the stop bit are not asked for.
    for count in 0..<everything.count - 1 {
        do {
            _ = try HEVCSequenceParameterSet(everything[..<count])
            Issue.record("\(count) bytes")
        } catch {
            #expect(error.offset <= count)
        }
    }
}

@Test func `any sequence parameter set of H-265 is read without a trap`() {
    for place in 2..<everything.count {
        for value in UInt8.min...UInt8.max {
            var bytes = everything
            bytes[place] = value
            if let sps = try? HEVCSequenceParameterSet(bytes) { #expect(sps.width > 0 && sps.height > 0) }
        }
    }
}

@Test func `sub-layers with profiles and levels of their own are passed over`() throws {
    // Three sub-layers: the first has profile and level, the second a level; six reserved pairs.
    var text = u(4, 0) + u(3, 2) + "1" + "01 1 00010" + u(32, 0x2000_0000) + u(48, 0xB000_0000_0023) + u(8, 120)
    text += "1 1 0 1" + u(12, 0) + u(64, 0) + u(24, 0) + u(8, 60) + u(8, 90)
    text += ue(0) + ue(3) + "1" + ue(64) + ue(48) + "1" + ue(1) + ue(2) + ue(3) + ue(4) + ue(4) + ue(2) + ue(0)
    text += "0" + ue(0) + ue(0) + ue(0) + [0, 0, 0, 0, 0, 0].map(ue).joined() + "0 0 0 0" + ue(0) + "0 0 0 0 0 1"
    let sps = try HEVCSequenceParameterSet(NALUnits.escaped(hex("4201") + bits(text)))
    #expect((sps.maxSubLayers, sps.chromaFormat, sps.hasSeparatePlanes) == (3, 3, true))
    // Of 4:4:4 a window is counted in pixels.
    #expect((sps.width, sps.height, sps.bitDepthLuma, sps.bitDepthChroma) == (61, 41, 12, 10))
    #expect(sps.timing == nil && sps.colour == nil && sps.sampleAspectRatio == nil)
    // Profile space 1 is A; 0x20000000 reversed is 4; every byte up to the last that is not 0 stands there.
    #expect(sps.profileTierLevel.codecSuffix == "A2.4.H120.B0.0.0.0.0.23")
}

@Test func `a codec string of H-265 drops the zeros at the end of the constraints`() {
    // The example of ISO/IEC 14496-15 §E.3 and one without any.
    let box = HEVCConfigurationBox {
        ($0.generalProfileIDC, $0.generalLevelIDC) = (1, 93)
        $0.generalProfileCompatibilityFlags = 0x6000_0000
        $0.generalConstraintIndicatorFlags = 0xB000_0000_0000
    }
    #expect(box.codec() == "hvc1.1.6.L93.B0")
    let bare = HEVCConfigurationBox { ($0.generalProfileIDC, $0.generalLevelIDC) = (4, 30) }
    #expect(bare.codec(sampleEntry: "hev1") == "hev1.4.0.L30")
}

@Test func `sets of another layer are not read as if they were of the base layer`() {
    #expect(throws: BitstreamError(.invalidValue("nuh_layer_id"), at: 0)) {
        try HEVCSequenceParameterSet(hex("4209") + everything.dropFirst(2))
    }
    #expect(throws: BitstreamError(.invalidValue("nal_unit_type"), at: 0)) { try HEVCVideoParameterSet(everything) }
    #expect(throws: BitstreamError(.truncated, at: 0)) { try HEVCVideoParameterSet([0x40]) }
}

@Suite(.enabled(if: EncodedStream.encoders.contains("libx265"), "needs ffmpeg with libx265"))
struct X265Tests {
    @Test func `HDR in two sub-layers with a decoder model`() throws {
        let parameters =
            "hrd=1:vbv-maxrate=2000:vbv-bufsize=2000:sar=4\\:3:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc"
            + ":range=limited:scaling-list=default:level-idc=4:temporal-layers=1"
        let (vps, sps, box) = try sets(
            "testsrc2=s=642x362:r=30000/1001", ["-pix_fmt", "yuv420p10le"], parameters: parameters)
        #expect((sps.width, sps.height, sps.bitDepthLuma) == (642, 362, 10))
        #expect(sps.sampleAspectRatio == SampleAspectRatio(4, 3))
        #expect(sps.colour == ColourDescription(primaries: 9, transfer: 16, matrix: 9))
        #expect((sps.timing?.unitsInTick, sps.timing?.timeScale) == (1001, 30000))
        #expect(vps.timing == nil || vps.timing == sps.timing)
        #expect((sps.profileTierLevel.profile, sps.profileTierLevel.level, sps.maxSubLayers) == (2, 120, 2))
        #expect((vps.maxSubLayers, vps.maxLayers) == (2, 1))
        // Main 10 is compatible with itself: bit 2. x265 says progressive and frames only: 1001 0000.
        #expect(box.codec() == "hvc1.2.4.L120.90")
    }

    @Test(arguments: [
        ("yuv420p", "main", 1, 1, 8), ("yuv422p10le", "main422-10", 4, 2, 10), ("yuv444p", "main444-8", 4, 3, 8),
        ("yuv420p12le", "main12", 4, 1, 12), ("gray", "main", 4, 0, 8),
    ])
    func `profiles with chroma formats and bit depths`(
        format: String, name: String, profile: UInt8, chroma: UInt32, depth: UInt32
    ) throws {
        let (vps, sps, box) = try sets(
            "testsrc2=s=330x186:r=25", ["-pix_fmt", format], parameters: "level-idc=3.1:profile=\(name)")
        #expect((sps.profileTierLevel.profile, sps.profileTierLevel.level) == (profile, 93))
        #expect((sps.chromaFormat, sps.bitDepthLuma, sps.bitDepthChroma) == (chroma, depth, depth))
        #expect((sps.width, sps.height) == (330, 186))
        #expect(sps.timing?.pictureRate == 25)
        #expect(vps.profileTierLevel == sps.profileTierLevel && vps.maxSubLayers == 1)
        #expect(box.profileTierLevel == sps.profileTierLevel)
    }

    @Test func `hvcC is as ffmpeg writes it`() throws {
        let arguments = ["-frames:v", "3", "-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none"]
        let source = "testsrc2=s=320x180:r=25"
        let stream = try #require(try EncodedStream(source, arguments, format: "hevc"))
        let file = try #require(try EncodedStream(source, arguments + ["-tag:v", "hvc1"], format: "mp4"))
        let entry = try #require(try Movie(reading: file.bytes).tracks.first?.visualEntry)
        let theirs = try #require(entry.first(HEVCConfigurationBox.self))
        var ours = try HEVCConfigurationBox(annexB: stream.bytes)
        #expect(ours.codec() == theirs.codec())
        #expect(ours.parameters == theirs.parameters)
        // ffmpeg adds the encoder's message, which is left out here.
        let kept = theirs.arrays.filter { $0.nalUnitType != 39 }
        ours.arrays = kept
        var trimmed = theirs
        trimmed.arrays = kept
        #expect(try Box(ours).bytes() == Box(trimmed).bytes())
    }

    private func sets(
        _ source: String, _ arguments: [String], parameters: String
    ) throws -> (HEVCVideoParameterSet, HEVCSequenceParameterSet, HEVCConfigurationBox) {
        let all = ["-frames:v", "3", "-c:v", "libx265", "-preset", "ultrafast"] + arguments
        let quiet = "log-level=none:" + parameters
        let stream = try #require(try EncodedStream(source, all + ["-x265-params", quiet], format: "hevc"))
        let box = try HEVCConfigurationBox(annexB: stream.bytes)
        let vps = try #require(box.arrays.first?.units.first)
        return (try HEVCVideoParameterSet(vps.bytes), try #require(box.parameters), box)
    }
}
