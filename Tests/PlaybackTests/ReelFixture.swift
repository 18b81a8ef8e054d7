import Catalog
import FFmpeg
import MP4
import MediaTypes

/// A small reel in two rungs and audio, encoded once for all tests: 3 segments of 2 s, 30 frames a second with strips
/// of reel 9, AAC at 48 kHz.
struct ReelFixture: Sendable {
    static let shared = Result { try ReelFixture() }
    static let reel = ReelID("fixture")!
    static let version = VersionID("0011223344556677")!
    static let strip = PackageDocument.Strip(reel: 9, frames: frameCount, frameRate: FrameRate(30)!)
    static let frameCount = 180
    static let segmentCount = 3
    static let rungs = ["low", "high"]

    /// By path below the version, without playlists.
    private(set) var objects: [String: [UInt8]] = [:]
    /// EXTINF of each segment.
    private(set) var durations: [String: [String]] = [:]

    private init() throws {
        try addVideo("video/low", PixelSize(126, 224), BitRate.kilobits(100))
        try addVideo("video/high", PixelSize(252, 448), BitRate.kilobits(600))
        try addAudio()
    }

    private struct Coded {
        var bytes: [UInt8]
        var pts: Int64
        var dts: Int64
        var isKey: Bool
    }

    private mutating func addVideo(_ folder: String, _ size: PixelSize, _ rate: BitRate) throws {
        let encoder = try VideoEncoder(
            .init(
                size: size, timeBase: TimeBase(1, 30)!, frameRate: FrameRate(30)!,
                rate: .bitrate(average: rate, maximum: rate, buffer: rate.bitsPerSecond)))
        var coded: [Coded] = []
        let collect: (Packet) -> Void = {
            coded.append(Coded(bytes: $0.bytes, pts: $0.pts ?? 0, dts: $0.dts ?? 0, isKey: $0.isKey))
        }
        for number in 0..<Self.frameCount {
            let frame = try Self.picture(number, size)
            try encoder.encode(frame, isIDR: number % 60 == 0, collect)
        }
        try encoder.encode(nil, collect)
        let track = VideoTrack(
            timescale: 30, width: UInt16(size.width), height: UInt16(size.height),
            configuration: try AVCConfigurationBox(annexB: encoder.parameterSets))
        objects["\(folder)/init.mp4"] = try InitSection(track: .video(track)).bytes
        let delay = -(coded.first?.dts ?? 0)
        for segment in 0..<Self.segmentCount {
            var media = MediaSegment(sequenceNumber: UInt32(segment + 1), baseMediaDecodeTime: UInt64(segment * 60))
            for sample in coded[segment * 60..<segment * 60 + 60] {
                media.append(
                    annexB: sample.bytes.span, duration: 1, compositionOffset: Int32(sample.pts - sample.dts - delay),
                    isSync: sample.isKey)
            }
            objects["\(folder)/0000\(segment).m4s"] = try media.bytes
        }
        durations[folder] = Array(repeating: "2.0", count: Self.segmentCount)
    }

    private static func picture(_ number: Int, _ size: PixelSize) throws -> Frame {
        try Frame.picture(.init(size: size), pts: Int64(number), duration: 1) { plane, shape, bytes in
            for row in 0..<shape.height {
                for column in 0..<shape.width {
                    bytes[row * shape.stride + column] =
                        plane == 0 ? UInt8(truncatingIfNeeded: 60 + (row + column + number) % 120) : 128
                }
            }
            guard plane == 0 else { return }
            FrameStrip(reel: strip.reel, frame: number)!.draw(into: &bytes, stride: shape.stride, size: size)
        }
    }

    private mutating func addAudio() throws {
        let encoder = try AudioEncoder(sampleRate: 48000, bitrate: .kilobits(64))
        var packets: [[UInt8]] = []
        // 6 s are 281.25 frames: the last is padded, and the priming makes one more.
        for number in 0..<282 {
            let samples = (0..<1024).map { Float((number * 1024 + $0) % 96 < 48 ? 0.1 : -0.1) }
            let frame = try Frame.audio(
                channels: [samples, samples], sampleRate: 48000, pts: Int64(number) * 1024)
            try encoder.encode(frame) { packets.append($0.bytes) }
        }
        try encoder.encode(nil) { packets.append($0.bytes) }
        objects["audio/main/init.mp4"] = try InitSection(
            track: .audio(
                try AudioTrack(configuration: encoder.configuration, priming: UInt32(encoder.priming)))
        ).bytes
        let cuts = [0, 94, 188, packets.count]
        durations["audio/main"] = []
        for segment in 0..<Self.segmentCount {
            var media = MediaSegment(
                sequenceNumber: UInt32(segment + 1), baseMediaDecodeTime: UInt64(cuts[segment] * 1024),
                isRollGroup: true)
            for packet in packets[cuts[segment]..<cuts[segment + 1]] { media.append(packet, duration: 1024) }
            objects["audio/main/0000\(segment).m4s"] = try media.bytes
            let milliseconds = (cuts[segment + 1] - cuts[segment]) * 1024 * 1000 / 48000
            durations["audio/main"]?.append("\(Double(milliseconds) / 1000)")
        }
    }

    /// - Parameter segments: those to list, by number.
    func playlist(_ folder: String, segments: [Int] = Array(0..<segmentCount)) -> [UInt8] {
        var text = "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:3\n#EXT-X-PLAYLIST-TYPE:VOD\n"
        text += "#EXT-X-MAP:URI=\"init.mp4\"\n"
        for number in segments { text += "#EXTINF:\(durations[folder]?[number] ?? "2"),\n0000\(number).m4s\n" }
        return Array((text + "#EXT-X-ENDLIST\n").utf8)
    }

    var multivariant: [UInt8] {
        var text = """
            #EXTM3U
            #EXT-X-VERSION:7
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="main",DEFAULT=YES,URI="audio/main/playlist.m3u8",\
            STABLE-RENDITION-ID="audio/main"

            """
        for (rung, bandwidth) in [("low", 200_000), ("high", 800_000)] {
            text += """
                #EXT-X-STREAM-INF:BANDWIDTH=\(bandwidth),CODECS="avc1.640015,mp4a.40.2",RESOLUTION=126x224,AUDIO="a",\
                STABLE-VARIANT-ID="video/\(rung)"
                video/\(rung)/playlist.m3u8

                """
        }
        return Array(text.utf8)
    }
}
