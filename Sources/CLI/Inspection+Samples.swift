import MP4

extension Inspection {
    /// A table for every track: of the file's own `moov`, or those that its fragments name.
    func printSamples(_ structure: FileStructure) {
        var movie: Movie?
        if structure.boxes.contains(where: { $0.type == "moov" }) {
            do throws(BoxError) { movie = try Movie(boxes: structure.boxes) } catch { report(error) }
        }
        let isOwn = movie != nil
        movie = movie ?? request.movie
        json?.beginArray("tracks")
        defer { json?.endArray() }
        let fragmented = Self.trackIDs(structure.boxes)
        var trackIDs = isOwn ? movie?.tracks.map(\.trackID) ?? [] : []
        let known = Set(trackIDs)
        trackIDs += fragmented.filter { !known.contains($0) }
        if trackIDs.isEmpty, problems.isEmpty {
            report("there are no samples, since there is neither a track nor a fragment")
        }
        for trackID in trackIDs {
            let listing = SampleListing(trackID, movie?[trackID], isOwn: isOwn, fileSize: structure.size)
            listing.print(structure, self)
        }
    }

    /// The tracks that fragments speak of, ascending.
    private static func trackIDs(_ boxes: [Box]) -> [UInt32] {
        var trackIDs: Set<UInt32> = []
        for box in boxes where box.type == "moof" {
            for child in box.children {
                guard let fragment = child.content as? TrackFragmentBox,
                    let header = fragment.first(TrackFragmentHeaderBox.self)
                else { continue }
                trackIDs.insert(header.trackID)
            }
        }
        return trackIDs.sorted()
    }
}

/// The table of one track.
private final class SampleListing {
    private let trackID: UInt32
    private let track: Track?
    private let edits: EditList
    /// Whether the track is of the file itself and not of another's init section.
    private let isOwn: Bool
    private let fileSize: Int
    private var count = 0
    private var outside = 0
    private var missingDefaults: [String] = []

    init(_ trackID: UInt32, _ track: Track?, isOwn: Bool, fileSize: Int) {
        (self.trackID, self.track, self.isOwn, self.fileSize) = (trackID, track, isOwn, fileSize)
        edits = track?.edits ?? EditList()
    }

    func print(_ structure: FileStructure, _ inspection: Inspection) {
        if let json = inspection.json { begin(json) } else { begin(inspection.output) }
        do throws(BoxError) {
            if let track {
                try track.forEachSample(in: structure, includesTable: isOwn) { add($0, inspection) }
            } else {
                try addFragments(structure, inspection)
            }
        } catch { inspection.report(error) }
        if let json = inspection.json { end(json) } else { end(inspection.output) }
        if outside > 0 { inspection.report("\(outside) samples of track \(trackID) lie outside of the file") }
    }

    /// Those of a segment whose init section is not known.
    private func addFragments(_ structure: FileStructure, _ inspection: Inspection) throws(BoxError) {
        var reader = FragmentReader()
        for box in structure.boxes where box.type == "moof" {
            for run in try reader.runs(of: box, fileSize: fileSize) where run.trackID == trackID {
                guard run.count <= fileSize - count else {
                    throw BoxError(.invalidValue("sample_count"), at: box.position, in: "moof")
                }
                for name in run.missingDefaults where !missingDefaults.contains(name) { missingDefaults.append(name) }
                for sample in run { add(sample, inspection) }
            }
        }
    }

    private func add(_ sample: Sample, _ inspection: Inspection) {
        count += 1
        if sample.position > fileSize || sample.size > fileSize - sample.position { outside += 1 }
        var again: ArraySlice<Int64> = []
        if edits.edits.count > 1 {
            again = edits.presentationTimes(ofSampleAt: sample.compositionTime, lasting: sample.duration).dropFirst()
        }
        if let json = inspection.json {
            write(sample, again, json)
        } else {
            inspection.output.writeLine(line(sample, again))
        }
    }

