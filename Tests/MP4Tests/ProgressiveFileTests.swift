import MP4
import Platform
import TestSupport
import Testing

struct ProgressiveFileTests {
    /// A sample whose bytes do not matter. The times are those of a track whose edit list takes `shift` off.
    private func sample(
        _ decodeTime: Int64, _ duration: UInt32, offset: Int64 = 0, shift: Int64 = 0, size: Int = 10,
        isSync: Bool = true
    ) -> Sample {
        var sample = Self.sample
        sample.decodeTime = decodeTime
        sample.compositionTime = decodeTime + offset
        sample.presentationTime = decodeTime + offset - shift
        (sample.duration, sample.size, sample.isSync) = (duration, size, isSync)
        return sample
    }

    /// Only a reader makes one.
    private static let sample: Sample = {
        var segment = MediaSegment(sequenceNumber: 1, baseMediaDecodeTime: 0)
        segment.append([0], duration: 1)
        var reader = FragmentReader()
        // What was just written can be read.
        return (try? reader.samples(inSegment: segment.bytes).first)!
    }()

    /// 12800 ticks a second.
    private func video(shift: UInt32 = 0) throws -> Track {
        guard case .video(var video) = try InitSection.fixtureVideo.track else { throw BoxError(.truncated, at: 0) }
        video.compositionShift = shift
        return try Movie(boxes: InitSection(track: .video(video)).boxes).tracks[0]
    }

    /// 48,000 ticks a second, 1024 of priming.
    private func audio() throws -> Track { try Movie(boxes: InitSection.fixtureAudio.boxes).tracks[0] }

    /// The file as it is read again; of its samples only the sizes are there.
    private func read(_ file: ProgressiveFile) throws -> (movie: Movie, structure: FileStructure, header: [UInt8]) {
        let header = try file.header
        let structure = FileStructure(size: header.count + file.payloadSize) { range in
            Array(header[min(range.lowerBound, header.count)..<min(range.upperBound, header.count)])
        }
        #expect(structure.problem == nil)
        #expect(structure.boxes.map(\.type) == ["ftyp", "moov", "mdat"])
        return (try Movie(boxes: structure.boxes), structure, header)
    }

    @Test func `samples keep their times, sizes and sync, and lie where the tables say`() throws {
        // Decoded I P B B, shown I B B P: two frames of reordering, which the edit list takes off.
        var picture = ProgressiveTrack(try video(shift: 1024))
        for (index, offset) in [1024, 2560, 512, 512].enumerated() {
            try picture.append(
                sample(
                    Int64(index) * 512, 512, offset: Int64(offset), shift: 1024, size: 100 + index, isSync: index == 0))
        }
        var sound = ProgressiveTrack(try audio())
        for index in 0..<8 { try sound.append(sample(Int64(index) * 1024, 1024, shift: 1024, size: 7)) }
        let file = ProgressiveFile([picture, sound])
        // Sound begins earlier, by its priming of 21 ms, but not before pictures whose decoding begins 80 ms early.
        #expect(file.chunks.map(\.track) == [0, 1] && file.chunks.map(\.byteCount) == [406, 56])
        let (movie, structure, header) = try read(file)
        #expect(!movie.isFragmented && movie.tracks.map(\.trackID) == [1, 2])
        let pictures = try movie.tracks[0].samples(in: structure)
        #expect(pictures.map(\.presentationTime) == [0, 2048, 512, 1024])
        #expect(pictures.map(\.decodeTime) == [0, 512, 1024, 1536])
        #expect(pictures.map(\.isSync) == [true, false, false, false])
        #expect(pictures.map(\.position) == [0, 100, 201, 303].map { header.count + $0 })
        let sounds = try movie.tracks[1].samples(in: structure)
        #expect(sounds.map(\.presentationTime) == (-1..<7).map { $0 * 1024 })
        #expect(sounds[0].position == header.count + 406 && sounds.allSatisfy(\.isSync))
        // 48,000 and 12,800 divide 192,000. The pictures end at 2560 of 12,800, the sound at 7168 of 48,000.
        #expect(movie.timescale == 192_000 && movie.duration == 38_400)
        #expect(movie.tracks.map { $0.editList?.map(\.segmentDuration) } == [[38_400], [28_672]])
        #expect(movie.tracks.map { $0.editList?.map(\.mediaTime) } == [[1024], [1024]])
        #expect(movie.tracks.map(\.mediaDuration) == [2048, 8192])
        let table = movie.tracks[1].sampleTable
        #expect(table.first(SyncSampleBox.self) == nil && table.first(CompositionOffsetBox.self) == nil)
        #expect(table.first(SampleSizeBox.self)?.sampleSize == 7)
        #expect(table.first(SampleGroupDescriptionBox.self)?.groupingType == "roll")
        #expect(table.first(SampleToGroupBox.self)?.entries.map(\.sampleCount) == [8])
    }

