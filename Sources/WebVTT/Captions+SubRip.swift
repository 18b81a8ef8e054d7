extension Captions {
    /// Reads a SubRip file (`.srt`). There is no specification: a number, times with a comma, text with a little HTML, an
    /// empty line. A cue ends where the next one's number and times begin, so that empty lines inside it lose nothing.
    package init(subRip bytes: [UInt8]) throws(CaptionsError) {
        let lines = try TextLines(bytes).lines
        self.init()
        let places = lines.indices.filter { lines[$0].contains(Timings.arrow) }
        for (position, place) in places.enumerated() {
            let next = position + 1 < places.count ? places[position + 1] : lines.count
            guard let times = Timings(lines[place], isSubRip: true) else {
                losses.append(Loss(line: place + 1, reason: "the times of a caption cannot be read"))
                continue
            }
            let end = next < lines.count && next > place + 1 && Self.isNumber(lines[next - 1]) ? next - 1 : next
            let text = SubRipText(lines[(place + 1)..<end])
            guard !text.lines.isEmpty else { continue }
            cues.append(Cue(start: times.start, end: times.end, settings: text.settings, lines: text.lines))
        }
        if cues.isEmpty { throw .noCues }
    }

    private static func isNumber(_ line: String) -> Bool {
        let text = line.trimmed
        return !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isNumber }
    }
}
