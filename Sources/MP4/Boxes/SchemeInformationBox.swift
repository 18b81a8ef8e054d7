/// What the encryption scheme needs (ISO/IEC 14496-12 §8.12.6).
public struct SchemeInformationBox: BoxContainer {
    /// `schi`.
    public static let type: FourCC = "schi"
    /// The boxes directly inside, in the order of the file.
    public var children: [Box] = []

    /// The values a new file has.
    public init() {}
}
