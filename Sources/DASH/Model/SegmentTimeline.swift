extension MPD {
    /// When each segment begins and how long it lasts, exact, in the ticks of its template. §5.3.9.6.
    ///
    /// Times are presentation times: what an edit list takes off is off.
    public struct SegmentTimeline: Hashable, Sendable {
        /// An `S` element: segments of one duration, each beginning where the one before it ends.
        public struct Run: Hashable, Sendable {
            /// `S@t`: when the first begins; absent where the run before it ends, and of the first run 0.
            public var start: UInt64?
            /// `S@d`: of each.
            public var duration: UInt64
            /// `S@r`: how many follow the first; -1 as many as fit until the next run or the period's end.
            public var repeatCount: Int64

            /// A run of one segment unless told.
            public init(start: UInt64? = nil, duration: UInt64, repeatCount: Int64 = 0) {
                self.start = start
                self.duration = duration
                self.repeatCount = repeatCount
            }
        }

        /// `S` elements.
        public var runs: [Run]

        /// A timeline as written.
        public init(runs: [Run]) { self.runs = runs }

        /// Segments that each end where the next begins: their starts and the last one's end, ascending. It says the
        /// start of the first alone.
        public init(cuts: [UInt64]) {
            runs = []
            for (start, end) in zip(cuts, cuts.dropFirst()) {
                if let last = runs.last, last.duration == end - start {
                    runs[runs.count - 1].repeatCount += 1
                } else {
                    runs.append(Run(start: runs.isEmpty ? start : nil, duration: end - start))
                }
            }
        }

        /// The time of each segment. `nil` when there are more than `limit`, when a time exceeds 64 bits, when segments
        /// overlap, and when a run that goes on to the period's end is not told where that is.
        public func segments(periodEnd: UInt64? = nil, limit: Int) -> [Range<UInt64>]? {
            var segments: [Range<UInt64>] = []
            var time: UInt64 = 0
            for (index, run) in runs.enumerated() {
                let start = run.start ?? time
                let next = index + 1 < runs.count ? runs[index + 1].start : periodEnd
                guard start >= time, run.duration > 0, let count = run.count(from: start, until: next),
                    count <= UInt64(limit - segments.count)
                else { return nil }
                time = start
                for _ in 0..<count {
                    let (end, overflow) = time.addingReportingOverflow(run.duration)
                    if overflow { return nil }
                    segments.append(time..<end)
                    time = end
                }
            }
            return segments
        }
    }
}

extension MPD.SegmentTimeline.Run {
    /// Segments in the run; `duration` is not 0.
    fileprivate func count(from start: UInt64, until next: UInt64?) -> UInt64? {
        if repeatCount >= 0 { return UInt64(repeatCount) + 1 }
        guard repeatCount == -1, let next, next > start else { return nil }
        return (next - start - 1) / duration + 1
    }
}

extension MPD.SegmentTimeline: MappedElement {
    static let elementName = "SegmentTimeline"
    static let blank = MPD.SegmentTimeline(runs: [])
    static let attributes: [AttributeMapping<MPD.SegmentTimeline>] = []
    static let children: [ChildMapping<MPD.SegmentTimeline>] = [.elements(\.runs)]
}

extension MPD.SegmentTimeline.Run: MappedElement {
    static let elementName = "S"
    static let blank = MPD.SegmentTimeline.Run(duration: 0)
    static let attributes: [AttributeMapping<MPD.SegmentTimeline.Run>] = [
        .optional("t", \.start),
        .required("d", \.duration),
        .defaulted("r", \.repeatCount, 0),
    ]
}
