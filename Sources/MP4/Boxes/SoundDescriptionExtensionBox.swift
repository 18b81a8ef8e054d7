/// QuickTime's place for the configuration of an audio codec (QuickTime File Format, siDecompressionParam).
public struct SoundDescriptionExtensionBox: BoxContainer {
    /// `wave`.
    public static let type: FourCC = "wave"
    /// The boxes directly inside, in the order of the file.
    public var children: [Box] = []

    /// The values a new file has.
    public init() {}
}
