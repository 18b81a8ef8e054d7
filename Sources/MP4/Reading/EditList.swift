/// Which stretches of a track's media are shown, and when: its edit list in ticks of the track (ISO/IEC 14496-12 §8.6.6).
public struct EditList: Hashable, Sendable {
    /// The stretches, in the order of presentation; of a list without end the first ``limit``.
    public let edits: [Edit]
    /// Whether entries were left out.
    public let isCut: Bool

    /// More entries than this have no effect: each sample is looked for in them.
    public static let limit = 500

    /// A stretch of the media, or of nothing.
    public struct Edit: Hashable, Sendable {
        /// When it begins, in ticks of the track from the beginning of the presentation.
        public var start: Int64
        /// Ticks of the track; `nil` for all that follows, as files of fragments have it.
        public var duration: Int64?
        /// The composition time of what is shown first, in ticks of the media; `nil` for an empty edit.
        public var mediaTime: Int64?
        /// The speed. 0 shows one picture all the while; the times of any other are worked out as if it were 1.
        public var rate: Double

        /// Ticks after `start` at which it shows what is composed at `time`, when that lies in it.
        fileprivate func offset(of time: Int64, lasting duration: Int64) -> Int64? {
            guard let mediaTime else { return nil }
            let end = time &+ duration
            // A sample that lasts no time is shown at its moment.
            guard end > mediaTime || duration == 0 && time == mediaTime else { return nil }
            if rate == 0 { return time <= mediaTime ? 0 : nil }
            if let length = self.duration, time &- mediaTime >= length { return nil }
            return time &- mediaTime
        }
    }

    /// A list of one edit that shows the whole media as it is, as a track without `elst` has it.
    public init() { self.init([], movieTimescale: 1, timescale: 1) }

    /// The entries of an `elst`. Durations are rounded to the track's ticks where edits begin, so that they meet.
    init(_ entries: [EditListBox.Entry], movieTimescale: UInt32, timescale: UInt32) {
        var edits: [Edit] = []
        var (ticks, start): (UInt64, Int64) = (0, 0)
        for entry in entries.prefix(Self.limit) {
            ticks = ticks.addingReportingOverflow(min(entry.segmentDuration, 1 << 62)).partialValue
            let end = Self.rescaled(ticks, from: movieTimescale, to: timescale)
            let isOpen = entry.segmentDuration == 0 && entry.mediaTime >= 0
            edits.append(
                Edit(
                    start: start, duration: isOpen ? nil : end - start,
                    mediaTime: entry.mediaTime < 0 ? nil : min(entry.mediaTime, 1 << 62),
                    rate: Double(entry.mediaRateInteger) + Double(UInt16(bitPattern: entry.mediaRateFraction)) / 65536))
            start = end
        }
        isCut = entries.count > Self.limit
        self.edits = edits.isEmpty ? [Edit(start: 0, duration: nil, mediaTime: 0, rate: 1)] : edits
    }

    /// To the nearest tick, at most 2⁶².
    private static func rescaled(_ ticks: UInt64, from old: UInt32, to new: UInt32) -> Int64 {
        guard old > 0 else { return 0 }
        let product = UInt128(ticks) * UInt128(new) + UInt128(old / 2)
        return Int64(min(product / UInt128(old), 1 << 62))
    }

    /// When a sample is presented that is composed at `time` and lasts `duration`, both in ticks of the track: once for
    /// every edit that shows it or a part of it. A part at its end gives a time before its edit begins.
    ///
    /// Empty for a sample that is not shown.
    public func presentationTimes(ofSampleAt time: Int64, lasting duration: UInt32) -> [Int64] {
        edits.compactMap { edit in edit.offset(of: time, lasting: Int64(duration)).map { edit.start &+ $0 } }
    }

    /// The first of ``presentationTimes(ofSampleAt:lasting:)``. A sample that is not shown has the time it would have if
    /// the edit that begins before it went on, or the first began earlier.
    func presentation(ofSampleAt time: Int64, lasting duration: UInt32) -> (time: Int64, isShown: Bool) {
        var nearest: Int64?
        for edit in edits {
            if let offset = edit.offset(of: time, lasting: Int64(duration)) { return (edit.start &+ offset, true) }
            guard let mediaTime = edit.mediaTime, nearest == nil || mediaTime <= time else { continue }
            nearest = edit.start &+ (time &- mediaTime)
        }
        let emptyEnd = edits.last.map { $0.start &+ ($0.duration ?? 0) } ?? 0
        return (nearest ?? time &+ emptyEnd, false)
    }
}
