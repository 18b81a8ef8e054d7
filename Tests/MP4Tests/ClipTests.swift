import MP4
import Platform
import TestSupport
import Testing

/// Real files from phones, emulators and encoders.
private let clips: [String] = {
    guard let folder = Folders.shared("media"), let names = try? FileSystem.list(folder) else { return [] }
    return names.filter { $0.hasSuffix(".mp4") || $0.hasSuffix(".mov") }.sorted()
}()

@Suite(.enabled(if: Folders.hasShared("media"), "needs ../shared/media"))
struct ClipTests {
    @Test(arguments: clips) func `a clip is written as it was read`(name: String) throws {
        let bytes = try read(name)
        guard name != "sample_malformed_free_box.mp4" else {
            #expect(throws: BoxError(.invalidSize(3), at: 32, in: "free")) { try [Box](reading: bytes) }
            return
        }
        let boxes = try [Box](reading: bytes, keepsMalformed: true)
        #expect(try boxes.bytes() == bytes)
        #expect(problems(in: boxes) == [])
    }

    @Test(arguments: clips) func `the structure of a clip needs no byte of its samples`(name: String) throws {
        // A box of 3 bytes cannot be: see above.
        if name == "sample_malformed_free_box.mp4" { return }
        let bytes = try read(name)
        let media = ranges(of: "mdat", in: bytes)
        var fetched = 0
        let structure = FileStructure(size: bytes.count) { range in
            // A header is asked for with the bytes after it that a long one would have.
            #expect(media.allSatisfy { !$0.overlaps(range) || range.count <= 16 }, "\(range)")
            fetched += range.count
            return Array(bytes[range])
        }
        #expect(fetched <= bytes.count - media.reduce(0) { $0 + $1.count } + 16 * structure.boxes.count)
        for (box, whole) in zip(structure.boxes, try [Box](reading: bytes, keepsMalformed: true)) {
            #expect(box.type == whole.type && box.position == whole.position && box.size == whole.size)
            #expect(box.type == "mdat" || box == whole)
        }
    }

    /// Clips of which ffprobe does not show every sample as the boxes have it: it joins PCM samples to packets, moves
    /// pictures that an edit begins between, and marks a picture as key that `stss` does not list.
    private static let shownOtherwise: Set = [
        "sample_twos_pcm.mp4", "iibbibb_editlist_videoonly.mp4", "sample_edit_list.mp4",
        "sample_with_increasing_timestamps_360p.mp4",
    ]

    @Test(
        .enabled(if: Tool.isInstalled("ffprobe"), "needs ffprobe"),
        arguments: clips.filter { !shownOtherwise.contains($0) })
    func `samples are where ffprobe finds packets, at the same times`(name: String) throws {
        let path = try #require(Folders.shared("media/\(name)"))
        let bytes = try read(name)
        let entries = "packet=stream_index,pts,size,pos,flags"
        let probe = try #require(Tool("ffprobe")).run(["-v", "error", "-show_entries", entries, "-of", "csv=p=0", path])
        var packets: [Int: [[Substring]]] = [:]
        for line in probe.text.split(separator: "\n") {
            let values = line.split(separator: ",", omittingEmptySubsequences: false)
            packets[try #require(Int(values[0])), default: []].append(values)
        }
        let structure = FileStructure(bytes)
        guard !packets.isEmpty else { return }
        let movie = try Movie(boxes: structure.boxes)
        for (index, track) in movie.tracks.enumerated() {
            let samples = try track.samples(in: structure)
            let byPlace = Dictionary(samples.map { ($0.position, $0) }) { first, _ in first }
            for packet in packets[index] ?? [] {
                let sample = try #require(Int(packet[3]).flatMap { byPlace[$0] }, "\(packet)")
                #expect(Int64(packet[1]) == sample.presentationTime, "\(packet)")
                #expect(Int(packet[2]) == sample.size, "\(packet)")
                #expect(packet[4].hasPrefix("K") == sample.isSync, "\(packet)")
            }
        }
    }

    private func read(_ name: String) throws -> [UInt8] {
        try FileSystem.read(try #require(Folders.shared("media/\(name)")), limit: 1 << 26)
    }

    private func problems(in boxes: [Box]) -> [BoxError] {
        boxes.flatMap { [($0.content as? OpaqueBox)?.problem].compactMap(\.self) + problems(in: $0.children) }
    }

    /// Payloads of the boxes of a type at the outermost level, by a loop of its own.
    private func ranges(of type: String, in bytes: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var place = 0
        while place + 8 <= bytes.count {
            let size = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            guard size >= 8 else { break }
            let end = min(bytes.count, place + size)
            if Array(bytes[place + 4..<place + 8]) == ascii(type) { ranges.append(place + 8..<end) }
            place = end
        }
        return ranges
    }
}
