/// One track of a fragment (ISO/IEC 14496-12 §8.8.6).
public struct TrackFragmentBox: BoxContainer {
    /// `traf`.
    public static let type: FourCC = "traf"
    /// The boxes directly inside, in the order of the file.
    public var children: [Box] = []

    /// The values a new file has.
    public init() {}
}
