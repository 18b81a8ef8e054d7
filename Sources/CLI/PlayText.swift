import Catalog
import MediaTypes
import Playback
import Player
import QoE

/// A play as people read it.
struct PlayText {
    private let summary: PlaybackSummary
    private let isComplete: Bool

    private let insteadOfPlaying: String?

    /// - Parameter insteadOfPlaying: what was to be done, in the past.
    init(_ report: PlaybackReport, insteadOfPlaying: String? = nil) {
        self.insteadOfPlaying = insteadOfPlaying
        summary = report.summary
        isComplete = report.outcome == .played
    }

    var lines: [String] {
        guard let reel = summary.reel else { return [] }
        let title = "\(reel), version \(summary.version?.text ?? "?"): "
        if let insteadOfPlaying {
            return [title + (isComplete ? insteadOfPlaying : "not all of it \(insteadOfPlaying)")] + table(wire)
        }
        guard summary.mediaTime > 0 else { return [] }
        return [
            title + "\(seconds(summary.mediaTime)) \(isComplete ? "played" : "of it played")"
        ]
            + table(rows)
            + summary.problems.map { "  problem: \($0)" }
    }

    private func table(_ rows: [(String, String)]) -> [String] {
        rows.map { "  \(($0.0.isEmpty ? "" : $0.0 + ":").padded(18))\($0.1)" }
    }

    private var rows: [(String, String)] {
        [
            ("first frame", summary.initialStartupTime.map { "after \(seconds($0))" } ?? "none"),
            ("stalls", stalls),
            ("rungs", rungs),
        ] + switches + shrunk + wire + [
            ("frames", frames),
            ("audio samples", expected(summary.frames.samplesExpected, summary.frames.samplesSeen)),
        ]
    }

    private var shrunk: [(String, String)] {
        guard !summary.shrunk.isEmpty else { return [] }
        let steps = summary.shrunk.map { step in
            step.number == .buffer
                ? "buffer \(seconds(Int64(step.from) * 1000)) to \(seconds(Int64(step.to) * 1000))"
                : "\(step.number.rawValue) \(grouped(step.from)) to \(grouped(step.to)) bytes"
        }
        return [("made less", steps.joined(separator: ", "))]
    }

    private var wire: [(String, String)] {
        [
            ("from the wire", list(summary.bytes.byCause, total: summary.bytes.wire)),
            ("from the cache", grouped(summary.bytes.cache)),
            ("became of it", list(summary.bytes.byFate, total: nil)),
            ("requests", "\(summary.requests), refreshes \(summary.refreshes), retries \(summary.retries)"),
        ]
    }

    private var stalls: String {
        guard let count = summary.playbackStallCount else {
            return "not counted, since media was taken as fast as decoded"
        }
        return count == 0 ? "none" : "\(count), \(seconds(summary.playbackStallDuration ?? 0)) in all"
    }

    private var rungs: String {
        let parts = summary.segments.sorted { $0.key < $1.key }.map { "\($0.key) ×\($0.value)" }
        let rate = summary.averagePlayedBitrate.map { ", \(kilobits($0)) on average" } ?? ""
        return parts.isEmpty ? "none" : parts.joined(separator: ", ") + rate
    }

    private var switches: [(String, String)] {
        guard !summary.switches.isEmpty else { return [("switches", "none")] }
        return summary.switches.enumerated().map { index, report in
            let wire = report.throughput.map { ", wire at \(kilobits($0))" } ?? ""
            return (
                index == 0 ? "switches" : "",
                "at \(seconds(report.atMilliseconds * 1000)) \(report.isUp ? "up" : "down") from \(report.from) to "
                    + "\(report.to) (\(report.reason.rawValue)\(wire))"
            )
        }
    }

    private var frames: String {
        let bad = summary.frames.bad > 0 ? ", wrong \(summary.frames.bad)" : ""
        let strips = summary.frames.verified > 0 ? ", strips right \(summary.frames.verified)" : ""
        return expected(summary.frames.expected, summary.frames.seen) + strips + bad
    }

    private func expected(_ expected: Int?, _ seen: Int) -> String {
        "expected \(expected.map(grouped) ?? "unknown"), seen \(grouped(seen))"
    }

    private func list(_ parts: [String: Int], total: Int?) -> String {
        let text = parts.sorted { $0.key < $1.key }.map { "\($0.key) \(grouped($0.value))" }.joined(separator: ", ")
        guard let total else { return text.isEmpty ? "nothing" : text }
        return text.isEmpty ? "0" : "\(grouped(total)) (\(text))"
    }

    private func seconds(_ microseconds: Int64) -> String {
        let milliseconds = (microseconds + 500) / 1000
        let fraction = String(milliseconds % 1000)
        return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction) s"
    }

    private func kilobits(_ rate: Int) -> String { "\(grouped(rate / 1000)) kbit/s" }

    private func grouped(_ number: Int) -> String {
        var digits = Substring(String(number.magnitude))
        var groups: [Substring] = []
        while digits.count > 3 {
            groups.insert(digits.suffix(3), at: 0)
            digits = digits.dropLast(3)
        }
        return (number < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
    }
}

extension String {
    fileprivate func padded(_ width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}
