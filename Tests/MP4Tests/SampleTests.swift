import MP4
import Testing

/// Samples of files that put `moov` and `moof` together in unusual ways.
struct SampleTests {
    private func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: (content.count + 8) >> $0) } + ascii(type) + content
    }

    /// One run of samples of 4 bytes, without `tfdt`; duration and flags are those of `trex`.
    private func fragment(samples: UInt8) -> [UInt8] {
        let header = box("mfhd", hex("00000000 00000001"))
        let run = box("trun", hex("00000000 000000") + [samples])
        return box("moof", header + box("traf", box("tfhd", hex("00020010 00000001 00000004")) + run))
    }

    private func movie(duration: UInt32, isSync: Bool) throws -> [UInt8] {
        var boxes = try InitSection.fixtureAudio.boxes
        var movie = try #require(boxes[1].content as? MovieBox)
        let defaults = TrackExtendsBox {
            $0.defaultSampleDuration = duration
            $0.defaultSampleFlags = isSync ? .sync : .nonSync
        }
        movie.children[2] = Box(MovieExtendsBox { $0.children = [Box(defaults)] })
        boxes = [Box(movie)]
        return try boxes.bytes()
    }

    /// ISO/IEC 14496-12 §8.8.12: without `tfdt`, all samples before it in decoding order count, those of `moov` too.
    @Test func `a fragment without a time goes on where the samples of the moov end`() throws {
        var track = try Movie(reading: try movie(duration: 1024, isSync: true)).tracks[0]
        let times = TimeToSampleBox { table in
            table.entries = [
                TimeToSampleBox.Entry {
                    $0.sampleCount = 3
                    $0.sampleDelta = 1000
                }
            ]
        }
        let chunks = SampleToChunkBox { table in
            table.entries = [
                SampleToChunkBox.Entry {
                    $0.firstChunk = 1
                    $0.samplesPerChunk = 3
                }
            ]
        }
        let sizes = SampleSizeBox {
            $0.sampleSize = 4
            $0.sampleCount = 3
        }
        track.sampleTable.children = [
            Box(times), Box(chunks), Box(sizes), Box(ChunkOffsetBox { $0.offsets = [8] }),
        ]
        let samples = try track.samples(
            in: FileStructure(box("mdat", hex("000000000000000000000000")) + fragment(samples: 2)))
        #expect(samples.map(\.decodeTime) == [0, 1000, 2000, 3000, 4024])
    }

    @Test func `the fragments behind a second moov have its defaults`() throws {
        let bytes =
            try movie(duration: 100, isSync: true) + fragment(samples: 2) + movie(duration: 300, isSync: false)
            + fragment(samples: 2)
        let structure = FileStructure(bytes)
        let samples = try Movie(boxes: structure.boxes).tracks[0].samples(in: structure)
        #expect(samples.map(\.duration) == [100, 100, 300, 300])
        #expect(samples.map(\.decodeTime) == [0, 100, 200, 500])
        #expect(samples.map(\.isSync) == [true, true, false, false])
    }

    /// What libavformat writes where a stream begins before 0.
    @Test func `a decode time that is negative as a signed number is before 0`() throws {
        let time = box("tfdt", hex("01000000 FFFFFFFF FFFFFC00"))
        let run = box("trun", hex("00000000 00000002"))
        let track = box("traf", box("tfhd", hex("00020010 00000001 00000004")) + time + run)
        let bytes = try movie(duration: 1024, isSync: true) + box("moof", box("mfhd", hex("00000000 00000001")) + track)
        let structure = FileStructure(bytes)
        let samples = try Movie(boxes: structure.boxes).tracks[0].samples(in: structure)
        #expect(samples.map(\.decodeTime) == [-1024, 0])
    }

    @Test(arguments: [(40_000, true), (1 << 20, false)] as [(UInt32, Bool)])
    func `a file that was cut has all samples of one size, up to a number that can be`(count: UInt32, isRead: Bool)
        throws
    {
        var track = try Movie(reading: try movie(duration: 1, isSync: true)).tracks[0]
        let chunks = SampleToChunkBox { table in
            table.entries = [
                SampleToChunkBox.Entry {
                    $0.firstChunk = 1
                    $0.samplesPerChunk = count
                }
            ]
        }
        let sizes = SampleSizeBox {
            $0.sampleSize = 4
            $0.sampleCount = count
        }
        track.sampleTable.children = [
            Box(TimeToSampleBox()), Box(chunks), Box(sizes), Box(ChunkOffsetBox { $0.offsets = [8] }),
        ]
        let samples = try? track.samples(in: FileStructure(box("mdat", hex("00000000"))))
        #expect((samples?.count == Int(count)) == isRead)
    }
}

@Test func `a segment whose bytes are written elsewhere has the header of one that holds them`() throws {
    var whole = MediaSegment(sequenceNumber: 7, baseMediaDecodeTime: 90_000)
    var described = whole
    for (size, isSync) in [(100, true), (20, false), (3, false)] {
        whole.append(
            [UInt8](repeating: 1, count: size), duration: 3000, compositionOffset: 6000, isSync: isSync)
        described.append(size: size, duration: 3000, compositionOffset: 6000, isSync: isSync)
    }
    #expect(try described.header == whole.header)
    #expect(try described.firstSampleRange == whole.firstSampleRange)
    #expect(described.payload == [])
}