    @Test func `no chunk lasts longer than a second, and chunks lie in the order in which they are decoded`() throws {
        var picture = ProgressiveTrack(try video())
        // 2.5 s of 25 frames a second, and a picture of 2 s.
        for index in 0..<62 { try picture.append(sample(Int64(index) * 512, 512)) }
        try picture.append(sample(62 * 512, 25_600))
        var sound = ProgressiveTrack(try audio())
        for index in 0..<100 { try sound.append(sample(Int64(index) * 1024, 1024, shift: 1024)) }
        let file = ProgressiveFile([picture, sound])
        // 25 frames are a second; 46 frames of sound are 0.981 s.
        #expect(file.chunks.map(\.track) == [1, 0, 1, 0, 1, 0, 0])
        #expect(file.chunks.map(\.sampleCount) == [46, 25, 46, 25, 8, 12, 1])
        let (movie, structure, _) = try read(file)
        let all = try movie.tracks.flatMap { try $0.samples(in: structure) }.sorted { $0.position < $1.position }
        #expect(zip(all, all.dropFirst()).allSatisfy { $0.position + $0.size == $1.position })
        #expect(all.last.map { $0.position + $0.size } == structure.size)
    }

    @Test func `what begins late has an empty edit, and decode times that do not begin at 0 count from their own`()
        throws
    {
        var picture = ProgressiveTrack(try video(shift: 1024))
        try picture.append(sample(12_800, 512, offset: 1024, shift: 1024))
        try picture.append(sample(13_312, 512, offset: 1024, shift: 1024))
        let (movie, structure, _) = try read(ProgressiveFile([picture]))
        #expect(try movie.tracks[0].samples(in: structure).map(\.presentationTime) == [12_800, 13_312])
        #expect(try movie.tracks[0].samples(in: structure).map(\.decodeTime) == [0, 512])
        #expect(movie.tracks[0].editList?.map(\.mediaTime) == [-1, 1024])
        #expect(movie.tracks[0].editList?.map(\.segmentDuration) == [12_800, 1024])
        #expect(movie.duration == 13_824)
    }

    @Test func `negative offsets become none, and a gap in decoding is the duration of the sample before it`() throws {
        var picture = ProgressiveTrack(try video())
        for (time, offset) in [(0, 0), (512, 512), (1024, -512), (3072, 0)] as [(Int64, Int64)] {
            try picture.append(sample(time, 512, offset: offset))
        }
        let (movie, structure, _) = try read(ProgressiveFile([picture]))
        let samples = try movie.tracks[0].samples(in: structure)
        #expect(samples.map(\.presentationTime) == [0, 1024, 512, 3072])
        #expect(samples.map(\.duration) == [512, 512, 2048, 512])
        let offsets = movie.tracks[0].sampleTable.first(CompositionOffsetBox.self)
        #expect(offsets?.version == 0 && offsets?.entries.map(\.sampleOffset) == [512, 1024, 0, 512])
    }

