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

    @Test(.enabled(if: Tool.isInstalled("ffprobe"), "needs ffprobe"), arguments: clips)
    func `samples are where ffprobe finds packets, at the same times`(name: String) throws {
        let packets = try ProbedPacket.all(in: try #require(Folders.shared("media/\(name)")))
        guard !packets.isEmpty else { return }
        let bytes = try read(name)
        let structure = FileStructure(bytes)
        let movie = try Movie(boxes: structure.boxes)
        for (index, track) in movie.tracks.enumerated() {
            let samples = try track.samples(in: structure)
            let indexByPlace = Dictionary(zip(samples.map(\.position), samples.indices)) { first, _ in first }
            let own = packets[index] ?? []
            #expect(own.count > 0)
            for packet in own {
                let first = try #require(indexByPlace[packet.position], "\(packet)")
                let sample = samples[first]
                // A picture by itself, of metadata, that an edit begins within is thrown away and has no time.
                if own.count > 1 || !packet.isDiscarded {
                    #expect(packet.pts == sample.presentationTime - advance(name, samples), "\(packet)")
                }
                // The samples of PCM come many to a packet.
                let count = name == "sample_twos_pcm.mp4" && track.kind == .audio ? packet.size / 2 : 1
                #expect(packet.size == samples[first..<first + count].reduce(0) { $0 + $1.size }, "\(packet)")
                #expect(packet.isKey == sample.isSync || isUnlistedKey(sample, name, bytes), "\(packet)")
                // What an edit shows only the end of is thrown away.
                if track.kind == .video || !sample.isShown {
                    #expect(packet.isDiscarded == (!sample.isShown || sample.presentationTime < 0), "\(packet)")
                }
            }
            // Behind the last edit libavformat may leave samples out.
            let positions = Set(own.map(\.position))
            if name != "sample_twos_pcm.mp4" {
                #expect(samples.allSatisfy { !$0.isShown || positions.contains($0.position) })
            }
        }
    }

    /// The edits of two clips begin between pictures. By the clause the presentation begins with the end of the picture
    /// before; libavformat throws it away, and moves the first whole one to the beginning.
    private func advance(_ name: String, _ samples: [Sample]) -> Int64 {
        guard ["iibbibb_editlist_videoonly.mp4", "sample_edit_list.mp4"].contains(name), samples.count != 112 else {
            return 0
        }
        return samples.filter(\.isShown).map(\.presentationTime).filter { $0 >= 0 }.min() ?? 0
    }

    /// One clip has a picture of I slices that is no IDR, and `stss` does not list it; ffprobe's parser takes it for a key.
    private func isUnlistedKey(_ sample: Sample, _ name: String, _ bytes: [UInt8]) -> Bool {
        guard name == "sample_with_increasing_timestamps_360p.mp4", !sample.isSync else { return false }
        // After the length: nal_unit_type 1; then first_mb_in_slice 0 and slice_type 7, in 1 and 7 bits.
        return bytes[sample.position + 4] & 0x1F == 1 && bytes[sample.position + 5] == 0b1_0001000
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
