/// A sample of a track: when it decodes and is shown, and where its bytes are.
public struct Sample: Hashable, Sendable {
    /// In ticks of the track, before the edit list.
    public var decodeTime: Int64
    /// In ticks of the track, the edit list applied: 0 is the beginning of the presentation.
    ///
    /// Where several edits show it, the first counts; ``EditList/presentationTimes(ofSampleAt:lasting:)`` has all.
    public var presentationTime: Int64
    /// Whether an edit shows it, or a part of it. What is not shown, as the priming of audio and the pictures before the
    /// first one of a trimmed clip, may be needed to decode what is.
    public var isShown = true
    /// In ticks of the track, before the edit list.
    public var compositionTime: Int64
    /// In ticks of the track.
    public var duration: UInt32
    /// Bytes.
    public var size: Int
    /// The byte of the input at which it begins.
    public var position: Int
    /// Whether it decodes by itself.
    public var isSync: Bool
    /// Which sample entry it is coded by, from 1.
    public var descriptionIndex: UInt32
}
