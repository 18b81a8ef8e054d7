/// Holds the edit list (ISO/IEC 14496-12 §8.6.5).
public struct EditBox: BoxContainer {
    /// `edts`.
    public static let type: FourCC = "edts"
    /// The boxes directly inside, in the order of the file.
    public var children: [Box] = []

    /// The values a new file has.
    public init() {}
}
