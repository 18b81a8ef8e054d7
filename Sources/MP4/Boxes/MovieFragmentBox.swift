/// A fragment: times and sizes of the samples that follow (ISO/IEC 14496-12 §8.8.4).
public struct MovieFragmentBox: BoxContainer {
    /// `moof`.
    public static let type: FourCC = "moof"
    /// The boxes directly inside, in the order of the file.
    public var children: [Box] = []

    /// The values a new file has.
    public init() {}
}
