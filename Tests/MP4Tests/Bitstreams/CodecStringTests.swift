import MP4
import Testing

private func video(_ type: FourCC, _ children: [Box]) -> Box {
    Box(VisualSampleEntry { $0.children = children }, type: type)
}

private func audio(_ type: FourCC, _ children: [Box]) -> Box {
    Box(AudioSampleEntry { $0.children = children }, type: type)
}

private func opaque(_ type: FourCC, _ payload: [UInt8]) -> Box { Box(OpaqueBox { $0.payload = payload }, type: type) }

private func descriptors(objectType: UInt8, _ information: [UInt8]?) -> Box {
    let config = Descriptor.DecoderConfig {
        $0.objectTypeIndication = objectType
        if let information { $0.descriptors = [Descriptor(tag: 5, .opaque(information))] }
    }
    let stream = Descriptor.ElementaryStream { $0.descriptors = [Descriptor(tag: 4, .decoderConfig(config))] }
    return Box(ElementaryStreamDescriptorBox { $0.descriptors = [Descriptor(tag: 3, .elementaryStream(stream))] })
}

private func protection(_ format: FourCC) -> Box {
    Box(ProtectionSchemeInformationBox { $0.children = [Box(OriginalFormatBox { $0.dataFormat = format })] })
}

private let avc = Box(
    AVCConfigurationBox { ($0.profileIndication, $0.profileCompatibility, $0.levelIndication) = (66, 0xC0, 30) })
private let hevc = Box(
    HEVCConfigurationBox {
        ($0.generalProfileIDC, $0.generalLevelIDC, $0.generalTierFlag) = (2, 153, true)
        $0.generalProfileCompatibilityFlags = 0x2000_0000
        $0.generalConstraintIndicatorFlags = 0x9000_0000_0000
    })

@Test func `H-264 and H-265 are named by profile and level, after the type of the entry`() {
    #expect(video("avc1", [avc]).codec == "avc1.42C01E")
    #expect(video("avc3", [avc]).codec == "avc3.42C01E")
    #expect(video("hvc1", [hevc]).codec == "hvc1.2.4.H153.90")
    #expect(video("hev1", [hevc]).codec == "hev1.2.4.H153.90")
    // Without its configuration nothing more is known.
    #expect(video("avc1", []).codec == "avc1")
}

@Test func `AV1 is named by its configuration when there is no sequence header in it`() {
    // The examples of the AV1 binding's §5: av01.0.04M.10.0.112.09.16.09.0 and av01.0.01M.08.
    let hdr = AV1ConfigurationBox { ($0.seqLevelIndex, $0.highBitDepth, $0.chromaSamplePosition) = (4, true, 2) }
    let colour = ColourInformationBox {
        ($0.colourPrimaries, $0.transferCharacteristics, $0.matrixCoefficients) = (9, 16, 9)
    }
    #expect(video("av01", [Box(hdr), Box(colour)]).codec == "av01.0.04M.10.0.112.09.16.09.0")
    #expect(video("av01", [Box(AV1ConfigurationBox { $0.seqLevelIndex = 1 })]).codec == "av01.0.01M.08")
}

@Test func `VP9 is named at length when the short form would mean something else`() {
    // The VP binding: 4:2:0 colocated, BT.709 and studio range are what the short form stands for.
    let plain = VPCodecConfigurationBox {
        ($0.level, $0.colourPrimaries, $0.transferCharacteristics, $0.matrixCoefficients) = (31, 1, 1, 1)
    }
    #expect(video("vp09", [Box(plain)]).codec == "vp09.00.31.08")
    let hdr = VPCodecConfigurationBox {
        ($0.profile, $0.level, $0.bitDepth, $0.isFullRange) = (2, 10, 10, true)
        ($0.colourPrimaries, $0.transferCharacteristics, $0.matrixCoefficients) = (9, 16, 9)
    }
    #expect(video("vp09", [Box(hdr)]).codec == "vp09.02.10.10.01.09.16.09.01")
}

@Test func `Dolby Vision is named by its own profile and level only where the entry is its own`() {
    // Version 1.0, profile 5 (0000101), level 6 (000110), metadata and base layer, compatibility 0.
    let configuration = opaque("dvcC", hex("0100") + bits("0000101 000110 101 0000") + [UInt8](repeating: 0, count: 19))
    #expect(video("dvh1", [hevc, configuration]).codec == "dvh1.05.06")
    #expect(video("hvc1", [hevc, configuration]).codec == "hvc1.2.4.H153.90")
    #expect(video("dvh1", [hevc]).codec == "dvh1.2.4.H153.90")
}

@Test func `MPEG-4 and MPEG-2 streams are named by object type`() {
    #expect(audio("mp4a", [descriptors(objectType: 0x40, hex("1190"))]).codec == "mp4a.40.2")
    #expect(audio("mp4a", [descriptors(objectType: 0x40, hex("2B118800"))]).codec == "mp4a.40.5")
    #expect(audio("mp4a", [descriptors(objectType: 0x40, hex("EB098800"))]).codec == "mp4a.40.29")
    #expect(
        audio("mp4a", [descriptors(objectType: 0x40, bits("11111 001010 0011 0010 00011 001 00010"))]).codec
            == "mp4a.40.42")
    #expect(audio("mp4a", [descriptors(objectType: 0x40, nil)]).codec == "mp4a.40")
    for (type, name) in [(UInt8(0x67), "67"), (0x69, "69"), (0x6B, "6B"), (0xA5, "A5"), (0xA6, "A6")] {
        #expect(audio("mp4a", [descriptors(objectType: type, nil)]).codec == "mp4a.\(name)")
    }
    // RFC 6381 §3.3: profile_and_level_indication in decimal, from the start of the visual object sequence.
    #expect(video("mp4v", [descriptors(objectType: 0x20, hex("000001B0 F5 000001B5"))]).codec == "mp4v.20.245")
    #expect(audio("mp4a", []).codec == "mp4a")
    // QuickTime keeps it one box further in.
    let wave = SoundDescriptionExtensionBox { $0.children = [descriptors(objectType: 0x40, hex("1190"))] }
    #expect(audio("mp4a", [Box(wave)]).codec == "mp4a.40.2")
}

