extension MediaPlaylist {
    /// The discontinuity sequence number of each listed segment: EXT-X-DISCONTINUITY-SEQUENCE and the EXT-X-DISCONTINUITY
    /// tags above the segment's URI. §6.2.1, §4.4.3.3.
    ///
    /// In a delta update those of the skipped segments are missing.
    public var discontinuitySequenceNumbers: [UInt64] {
        var number = discontinuitySequence ?? 0
        return segments.map { segment in
            number &+= UInt64(max(0, segment.discontinuities))
            return number
        }
    }

    /// When each listed segment begins: its own EXT-X-PROGRAM-DATE-TIME, else the last above it and the durations since,
    /// else the first below it less the durations up to it. `nil` for all where there is none. §6.3.3.
    public var programDateTimes: [DateTime?] {
        guard let first = segments.firstIndex(where: { $0.programDateTime != nil }) else {
            return segments.map { _ in nil }
        }
        var result: [DateTime?] = segments.map(\.programDateTime)
        for index in segments.indices.dropFirst(first + 1) where result[index] == nil {
            result[index] = result[index - 1]?.adding(segments[index - 1].span)
        }
        for index in (0..<first).reversed() {
            result[index] = result[index + 1]?.adding(.zero - segments[index].span)
        }
        return result
    }

    /// The IV with which `key` decrypts `segments[index]`: its own, padded on the left, else, for an `identity` key, the
    /// media sequence number. `nil` when the key system has it, and for an IV of more than 128 bits. §5.2.
    public func initializationVector(of key: Key, forSegment index: Int) -> HexSequence? {
        if let vector = key.initializationVector { return vector.uint128.map { HexSequence($0) } }
        guard key.effectiveKeyFormat == "identity" else { return nil }
        return HexSequence(UInt128(mediaSequenceNumber(at: index)))
    }
}

extension MediaSegment {
    /// How long it lasts, within what can be added to a date; nothing where that is not known.
    fileprivate var span: Duration { duration.map { min($0.duration, .seconds(1 << 40)) } ?? .zero }
}
