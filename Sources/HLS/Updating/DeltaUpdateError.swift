/// Why a delta update cannot be merged. Each asks for the complete playlist: the same request without `_HLS_skip`. §6.3.7.
public enum DeltaUpdateError: Error, Hashable, Sendable {
    /// The playlist to merge with is itself an update that was not merged.
    case previousIsIncomplete
    /// EXT-X-MEDIA-SEQUENCE went down, from `previous` to `update`.
    case sequenceWentDown(previous: UInt64, update: UInt64)
    /// The segment of that media sequence number was skipped, and the playlist before does not have it: it is too old, or
    /// it is of another time.
    case skippedSegmentIsUnknown(UInt64)
    /// The segment of that media sequence number is in both, with another URI or byte range. §6.3.4.
    case segmentChanged(UInt64)
    /// The byte range of that segment continues one of another resource, or one whose end is not known.
    case byteRangeIsUndefined(UInt64)
    /// A tag that never changes and is never skipped is missing, or says something else. §6.2.1, §6.2.5.1.
    case tagChanged(Tag)
    /// EXT-X-DISCONTINUITY-SEQUENCE gives the first segment, `segment`, another number than it had. §6.2.2.
    case discontinuitySequenceChanged(segment: UInt64)
}

extension DeltaUpdateError: CustomStringConvertible {
    /// What is wrong, in one sentence.
    public var description: String {
        switch self {
        case .previousIsIncomplete: "the playlist to merge with is an update itself"
        case .sequenceWentDown(let previous, let update): "the media sequence went down from \(previous) to \(update)"
        case .skippedSegmentIsUnknown(let number): "segment \(number) was skipped and is not in the playlist before"
        case .segmentChanged(let number): "segment \(number) is another than in the playlist before"
        case .byteRangeIsUndefined(let number): "the byte range of segment \(number) continues none that is known"
        case .tagChanged(let tag): "\(tag.rawValue) is not what it was in the playlist before"
        case .discontinuitySequenceChanged(let number): "segment \(number) has another discontinuity sequence number"
        }
    }
}