@Test func `other audio is named by the type of its entry`() {
    for type: FourCC in ["ac-3", "ec-3", "Opus", "fLaC", "alac"] { #expect(audio(type, []).codec == type.description) }
    // Configuration version 1, profile and level 0x0D.
    #expect(audio("mhm1", [opaque("mhaC", hex("01 0D 02 0000"))]).codec == "mhm1.0x0D")
}

@Test func `an encrypted entry is named by what is inside`() {
    #expect(video("encv", [avc, protection("avc1")]).codec == "avc1.42C01E")
    #expect(audio("enca", [descriptors(objectType: 0x40, hex("1190")), protection("mp4a")]).codec == "mp4a.40.2")
    #expect(audio("enca", [protection("ec-3")]).codec == "ec-3")
    #expect(video("encv", [avc]).codec == "encv")
    #expect(audio("enca", [descriptors(objectType: 0x40, hex("1190"))]).codec == "enca")
}

@Test func `subtitles are named by type, and TTML by the profile where the entry says it`() {
    #expect(Box(WebVTTSampleEntry()).codec == "wvtt")
    #expect(Box(XMLSubtitleSampleEntry()).codec == "stpp")
    let schema = XMLSubtitleSampleEntry { $0.schemaLocation = "http://www.w3.org/ns/ttml/profile/imsc1/text" }
    #expect(Box(schema).codec == "stpp.ttml.im1t")
    func typed(_ text: String) -> String? {
        let mime = opaque("mime", hex("00000000") + ascii(text) + [0])
        return Box(XMLSubtitleSampleEntry { $0.children = [mime] }).codec
    }
    #expect(typed("application/ttml+xml;codecs=im2t") == "stpp.ttml.im2t")
    #expect(typed("application/ttml+xml; charset=utf-8; codecs=\"im1i|etd1\"") == "stpp.ttml.im1i|etd1")
    #expect(typed("application/ttml+xml;codecs=im1t,avc1") == "stpp")
    #expect(typed("text/plain;codecs=im1t") == "stpp")
}

@Test func `a box that is no sample entry has no codec`() {
    #expect(avc.codec == nil)
    #expect(Box(MovieBox()).codec == nil)
    #expect(opaque("text", []).codec == nil)
}

@Test func `channels and rate are what the decoder gives`() {
    func entry(_ box: Box) -> (Int, UInt32) {
        let entry = AudioSampleEntry { ($0.children, $0.channelCount, $0.sampleRate) = ([box], 2, 44100 << 16) }
        return (entry.outputChannels, entry.outputSampleRate)
    }
    #expect(entry(descriptors(objectType: 0x40, hex("EB098800"))) == (2, 48000))
    #expect(entry(descriptors(objectType: 0x6B, nil)) == (2, 44100))
    // ETSI TS 102 366: acmod 7 is 3/2, with a low-frequency channel 6; fscod 2 is 32 kHz; code 15 is 448 kbit/s, and 18
    // the last.
    let ac3 = AC3SpecificBox { ($0.acmod, $0.lfeon, $0.fscod, $0.bitRateCode) = (7, true, 2, 15) }
    #expect(entry(Box(ac3)) == (6, 32000))
    #expect(ac3.bitRate == 448_000)
    #expect(AC3SpecificBox { $0.bitRateCode = 19 }.bitRate == nil)
    let ec3 = EC3SpecificBox {
        $0.substreams = [.init { ($0.acmod, $0.lfeon, $0.dependentCount, $0.channelLocations) = (7, true, 1, 2) }]
    }
    // The second bit adds the rear pair: 7.1.
    #expect(entry(Box(ec3)) == (8, 48000))
    #expect(entry(Box(EC3SpecificBox { $0.substreams = [.init { $0.fscod = 3 }] })) == (2, 44100))
    // Whatever was coded, Opus comes out at 48 kHz.
    #expect(entry(Box(OpusSpecificBox { ($0.outputChannelCount, $0.inputSampleRate) = (6, 44100) })) == (6, 48000))
    // RFC 9639 §8.2: blocks of 4096, frame sizes unknown, 96,000 Hz, 8 channels.
    let information = u(16, 4096) + u(16, 4096) + u(48, 0) + u(20, 96000) + "111" + u(5, 23) + u(36, 0)
    #expect(
        entry(opaque("dfLa", hex("00000000 80000022") + bits(information) + [UInt8](repeating: 0, count: 16))) == (
            8, 96000
        ))
    #expect(entry(opaque("dfLa", hex("00000000 84000022"))) == (2, 44100))
}

@Test func `E-AC-3 says how many objects it has beside its channels`() throws {
    // 640 kbit/s, one substream, 48 kHz, 5.1; then seven reserved bits, the flag, and 16.
    let bytes = hex("0000000F") + ascii("dec3") + hex("1400 20 0F 00 01 10")
    let boxes = try [Box](reading: bytes)
    let box = try #require(boxes.first(EC3SpecificBox.self))
    #expect((box.channels, box.objects?.isPresent, box.objects?.complexityIndex) == (6, true, 16))
    #expect(try boxes.bytes() == bytes)
    let plain = try [Box](reading: hex("0000000D") + ascii("dec3") + hex("1400 20 0F 00"))
    #expect(plain.first(EC3SpecificBox.self)?.objects == nil)
}
