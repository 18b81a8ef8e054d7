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

@Test func `an audio configuration gives rate, channels and codec`() throws {
    let plain = try AudioSpecificConfig(hex("1190"))
    #expect((plain.codec, plain.sampleRate, plain.channels, plain.samplesPerFrame) == ("mp4a.40.2", 48000, 2, 1024))
    // 00010 0111 0010 000, then 0x2B7, 00101, 1, 0011: AAC-LC of 22,050 Hz with SBR to 48,000 Hz, backward compatible.
    let sbr = try AudioSpecificConfig(hex("1390 56E598"))
    #expect((sbr.codec, sbr.coreSampleRate, sbr.sampleRate) == ("mp4a.40.5", 22050, 48000))
    // 00101 0110 0010 0011 00010 000: SBR signalled first, 24,000 Hz to 48,000 Hz.
    let explicit = try AudioSpecificConfig(hex("2B118800"))
    #expect((explicit.codec, explicit.objectType, explicit.sampleRate) == ("mp4a.40.5", 2, 48000))
    // 11101 0110 0001 0011 00010 000: parametric stereo of a mono core.
    let stereo = try AudioSpecificConfig(hex("EB098800"))
    #expect((stereo.codec, stereo.channels, stereo.sampleRate) == ("mp4a.40.29", 2, 48000))
    // 11111 001010 1111 …: object type 42 and a rate of 24 bits.
    let long = try AudioSpecificConfig(hex("F95E 0177 0020"))
    #expect((long.objectType, long.coreSampleRate, long.channels) == (42, 48000, 1))
    #expect(throws: BitstreamError(.truncated, at: 0)) { try AudioSpecificConfig([]) }
    #expect(throws: BitstreamError(.invalidValue("samplingFrequencyIndex"), at: 1)) {
        try AudioSpecificConfig(hex("1690"))
    }
}

@Test func `an audio configuration is written as it is read`() throws {
    #expect(AudioSpecificConfig(aacLC: 48000, channels: 2)?.bytes == hex("1190"))
    #expect(AudioSpecificConfig(aacLC: 44100, channels: 1)?.bytes == hex("1208"))
    let odd = try #require(AudioSpecificConfig(aacLC: 44000, channels: 8))
    #expect(try AudioSpecificConfig(odd.bytes) == odd)
    #expect(AudioSpecificConfig(aacLC: 48000, channels: 7) == nil)
}
