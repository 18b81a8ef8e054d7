/// Times, places and descriptions of samples (ISO/IEC 14496-12 §8.5.1).
public struct SampleTableBox: BoxContainer {
    /// `stbl`.
    public static let type: FourCC = "stbl"
    /// The boxes directly inside, in the order of the file.
    public var children: [Box] = []

    /// The values a new file has.
    public init() {}

    /// The sample entries of `stsd`, in order; index 0 is sample description 1.
    public var sampleEntries: [Box] { first(SampleDescriptionBox.self)?.children ?? [] }
}
