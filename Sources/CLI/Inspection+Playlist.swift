import HLS
import MP4

extension Inspection {
    /// Prints a playlist read as a player reads it. Broken rules are for `check`; what makes the text unfit to be played
    /// is told.
    func inspectPlaylist(_ file: InspectedFile) throws {
        let limits = ReadingLimits()
        guard file.size <= limits.bytes else {
            throw CommandError.usage("\(file.size) bytes of playlist; at most \(limits.bytes) are read", at: path)
        }
        let reading = Playlist.parse(try file.read(0..<file.size), mode: .lenient)
        switch reading.playlist {
        case .media(let playlist): print(playlist, reading)
        case .multivariant(let playlist): print(playlist, reading)
        }
        printFindings(reading)
        if let refusal = reading.refusal {
            problems.append(
                .usage(
                    "a client has to refuse this playlist: \(refusal.message.escapedForPrinting)",
                    at: "\(path), line \(refusal.position.line)"))
        }
    }

    private func printFindings(_ reading: Reading) {
        json?.array("findings", reading.findings) { finding in
            json?.object {
                json?.member("rule", finding.rule.id)
                json?.member("level", finding.rule.level.rawValue)
                json?.member("line", finding.position.line)
                json?.member("column", finding.position.column)
                json?.member("message", finding.message)
            }
        }
        json?.member("isRefused", reading.refusal != nil)
        guard json == nil else { return }
        for finding in reading.findings { output.writeLine("finding \(finding.description.escapedForPrinting)") }
    }

    // MARK: Media playlists

    private func print(_ playlist: MediaPlaylist, _ reading: Reading) {
        var outline = playlist
        outline.segments = []
        printOutline(
            "media", reading, outline.serialized(), uninterpreted: playlist.otherLines + playlist.trailingLines)
        if let json {
            json.member("targetDuration", playlist.targetDuration)
            json.member("mediaSequence", playlist.mediaSequence ?? 0)
            json.member("discontinuitySequence", playlist.discontinuitySequence ?? 0)
            json.member("playlistType", playlist.playlistType?.rawValue)
            json.member("isEnded", playlist.isEnded)
            json.member("isIFramesOnly", playlist.isIFramesOnly)
            json.member("segmentCount", playlist.segments.count)
            json.beginArray("segments")
        }
        var start: ExactDecimal? = .zero
        var discontinuity = playlist.discontinuitySequence ?? 0
        for (index, segment) in playlist.segments.enumerated() {
            discontinuity &+= UInt64(clamping: segment.discontinuities)
            let entry = SegmentEntry(
                segment: segment, number: playlist.mediaSequenceNumber(at: index), discontinuity: discontinuity,
                start: start)
            if let json { entry.write(to: json) } else { for line in entry.lines { output.writeLine(line) } }
            start = start?.adding(segment.duration ?? .zero)
        }
        if let json {
            json.endArray()
            if let start { json.number("duration", start.description) }
        } else {
            output.writeLine("\(playlist.segments.count) segments, \(start?.description ?? "?") s")
        }
    }

    /// Kind, version, and the tags that are no segment's.
    private func printOutline(_ kind: String, _ reading: Reading, _ text: String, uninterpreted: [UninterpretedLine]) {
        let unknown = Set(uninterpreted.map(\.text))
        let lines = text.split(separator: "\n").map(String.init)
        let tags = lines.filter { !$0.hasPrefix("#EXT-X-VERSION:") && $0 != "#EXTM3U" && !unknown.contains($0) }
        let needed = reading.playlist.minimumVersion
        if let json {
            json.member("playlistKind", kind)
            json.member("version", reading.declaredVersion)
            json.member("minimumVersion", needed)
            json.array("tags", tags) { json.element($0) }
            json.array("uninterpretedLines", uninterpreted) { json.element($0.text) }
            return
        }
        let declared = reading.declaredVersion.map { "version \($0)" } ?? "no version declared"
        output.writeLine("\(kind) playlist, \(declared), \(needed) needed")
        for line in tags { output.writeLine("  " + line.escapedForPrinting) }
        for line in uninterpreted { output.writeLine("  not interpreted " + line.text.escapedForPrinting) }
    }

    // MARK: Multivariant playlists

    private func print(_ playlist: MultivariantPlaylist, _ reading: Reading) {
        var outline = playlist
        outline.variants = []
        outline.iFrameVariants = []
        outline.renditions = []
        printOutline("multivariant", reading, outline.serialized(), uninterpreted: playlist.otherLines)
        let variants = playlist.variants.map { VariantEntry($0) }
        let iFrameVariants = playlist.iFrameVariants.map { VariantEntry($0) }
        if let json {
            json.array("variants", variants) { $0.fields.write(to: json) }
            json.array("iFrameVariants", iFrameVariants) { $0.fields.write(to: json) }
            json.array("renditions", playlist.renditions) { $0.fields.write(to: json) }
            return
        }
        for variant in variants { output.writeLine("variant \(variant.fields.text)") }
        for variant in iFrameVariants { output.writeLine("iframes \(variant.fields.text)") }
        for rendition in playlist.renditions { output.writeLine("rendition \(rendition.fields.text)") }
        output.writeLine(
            """
            \(variants.count) variants, \(iFrameVariants.count) I-frame variants, \
            \(playlist.renditions.count) renditions
            """)
    }
}
