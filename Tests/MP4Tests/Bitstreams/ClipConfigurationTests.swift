import MP4
import Platform
import TestSupport
import Testing

private let clips: [String] = {
    guard let folder = Folders.shared("media"), let names = try? FileSystem.list(folder) else { return [] }
    // ffprobe opens no file whose free box has a size of 3.
    return names.filter { ($0.hasSuffix(".mp4") || $0.hasSuffix(".mov")) && $0 != "sample_malformed_free_box.mp4" }
        .sorted()
}()

@Suite(
    .enabled(if: Folders.hasShared("media"), "needs ../shared/media"),
    .enabled(if: Tool.isInstalled("ffprobe"), "needs ffprobe"))
struct ClipConfigurationTests {
    @Test(arguments: clips) func `the configuration of a clip says what ffprobe says`(name: String) throws {
        let path = try #require(Folders.shared("media/\(name)"))
        let movie = try Movie(boxes: FileStructure(FileSystem.read(path, limit: 1 << 26)).boxes)
        let entries =
            "codec_name,profile,level,width,height,sample_aspect_ratio,pix_fmt,channels,sample_rate,color_range,"
            + "color_space,color_transfer,color_primaries"
        let probe = try #require(Tool("ffprobe")).run(
            ["-v", "error", "-show_entries", "stream=\(entries)", "-of", "compact=p=0", path])
        let streams = probe.text.split(separator: "\n").map { line in
            Dictionary(
                line.split(separator: "|").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
                    .filter { $0.count == 2 }.map { ($0[0], $0[1]) },
                uniquingKeysWith: { first, _ in first })
        }
        .filter { !$0.isEmpty }
        #expect(movie.tracks.count == streams.count)
        for (track, stream) in zip(movie.tracks, streams) {
            switch track.kind {
            case .video: try checkVideo(track, stream)
            case .audio: try checkAudio(track, stream)
            case .other: #expect(track.sampleEntries.first?.codec == nil)
            }
        }
    }

    private func checkVideo(_ track: Track, _ stream: [String: String]) throws {
        let entry = try #require(track.visualEntry)
        let format = try #require(entry.pictureFormat)
        #expect(format.width ?? Int(entry.width) == stream["width"].flatMap { Int($0) })
        #expect(format.height ?? Int(entry.height) == stream["height"].flatMap { Int($0) })
        let formats = [
            "yuv420p": (1, 8), "yuvj420p": (1, 8), "yuv420p10le": (1, 10), "yuv422p": (2, 8), "yuv444p": (3, 8),
        ]
        let (chroma, depth) = try #require(formats[stream["pix_fmt"] ?? ""])
        #expect((format.chromaFormat, format.bitDepth) == (chroma, depth))
        #expect(format.isProgressive)

        let shape = (stream["sample_aspect_ratio"] ?? "N/A").split(separator: ":").compactMap { UInt32($0) }
        let expected =
            shape.count == 2 && shape[0] > 0 ? SampleAspectRatio(shape[0], shape[1]) : SampleAspectRatio(1, 1)
        let ours = track.pixelAspectRatio
        #expect(UInt64(ours.width) * UInt64(expected.height) == UInt64(ours.height) * UInt64(expected.width))

        let points = [
            "unknown": 2, "bt709": 1, "bt470bg": 5, "smpte170m": 6, "bt2020": 9, "bt2020nc": 9, "smpte2084": 16,
            "arib-std-b67": 18,
        ]
        let colour = track.colour ?? ColourDescription(primaries: 2, transfer: 2, matrix: 2)
        #expect(Int(colour.primaries) == points[stream["color_primaries"] ?? ""])
        #expect(Int(colour.transfer) == points[stream["color_transfer"] ?? ""])
        #expect(Int(colour.matrix) == points[stream["color_space"] ?? ""])
        if stream["color_range"] == "pc" { #expect(colour.isFullRange) }
        if stream["color_range"] == "tv" { #expect(!colour.isFullRange) }
        checkName(try #require(track.codec), stream)
    }

    private func checkName(_ name: String, _ stream: [String: String]) {
        let level = stream["level"].flatMap { Int($0) } ?? 0
        let digits = String(level, radix: 16, uppercase: true)
        switch (stream["codec_name"], stream["profile"]) {
        case ("h264", let profile):
            let profiles = ["Constrained Baseline": "42", "Main": "4D", "High": "64", "High 4:4:4 Predictive": "F4"]
            #expect(name.hasPrefix("avc1.\(profiles[profile ?? ""] ?? "?")"))
            #expect(name.hasSuffix(digits.count == 1 ? "0\(digits)" : digits))
        case ("hevc", "Main 10"): #expect(name.hasPrefix("hvc1.2.") && name.contains(".L\(level)"))
        case ("av1", "Main"): #expect(name.hasPrefix("av01.0.\(level)M.10."))
        // ffprobe knows no level of VP9.
        case ("vp9", "Profile 0"): #expect(name.hasPrefix("vp09.00.") && name.split(separator: ".")[3] == "08")
        default: Issue.record("\(stream)")
        }
    }

    private func checkAudio(_ track: Track, _ stream: [String: String]) throws {
        #expect(track.channels == stream["channels"].flatMap { Int($0) })
        #expect(track.sampleRate == stream["sample_rate"].flatMap { UInt32($0) })
        switch (stream["codec_name"], stream["profile"]) {
        case ("aac", "LC"): #expect(track.codec == "mp4a.40.2")
        case ("pcm_s16be", _): #expect(track.codec == "twos")
        default: Issue.record("\(stream)")
        }
    }
}

/// What an encoder of sound is told, and the codec that comes of it.
struct AudioRequest: Sendable {
    var encoder: String
    var layout: String
    var rate: UInt32
    var codec: String
    var options: [String] = []

    static let all: [AudioRequest] = [
        AudioRequest("aac", "stereo", 44100, "mp4a.40.2"),
        AudioRequest("aac", "mono", 24000, "mp4a.40.2"),
        AudioRequest("aac", "5.1", 48000, "mp4a.40.2"),
        AudioRequest("aac", "5.1(side)", 48000, "mp4a.40.2", ["-aac_pce", "1"]),
        AudioRequest("aac", "hexagonal", 48000, "mp4a.40.2", ["-aac_pce", "1"]),
        AudioRequest("libmp3lame", "stereo", 44100, "mp4a.6B"),
        AudioRequest("ac3", "5.1", 48000, "ac-3"),
        AudioRequest("ac3", "mono", 32000, "ac-3"),
        AudioRequest("eac3", "5.1", 44100, "ec-3"),
        AudioRequest("libopus", "5.1", 48000, "Opus"),
        AudioRequest("flac", "quad", 96000, "fLaC", ["-strict", "-2"]),
        AudioRequest("alac", "stereo", 44100, "alac"),
    ]

    private init(_ encoder: String, _ layout: String, _ rate: UInt32, _ codec: String, _ options: [String] = []) {
        (self.encoder, self.layout, self.rate, self.codec) = (encoder, layout, rate, codec)
        self.options = options
    }
}

/// Audio of every encoder at hand, in a file that ffmpeg writes.
@Suite(.enabled(if: !EncodedStream.encoders.isEmpty, "needs ffmpeg"))
struct EncodedAudioTests {
    @Test(arguments: AudioRequest.all.filter { EncodedStream.encoders.contains($0.encoder) })
    func `channels, rate and codec are what the encoder was told`(request: AudioRequest) throws {
        let source = "anoisesrc=r=\(request.rate):d=0.3:a=0.1,aformat=channel_layouts=\(request.layout)"
        let stream = try #require(
            try EncodedStream(source, ["-c:a", request.encoder] + request.options, format: "mp4"))
        let track = try #require(try Movie(reading: stream.bytes).tracks.first)
        let counts = ["mono": 1, "stereo": 2, "quad": 4, "hexagonal": 6, "5.1": 6, "5.1(side)": 6]
        #expect(
            (track.channels, track.sampleRate, track.codec) == (counts[request.layout], request.rate, request.codec))
    }
}

/// VP9 in a file that ffmpeg writes.
@Test(
    .enabled(if: EncodedStream.encoders.contains("libvpx-vp9"), "needs ffmpeg with libvpx"),
    arguments: [
        ("yuv420p", ["bt709", "bt709", "bt709"], "vp09.00.", ".08"),
        ("yuv420p10le", ["bt2020", "smpte2084", "bt2020nc"], "vp09.02.", ".10.01.09.16.09.00"),
        ("yuv444p", ["bt709", "bt709", "bt709"], "vp09.01.", ".08.03.01.01.01.00"),
    ])
func `VP9 is named by profile, depth, chroma and colours`(
    format: String, colours: [String], prefix: String, suffix: String
) throws {
    let arguments = [
        "-frames:v", "2", "-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-pix_fmt", format,
        "-color_primaries", colours[0], "-color_trc", colours[1], "-colorspace", colours[2], "-color_range", "tv",
    ]
    let stream = try #require(try EncodedStream("testsrc2=s=320x180:r=25", arguments, format: "mp4"))
    let codec = try #require(try Movie(reading: stream.bytes).tracks.first?.codec)
    #expect(codec.hasPrefix(prefix) && codec.hasSuffix(suffix), "\(codec)")
}
