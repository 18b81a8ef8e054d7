/// Where the media data is (ISO/IEC 14496-12 §8.7.1).
public struct DataInformationBox: BoxContainer {
    /// `dinf`.
    public static let type: FourCC = "dinf"
    /// The boxes directly inside, in the order of the file.
    public var children: [Box] = []

    /// The values a new file has.
    public init() {}
}
