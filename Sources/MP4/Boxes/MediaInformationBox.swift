/// What belongs to one kind of media (ISO/IEC 14496-12 §8.4.4).
public struct MediaInformationBox: BoxContainer {
    /// `minf`.
    public static let type: FourCC = "minf"
    /// The boxes directly inside, in the order of the file.
    public var children: [Box] = []

    /// The values a new file has.
    public init() {}
}
