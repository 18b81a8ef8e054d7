import Catalog
import MediaTypes
import Packaging
import Platform
import TestSupport
import Testing

/// Inputs as they come: containers, codecs, clocks, shapes. Each is made with ffmpeg, packaged, and read back.
@Suite(.serialized, .enabled(if: Reader.areInstalled, "needs ffmpeg and ffprobe"))
struct OddInputTests {
    /// Makes `name` with ffmpeg and packages it.
    private func packaged(
        _ name: String, _ arguments: [String], _ body: (PackagedReel) throws -> Void = { _ in }
    ) throws {
        try withTemporaryDirectory { folder in
            let result = try Reader.ffmpeg(arguments + ["\(folder)/\(name)"])
            try #require(result.status == 0, "\(result.standardError)")
            let reel = try PackagedReel.make("\(folder)/\(name)", into: "\(folder)/out")
            try expectReadersAgree(reel)
            try body(reel)
        }
    }

    private func picture(_ size: String = "320x568", rate: String = "30", seconds: Double = 3) -> [String] {
        ["-f", "lavfi", "-i", "testsrc2=s=\(size):r=\(rate):d=\(seconds)"]
    }

    private func tone(_ seconds: Double = 3, rate: Int = 44_100) -> [String] {
        ["-f", "lavfi", "-i", "sine=f=440:r=\(rate):d=\(seconds)"]
    }

    private let h264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"]

    private func frames(_ reel: PackagedReel) -> Int? { reel.video.first?.sampleCounts.reduce(0, +) }

    @Test(arguments: ["mkv", "ts", "mov", "flv"])
    func `a clip of ninety frames has ninety in every container`(_ container: String) throws {
        try packaged("a.\(container)", picture() + tone() + h264 + ["-bf", "2", "-c:a", "aac"]) { reel in
            #expect(frames(reel) == 90)
            #expect(reel.document.renditions.first?.frameRate == FrameRate(30))
            #expect(reel.document.warnings.isEmpty)
        }
    }

