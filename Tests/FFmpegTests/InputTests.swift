import FFmpeg
import MediaTypes
import Platform
import TestSupport
import Testing

func writeFile(_ bytes: [UInt8], _ path: String) throws { try FileSystem.write(bytes, to: path) }

@Suite struct InputTests {
    @Test func `what was muxed is read and decoded, from a file and from memory in pieces`() throws {
        try withTemporaryDirectory { (folder: String) in
            let path = "\(folder)/clip.mp4"
            try writeClip(path, frames: 30, samples: 57_600, idrs: [0, 20])
            let bytes = try FileSystem.read(path, limit: 1 << 24)
            let pieces = stride(from: 0, to: bytes.count, by: 1000).map {
                Array(bytes[$0..<min(bytes.count, $0 + 1000)])
            }
            for open in [{ try Input.open(path: path) }, { try Input.open(chunks: pieces + [[]], name: "clip") }] {
                let input = try open()
                #expect(input.streams.map(\.codec) == ["h264", "aac"])
                let video = try #require(input.streams[0].video)
                #expect(video.size == PixelSize(96, 128) && video.averageFrameRate == FrameRate(25))
                #expect(video.color == .bt709 && video.pixelFormat == "yuv420p" && video.orientation == .upright)
                #expect(input.streams[1].audio?.sampleRate == 48000 && input.streams[1].audio?.layout == "stereo")
                let (frames, corrupt) = try decode(input, stream: 0)
                #expect(frames.count == 30 && corrupt == 0)
                let times = frames.compactMap { input.streams[0].timeBase.time($0.pts!) }
                #expect(times == (0..<30).map { MediaTime($0, perSecond: 25) })
                let sound = try decode(open(), stream: 1).frames
                // The container knows where the sound ends; the decoder gives the last packet whole.
                #expect(input.streams[1].duration == 57_600 && sound.first?.pts == 0)
                #expect((57_600..<58_624).contains(sound.reduce(0) { $0 + $1.sampleCount }))
            }
        }
    }

    @Test func `the same packets make the same file`() throws {
        try withTemporaryDirectory { (folder: String) in
            for name in ["a", "b"] { try writeClip("\(folder)/\(name)", frames: 10, samples: 19_200) }
            let files = try ["a", "b"].map { try FileSystem.read("\(folder)/\($0)", limit: 1 << 24) }
            #expect(files[0] == files[1])
        }
    }

    @Test func `a seek lands on the key picture before it`() throws {
        try withTemporaryDirectory { (folder: String) in
            try writeClip("\(folder)/clip.mp4", frames: 30, samples: 57_600, idrs: [0, 20])
            let input = try Input.open(path: "\(folder)/clip.mp4")
            let tick = Int64(input.streams[0].timeBase.denominator) / 25
            input.select([0])
            try input.seek(to: 25 * tick, stream: 0)
            let packet = try #require(try input.readPacket())
            #expect(packet.isKey && packet.pts == 20 * tick)
        }
    }

    @Test(arguments: ["", "just words\n", "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nfile:///etc/hostname\n"])
    func `what is no reel is refused, and nothing it names is opened`(text: String) throws {
        try withTemporaryDirectory { (folder: String) in
            try writeFile(Array(text.utf8), "\(folder)/x.m3u8")
            #expect(throws: AVError.self) { try Input.open(path: "\(folder)/x.m3u8") }
            #expect(throws: AVError.self) { try Input.open(bytes: Array(text.utf8), name: "x") }
        }
    }

    @Test func `a missing file and a folder say so`() throws {
        let missing = #expect(throws: AVError.self) { try Input.open(path: "/nowhere/x.mp4") }
        #expect(missing?.description == "open /nowhere/x.mp4: No such file or directory")
        let folder = #expect(throws: AVError.self) { try Input.open(path: "/tmp") }
        #expect(folder?.description.contains("Is a directory") == true)
    }

    @Test func `damaged packets are reported and decoding goes on`() throws {
        try withTemporaryDirectory { (folder: String) in
            try writeClip("\(folder)/clip.mp4", frames: 30, samples: 57_600, idrs: [0, 10, 20])
            var bytes = try FileSystem.read("\(folder)/clip.mp4", limit: 1 << 24)
            let input = try Input.open(bytes: bytes, name: "clip")
            input.select([0])
            var sizes = [Int]()
            while let packet = try input.readPacket() { sizes.append(packet.size) }
            // Any run of 0xFF in the middle of the pictures: no slice header begins so.
            let middle = bytes.count / 2
            for index in middle..<(middle + 300) { bytes[index] = 0xFF }
            let (frames, corrupt) = try decode(try Input.open(bytes: bytes, name: "damaged"), stream: 0)
            #expect(frames.count <= 30 && frames.count >= 10)
            #expect(corrupt > 0 || frames.contains(where: \.isCorrupt))
            #expect(sizes.count == 30)
        }
    }
}

