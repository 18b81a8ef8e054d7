import MP4
import Testing

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
    // 00010 1111 and a rate of 24 bits: 44,000 Hz, mono.
    let long = try AudioSpecificConfig(bits("00010 1111" + u(24, 44000) + "0001 000"))
    #expect((long.objectType, long.coreSampleRate, long.channels) == (2, 44000, 1))
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

@Test func `xHE-AAC has object type 42, and channels and frame length of its own`() throws {
    // ISO/IEC 23003-3 §5.2: 11111 001010, 48 kHz, stereo; index 3 again, 2:1 SBR, configuration 2.
    let stereo = try AudioSpecificConfig(bits("11111 001010 0011 0010" + "00011 011 00010"))
    #expect((stereo.codec, stereo.objectType) == ("mp4a.40.42", 42))
    #expect((stereo.sampleRate, stereo.channels, stereo.samplesPerFrame) == (48000, 2, 2048))
    // A rate of 24 bits in both places, 768 samples, configuration 0: 31 + 2 channels.
    let rate = u(24, 37000)
    let many = try AudioSpecificConfig(
        bits("11111 001010 1111" + rate + "0000 11111" + rate + "000 00000 11111" + u(8, 2)))
    #expect((many.coreSampleRate, many.channels, many.samplesPerFrame) == (37000, 33, 768))
    // Index 5 is reserved; the bits of it end in byte 3.
    #expect(throws: BitstreamError(.invalidValue("coreSbrFrameLengthIndex"), at: 3)) {
        try AudioSpecificConfig(bits("11111 001010 0011 0010" + "00011 101 00010"))
    }
}

@Test func `a program config element counts the channels of configuration 0`() throws {
    // §4.4.1.1: tag, profile 01, index 0011; 2 in front, 0 beside, 1 behind, 1 low, no data, no coupling; no mixdown; a
    // single and a pair, a pair, the low one; to the byte, and a comment of one byte.
    let element = "0000 01 0011" + "0010 0000 0001 01 000 0000" + "0 0 0" + "0 0000 1 0000" + "1 0001" + "0000"
    // 5 + 4 + 4 + 3 bits before it, 53 in it, so 3 to the byte.
    let config = try AudioSpecificConfig(bits("00010 0011 0000 000" + element + "000" + u(8, 1) + u(8, 0x41)))
    #expect((config.channelConfiguration, config.channels, config.codec) == (0, 6, "mp4a.40.2"))
    // SBR signalled behind it shows that it was read to its end.
    let extended = try AudioSpecificConfig(
        bits("00010 0110 0000 000" + element + "000" + u(8, 0) + u(11, 0x2B7) + "00101 1 0011"))
    #expect((extended.channels, extended.codec, extended.sampleRate) == (6, "mp4a.40.5", 48000))
}

@Test func `parametric stereo is signalled behind SBR`() throws {
    // AAC-LC mono of 24,000 Hz, 0x2B7, SBR to 48,000 Hz, 0x548, PS.
    let config = try AudioSpecificConfig(
        bits("00010 0110 0001 000" + u(11, 0x2B7) + "00101 1 0011" + u(11, 0x548) + "1"))
    #expect((config.codec, config.channels, config.sampleRate) == ("mp4a.40.29", 2, 48000))
    // The same with both flags 0: known not to be there.
    let plain = try AudioSpecificConfig(bits("00010 0110 0001 000" + u(11, 0x2B7) + "00101 0"))
    #expect((plain.codec, plain.channels, plain.sampleRate) == ("mp4a.40.2", 1, 24000))
}

@Test func `SBR that keeps the rate of the core makes no more samples`() throws {
    let down = try AudioSpecificConfig(bits("00101 0011 0010 0011 00010 000"))
    #expect((down.codec, down.sampleRate, down.samplesPerFrame) == ("mp4a.40.5", 48000, 1024))
}

@Test func `low-delay types have short frames`() throws {
    // AAC-LD with 480, and AAC-ELD with 512 and SBR to twice the rate (§4.6.20.3).
    let short = try AudioSpecificConfig(bits("10111 0011 0001 1 0 0 00"))
    #expect((short.codec, short.samplesPerFrame) == ("mp4a.40.23", 480))
    let enhanced = try AudioSpecificConfig(bits("11111 000111 0110 0010 0 000 1 1 0"))
    #expect((enhanced.codec, enhanced.sampleRate, enhanced.samplesPerFrame) == ("mp4a.40.39", 48000, 1024))
}

@Test func `any audio configuration is read without a trap`() {
    for first in UInt8.min...UInt8.max {
        for second in UInt8.min...UInt8.max {
            for rest in [hex("00000000"), hex("FFFFFFFFFFFFFFFF"), hex("56E598A5488056E5"), []] {
                if let config = try? AudioSpecificConfig([first, second] + rest) {
                    _ = (config.codec, config.channels, config.sampleRate, config.samplesPerFrame, config.bytes)
                }
            }
        }
    }
}
