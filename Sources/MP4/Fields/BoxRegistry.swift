/// What is inside each type of box: the table that a new box is added to.
package enum BoxRegistry {
    /// The types of boxes whose content is known.
    package static var types: [FourCC] { Array(kinds.keys) }

    /// The types of sample entries whose content is known.
    package static var sampleEntryTypes: [FourCC] { Array(sampleEntries.keys) }

    /// Whether a box outside all others of this type holds nothing that its structure needs.
    static func isOpaque(_ type: FourCC) -> Bool { kinds[type] == nil || kinds[type] is FreeSpaceBox.Type }

    /// Content to be read for a box of this type inside `parent`.
    static func content(of type: FourCC, in parent: FourCC?) -> any BoxContent {
        // Sample entries share their types with other boxes; an `mp4a` in QuickTime's `wave` is none.
        let kind = parent == "stsd" ? sampleEntries[type] : kinds[type]
        return (kind ?? OpaqueBox.self).init()
    }

    private static let kinds: [FourCC: any BoxContent.Type] = {
        var kinds: [FourCC: any BoxContent.Type] = [:]
        for kind in boxes { kinds[kind.type] = kind }
        for type: FourCC in ["skip", "wide"] { kinds[type] = FreeSpaceBox.self }
        return kinds
    }()

    private static let sampleEntries: [FourCC: any BoxContent.Type] = {
        var kinds: [FourCC: any BoxContent.Type] = [
            "wvtt": WebVTTSampleEntry.self, "stpp": XMLSubtitleSampleEntry.self,
        ]
        for type in videoEntries { kinds[type] = VisualSampleEntry.self }
        for type in audioEntries { kinds[type] = AudioSampleEntry.self }
        return kinds
    }()

    static let boxes: [any BoxContent.Type] = [
        AC3SpecificBox.self,
        AV1ConfigurationBox.self,
        AVCConfigurationBox.self,
        BitRateBox.self,
        ChunkLargeOffsetBox.self,
        ChunkOffsetBox.self,
        CleanApertureBox.self,
        ColourInformationBox.self,
        CompactSampleSizeBox.self,
        CompositionOffsetBox.self,
        CompositionToDecodeBox.self,
        ContentLightLevelBox.self,
        DataEntryURLBox.self,
        DataEntryURNBox.self,
        DataInformationBox.self,
        DataReferenceBox.self,
        EC3SpecificBox.self,
        EditBox.self,
        EditListBox.self,
        ElementaryStreamDescriptorBox.self,
        EventMessageBox.self,
        ExtendedLanguageBox.self,
        FileTypeBox.self,
        FreeSpaceBox.self,
        HEVCConfigurationBox.self,
        HandlerBox.self,
        KindBox.self,
        MasteringDisplayColourVolumeBox.self,
        MediaBox.self,
        MediaDataBox.self,
        MediaHeaderBox.self,
        MediaInformationBox.self,
        MetaBox.self,
        MovieBox.self,
        MovieExtendsBox.self,
        MovieExtendsHeaderBox.self,
        MovieFragmentBox.self,
        MovieFragmentHeaderBox.self,
        MovieFragmentRandomAccessBox.self,
        MovieFragmentRandomAccessOffsetBox.self,
        MovieHeaderBox.self,
        NullMediaHeaderBox.self,
        OpusSpecificBox.self,
        OriginalFormatBox.self,
        PixelAspectRatioBox.self,
        ProducerReferenceTimeBox.self,
        ProtectionSchemeInformationBox.self,
        ProtectionSystemSpecificHeaderBox.self,
        SampleAuxiliaryInformationOffsetsBox.self,
        SampleAuxiliaryInformationSizesBox.self,
        SampleDependencyBox.self,
        SampleDescriptionBox.self,
        SampleEncryptionBox.self,
        SampleGroupDescriptionBox.self,
        SampleSizeBox.self,
        SampleTableBox.self,
        SampleToChunkBox.self,
        SampleToGroupBox.self,
        SchemeInformationBox.self,
        SchemeTypeBox.self,
        SegmentIndexBox.self,
        SegmentTypeBox.self,
        SoundDescriptionExtensionBox.self,
        SoundMediaHeaderBox.self,
        SubtitleMediaHeaderBox.self,
        SyncSampleBox.self,
        TimeToSampleBox.self,
        TrackBox.self,
        TrackEncryptionBox.self,
        TrackExtendsBox.self,
        TrackFragmentBox.self,
        TrackFragmentDecodeTimeBox.self,
        TrackFragmentHeaderBox.self,
        TrackFragmentRandomAccessBox.self,
        TrackHeaderBox.self,
        TrackRunBox.self,
        UserDataBox.self,
        UserTypeBox.self,
        VPCodecConfigurationBox.self,
        VideoMediaHeaderBox.self,
        WebVTTConfigurationBox.self,
        WebVTTSourceLabelBox.self,
    ]

    private static let videoEntries: [FourCC] = [
        "avc1", "avc2", "avc3", "avc4", "hvc1", "hev1", "dvh1", "dvhe", "dva1", "dvav", "av01", "dav1", "vp08", "vp09",
        "mp4v", "s263", "H263", "jpeg", "mjpa", "mjpb", "apch", "apcn", "apcs", "apco", "ap4h", "ap4x", "encv", "resv",
    ]
    private static let audioEntries: [FourCC] = [
        "mp4a", "ac-3", "ec-3", "ac-4", "Opus", "fLaC", "alac", "samr", "sawb", "mha1", "mhm1", ".mp3", "twos", "sowt",
        "lpcm", "raw ", "in24", "in32", "fl32", "fl64", "ipcm", "fpcm", "ulaw", "alaw", "ima4", "enca",
    ]
}
