import MP4

extension Inspection {
    /// A table for every track: of the file's own `moov`, or those that its fragments name.
    func printSamples(_ structure: FileStructure) {
        let fragments = structure.boxes.filter { $0.type == "moof" }
        var movie: Movie?
        if structure.boxes.contains(where: { $0.type == "moov" }) {
            do throws(BoxError) { movie = try Movie(boxes: structure.boxes) } catch { report(error) }
        }
        let hasOwnTables = movie != nil
        movie = movie ?? request.movie
        json?.beginArray("tracks")
        defer { json?.endArray() }
        guard hasOwnTables || !fragments.isEmpty else {
            if problems.isEmpty { report("there are no samples, since there is neither moov nor moof") }
            return
        }
        let fragmentsOfTrack = Self.trackIDs(fragments)
        var trackIDs = hasOwnTables ? movie?.tracks.map(\.trackID) ?? [] : []
        trackIDs += fragmentsOfTrack.keys.filter { !trackIDs.contains($0) }.sorted()
        for trackID in trackIDs {
            let listing = SampleListing(trackID, movie?[trackID], fileSize: structure.size)
            listing.begin(self)
            do throws(BoxError) {
                if hasOwnTables { try listing.addTable(self) }
                try listing.add((fragmentsOfTrack[trackID] ?? []).lazy.map { fragments[$0] }, self)
            } catch { report(error) }
            listing.end(self)
        }
    }

    /// Which fragments speak of each track.
    private static func trackIDs(_ fragments: [Box]) -> [UInt32: [Int]] {
        var places: [UInt32: [Int]] = [:]
        for (index, box) in fragments.enumerated() {
            for child in box.children {
                guard let header = (child.content as? TrackFragmentBox)?.first(TrackFragmentHeaderBox.self),
                    places[header.trackID]?.last != index
                else { continue }
                places[header.trackID, default: []].append(index)
            }
        }
        return places
    }
}

/// The table of one track.
private final class SampleListing {
    private let trackID: UInt32
    private let track: Track?
    private let fileSize: Int
    private var count = 0
    private var outside = 0
    private var missingDefaults: [String] = []

    init(_ trackID: UInt32, _ track: Track?, fileSize: Int) {
        (self.trackID, self.track, self.fileSize) = (trackID, track, fileSize)
    }

    func begin(_ inspection: Inspection) {
        if let json = inspection.json {
            json.beginObject()
            json.member("trackID", trackID)
            if let track {
                json.member("kind", track.kindName)
                json.member("codec", track.codec)
                json.member("timescale", track.timescale)
            }
            json.beginArray("samples")
            return
        }
        var line = "track \(trackID)"
        if let track {
            line += " \(track.kindName.quotedForPrinting) \((track.codec ?? "-").quotedForPrinting)"
            line += " \(track.timescale) ticks a second"
        } else {
            line += " without init section: --init gives times their scale and samples their defaults"
        }
        inspection.output.writeLine(line)
        let titles = ["sample", "decode", "presentation", "duration", "sync", "size", "position"]
        inspection.output.writeLine(zip(titles, Self.widths).map { $0.0.padded(to: $0.1) }.joined())
    }

    func addTable(_ inspection: Inspection) throws(BoxError) {
        guard let track else { return }
        for sample in try SampleTable(track, fileSize: fileSize) { add(sample, inspection) }
    }

    func add(_ fragments: some Sequence<Box>, _ inspection: Inspection) throws(BoxError) {
        var reader = track.map { FragmentReader($0) } ?? FragmentReader()
        for box in fragments {
            for run in try reader.runs(of: box, fileSize: fileSize) where run.trackID == trackID {
                for name in run.missingDefaults where !missingDefaults.contains(name) { missingDefaults.append(name) }
                for sample in run { add(sample, inspection) }
            }
        }
    }

    func end(_ inspection: Inspection) {
        if let json = inspection.json {
            json.endArray()
            if !missingDefaults.isEmpty { json.array("missingDefaults", missingDefaults) { json.element($0) } }
            json.endObject()
        } else if !missingDefaults.isEmpty {
            inspection.output.writeLine(
                "  0 stands for what trex would say: \(missingDefaults.joined(separator: ", "))")
        }
        if outside > 0 { inspection.report("\(outside) samples of track \(trackID) lie outside of the file") }
    }

    private func add(_ sample: Sample, _ inspection: Inspection) {
        count += 1
        if sample.position > fileSize || sample.size > fileSize - sample.position { outside += 1 }
        if let json = inspection.json {
            json.object {
                json.member("decodeTime", sample.decodeTime)
                json.member("presentationTime", sample.presentationTime)
                json.member("duration", sample.duration)
                json.member("isSync", sample.isSync)
                json.member("size", sample.size)
                json.member("position", sample.position)
                if sample.descriptionIndex != 1 { json.member("descriptionIndex", sample.descriptionIndex) }
            }
            return
        }
        let columns = [
            "\(count)", "\(sample.decodeTime)", "\(sample.presentationTime)", "\(sample.duration)",
            sample.isSync ? "sync" : "-", "\(sample.size)", "\(sample.position)",
        ]
        inspection.output.writeLine(zip(columns, Self.widths).map { $0.0.padded(to: $0.1) }.joined())
    }

    private static let widths = [8, 14, 14, 10, 6, 10, 14]
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

extension String {
    fileprivate func padded(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - utf8.count)) + self
    }
}
