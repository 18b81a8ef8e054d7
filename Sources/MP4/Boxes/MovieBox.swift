/// The movie: what is known of all tracks (ISO/IEC 14496-12 §8.2.1).
public struct MovieBox: BoxContainer {
    /// `moov`.
    public static let type: FourCC = "moov"
    /// The boxes directly inside, in the order of the file.
    public var children: [Box] = []

    /// The values a new file has.
    public init() {}

    /// The tracks, in the order of the file.
    public var tracks: [TrackBox] { all(TrackBox.self) }
}
