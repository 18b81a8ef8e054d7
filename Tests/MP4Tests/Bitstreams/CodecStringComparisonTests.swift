import MP4
import Testing

@Test(arguments: [
    ("avc1.64001F", "avc1", 100, 31, false), ("avc3.42e01e", "avc1", 66, 30, false),
    ("hvc1.2.4.L153.B0", "hvc1", 2, 153, false), ("hev1.A1.6.H93", "hvc1", 1, 93, true),
    ("av01.0.04M.10.0.112.09.16.09.0", "av01", 0, 4, false), ("av01.1.13H.08", "av01", 1, 13, true),
    ("vp09.02.31.10", "vp09", 2, 31, false), ("dvhe.05.06", "dvh1", 5, 6, false),
])
func `a codec string of video has profile, level and tier`(
    text: String, family: String, profile: Int, level: Int, isHigh: Bool
) throws {
    let string = try #require(CodecString(text))
    #expect((string.family, string.profile, string.level, string.isHighTier) == (family, profile, level, isHigh))
}

@Test func `a codec string of audio has its object type, and other strings their first part`() {
    #expect(CodecString("mp4a.40.2")?.profile == 2)
    #expect(CodecString("mp4a.40.02") == CodecString("mp4a.40.2"))
    #expect(CodecString("mp4a.40.2") != CodecString("mp4a.40.5"))
    #expect(CodecString("mp4a.a5") == CodecString("mp4a.A5"))
    #expect(CodecString("mp4a.6B")?.family == "mp4a.6b")
    #expect(CodecString("Opus") == CodecString("opus"))
    #expect(CodecString("stpp.ttml.im1t")?.family == "stpp")
    #expect(CodecString("avc1")?.profile == nil)
}

@Test(arguments: [
    "", ".", "avc1.", "avc1.64001", "avc1.64001G", "avc1.+4001F", "avc1.64.001F", "hvc1.1.6", "hvc1.1.6.93.B0",
    "hvc1.1.6.L",
    "hvc1.D1.6.L93", "hvc1.1.G.L93", "hvc1.1.6.L93.B0.0.0.0.0.0.0", "av01.0.04.08", "av01.0.04M", "av01.-1.04M.08",
    "vp09.00.10", "vp09.00.10.x", "mp4a.4", "mp4a.40.x", "mp4a.40.2.1", "dvh1.05",
])
func `what is no codec string of its codec is none`(text: String) { #expect(CodecString(text) == nil) }

@Test func `what this library writes for a codec can be taken apart`() {
    let box = HEVCConfigurationBox { ($0.generalProfileIDC, $0.generalLevelIDC, $0.generalProfileSpace) = (4, 180, 2) }
    let string = CodecString(box.codec())
    #expect((string?.profile, string?.level) == (4, 180))
}