    // MARK: Text

    private static let titles = ["sample", "decode", "presentation", "duration", "sync", "size", "position"]
    private static let widths = [8, 14, 14, 10, 6, 10, 14]

    private func begin(_ output: OutputBuffer) {
        guard let track else {
            output.writeLine("track \(trackID) without init section: --init gives ticks a second and sample defaults")
            return output.writeLine(Self.row(Self.titles))
        }
        let names = [track.kindName, track.codec ?? "-"].map(\.quotedForPrinting).joined(separator: " ")
        output.writeLine("track \(trackID) \(names), \(track.timescale) ticks a second")
        for edit in track.editList == nil ? [] : edits.edits {
            var line = "  edit start=\(edit.start) duration=\(edit.duration.map { "\($0)" } ?? "rest")"
            line += edit.mediaTime.map { " mediaTime=\($0)" } ?? " empty"
            if edit.rate != 1 { line += " rate=\(edit.rate)" }
            if edit.rate != 1, edit.rate != 0 { line += " (times are worked out for rate 1)" }
            output.writeLine(line)
        }
        if edits.isCut { output.writeLine("  more edits, which are left out") }
        output.writeLine(Self.row(Self.titles))
    }

    private func line(_ sample: Sample, _ again: ArraySlice<Int64>) -> String {
        let columns = [
            "\(count)", "\(sample.decodeTime)", "\(sample.presentationTime)", "\(sample.duration)",
            sample.isSync ? "sync" : "-", "\(sample.size)", "\(sample.position)",
        ]
        let repeats = again.isEmpty ? "" : "  again at " + again.map { "\($0)" }.joined(separator: " ")
        return Self.row(columns) + (sample.isShown ? "" : "  not shown") + repeats
    }

    private func end(_ output: OutputBuffer) {
        if !missingDefaults.isEmpty {
            output.writeLine("  0 stands for what trex would say: \(missingDefaults.joined(separator: ", "))")
        }
        output.writeLine("  \(count) samples")
    }

    private static func row(_ columns: [String]) -> String {
        zip(columns, widths).map { String(repeating: " ", count: max(0, $1 - $0.utf8.count)) + $0 }.joined()
    }

    // MARK: JSON

    private func begin(_ json: JSONWriter) {
        json.beginObject()
        json.member("trackID", trackID)
        if let track {
            json.member("kind", track.kindName)
            json.member("codec", track.codec)
            json.member("timescale", track.timescale)
            json.array("edits", track.editList == nil ? [] : edits.edits) { edit in
                json.object {
                    json.member("start", edit.start)
                    json.member("duration", edit.duration)
                    json.member("mediaTime", edit.mediaTime)
                    json.number("rate", "\(edit.rate)")
                }
            }
            if edits.isCut { json.member("areEditsCut", true) }
        }
        json.beginArray("samples")
    }

    private func write(_ sample: Sample, _ again: ArraySlice<Int64>, _ json: JSONWriter) {
        json.object {
            json.member("decodeTime", sample.decodeTime)
            json.member("presentationTime", sample.presentationTime)
            json.member("isShown", sample.isShown)
            if !again.isEmpty { json.array("again", again) { json.element($0) } }
            json.member("duration", sample.duration)
            json.member("isSync", sample.isSync)
            json.member("size", sample.size)
            json.member("position", sample.position)
            if sample.descriptionIndex != 1 { json.member("descriptionIndex", sample.descriptionIndex) }
        }
    }

    private func end(_ json: JSONWriter) {
        json.endArray()
        json.member("sampleCount", count)
        if !missingDefaults.isEmpty { json.array("missingDefaults", missingDefaults) { json.element($0) } }
        json.endObject()
    }
}

extension Track {
    fileprivate var kindName: String {
        switch kind {
        case .video: "video"
        case .audio: "audio"
        case .other(let handler): "\(handler)"
        }
    }
}
