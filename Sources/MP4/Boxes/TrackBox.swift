/// One track of the movie (ISO/IEC 14496-12 §8.3.1).
public struct TrackBox: BoxContainer {
    /// `trak`.
    public static let type: FourCC = "trak"
    /// The boxes directly inside, in the order of the file.
    public var children: [Box] = []

    /// The values a new file has.
    public init() {}

    /// `tkhd`.
    public var header: TrackHeaderBox? { first(TrackHeaderBox.self) }
    /// `edts/elst`.
    public var editList: EditListBox? { first(EditBox.self)?.first(EditListBox.self) }
    /// `mdia`.
    public var media: MediaBox? { first(MediaBox.self) }
    /// `mdia/minf/stbl`.
    public var sampleTable: SampleTableBox? {
        media?.first(MediaInformationBox.self)?.first(SampleTableBox.self)
    }
}