@Suite struct HostileInputTests {
    /// What libavformat makes of nonsense must never stop this program: sizes, time bases and indices included.
    @Test func `files with random damage are read to an end`() throws {
        try withTemporaryDirectory { (folder: String) in
            try writeClip("\(folder)/clip.mp4", frames: 12, samples: 23_040, idrs: [0, 6])
            let bytes = try FileSystem.read("\(folder)/clip.mp4", limit: 1 << 24)
            var generator = Generator(state: 1)
            var opened = 0
            for _ in 0..<60 {
                var damaged = bytes
                // Mostly in the first kilobytes, where the index is.
                for _ in 0..<(1 + generator.next(12)) {
                    let limit = generator.next(2) == 0 ? min(2500, bytes.count) : bytes.count
                    damaged[generator.next(limit)] = UInt8(generator.next(256))
                }
                if generator.next(8) == 0 { damaged.removeLast(generator.next(bytes.count)) }
                guard let input = try? Input.open(bytes: damaged, name: "damaged") else { continue }
                opened += 1
                for stream in input.streams {
                    _ = (stream.video?.displaySize, stream.duration.flatMap(stream.timeBase.time))
                    guard let decoder = try? input.makeDecoder(stream: stream.index) else { continue }
                    input.select([stream.index])
                    try? input.seek(to: 0, stream: stream.index)
                    var count = 0
                    while count < 200, let packet = try? input.readPacket() {
                        count += 1
                        try? decoder.decode(packet) { outcome in
                            if case .frame(let frame) = outcome { _ = (frame.strip, frame.samples(ofChannel: 0)) }
                        }
                    }
                }
            }
            #expect(opened > 10)
        }
    }

    private struct Generator {
        var state: UInt64

        mutating func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
    }
}

@Suite(.enabled(if: Folders.hasShared("media"), "needs ../shared/media"))
struct ClipTests {
    private func open(_ name: String) throws -> Input {
        try Input.open(path: #require(Folders.shared("media/\(name)")))
    }

    @Test func `a file without its index says what is missing`() throws {
        let error = #expect(throws: AVError.self) { try open("sample_malformed_free_box.mp4") }
        #expect(error?.text.contains("Invalid data") == true)
    }

    /// Its sequence parameter set is without bitstream_restriction_flag (E.2.1), and one picture in three is a B picture.
    @Test(.enabled(if: Tool.isInstalled("ffmpeg"), "needs ffmpeg"))
    func `pictures that are reordered come in order though nothing says by how much`() throws {
        try withTemporaryDirectory { (folder: String) in
            let path = try #require(Folders.shared("media/bt601.mov"))
            let fragments = ["-movflags", "frag_keyframe+empty_moov", "\(folder)/fragments.mp4"]
            let made = try Tool("ffmpeg")!.run(["-v", "error", "-i", path, "-map", "0:v", "-c", "copy"] + fragments)
            try #require(made.status == 0, "\(made.standardError)")
            let bytes = try FileSystem.read("\(folder)/fragments.mp4", limit: 1 << 24)
            let input = try Input.open(bytes: bytes, name: "fragments", isProbed: false)
            let decoder = try input.makeDecoder(stream: 0)
            var times: [Int64?] = []
            func add(_ outcome: Decoder.Outcome) { if case .frame(let frame) = outcome { times.append(frame.pts) } }
            var expected: [Int64?] = []
            while let packet = try input.readPacket() {
                expected.append(packet.pts)
                try decoder.decode(packet, add)
            }
            try decoder.decode(nil, add)
            #expect(expected.count == 30 && times == expected.sorted { ($0 ?? 0) < ($1 ?? 0) })
        }
    }

    @Test func `rotation, reflection and sample aspect are read`() throws {
        let rotated = try open("internal_emulator_transformer_output_270_rotated.mp4").streams.compactMap(\.video)
        #expect(rotated.map(\.orientation) == [.counterclockwise])
        let reflected = try open("sample_rotate_and_reflect.mp4").streams.compactMap(\.video)
        #expect(reflected.map(\.orientation.swapsSides) == [true])
        let wide = try open("bbb_800x640_768kbps_30fps_vp9.mp4").streams.compactMap(\.video)
        #expect(wide.map(\.sampleAspect) == [SampleAspect(64, 45)])
        // 800 × 64/45 = 1137.8
        #expect(wide.map(\.displaySize) == [PixelSize(1138, 640)])
    }

    @Test(arguments: [
        "midroll-5s.mp4", "testvid_1022ms.mp4", "sample_video_only.mp4", "sample_12_5fps_720p_1s.mp4",
        "silent-black-10s.mp4", "bbb_800x640_768kbps_30fps_vp9.mp4", "sample_shorter_audio.mp4", "hdr10-av1.mp4",
    ])
    func `decodes as many frames as ffprobe counts`(name: String) throws {
        let ffprobe = try #require(Tool("ffprobe"))
        let path = try #require(Folders.shared("media/\(name)"))
        let arguments = "-v error -select_streams v:0 -count_frames -show_entries stream=nb_read_frames -of csv=p=0"
        let expected = try ffprobe.run(arguments.split(separator: " ").map(String.init) + [path]).text
        let input = try open(name)
        let stream = try #require(input.streams.first { $0.kind == .video })
        let (frames, corrupt) = try decode(input, stream: stream.index)
        #expect("\(frames.count)" == expected.split(separator: "\n").first ?? "" && corrupt == 0)
    }
}