    @Test func `places beyond 32 bits are written in 64, and so is the size of all samples`() throws {
        for (count, isWide) in [(1, false), (2, true)] {
            var picture = ProgressiveTrack(try video())
            for index in 0..<count { try picture.append(sample(Int64(index) * 12_800, 12_800, size: 2_200_000_000)) }
            let (movie, structure, header) = try read(ProgressiveFile([picture]))
            let samples = try movie.tracks[0].samples(in: structure)
            #expect(samples.map(\.position) == (0..<count).map { header.count + $0 * 2_200_000_000 })
            let table = movie.tracks[0].sampleTable
            #expect((table.first(ChunkLargeOffsetBox.self) != nil) == isWide)
            #expect((table.first(ChunkOffsetBox.self) == nil) == isWide)
            #expect(structure.boxes[2].size == count * 2_200_000_000 + (isWide ? 16 : 8))
        }
    }

    @Test func `numbers that no table holds are refused`() throws {
        var picture = ProgressiveTrack(try video())
        #expect(throws: BoxError(.invalidValue("entry_size"), at: 0, in: "stsz")) {
            try picture.append(sample(0, 512, size: 1 << 32))
        }
        #expect(throws: BoxError(.invalidValue("sample_offset"), at: 0, in: "ctts")) {
            try picture.append(sample(0, 512, offset: 1 << 31))
        }
        try picture.append(sample(1024, 512))
        #expect(throws: BoxError(.invalidValue("sample_delta"), at: 0, in: "stts")) {
            try picture.append(sample(0, 512))
        }
    }

    @Test func `a file without samples is a file`() throws {
        let (movie, structure, _) = try read(ProgressiveFile([ProgressiveTrack(try audio())]))
        #expect(movie.duration == 0 && structure.boxes.last?.size == 8)
        #expect(try movie.tracks[0].samples(in: structure).isEmpty)
        #expect(try read(ProgressiveFile([])).movie.tracks.isEmpty)
    }

    @Test(.enabled(if: Tool.isInstalled("ffmpeg") && Tool.isInstalled("ffprobe"), "needs ffmpeg and ffprobe"))
    func `a file that ffmpeg wrote and we wrote again is the same to ffmpeg, whatever it was before`() throws {
        let ffmpeg = try #require(Tool("ffmpeg"))
        try withTemporaryDirectory { folder in
            let options = [
                "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x284:r=30000/1001:d=2.5", "-f", "lavfi", "-i",
                "sine=f=440:r=44100:d=2.5", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-bf", "2", "-g", "30", "-c:a",
                "aac",
            ]
            let original = "\(folder)/a.mp4"
            #expect(try ffmpeg.run(options + [original]).status == 0)
            let bytes = try FileSystem.read(original, limit: 1 << 24)
            let structure = FileStructure(bytes)
            var tracks: [ProgressiveTrack] = []
            var samples: [[Sample]] = []
            for description in try Movie(boxes: structure.boxes).tracks {
                var track = ProgressiveTrack(description)
                samples.append(try description.samples(in: structure))
                for sample in samples[samples.count - 1] { try track.append(sample) }
                tracks.append(track)
            }
            let file = ProgressiveFile(tracks)
            var output = try file.header
            var next = samples.map { $0[...] }
            for chunk in file.chunks {
                for sample in next[chunk.track].prefix(chunk.sampleCount) {
                    output += bytes[sample.position..<sample.position + sample.size]
                }
                next[chunk.track] = next[chunk.track].dropFirst(chunk.sampleCount)
            }
            try FileSystem.write(output, to: "\(folder)/b.mp4")
            let (before, after) = try (ProbedPacket.all(in: original), ProbedPacket.all(in: "\(folder)/b.mp4"))
            for stream in [0, 1] {
                let (a, b) = try (#require(before[stream]), #require(after[stream]))
                #expect(a.map(\.pts) == b.map(\.pts) && a.map(\.dts) == b.map(\.dts))
                #expect(a.map(\.size) == b.map(\.size) && a.map(\.isKey) == b.map(\.isKey))
            }
            let hashes = try [original, "\(folder)/b.mp4"].map { path in
                let hashed = try ffmpeg.run(["-v", "error", "-i", path, "-f", "framehash", "-hash", "md5", "-"])
                #expect(hashed.status == 0 && hashed.standardError == "")
                return hashed.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
            }
            #expect(hashes[0].count > 100 && hashes[0] == hashes[1])
        }
    }
}
