/// Says that fragments follow (ISO/IEC 14496-12 §8.8.1).
public struct MovieExtendsBox: BoxContainer {
    /// `mvex`.
    public static let type: FourCC = "mvex"
    /// The boxes directly inside, in the order of the file.
    public var children: [Box] = []

    /// The values a new file has.
    public init() {}

    /// The defaults of one track.
    public func defaults(ofTrack trackID: UInt32) -> TrackExtendsBox? {
        all(TrackExtendsBox.self).first { $0.trackID == trackID }
    }
}
