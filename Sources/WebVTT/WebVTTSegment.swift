/// A segment of captions: a WebVTT file whose times are those of the presentation (RFC 8216 bis §3.1.4).
package struct WebVTTSegment: Equatable, Sendable {
    package var headerBlocks: [String]
    /// All that are shown in the segment, also in part: a cue over a boundary is in both segments, whole.
    package var cues: [Cue]

    package init(headerBlocks: [String], cues: [Cue]) {
        self.headerBlocks = headerBlocks
        self.cues = cues
    }

    /// The local time 0 is the media time 0, where the presentation begins.
    package var bytes: [UInt8] { bytes(after: "WEBVTT\nX-TIMESTAMP-MAP=LOCAL:\(Timings.text(0)),MPEGTS:0") }

    /// The same as a file that is no segment of HLS.
    package var fileBytes: [UInt8] { bytes(after: "WEBVTT") }

    private func bytes(after header: String) -> [UInt8] {
        let blocks = [header] + headerBlocks + cues.map(Self.text)
        return Array((blocks.joined(separator: "\n\n") + "\n\n").utf8)
    }

    private static func text(_ cue: Cue) -> String {
        var timings = "\(Timings.text(cue.start)) \(Timings.arrow) \(Timings.text(cue.end))"
        if !cue.settings.isEmpty { timings += " \(cue.settings)" }
        return ((cue.identifier.isEmpty ? [] : [cue.identifier]) + [timings] + cue.lines).joined(separator: "\n")
    }
}

extension Captions {
    /// The segments between boundaries, each time exact in ticks of a second's `scale`th: at least two, ascending from 0.
    /// A cue is in a segment when it is shown at some moment of it; what begins at the end of the last is in none, and
    /// none is shown longer than that.
    package func segments(boundaries: [Int64], scale: Int64) -> [WebVTTSegment] {
        guard let end = boundaries.last else { return [] }
        var members = Array(repeating: [Cue](), count: boundaries.count - 1)
        let last = Int64((Int128(end) * 1000 + Int128(scale) - 1) / Int128(scale))
        for var cue in cues.sorted(by: { $0.start < $1.start }) {
            cue.end = min(cue.end, last)
            guard cue.start < cue.end else { continue }
            var index = Self.segment(at: cue.start, boundaries, scale)
            while index < members.count,
                Int128(boundaries[index]) * 1000 < Int128(cue.end) * Int128(scale)
            {
                members[index].append(cue)
                index += 1
            }
        }
        return members.map { WebVTTSegment(headerBlocks: headerBlocks, cues: $0) }
    }

    /// The last segment that begins at a time or before.
    private static func segment(at time: Int64, _ boundaries: [Int64], _ scale: Int64) -> Int {
        var (low, high) = (0, boundaries.count - 1)
        while high - low > 1 {
            let middle = (low + high) / 2
            if Int128(boundaries[middle]) * 1000 <= Int128(time) * Int128(scale) { low = middle } else { high = middle }
        }
        return Int128(boundaries[high]) * 1000 <= Int128(time) * Int128(scale) ? high : low
    }
}
