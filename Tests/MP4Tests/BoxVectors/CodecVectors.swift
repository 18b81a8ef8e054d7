import MP4
import Testing

extension BoxVector {
    /// What lies in sample entries: ISO/IEC 14496-12 §12, 14496-14, 14496-15, 14496-30, ETSI TS 102 366, and the bindings
    /// of AV1, VP9 and Opus.
    static let codecs: [BoxVector] = [
        BoxVector("avcC", "Baseline", "01 42 C0 1E FF E1 0004 6742C01E 01 [0003] 68CE38") {
            (box: AVCConfigurationBox) in
            #expect((box.profileIndication, box.profileCompatibility, box.levelIndication) == (0x42, 0xC0, 0x1E))
            #expect(box.lengthSizeMinusOne == 3 && box.high == nil)
            #expect(box.sequenceParameterSets.map(\.bytes) == [hex("6742C01E")])
            #expect(box.pictureParameterSets.map(\.bytes) == [hex("68CE38")])
        },
        BoxVector("avcC", "High", "01 64 00 1E FD E1 0004 6764001E 01 0003 68EE3C FE FA F9 [01] [0002] 6D00") {
            (box: AVCConfigurationBox) in
            #expect(box.lengthSizeMinusOne == 1 && box.high?.chromaFormat == 2)
            #expect((box.high?.bitDepthLumaMinus8, box.high?.bitDepthChromaMinus8) == (2, 1))
            #expect(box.high?.sequenceParameterSetExtensions.map(\.bytes) == [[0x6D, 0]])
        },
        BoxVector("avcC", "High without its fields", "01 64 00 1E FF E0 00") { (box: AVCConfigurationBox) in
            #expect(box.high == nil && box.sequenceParameterSets.isEmpty && box.pictureParameterSets.isEmpty)
        },
        // 00 1 00010, compatibility, constraints; 00 001 1 11; two arrays: complete ones of types 32 and 33.
        BoxVector(
            "hvcC",
            """
            01 22 20000000 B00000000000 5D F001 FE FD FA F9 0102 4F [02] A0 0001 0003 400101 21 [0001] [0002] 4201
            """
        ) { (box: HEVCConfigurationBox) in
            #expect((box.generalProfileSpace, box.generalTierFlag, box.generalProfileIDC) == (0, true, 2))
            #expect(box.generalProfileCompatibilityFlags == 0x2000_0000)
            #expect(box.generalConstraintIndicatorFlags == 0xB000_0000_0000 && box.generalLevelIDC == 93)
            #expect((box.minSpatialSegmentationIDC, box.parallelismType, box.chromaFormatIDC) == (1, 2, 1))
            #expect((box.bitDepthLumaMinus8, box.bitDepthChromaMinus8, box.avgFrameRate) == (2, 1, 0x102))
            #expect((box.constantFrameRate, box.numTemporalLayers, box.temporalIDNested) == (1, 1, true))
            #expect(box.lengthSizeMinusOne == 3 && box.arrays.map(\.isComplete) == [true, false])
            #expect(box.arrays.map(\.nalUnitType) == [32, 33])
            #expect(box.arrays.map { $0.units.map(\.bytes) } == [[[0x40, 1, 1]], [[0x42, 1]]])
        },
        // 1 0000001, 000 01000, 0 1 0 0 1 1 00, 000 0 0000.
        BoxVector("av1C", "10 bits", "81 08 4C 00 0A0100") { (box: AV1ConfigurationBox) in
            #expect((box.seqProfile, box.seqLevelIndex, box.seqTier) == (0, 8, 0))
            #expect((box.highBitDepth, box.twelveBit, box.monochrome) == (true, false, false))
            #expect((box.chromaSubsamplingX, box.chromaSubsamplingY, box.chromaSamplePosition) == (true, true, 0))
            #expect(box.initialPresentationDelayMinusOne == nil && box.configOBUs == [0x0A, 1, 0])
        },
        // 001 01101, 1 1 1 1 0 0 01, 000 1 0011.
        BoxVector("av1C", "12 bits, with a delay", "81 2D F1 13") { (box: AV1ConfigurationBox) in
            #expect((box.seqProfile, box.seqLevelIndex, box.seqTier) == (1, 13, 1))
            #expect((box.highBitDepth, box.twelveBit, box.monochrome) == (true, true, true))
            #expect((box.chromaSubsamplingX, box.chromaSubsamplingY, box.chromaSamplePosition) == (false, false, 1))
            #expect(box.initialPresentationDelayMinusOne == 3 && box.configOBUs.isEmpty)
        },
        // 1010 001 1.
        BoxVector("vpcC", "01 000000 02 1F A3 09 10 09 [0000]") { (box: VPCodecConfigurationBox) in
            #expect((box.profile, box.level, box.bitDepth) == (2, 31, 10))
            #expect((box.chromaSubsampling, box.isFullRange) == (1, true))
            #expect((box.colourPrimaries, box.transferCharacteristics, box.matrixCoefficients) == (9, 16, 9))
        },
        BoxVector("vpcC", "initialization data", "01 000000 00 0A 82 02 02 02 [0002] AABB") {
            (box: VPCodecConfigurationBox) in
            #expect(box.codecInitializationData == [0xAA, 0xBB] && !box.isFullRange)
        },
        BoxVector(
            "esds", "AAC",
            "00000000 03 [19] 0000 00 04 [11] 40 15 000000 00011170 0000FA00 05 [02] 1190 06 [01] 02"
        ) { (box: ElementaryStreamDescriptorBox) in
            #expect(box.decoderSpecificInfo == [0x11, 0x90])
            let config = try #require(box.decoderConfig)
            #expect((config.objectTypeIndication, config.streamType, config.isUpStream) == (0x40, 5, false))
            #expect((config.bufferSizeDB, config.maxBitrate, config.avgBitrate) == (0, 70000, 64000))
        },
        BoxVector(
            "esds", "sizes of four bytes",
            """
            00000000 03 [80808022] 0000 00 04 [80808014] 40 15 000000 00000000 00000000 05 [80808002] 1190
            06 [80808001] 02
            """
        ) { (box: ElementaryStreamDescriptorBox) in #expect(box.decoderSpecificInfo == [0x11, 0x90]) },
        // 1 1 1 00001.
        BoxVector("esds", "a stream that depends", "00000000 03 [0E] 0001 E1 0002 03 'url' 0003 06 [01] 02") {
            (box: ElementaryStreamDescriptorBox) in
            guard case .elementaryStream(let stream)? = box.descriptors.first?.content else {
                Issue.record("no elementary stream")
                return
            }
            #expect((stream.id, stream.dependsOn, stream.clockReference, stream.priority) == (1, 2, 3, 1))
            #expect(stream.url == ascii("url") && stream.descriptors.map(\.tag) == [6])
        },
        BoxVector("esds", "another descriptor", "00000000 0A [02] AABB") { (box: ElementaryStreamDescriptorBox) in
            #expect(box.descriptors.map(\.content) == [.opaque([0xAA, 0xBB])] && box.decoderConfig == nil)
        },
        // 00 01000 000 111 1 01111 00000.
        BoxVector("dac3", "10 3D E0") { (box: AC3SpecificBox) in
            #expect((box.fscod, box.bsid, box.bsmod, box.acmod, box.lfeon) == (0, 8, 0, 7, true))
            #expect((box.bitRateCode, box.channels) == (15, 6))
        },
        // 640 in 13 bits, 000; 00 10000 0, 0 000 111 1, 000 0000 0.
        BoxVector("dec3", "5.1", "1400 20 0F 00") { (box: EC3SpecificBox) in
            #expect((box.dataRate, box.channels, box.substreams.count) == (640, 6, 1))
            let first = try #require(box.substreams.first)
            #expect((first.fscod, first.bsid, first.asvc, first.bsmod) == (0, 16, false, 0))
            #expect((first.acmod, first.lfeon, first.dependentCount) == (7, true, 0))
        },
        // 000 0001 000000010: one dependent substream with Lrs and Rrs.
        BoxVector("dec3", "7.1", "1400 20 0F 0202") { (box: EC3SpecificBox) in
            #expect((box.substreams.first?.dependentCount, box.substreams.first?.channelLocations) == (1, 2))
            #expect(box.channels == 8)
        },
        BoxVector("dec3", "two programs", "1401 20 0F 00 20 82 00") { (box: EC3SpecificBox) in
            #expect(box.substreams.map(\.acmod) == [7, 1] && box.substreams.map(\.asvc) == [false, true])
        },
        BoxVector("dOps", "stereo", "00 02 0138 0000BB80 0000 00") { (box: OpusSpecificBox) in
            #expect((box.outputChannelCount, box.preSkip, box.inputSampleRate) == (2, 312, 48000))
            #expect((box.outputGain, box.channelMappingFamily) == (0, 0) && box.channelMapping.isEmpty)
        },
        BoxVector("dOps", "5.1", "00 06 0138 0000BB80 FF00 01 04 02 000401020305") { (box: OpusSpecificBox) in
            #expect((box.outputGain, box.channelMappingFamily) == (-256, 1))
            #expect((box.streamCount, box.coupledCount) == (4, 2) && box.channelMapping == [0, 4, 1, 2, 3, 5])
        },
        BoxVector("colr", "on screen", "'nclx' 0009 0010 0009 80") { (box: ColourInformationBox) in
            #expect((box.colourPrimaries, box.transferCharacteristics, box.matrixCoefficients) == (9, 16, 9))
            #expect(box.colourType == "nclx" && box.isFullRange)
        },
        BoxVector("colr", "QuickTime's", "'nclc' 0001 0002 0006") { (box: ColourInformationBox) in
            #expect((box.colourPrimaries, box.transferCharacteristics, box.matrixCoefficients) == (1, 2, 6))
            #expect(box.colourType == "nclc" && !box.isFullRange)
        },
        BoxVector("colr", "a profile", "'prof' DEADBEEF") { (box: ColourInformationBox) in
            #expect(box.colourType == "prof" && box.profile == hex("DEADBEEF"))
        },
        BoxVector("colr", "a restricted profile", "'rICC' 01") { (box: ColourInformationBox) in
            #expect(box.colourType == "rICC" && box.profile == [1])
        },
        BoxVector("pasp", "00000004 00000003") { (box: PixelAspectRatioBox) in
            #expect((box.horizontalSpacing, box.verticalSpacing) == (4, 3))
        },
        BoxVector("clap", "00000280 00000001 00000168 00000002 FFFFFFFE 00000003 00000004 00000005") {
            (box: CleanApertureBox) in
            #expect((box.cleanApertureWidthN, box.cleanApertureWidthD) == (640, 1))
            #expect((box.cleanApertureHeightN, box.cleanApertureHeightD) == (360, 2))
            #expect((box.horizontalOffsetN, box.horizontalOffsetD) == (-2, 3))
            #expect((box.verticalOffsetN, box.verticalOffsetD) == (4, 5))
        },
        BoxVector("btrt", "00000001 00000002 00000003") { (box: BitRateBox) in
            #expect((box.bufferSizeDB, box.maxBitrate, box.avgBitrate) == (1, 2, 3))
        },
        BoxVector("mdcv", "33C2 86C4 1D4C 0BB8 84D0 3E80 3D13 4042 00989680 00000001") {
            (box: MasteringDisplayColourVolumeBox) in
            #expect(box.displayPrimaries == [13250, 34500, 7500, 3000, 34000, 16000])
            #expect(box.whitePoint == [15635, 16450] && (box.maxLuminance, box.minLuminance) == (10_000_000, 1))
        },
        BoxVector("clli", "03E8 0190") { (box: ContentLightLevelBox) in
            #expect((box.maxContentLightLevel, box.maxPictureAverageLightLevel) == (1000, 400))
        },
        BoxVector("vttC", "'WEBVTT'") { (box: WebVTTConfigurationBox) in
            #expect(box.configuration == BoxText(bytes: ascii("WEBVTT"), isTerminated: false))
        },
        BoxVector("vlab", "'a.vtt'") { (box: WebVTTSourceLabelBox) in #expect("\(box.sourceLabel)" == "a.vtt") },
        // An `mp4a` in here is no sample entry.
        BoxVector("wave", "0000000C 'frma' 'mp4a' 0000000C 'mp4a' 00000000 00000008 00000000") {
            (box: SoundDescriptionExtensionBox) in
            #expect(box.first(OriginalFormatBox.self)?.dataFormat == "mp4a")
            #expect(box.children.map(\.type) == ["frma", "mp4a", FourCC(rawValue: 0)])
            #expect((box.children[1].content as? OpaqueBox)?.payload == [0, 0, 0, 0])
        },
    ]
}
