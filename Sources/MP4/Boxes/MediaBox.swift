/// What kind of media a track is, and its samples (ISO/IEC 14496-12 §8.4.1).
public struct MediaBox: BoxContainer {
    /// `mdia`.
    public static let type: FourCC = "mdia"
    /// The boxes directly inside, in the order of the file.
    public var children: [Box] = []

    /// The values a new file has.
    public init() {}

    /// `mdhd`.
    public var header: MediaHeaderBox? { first(MediaHeaderBox.self) }
    /// `hdlr`.
    public var handler: HandlerBox? { first(HandlerBox.self) }
}
