/// Data of applications (ISO/IEC 14496-12 §8.10.1).
public struct UserDataBox: BoxContainer {
    /// `udta`.
    public static let type: FourCC = "udta"
    /// The boxes directly inside, in the order of the file.
    public var children: [Box] = []

    /// The values a new file has.
    public init() {}
}
