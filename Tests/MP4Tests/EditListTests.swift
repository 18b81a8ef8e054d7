import MP4
import Platform
import TestSupport
import Testing

/// Edit lists of several entries (ISO/IEC 14496-12 §8.6.6). The track has 1000 ticks a second, the movie 100.
struct EditListTests {
    private func entry(_ duration: UInt64, _ mediaTime: Int64, rate: Int16 = 1) -> EditListBox.Entry {
        EditListBox.Entry {
            $0.segmentDuration = duration
            $0.mediaTime = mediaTime
            $0.mediaRateInteger = rate
        }
    }

    private func edits(_ entries: [EditListBox.Entry]) throws -> EditList {
        var track = try Movie(reading: InitSection.fixtureVideo.bytes).tracks[0]
        (track.movieTimescale, track.timescale, track.editList) = (100, 1000, entries)
        return track.edits
    }

    @Test func `empty edits, stretches of the media and repeats follow one another`() throws {
        // Nothing for 50 ticks, then [200, 400), [0, 100) and [200, 300) once more.
        let edits = try edits([entry(5, -1), entry(20, 200), entry(10, 0), entry(10, 200)])
        #expect(edits.edits.map(\.start) == [0, 50, 250, 350])
        let times = stride(from: Int64(0), to: 500, by: 100).map {
            edits.presentationTimes(ofSampleAt: $0, lasting: 100)
        }
        #expect(times == [[250], [], [50, 350], [150], []])
    }

    @Test func `a sample is shown when a part of it is`() throws {
        // [150, 250): half of the sample at 100, half of that at 200.
        let edits = try edits([entry(10, 150)])
        #expect(edits.presentationTimes(ofSampleAt: 0, lasting: 150) == [])
        #expect(edits.presentationTimes(ofSampleAt: 100, lasting: 100) == [-50])
        #expect(edits.presentationTimes(ofSampleAt: 200, lasting: 100) == [50])
        #expect(edits.presentationTimes(ofSampleAt: 250, lasting: 100) == [])
    }

    @Test func `rate 0 holds one picture, and no duration means all that follows`() throws {
        let edits = try edits([entry(30, 120, rate: 0), entry(0, 200)])
        #expect(edits.presentationTimes(ofSampleAt: 100, lasting: 100) == [0])
        #expect(edits.presentationTimes(ofSampleAt: 200, lasting: 100) == [300])
        #expect(edits.presentationTimes(ofSampleAt: 1 << 50, lasting: 100) == [(1 << 50) + 100])
        #expect(edits.edits.map(\.rate) == [0, 1])
        #expect(edits.edits.map(\.duration) == [300, nil])
    }

    @Test func `edits meet where the two scales have no common ticks`() throws {
        var track = try Movie(reading: InitSection.fixtureVideo.bytes).tracks[0]
        (track.movieTimescale, track.timescale) = (600, 44100)
        track.editList = [entry(1, 0), entry(1, 0), entry(1, 0)]
        // 73.5 ticks each.
        #expect(track.edits.edits.map(\.start) == [0, 74, 147])
        #expect(track.edits.edits.map(\.duration) == [74, 73, 74])
    }

    @Test func `the longest durations and times that a file can hold do no harm`() throws {
        let edits = try edits([entry(.max, -1), entry(.max, .max), entry(.max, .min), entry(0, 0)])
        #expect(edits.edits.allSatisfy { $0.start >= 0 })
        _ = edits.presentationTimes(ofSampleAt: .max, lasting: .max)
        _ = edits.presentationTimes(ofSampleAt: .min, lasting: .max)
        let many = try self.edits(Array(repeating: entry(1, 0), count: 1000))
        #expect(many.isCut && many.edits.count == EditList.limit)
    }

    @Test(.enabled(if: Tool.isInstalled("ffmpeg") && Tool.isInstalled("ffprobe"), "needs ffmpeg and ffprobe"))
    func `libavformat shows the same pictures at the same times`() throws {
        try withTemporaryDirectory { folder in
            let path = "\(folder)/a.mp4"
            // Every picture is a key picture: 40 of 512 ticks. moov is the last box, so its size can change.
            let made = try #require(Tool("ffmpeg")).run([
                "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x64:r=25:d=1.6", "-c:v", "libx264", "-g", "1",
                "-pix_fmt", "yuv420p", path,
            ])
            #expect(made.status == 0)
            var boxes = try [Box](reading: FileSystem.read(path, limit: 1 << 24))
            // Ticks of the movie are milliseconds.
            try replaceEdits(
                &boxes, [entry(400, -1), entry(400, 5 * 512), entry(200, 20 * 512), entry(120, 6 * 512)])
            let bytes = try boxes.bytes()
            try FileSystem.write(bytes, to: path)

            let structure = FileStructure(bytes)
            let track = try Movie(boxes: structure.boxes).tracks[0]
            #expect(track.timescale == 12800 && track.movieTimescale == 1000)
            let ours = try track.samples(in: structure).flatMap { sample in
                track.edits.presentationTimes(ofSampleAt: sample.compositionTime, lasting: sample.duration).map {
                    [$0, Int64(sample.position)]
                }
            }
            let packets = try ProbedPacket.all(in: path)[0] ?? []
            let theirs = packets.filter { !$0.isDiscarded }.map { [$0.pts, Int64($0.position)] }
            #expect(theirs.count == 18)
            #expect(Set(ours) == Set(theirs))
        }
    }

    private func replaceEdits(_ boxes: inout [Box], _ entries: [EditListBox.Entry]) throws {
        let place = try #require(boxes.firstIndex { $0.type == "moov" })
        var movie = try #require(boxes[place].content as? MovieBox)
        let trackPlace = try #require(movie.children.firstIndex { $0.type == "trak" })
        var track = try #require(movie.children[trackPlace].content as? TrackBox)
        track.children.removeAll { $0.type == "edts" }
        let list = EditListBox { $0.entries = entries }
        track.children.insert(Box(EditBox { $0.children = [Box(list)] }), at: 1)
        movie.children[trackPlace].content = track
        boxes[place].content = movie
    }
}
