import MP4
import Testing

@Test func `a sequence parameter set gives size, colour and timing`() throws {
    let sps = try H264SequenceParameterSet(spsHigh)
    // As ffmpeg's trace_headers reads it: 40 × 23 macroblocks, bottom crop 4 × 2, VUI as encoded.
    #expect((sps.width, sps.height) == (640, 360))
    #expect((sps.profile, sps.constraints, sps.level) == (100, 0, 30))
    #expect((sps.chromaFormat, sps.bitDepthLuma, sps.bitDepthChroma) == (1, 8, 8))
    #expect(sps.colour == .bt709)
    #expect(sps.sampleAspectRatio == SampleAspectRatio(1, 1))
    #expect((sps.timing?.unitsInTick, sps.timing?.timeScale) == (1, 50))
    #expect(sps.maxReferenceFrames == 4)
    #expect(sps.maxReorderFrames == 2)
}

@Test func `a sequence parameter set cut anywhere is an error`() throws {
    // The last byte holds the size of the picture buffer only, which nobody asks for.
    for count in 0..<spsHigh.count - 1 {
        let sps = try? H264SequenceParameterSet(Array(spsHigh[..<count]))
        #expect(sps == nil)
    }
}

@Test func `any sequence parameter set is read without a trap`() {
    for place in 1..<spsHigh.count {
        for value in UInt8.min...UInt8.max {
            var bytes = spsHigh
            bytes[place] = value
            if let sps = try? H264SequenceParameterSet(bytes) {
                #expect(sps.width > 0 && sps.height > 0)
            }
        }
    }
}

@Test func `avcC is made of the parameter sets of a byte stream`() throws {
    let sei = hex("06 05 01 FF 80")
    let stream =
        hex("00000001") + spsHigh + hex("00000001") + ppsHigh + hex("000001") + sei + hex("0000")
    let box = try AVCConfigurationBox(annexB: stream)
    // ISO/IEC 14496-15 §5.3.3.1.2: version, profile, compatibility, level, 111111 + 3, 111 + 1 set … and for High
    // 111111 + chroma format, 11111 + depths less 8, no extensions.
    let content =
        hex("01 64 00 1E FF E1 001E") + spsHigh + hex("01 0006") + ppsHigh + hex("FD F8 F8 00")
    #expect(try Box(box).bytes() == hex("000000") + [UInt8(8 + content.count)] + ascii("avcC") + content)
    #expect(box.codec() == "avc1.64001E")
    #expect(try AVCConfigurationBox(extradata: content).codec(sampleEntry: "avc3") == "avc3.64001E")
    #expect(throws: BitstreamError(.missing("PPS"), at: 0)) { try AVCConfigurationBox(annexB: hex("000001") + spsHigh) }
}

@Test func `start codes of three and four bytes become lengths, and zeros at the end go`() throws {
    let stream = hex("00000001 6588 000001 41 0003 00 000001 0605 000000")
    let expected = hex("00000002 6588 00000003 410003 00000002 0605")
    #expect(NALUnits.lengthPrefixed(annexB: stream) == expected)
    #expect(try NALUnits.split(lengthPrefixed: expected).map(Array.init) == [hex("6588"), hex("410003"), hex("0605")])
    #expect(throws: BitstreamError(.truncated, at: 0)) { try NALUnits.split(lengthPrefixed: hex("00000005 6588")) }
    #expect(NALUnits.split(annexB: hex("0000")).isEmpty)
    #expect(NALUnits.unescaped(hex("67 000003 01 0003 000003")) == hex("67 0000 01 0003 0000"))
}
