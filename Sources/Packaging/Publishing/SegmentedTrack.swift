internal import Catalog
internal import MP4
internal import Platform

/// The samples of a rendition as its files have them, and their bytes one after the other. Of the bytes no more than a
/// piece is in memory.
final class SegmentedTrack {
    private(set) var layout: ProgressiveTrack
    /// Where samples lie one behind the other, in the order of decoding.
    private var runs: [Run] = []
    private var current: (run: Int, read: Int) = (0, 0)
    private var file: File?

    private struct Run {
        var path: String
        var position: Int
        var byteCount: Int
    }

    private static let pieceSize = 1 << 20

    init(_ rendition: RenditionID, segments: Int, in folder: String) throws {
        func path(_ object: ObjectName) -> String {
            "\(folder)/\(PackageLayout.path(of: object, in: rendition) ?? "")"
        }
        let movie = try Movie(reading: try FileSystem.read(path(.initialization), limit: Self.pieceSize))
        guard let track = movie.tracks.first else { throw BoxError(.missing("trak"), at: 0, in: "moov") }
        layout = ProgressiveTrack(track)
        var reader = FragmentReader(track)
        for number in 0..<segments { try add(path(.segment(number)), &reader) }
    }

    private func add(_ path: String, _ reader: inout FragmentReader) throws {
        let file = try File.openForReading(path)
        let structure = FileStructure(size: try file.status().size) { range in
            // What cannot be read is missing in the structure.
            (try? file.read(at: range.lowerBound, count: range.count)) ?? []
        }
        if let problem = structure.problem { throw problem }
        for box in structure.boxes where box.type == "moof" {
            for run in try reader.runs(of: box, fileSize: structure.size) {
                runs.append(Run(path: path, position: run.position, byteCount: run.byteCount))
                for sample in run { try layout.append(sample) }
            }
        }
    }

    /// Hands over the next `count` bytes, in pieces.
    func readNext(_ count: Int, _ body: ([UInt8]) throws -> Void) throws {
        var left = count
        while left > 0, current.run < runs.count {
            let run = runs[current.run]
            if current.read == run.byteCount {
                current = (current.run + 1, 0)
                file = nil
                continue
            }
            let wanted = min(left, run.byteCount - current.read, Self.pieceSize)
            let bytes = try piece(of: run, wanted)
            guard bytes.count == wanted else { break }
            try body(bytes)
            current.read += wanted
            left -= wanted
        }
        guard left == 0 else { throw BoxError(.truncated, at: current.read, in: "mdat") }
    }

    private func piece(of run: Run, _ count: Int) throws -> [UInt8] {
        if file == nil { file = try File.openForReading(run.path) }
        return try file?.read(at: run.position + current.read, count: count) ?? []
    }
}