    @Test func `MPEG-4 in AVI, VP8 with hidden frames and VP9 in WebM, MJPEG of full range, and GIF package`() throws {
        try packaged("a.avi", picture() + tone() + ["-c:v", "mpeg4", "-bf", "2", "-c:a", "pcm_s16le"]) {
            #expect(frames($0) == 90)
        }
        try packaged(
            "b.webm",
            picture() + tone()
                + ["-c:v", "libvpx", "-cpu-used", "8", "-deadline", "realtime", "-auto-alt-ref", "1"]
                + ["-lag-in-frames", "16", "-c:a", "libvorbis"]
        ) { #expect(frames($0) == 90) }
        try packaged(
            "c.webm",
            picture() + tone() + ["-c:v", "libvpx-vp9", "-cpu-used", "8", "-deadline", "realtime", "-c:a", "libopus"]
        ) { #expect(frames($0) == 90) }
        try packaged("d.avi", picture() + ["-pix_fmt", "yuvj420p", "-c:v", "mjpeg"]) { reel in
            let stream = try Reader.streams("\(reel.folder)/\(reel.video[0].id)/playlist.m3u8")[0]
            #expect(stream.color_range == "tv")
        }
        try packaged("e.gif", picture("320x240", rate: "10", seconds: 2)) { #expect(frames($0) == 20) }
    }

    @Test func `a transport stream whose clock wraps has no gap`() throws {
        // 33 bits of 90 kHz end at 95,443.7 s.
        try packaged("a.ts", picture() + tone() + h264 + ["-c:a", "aac", "-output_ts_offset", "95442"]) { reel in
            #expect(frames(reel) == 90)
        }
    }

    @Test func `pictures of odd size, of ten bits, of 4 to 4 to 4 and of red, green and blue become 8-bit 4 to 2 to 0`()
        throws
    {
        let codec = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt"]
        try packaged("a.mp4", picture("361x641", seconds: 1) + codec + ["yuv444p"]) { reel in
            #expect(reel.video.map(\.size) == [PixelSize(180, 320), PixelSize(360, 640)])
        }
        try packaged("b.mp4", picture(seconds: 1) + codec + ["yuv422p10le"])
        try packaged("c.mp4", picture(seconds: 1) + ["-c:v", "libx264rgb", "-preset", "ultrafast"])
    }

    @Test func `colours survive, whichever way they were stored`() throws {
        // A plain orange, #c08040: what a decoder makes of the first frame of the package is that again, within 6 (three roundings).
        for (name, arguments) in [
            ("bt601", ["-vf", "scale=out_color_matrix=bt601,format=yuv420p", "-colorspace", "smpte170m"]),
            ("bt709", ["-vf", "scale=out_color_matrix=bt709,format=yuv420p", "-colorspace", "bt709"]),
            ("full", ["-vf", "scale=out_color_matrix=bt709:out_range=full,format=yuvj420p", "-colorspace", "bt709"]),
        ] {
            let source = ["-f", "lavfi", "-i", "color=c=0xc08040:s=360x640:r=30:d=1"]
            let encoding = ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "10"]
            try packaged("\(name).mp4", source + arguments + encoding) { reel in
                let result = try Reader.ffmpeg([
                    "-i", "\(reel.folder)/\(reel.video[1].id)/playlist.m3u8", "-frames:v", "1", "-vf",
                    "scale=8:8:flags=area,format=rgb24", "-f", "rawvideo", "-",
                ])
                let pixel = result.standardOutput.prefix(3).map(Int.init)
                try #require(pixel.count == 3)
                for (value, expected) in zip(pixel, [0xC0, 0x80, 0x40]) {
                    #expect(abs(value - expected) <= 6, "\(name)")
                }
                let color = try #require(reel.outcome.reel.previewColor)
                let digits = Array(color.dropFirst())
                for (index, expected) in [0xC0, 0x80, 0x40].enumerated() {
                    let value = try #require(Int(String(digits[2 * index..<2 * index + 2]), radix: 16))
                    #expect(abs(value - expected) <= 6, "\(name) \(color)")
                }
            }
        }
    }

    @Test func `interlaced pictures are made whole, and none is lost`() throws {
        try packaged(
            "a.mp4",
            picture("320x240", rate: "50", seconds: 2) + ["-vf", "tinterlace=4", "-c:v", "libx264"]
                + ["-preset", "ultrafast", "-x264opts", "tff=1"]
        ) { reel in
            #expect(frames(reel) == 50)
            #expect(reel.document.warnings.isEmpty)
        }
    }

    @Test func `rates from 1 to 120 frames a second keep every frame`() throws {
        for (rate, seconds, count) in [("1", 6.0, 6), ("12", 2, 24), ("24000/1001", 2.002, 48), ("120", 2, 240)] {
            try packaged("a.mp4", picture("320x240", rate: rate, seconds: seconds) + h264) { reel in
                #expect(frames(reel) == count, "\(rate)")
                #expect(reel.video[0].frameRate == FrameRate(rate))
            }
        }
    }

    @Test func `one picture is a reel`() throws {
        try packaged("a.mp4", picture(seconds: 0.03) + h264) { reel in
            #expect(frames(reel) == 1)
            #expect(reel.document.grid.boundaries.count == 2)
        }
    }

    @Test func `a picture smaller than any rung has one of its own size, and one that is very wide too`() throws {
        try packaged("a.mp4", picture("48x32", seconds: 1) + h264) {
            #expect($0.video.map(\.size) == [PixelSize(48, 32)])
        }
        try packaged("b.mp4", picture("2000x100", rate: "10", seconds: 1) + h264) { reel in
            #expect(reel.video.map(\.size) == [PixelSize(2000, 100)])
        }
    }

    @Test(arguments: ["wav", "flac", "mp3"]) func `sound alone is a reel`(_ container: String) throws {
        try packaged("a.\(container)", tone(5, rate: 48_000)) { reel in
            #expect(reel.video.isEmpty && reel.outcome.reel.poster == nil)
            #expect(try reel.multivariant.uris == ["audio/main/playlist.m3u8"])
            let durations = try reel.playlist(reel.audio[0]).durations
            // 94, 188 − 94 and the rest of 235 AAC frames for 5 s, or a little more where the codec adds some.
            #expect(durations[..<2] == [2.005333, 2.005334])
            #expect(abs(durations.reduce(0, +) - 5) < 0.1)
        }
    }

    @Test func `low and high sample rates and eight channels become 48 kHz stereo`() throws {
        let eight = ["-f", "lavfi", "-i", "anoisesrc=d=3:a=0.1", "-ac", "8", "-c:a", "pcm_s16le"]
        for (name, arguments) in [
            ("a.wav", tone(rate: 8000) + ["-c:a", "pcm_mulaw"]), ("b.flac", tone(rate: 96_000)), ("c.mov", eight),
        ] {
            try packaged(name, arguments) { reel in
                let stream = try Reader.streams("\(reel.folder)/audio/main/playlist.m3u8")[0]
                #expect(stream.channels == 2)
            }
        }
    }

    @Test func `a picture that ends before the sound is held, and one that begins later too`() throws {
        try packaged("a.mp4", picture() + tone(5, rate: 48_000) + h264 + ["-c:a", "aac"]) { #expect(frames($0) == 150) }
        let late = ["-itsoffset", "1.2"] + picture() + tone(5, rate: 48_000) + h264 + ["-c:a", "aac"]
        try packaged("b.mkv", late) { reel in
            let count = try #require(frames(reel))
            #expect((150...152).contains(count))
            #expect(reel.document.warnings.isEmpty)
        }
    }

    @Test func `a file that was cut short packages what is there, and says so when pictures are missing`() throws {
        try withTemporaryDirectory { folder in
            let made = try Reader.ffmpeg(
                picture() + tone() + h264 + [
                    "-bf", "2", "-c:a", "aac", "-movflags", "+faststart", "\(folder)/whole.mp4",
                ])
            try #require(made.status == 0)
            let bytes = try FileSystem.read("\(folder)/whole.mp4", limit: 1 << 24)
            try FileSystem.write(bytes.prefix(bytes.count * 2 / 3), to: "\(folder)/cut.mp4")
            let reel = try PackagedReel.make("\(folder)/cut.mp4", into: "\(folder)/out")
            try expectReadersAgree(reel)
            #expect((40...80).contains(try #require(frames(reel))))
        }
    }

    @Test func `damage inside leaves the clip as long as it is, and is told`() throws {
        try withTemporaryDirectory { folder in
            let made = try Reader.ffmpeg(
                picture() + tone() + h264 + ["-bf", "2", "-c:a", "aac", "-movflags", "+faststart", "\(folder)/a.mp4"])
            try #require(made.status == 0)
            var bytes = try FileSystem.read("\(folder)/a.mp4", limit: 1 << 24)
            // A stretch in the middle, far behind the index at the front.
            for index in bytes.count / 2..<bytes.count / 2 + 3000 {
                bytes[index] ^= UInt8(truncatingIfNeeded: index * 7 | 1)
            }
            try FileSystem.write(bytes, to: "\(folder)/damaged.mp4")
            let reel = try PackagedReel.make("\(folder)/damaged.mp4", into: "\(folder)/out")
            try expectReadersAgree(reel)
            #expect(frames(reel) == 90)
            #expect(!reel.document.warnings.isEmpty)
        }
    }
}
