import MP4
import Testing

extension BoxVector {
    private static let videoTypes: [FourCC] = [
        "avc1", "avc2", "avc3", "avc4", "hvc1", "hev1", "dvh1", "dvhe", "dva1", "dvav", "av01", "dav1", "vp08", "vp09",
        "mp4v", "s263", "H263", "jpeg", "mjpa", "mjpb", "apch", "apcn", "apcs", "apco", "ap4h", "ap4x", "encv", "resv",
    ]

    private static let audioTypes: [FourCC] = [
        "mp4a", "ac-3", "ec-3", "ac-4", "Opus", "fLaC", "alac", "samr", "sawb", "mha1", "mhm1", ".mp3", "twos", "sowt",
        "lpcm", "raw ", "in24", "in32", "fl32", "fl64", "ipcm", "fpcm", "ulaw", "alaw", "ima4", "enca",
    ]

    /// ISO/IEC 14496-12 §12.1.3, §12.2.3, §12.6.3, ISO/IEC 14496-30 §7.5; QuickTime's sound descriptions.
    static let sampleEntries =
        [
            BoxVector(
                entry: "mp4a", "version 1 of QuickTime",
                """
                00*6 0001 0001 0000 00000000 0002 0010 FFFE 0000 BB800000 00000400 00000000 00000000 00000002
                00000008 'wave'
                """
            ) { (entry: AudioSampleEntry) in
                #expect(entry.entryVersion == 1)
                #expect(entry.quickTimeFields == hex("00000400 00000000 00000000 00000002"))
                #expect(entry.children.map(\.type) == ["wave"])
            },
            BoxVector(
                entry: "lpcm", "version 2 of QuickTime",
                """
                00*6 0001 0002 0000 00000000 0003 0010 FFFE 0000 00010000 00000048 40E7700000000000 00000002 7F000000
                00000018 0000000C 00000006 00000001 00000008 'free'
                """
            ) { (entry: AudioSampleEntry) in
                #expect(entry.entryVersion == 2 && entry.quickTimeFields.count == 36)
                #expect(entry.quickTimeFields.prefix(8) == hex("00000048 40E77000")[...])
                #expect(entry.children.map(\.type) == ["free"])
            },
            BoxVector(
                entry: "mp4a", "version 1 of ISO", stsdVersion: 1,
                "00*6 0001 0001 00*6 0002 0010 0000 0000 00010000 00000010 'srat' 00000000 0002EE00"
            ) { (entry: AudioSampleEntry) in
                #expect(entry.entryVersion == 1 && entry.quickTimeFields.isEmpty)
                #expect(entry.children.map(\.type) == ["srat"])
            },
            BoxVector(entry: "wvtt", "00*6 0001 0000000E 'vttC' 'WEBVTT' 0000000D 'vlab' 'a.vtt'") {
                (entry: WebVTTSampleEntry) in
                #expect(entry.dataReferenceIndex == 1 && entry.children.map(\.type) == ["vttC", "vlab"])
            },
            BoxVector(
                entry: "stpp", "00*6 0002 'http://www.w3.org/ns/ttml' 00 'a~b' 00 'image/png' 00 00000014 'btrt' 00*12"
            ) { (entry: XMLSubtitleSampleEntry) in
                #expect(entry.dataReferenceIndex == 2 && entry.namespace == "http://www.w3.org/ns/ttml")
                #expect(entry.schemaLocation == "a b" && entry.auxiliaryMIMETypes == "image/png")
                #expect(entry.children.map(\.type) == ["btrt"])
            },
        ] + videoTypes.map(visual) + audioTypes.map(audio)

    private static func visual(_ type: FourCC) -> BoxVector {
        BoxVector(
            entry: type,
            """
            00*6 0001 0000 0000 00*12 0280 0168 00480000 00480000 00000000 0001 04 'x264' 00*27 0018 FFFF
            00000010 'pasp' 00000001 00000001
            """
        ) { (entry: VisualSampleEntry) in
            #expect((entry.dataReferenceIndex, entry.width, entry.height) == (1, 640, 360))
            #expect((entry.horizontalResolution, entry.verticalResolution) == (72 << 16, 72 << 16))
            #expect((entry.frameCount, entry.depth) == (1, 24) && entry.compressorName.prefix(5) == [4] + ascii("x264"))
            #expect(entry.first(PixelAspectRatioBox.self)?.horizontalSpacing == 1)
        }
    }

    private static func audio(_ type: FourCC) -> BoxVector {
        BoxVector(
            entry: type,
            "00*6 0001 0000 0000 00000000 0002 0010 0000 0000 BB800000 00000014 'btrt' 00000001 00000002 00000003"
        ) { (entry: AudioSampleEntry) in
            #expect((entry.dataReferenceIndex, entry.entryVersion, entry.channelCount) == (1, 0, 2))
            #expect((entry.sampleSize, entry.sampleRate) == (16, 48000 << 16))
            #expect(entry.first(BitRateBox.self)?.avgBitrate == 3)
        }
    }
}
