/// Where a reader may begin (ISO/IEC 14496-12 §8.8.9).
public struct MovieFragmentRandomAccessBox: BoxContainer {
    /// `mfra`.
    public static let type: FourCC = "mfra"
    /// The boxes directly inside, in the order of the file.
    public var children: [Box] = []

    /// The values a new file has.
    public init() {}
}
