extension Captions {
    /// Reads a WebVTT file as WebVTT §6.1 does: a cue whose times make no sense is left out, the rest is kept.
    package init(webVTT bytes: [UInt8]) throws(CaptionsError) {
        let lines = try TextLines(bytes).lines
        guard let first = lines.first, first == "WEBVTT" || first.hasPrefix("WEBVTT ") || first.hasPrefix("WEBVTT\t")
        else { throw .noSignature }
        self.init()
        // What stands under the signature is metadata until the first empty line, or a cue.
        var index = 1
        while index < lines.count, !lines[index].isEmpty, !lines[index].contains(Timings.arrow) { index += 1 }
        while index < lines.count {
            if lines[index].isEmpty { index += 1 } else { readBlock(lines, &index) }
        }
        if cues.isEmpty { throw .noCues }
    }

    private mutating func readBlock(_ lines: [String], _ index: inout Int) {
        let start = index
        var timings: Int?
        while index < lines.count, !lines[index].isEmpty {
            if lines[index].contains(Timings.arrow) {
                // A second one begins a cue of its own, and so does one too far down to have an identifier.
                if timings != nil || index > start + 1 { break }
                timings = index
            }
            index += 1
        }
        guard let timings else { return addHeaderBlock(lines[start..<index]) }
        add(lines, identifier: timings > start ? lines[start] : "", timings: timings, end: index)
    }

    private mutating func add(_ lines: [String], identifier: String, timings: Int, end: Int) {
        guard let times = Timings(lines[timings]) else {
            losses.append(Loss(line: timings + 1, reason: "the times of a caption cannot be read"))
            return
        }
        cues.append(
            Cue(
                identifier: identifier, start: times.start, end: times.end, settings: times.settings,
                lines: Array(lines[(timings + 1)..<end])))
    }

    /// Comments go, and what stands after the first cue has no effect (WebVTT §4.1).
    private mutating func addHeaderBlock(_ lines: ArraySlice<String>) {
        guard cues.isEmpty, let first = lines.first?.trimmed, first == "STYLE" || first == "REGION" else { return }
        headerBlocks.append(lines.joined(separator: "\n"))
    }
}
