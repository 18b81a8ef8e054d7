/// What is inside each type of box: the table that a new box is added to.
enum BoxRegistry {
    /// Content to be read for a box of this type.
    static func content(of type: FourCC) -> any BoxContent { (kinds[type] ?? OpaqueBox.self).init() }

    private static let kinds: [FourCC: any BoxContent.Type] = {
        var kinds: [FourCC: any BoxContent.Type] = [:]
        for kind in boxes { kinds[kind.type] = kind }
        for type in videoEntries { kinds[type] = VisualSampleEntry.self }
        for type in audioEntries { kinds[type] = AudioSampleEntry.self }
        kinds["skip"] = FreeSpaceBox.self
        return kinds
    }()

    private static let boxes: [any BoxContent.Type] = [
        AVCConfigurationBox.self,
        BitRateBox.self,
        ChunkOffsetBox.self,
        ColourInformationBox.self,
        CompositionOffsetBox.self,
        DataEntryURLBox.self,
        DataInformationBox.self,
        DataReferenceBox.self,
        EditBox.self,
        EditListBox.self,
        ElementaryStreamDescriptorBox.self,
        FileTypeBox.self,
        FreeSpaceBox.self,
        HandlerBox.self,
        MediaBox.self,
        MediaDataBox.self,
        MediaHeaderBox.self,
        MediaInformationBox.self,
        MovieBox.self,
        MovieExtendsBox.self,
        MovieFragmentBox.self,
        MovieFragmentHeaderBox.self,
        MovieHeaderBox.self,
        PixelAspectRatioBox.self,
        SampleDescriptionBox.self,
        SampleGroupDescriptionBox.self,
        SampleSizeBox.self,
        SampleTableBox.self,
        SampleToChunkBox.self,
        SampleToGroupBox.self,
        SegmentTypeBox.self,
        SoundMediaHeaderBox.self,
        SyncSampleBox.self,
        TimeToSampleBox.self,
        TrackBox.self,
        TrackExtendsBox.self,
        TrackFragmentBox.self,
        TrackFragmentDecodeTimeBox.self,
        TrackFragmentHeaderBox.self,
        TrackHeaderBox.self,
        TrackRunBox.self,
        UserDataBox.self,
        VideoMediaHeaderBox.self,
    ]

    private static let videoEntries: [FourCC] = [
        "avc1", "avc3", "hvc1", "hev1", "av01", "vp08", "vp09", "dvh1", "dvhe", "mp4v", "encv",
    ]
    private static let audioEntries: [FourCC] = ["mp4a", "ac-3", "ec-3", "Opus", "fLaC", "enca"]
}
