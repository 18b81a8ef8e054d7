import HLS

extension Report {
    /// The report for people: the worst first, places of one rule under it, a summary last.
    package var text: String {
        (broken.flatMap(lines) + unreadableLines + mediaLines + uncheckedLines + [summary]).joined(separator: "\n")
    }

    /// Places shown of one rule.
    private static let shownPlaces = 3

    private func lines(of broken: Broken) -> [String] {
        let rule = broken.rule
        let count = broken.count > 1 ? "  ×\(broken.count)" : ""
        let places = broken.places.prefix(Self.shownPlaces)
        var lines = ["\(padded(rule.level.rawValue, 8)) \(padded(rule.id, 6)) \(rule.place)  \(rule.summary)\(count)"]
        lines += places.map { place in
            let position = place.position == .none ? "" : ":\(place.position)"
            return "         \(safeText(place.path))\(position)  \(safeText(place.message))"
        }
        if broken.count > places.count { lines.append("         and \(broken.count - places.count) more") }
        return lines
    }

    private var unreadableLines: [String] {
        var lines = unreadable.sorted { $0.key < $1.key }.map { path, reason in
            "not readable: \(safeText(path)): \(reason)"
        }
        lines += partlyRead.sorted { $0.key < $1.key }.map { path, limit in
            "not all read: \(safeText(path)):\(limit.position): \(safeText(limit.message))"
        }
        if isCut { lines.append("there is more than is looked at in one run") }
        return lines
    }

    private var mediaLines: [String] {
        var parts: [String] = []
        if media.absentPlaylists > 0 { parts.append(counted(media.absentPlaylists, "playlist")) }
        if media.absent > 0 { parts.append(counted(media.absent, "media file")) }
        var lines: [String] = []
        if !parts.isEmpty {
            let example = media.example.map { ", the first \(safeText($0))" } ?? ""
            lines.append(
                "INFO     not beside the playlist, so not looked at: \(parts.joined(separator: " and "))\(example)")
        }
        if media.elsewhere + media.outside > 0 {
            lines.append(
                "INFO     on a server or outside the folder, so not looked at: "
                    + counted(media.elsewhere + media.outside, "reference"))
        }
        return lines
    }

    private var uncheckedLines: [String] {
        guard !unchecked.isEmpty else { return [] }
        let parts = unchecked.map { "\($0.rules.count) \($0.reason)" }
        return ["not checked: \(parts.joined(separator: "; ")) (--json lists them)"]
    }

    private var summary: String {
        let segments = playlists.compactMap(\.segments).reduce(0, +)
        let what = "\(counted(playlists.count, "playlist")), \(counted(segments, "segment"))"
        let levels: [(String, [Rule.Level])] = [
            ("MUST", [.must, .appleMust]), ("SHOULD", [.should, .appleShould]), ("MAY", [.may]), ("INFO", [.info]),
        ]
        let counts = levels.compactMap { name, levels -> String? in
            let count = broken.filter { levels.contains($0.rule.level) }.count
            return count > 0 ? "\(count) \(name)" : nil
        }
        let verdict = counts.isEmpty ? "no rule broken" : "broken: \(counts.joined(separator: ", "))"
        let outcome = isBroken ? "FAILED" : isAllRead ? "ok" : "not all read"
        return "\(outcome)  \(what); \(verdict)\(isAllRead ? "" : " in what was read") (\(profile.source))"
    }
}

extension Rule {
    /// `§4.4.3.1`, `§B.1`; a source that is no section as it is.
    var place: String { clause.first?.isNumber == true || clause.count <= 3 ? "§\(clause)" : clause }
}

private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
}

private func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
