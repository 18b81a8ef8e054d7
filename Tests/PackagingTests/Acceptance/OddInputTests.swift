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
        // 4:2:0 of odd sides, which H.264 does not have.
        let vp8 = ["-c:v", "libvpx", "-cpu-used", "8", "-deadline", "realtime", "-b:v", "1M"]
        try packaged("d.webm", picture("361x641", seconds: 1) + vp8 + ["-pix_fmt", "yuv420p"]) { reel in
            #expect(reel.video.map(\.size) == [PixelSize(180, 320), PixelSize(360, 640)])
            #expect(frames(reel) == 30)
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

    @Test(arguments: ["h264", "ts", "mp4", "mkv"])
    func `two fields that are packets of their own are one picture, made whole once`(_ container: String) throws {
        try withTemporaryDirectory { folder in
            let raw = "\(folder)/raw.h264"
            try FileSystem.write(FieldStream.make(frames: 75), to: raw)
            let clip = "\(folder)/clip.\(container)"
            try #require(try Reader.ffmpeg(["-i", raw, "-c", "copy", clip]).status == 0)
            // Twice as many packets as pictures.
            if container != "h264" { try #require(try Reader.packets(clip).count == 150) }
            let reel = try PackagedReel.make(clip, into: "\(folder)/out")
            #expect(frames(reel) == 75)
            #expect(reel.video[0].frameRate == FrameRate(25))
            #expect(reel.document.duration == MediaTime(milliseconds: 3000))
            #expect(reel.document.warnings.isEmpty)
            let refusal = #expect(throws: CopyRefusal.self) { try PackagedReel.copy([clip], into: "\(folder)/copy") }
            if container != "h264" { #expect(refusal?.reason.contains("each of their fields is a packet") == true) }
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

    /// The file of `arguments`, with every `from` in it made `to`.
    private func patched(
        _ name: String, _ arguments: [String], _ changes: [(from: String, to: String)], in folder: String
    ) throws -> String {
        let path = "\(folder)/\(name)"
        try #require(try Reader.ffmpeg(arguments + [path]).status == 0)
        var bytes = try FileSystem.read(path, limit: 1 << 24)
        for (from, to) in changes {
            let place = try #require(bytes.firstRange(of: Array(from.utf8)), "\(from)")
            bytes.replaceSubrange(place, with: Array(to.utf8))
        }
        try FileSystem.write(bytes, to: path)
        return path
    }

    @Test func `audio that nothing decodes is left out and said, and without video it is refused`() throws {
        // A sample entry of a codec without decoder (AC-4, ETSI TS 103 190-2 annex E), and no other name for it.
        let changes = [(from: "mp4a", to: "ac-4"), (from: "esds", to: "skip")]
        try withTemporaryDirectory { folder in
            let clip = try patched(
                "a.mp4", picture(seconds: 1) + tone(1) + h264 + ["-c:a", "aac"], changes, in: folder)
            let reel = try PackagedReel.make(clip, into: "\(folder)/out")
            #expect(reel.audio.isEmpty && frames(reel) == 30)
            #expect(reel.document.warnings == ["nothing here decodes its audio (none); it is left out"])
            let alone = try patched("b.mp4", tone(1) + ["-c:a", "aac"], changes, in: folder)
            #expect(throws: UnusableSource.undecodable("none")) {
                try PackagedReel.make(alone, into: "\(folder)/out")
            }
        }
    }

    @Test func `an encrypted track is refused by name`() throws {
        let key = ["-encryption_scheme", "cenc-aes-ctr", "-encryption_key", "00112233445566778899aabbccddeeff"]
        let kid = ["-encryption_kid", "ffeeddccbbaa99887766554433221100"]
        try withTemporaryDirectory { folder in
            let path = "\(folder)/a.mp4"
            try #require(try Reader.ffmpeg(picture(seconds: 1) + h264 + key + kid + [path]).status == 0)
            #expect(throws: UnusableSource.encrypted("video")) { try PackagedReel.make(path, into: "\(folder)/out") }
        }
    }

    @Test func `a first picture that stays long does not confuse the clock of a reader`() throws {
        // Decode times far before the pictures shown would be a jump for ffmpeg, which then moves all that follows.
        let late = ["-vf", "setpts='if(eq(N,0),0,PTS+0.3/TB)'", "-fps_mode", "passthrough"]
        try packaged("a.mkv", picture(seconds: 2) + late + h264) { #expect(frames($0) == 60) }
    }

    @Test func `a stream without times that was torn from its beginning loses what cannot be decoded, and no more`()
        throws
    {
        try withTemporaryDirectory { folder in
            let clip = "\(folder)/a.m2v"
            let made = try Reader.ffmpeg(
                picture("320x240", rate: "25", seconds: 2) + ["-c:v", "mpeg2video", "-g", "10", "-bf", "2", clip])
            try #require(made.status == 0)
            let bytes = try FileSystem.read(clip, limit: 1 << 24)
            // Behind the sequence header and the first picture: a P picture comes first.
            let pictures = bytes.indices.dropLast(4).filter { bytes[$0...].starts(with: [0, 0, 1, 0]) }
            try FileSystem.write(bytes[pictures[1]...], to: clip)
            let reel = try PackagedReel.make(clip, into: "\(folder)/out")
            try expectReadersAgree(reel)
            let packaged = try #require(frames(reel))
            // Up to the next group, at 10, nothing can be decoded.
            #expect((38...40).contains(packaged), "\(packaged)")
            #expect(reel.document.warnings.allSatisfy { !$0.contains("are held") })
        }
    }

    @Test func `a stream of one picture without a time is a reel`() throws {
        try packaged("a.h264", picture(seconds: 0.03) + h264) { #expect(frames($0) == 1) }
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

    @Test func `sound whose first packet does not say how long it is begins with it`() throws {
        // ffmpeg writes AAC's first 1024 samples without a duration; with them there are 131 × 1024 at 44.1 kHz.
        try packaged("a.mka", tone() + ["-c:a", "aac"]) { reel in
            let excess = reel.document.duration.seconds - 131 * 1024.0 / 44_100
            #expect((-0.001..<0.0225).contains(excess))
        }
    }

    @Test func `ten channels that nobody places are mixed`() throws {
        let ten = (0..<10).map { _ in "0.1*sin(2*PI*440*t)" }.joined(separator: "|")
        try packaged("a.wav", ["-f", "lavfi", "-i", "aevalsrc=\(ten):s=48000:d=1"]) { reel in
            #expect(reel.document.warnings.isEmpty)
            // The mean of equal sines of 0.1 is one of them.
            let power = try power(reel)
            #expect(abs(power - 0.01) < 0.0005)
        }
    }

    @Test func `a single channel stays as loud as it is`() throws {
        try packaged("a.wav", ["-f", "lavfi", "-i", "aevalsrc=0.1*sin(2*PI*440*t):s=48000:d=1"]) { reel in
            let power = try power(reel)
            #expect(abs(power - 0.01) < 0.0005)
        }
    }

    /// Of the sound in the middle of a second. ffmpeg adds both channels at 0.707: with a sine of 0.1 on each it is 0.01.
    private func power(_ reel: PackagedReel) throws -> Double {
        let samples = try Reader.samples("\(reel.folder)/audio/main/playlist.m3u8").dropFirst(4800).prefix(38_400)
        return samples.reduce(0.0) { $0 + Double($1 * $1) } / 38_400
    }

    /// Where a flash and a click that the source has at 1 s are in the package, in seconds.
    private func marks(_ reel: PackagedReel) throws -> (flash: Double, click: Double) {
        let samples = try Reader.samples("\(reel.folder)/audio/main/playlist.m3u8")
        let click = try #require(samples.firstIndex { abs($0) > 0.1 })
        let playlist = "\(reel.folder)/\(reel.video[0].id)/playlist.m3u8"
        let result = try Reader.ffmpeg([
            "-i", playlist, "-vf", "scale=1:1:flags=area,format=gray", "-fps_mode", "passthrough", "-f", "rawvideo",
            "-",
        ])
        let flash = try #require(result.standardOutput.firstIndex { $0 > 128 })
        return (try Reader.packets(playlist)[flash].time, Double(click) / 48_000)
    }

    private let flash = [
        "-f", "lavfi", "-i", "color=c=black:s=320x240:r=25:d=3,drawbox=c=white:t=fill:enable='gte(t,1)'",
        "-f", "lavfi", "-i", "aevalsrc='if(gte(t,1),0.5*sin(2*PI*1000*t),0)':s=48000:d=3",
    ]

    @Test func `pictures and sound stay together where only some pictures have times`() throws {
        // Packs of a program stream hold several pictures and say the time of one.
        for codec in [["mpeg2video", "-bf", "2"], ["libx264", "-bf", "2", "-preset", "veryfast"]] {
            try packaged("a.mpg", flash + ["-c:v"] + codec + ["-b:v", "100k", "-c:a", "mp2", "-f", "vob"]) { reel in
                let count = try #require(frames(reel))
                #expect((75...77).contains(count), "\(count)")
                let marks = try marks(reel)
                #expect(abs(marks.flash - marks.click) < 0.025, "\(marks)")
            }
        }
    }

    @Test func `of a file that was cut short all is packaged that is there, and what is missing is said`() throws {
        // A fragment's sound lies behind its pictures; cut before the end of the second, it is missing, and they are not.
        try withTemporaryDirectory { folder in
            let made = try Reader.ffmpeg(
                picture() + tone() + h264 + ["-g", "45", "-bf", "0", "-c:a", "aac", "-movflags"]
                    + ["frag_keyframe+empty_moov", "\(folder)/whole.mp4"])
            try #require(made.status == 0)
            let bytes = try FileSystem.read("\(folder)/whole.mp4", limit: 1 << 24)
            try FileSystem.write(bytes.prefix(bytes.count * 9 / 10), to: "\(folder)/cut.mp4")
            let reel = try PackagedReel.make("\(folder)/cut.mp4", into: "\(folder)/out")
            #expect(try Reader.complaints("\(reel.folder)/multivariant.m3u8") == "")
            let decoded = try #require(Tool("ffprobe")).run([
                "-v", "quiet", "-select_streams", "v", "-show_entries", "frame=pts", "-of", "csv=p=0",
                "\(folder)/cut.mp4",
            ])
            let count = decoded.standardOutput.split(separator: UInt8(ascii: "\n")).count
            let packaged = try #require(frames(reel))
            #expect(count > 70 && (count...count + 1).contains(packaged), "\(packaged) of \(count)")
            #expect(reel.document.warnings.contains { $0.hasPrefix("the file is cut short: ") })
        }
    }

    @Test func `at a picture a second the reel is as long as what comes first and last`() throws {
        let times = ["-vf", "settb=1/1000,setpts=PTS+100", "-vsync", "passthrough", "-enc_time_base", "1:1000"]
        let sources = picture("180x320", rate: "1", seconds: 5) + tone(5)
        try withTemporaryDirectory { folder in
            let path = "\(folder)/a.mkv"
            let made = try Reader.ffmpeg(sources + times + h264 + ["-c:a", "pcm_s16le", path])
            try #require(made.status == 0, "\(made.standardError)")
            let reel = try PackagedReel.make(path, into: "\(folder)/out")
            let playlist = "\(reel.folder)/\(reel.video[0].id)/playlist.m3u8"
            #expect(try Reader.packets(playlist).map(\.time) == [0, 1.1, 2.1, 3.1, 4.1])
            #expect(try reel.playlist(reel.video[0]).durations == [2.1, 2, 1])
            #expect(try Reader.complaints(playlist) == "")
        }
    }

    @Test func `a raw stream of JPEG pictures is video when its name says so`() throws {
        let pictures = picture("180x320", rate: "25", seconds: 2) + ["-c:v", "mjpeg", "-pix_fmt", "yuvj420p"]
        try packaged("a.mjpeg", pictures) { reel in
            #expect(frames(reel) == 50 && reel.document.renditions[0].frameRate == FrameRate(25))
        }
        let isRefused = #expect(throws: UnusableSource.self) {
            try packaged("a.jpg", picture() + ["-frames:v", "1"])
        }
        #expect(isRefused == .notMedia("its format is not one of video or audio"))
    }

    @Test func `a picture that is to be turned by 45 degrees is not, and that is said`() throws {
        try withTemporaryDirectory { folder in
            let path = "\(folder)/a.mp4"
            let made = try Reader.ffmpeg(picture("180x320", seconds: 1) + h264 + [path])
            try #require(made.status == 0, "\(made.standardError)")
            try OddTurn.write(into: path)
            let warning = "its picture is to be turned by 45°; it is turned by the nearest quarter, or not at all"
            let reel = try PackagedReel.make(path, into: "\(folder)/out")
            #expect(reel.document.warnings == [warning])
            #expect(try PackagedReel.copy([path], into: "\(folder)/copy").document.warnings == [warning])
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

    @Test func `of video that cannot be decoded at all the sound is packaged, and that is told`() throws {
        try withTemporaryDirectory { folder in
            let vp9 = ["-c:v", "libvpx-vp9", "-cpu-used", "8", "-deadline", "realtime", "-g", "999"]
            let whole = picture("90x160", seconds: 2) + tone(2, rate: 48_000) + vp9 + ["-c:a", "libopus"]
            // Without its only key frame.
            let torn = ["-i", "\(folder)/whole.webm", "-c", "copy", "-bsf:v", "noise=amount=0:drop=key"]
            for arguments in [whole + ["\(folder)/whole.webm"], torn + ["\(folder)/torn.webm"]] {
                let made = try Reader.ffmpeg(arguments)
                try #require(made.status == 0, "\(made.standardError)")
            }
            let reel = try PackagedReel.make("\(folder)/torn.webm", into: "\(folder)/out")
            #expect(reel.video.isEmpty && reel.document.renditions.count == 1)
            #expect(reel.document.warnings == ["nothing of its video can be decoded; it is left out"])
            try expectReadersAgree(reel)
            // Again nothing is to be done, and a strict run refuses.
            #expect(try PackagedReel.make("\(folder)/torn.webm", into: "\(folder)/out").outcome.change == .unchanged)
            let strict = Packager(out: "\(folder)/strict", ladder: PackagedReel.small, isStrict: true)
            let source = try Source.open("\(folder)/torn.webm", id: nil)
            #expect(throws: UnusableSource.damaged(["nothing of its video can be decoded; it is left out"])) {
                try strict.package(source) { _, _ in }
            }
            #expect(!FileSystem.exists("\(folder)/strict/torn/reel.json"))
        }
    }

    @Test func `an Ogg that ends before its last packet begins lasts as long as the packets before`() throws {
        try withTemporaryDirectory { folder in
            let path = "\(folder)/a.ogg"
            // One page of sound: its end alone says how long the last packet is, here less than nothing.
            let one = ["-c:a", "libvorbis", "-page_duration", "1000000", path]
            try #require(try Reader.ffmpeg(tone(0.3, rate: 48_000) + one).status == 0)
            var bytes = try FileSystem.read(path, limit: 1 << 20)
            OggPage.moveEnd(of: &bytes, by: 2000)
            try FileSystem.write(bytes, to: path)
            let reel = try PackagedReel.make(path, into: "\(folder)/out")
            // Packets of vorbis are at most 1,024 samples apart at this rate.
            let length = try reel.playlist(reel.document.renditions[0]).durations.reduce(0, +)
            #expect((0.3 - 1024 / 48_000...0.3).contains(length))
            #expect(reel.document.warnings.isEmpty)
            try expectReadersAgree(reel)
        }
    }

    @Test func `the last sound is heard where packets do not say how long they are`() throws {
        // Core Audio's file says of ALAC's packets where they begin; the last is shorter than the others.
        try packaged("a.caf", tone(1.3) + ["-c:a", "alac"]) { reel in
            let length = try reel.playlist(reel.document.renditions[0]).durations.reduce(0, +)
            #expect((1.3...1.3 + 1024 / 48_000).contains(length))
        }
    }

    @Test func `FLAC that lost its header lasts as long as its frames`() throws {
        try withTemporaryDirectory { folder in
            let path = "\(folder)/a.flac"
            try #require(try Reader.ffmpeg(tone(2) + ["-c:a", "flac", path]).status == 0)
            var bytes = try FileSystem.read(path, limit: 1 << 20)
            // RFC 9639 §8: metadata blocks, of which the last says so in its first bit, stand behind four bytes.
            var place = 4
            var isLast = false
            while !isLast {
                isLast = bytes[place] >= 0x80
                place += 4 + Int(bytes[place + 1]) << 16 + Int(bytes[place + 2]) << 8 + Int(bytes[place + 3])
            }
            bytes.removeFirst(place)
            try FileSystem.write(bytes, to: path)
            let reel = try PackagedReel.make(path, into: "\(folder)/out")
            let length = try reel.playlist(reel.document.renditions[0]).durations.reduce(0, +)
            // The last frame's length is a guess: a frame of 4,608 samples at most too long.
            #expect((2...2 + 4608 / 44_100 + 1024 / 48_000).contains(length))
            #expect(reel.document.warnings.isEmpty)
            // The priming, which not every reader hides, is 21 ms.
            let sound = try Reader.ffmpeg([
                "-i", "\(reel.folder)/audio/main/playlist.m3u8", "-t", "2", "-af", "silencedetect=d=0.03:n=-40dB",
                "-f", "null", "-", "-v", "info",
            ])
            #expect(!sound.standardError.contains("silence_start"))
        }
    }

    @Test func `an init section alone is refused for what it lacks`() throws {
        try withTemporaryDirectory { folder in
            let path = "\(folder)/init.mp4"
            let fragmented = ["-movflags", "empty_moov+frag_keyframe", "-c:a", "aac", path]
            try #require(try Reader.ffmpeg(picture(seconds: 1) + tone(1) + h264 + fragmented).status == 0)
            let bytes = try FileSystem.read(path, limit: 1 << 24)
            let fragment = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("moof".utf8)) })
            try FileSystem.write(bytes[..<(fragment - 4)], to: path)
            let reason = "it holds no picture and no sound, as an init section without its segments"
            let error = #expect(throws: UnusableSource.self) { try PackagedReel.make(path, into: "\(folder)/out") }
            #expect(error?.description == reason)
            let refusal = #expect(throws: CopyRefusal.self) { try PackagedReel.copy([path], into: "\(folder)/out") }
            #expect(refusal?.description == reason)
        }
    }

    @Test func `of AMR every frame sounds, also where a sample of the file holds five`() throws {
        try withTemporaryDirectory { folder in
            // RFC 4867 §5: a hundred frames of 12.2 kbit/s, whose bits are noise.
            var speech = Array("#!AMR\n".utf8)
            for frame in 0..<100 {
                speech += [0x3C] + (1..<32).map { UInt8(truncatingIfNeeded: (frame * 31 + $0) * 89) }
            }
            try FileSystem.write(speech, to: "\(folder)/speech.amr")
            let one = "\(folder)/one.3gp"
            try #require(try Reader.ffmpeg(["-i", "\(folder)/speech.amr", "-c", "copy", one]).status == 0)
            var bytes = try FileSystem.read(one, limit: 1 << 20)
            // Size and count of the samples, their count and duration, and how many the chunk has.
            for (box, at, values) in [("stsz", 8, [160, 20]), ("stts", 12, [20, 800]), ("stsc", 16, [20])] {
                let type = try #require(bytes.indices.first { bytes[$0...].starts(with: Array(box.utf8)) })
                for (index, value) in values.enumerated() {
                    for byte in 0..<4 { bytes[type + at + 4 * index + byte] = UInt8(value >> (24 - 8 * byte) & 0xFF) }
                }
            }
            let five = "\(folder)/five.3gp"
            try FileSystem.write(bytes, to: five)
            let reels = try [one, five].map { try PackagedReel.make($0, into: "\(folder)/out") }
            #expect(reels[0].document.warnings.isEmpty && reels[1].document.warnings.isEmpty)
            let sounds = reels.map { $0.document.objects.filter { $0.path.hasPrefix("audio/") } }
            #expect(sounds[0] == sounds[1] && sounds[0].count > 1)
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

/// A matrix by 45 degrees in the track header (ISO/IEC 14496-12 §8.3.2) of the first track.
private enum OddTurn {
    static func write(into path: String) throws {
        var bytes = try FileSystem.read(path, limit: 1 << 26)
        let header = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("tkhd".utf8)) })
        // Type, version 0 with flags, times and numbers, reserved, layer to volume; then 16.16 and 2.30.
        let half: Int32 = 46_341
        for (index, value) in [half, half, 0, -half, half, 0].enumerated() {
            for byte in 0..<4 {
                bytes[header + 44 + index * 4 + byte] = UInt8(truncatingIfNeeded: value >> Int32(24 - byte * 8))
            }
        }
        try FileSystem.write(bytes, to: path)
    }
}
