/// How a sample entry is encrypted (ISO/IEC 14496-12 §8.12.1).
public struct ProtectionSchemeInformationBox: BoxContainer {
    /// `sinf`.
    public static let type: FourCC = "sinf"
    /// The boxes directly inside, in the order of the file.
    public var children: [Box] = []

    /// The values a new file has.
    public init() {}

    /// The type that the sample entry had before encryption: `frma`.
    public var originalFormat: FourCC? { first(OriginalFormatBox.self)?.dataFormat }
}
