import Catalog
import MediaTypes
import Packaging
import Platform
import TestSupport
import Testing

/// Transport streams as recorders and `cat` leave them: times that start again, and streams torn from their beginning.
@Suite(.serialized, .enabled(if: Reader.areInstalled, "needs ffmpeg and ffprobe"))
struct JoinedStreamTests {
    private let h264 = ["-c:v", "libx264", "-preset", "ultrafast", "-threads", "1", "-pix_fmt", "yuv420p"]
    private let limit = 1 << 24

    private func make(_ path: String, _ arguments: [String]) throws -> [UInt8] {
        let made = try Reader.ffmpeg(arguments + [path])
        try #require(made.status == 0, "\(made.standardError)")
        return try FileSystem.read(path, limit: limit)
    }

    /// A plain colour, and a tone or silence.
    private func scene(_ color: String, rate: Int, volume: Double, seconds: Double = 2) -> [String] {
        ["-f", "lavfi", "-i", "color=\(color):s=320x240:r=\(rate):d=\(seconds)", "-f", "lavfi", "-i"]
            + ["aevalsrc='\(volume)*sin(2*PI*1000*t)':s=48000:d=\(seconds)"] + h264 + ["-c:a", "aac"]
    }

    private func packaged(_ bytes: [UInt8], _ folder: String, isStrict: Bool = false) throws -> PackagedReel {
        try FileSystem.write(bytes, to: "\(folder)/joined.ts")
        let packager = Packager(out: "\(folder)/out", ladder: PackagedReel.small, isStrict: isStrict)
        let source = try Source.open("\(folder)/joined.ts", id: nil)
        let outcome = try packager.package(source) { _, _ in }
        return PackagedReel(
            outcome: outcome, folder: "\(outcome.folder)/\(outcome.package.version)",
            sourcePath: "\(folder)/joined.ts")
    }

    private func frames(_ reel: PackagedReel) -> Int? { reel.video.first?.sampleCounts.reduce(0, +) }

    /// Which pictures are bright, when the first of them is shown, and when the sound begins.
    private func change(_ reel: PackagedReel) throws -> (bright: [Bool], picture: Double, sound: Double) {
        let playlist = "\(reel.folder)/\(reel.video[0].id)/playlist.m3u8"
        let result = try Reader.ffmpeg([
            "-i", playlist, "-vf", "scale=1:1:flags=area,format=gray", "-fps_mode", "passthrough", "-f", "rawvideo",
            "-",
        ])
        let bright = result.standardOutput.map { $0 > 128 }
        let first = try #require(bright.firstIndex(of: true))
        let samples = try Reader.samples("\(reel.folder)/audio/main/playlist.m3u8")
        let sound = try #require(samples.firstIndex { abs($0) > 0.1 })
        return (bright, try Reader.packets(playlist)[first].time, Double(sound) / 48_000)
    }

    @Test func `a stream of pictures twice over is twice as long, and also as strictly as can be`() throws {
        try withTemporaryDirectory { folder in
            let once = try make(
                "\(folder)/once.ts", ["-f", "lavfi", "-i", "testsrc2=s=320x240:r=25:d=2", "-g", "25"] + h264)
            let reel = try packaged(once + once, folder, isStrict: true)
            try expectReadersAgree(reel)
            #expect(frames(reel) == 100)
            #expect(reel.document.duration == MediaTime(milliseconds: 4000))
            #expect(reel.video[0].frameRate == FrameRate(25))
            #expect(
                reel.document.warnings == [
                    "the time starts again at 2.000000 s; what follows is put behind it"
                ])
            // Once more with other files of the same objects, which encodes nothing.
            let packager = Packager(
                out: "\(folder)/out", ladder: PackagedReel.small, isStrict: true, isProgressive: true)
            let outcome = try packager.package(try Source.open("\(folder)/joined.ts", id: nil)) { _, _ in }
            #expect(outcome.madeFrom != nil && outcome.package.warnings == reel.document.warnings)
        }
    }

    @Test func `as many recordings as there are follow each other`() throws {
        try withTemporaryDirectory { folder in
            let once = try make("\(folder)/once.ts", scene("gray", rate: 25, volume: 0.2, seconds: 1))
            let reel = try packaged(Array(repeatElement(once, count: 80).joined()), folder)
            #expect(frames(reel) == 80 * 25)
            #expect(reel.document.warnings.count == 1)
            #expect(reel.document.warnings[0].contains(" in 79 places, first at "))
        }
    }

    @Test(arguments: ["0", "3", "100", "1000"])
    func `recordings of other rates, wherever their times begin, follow each other with their sound`(_ offset: String)
        throws
    {
        try withTemporaryDirectory { folder in
            let dark = try make(
                "\(folder)/dark.ts", scene("black", rate: 25, volume: 0) + ["-output_ts_offset", offset])
            let bright = try make("\(folder)/bright.ts", scene("white", rate: 30, volume: 0.5))
            for isTurned in [false, true] {
                let reel = try packaged(isTurned ? bright + dark : dark + bright, folder)
                if isTurned {
                    #expect(frames(reel) == 110)
                    // 3 s on is a pause of a second, as a recording may have; more than 10 s is none.
                    let length = offset == "3" ? 5.0 : 4
                    #expect(abs(reel.document.duration.seconds - length) < 0.1)
                    #expect(reel.document.warnings.count == (offset == "3" ? 0 : 1), "\(reel.document.warnings)")
                    continue
                }
                #expect(abs(reel.document.duration.seconds - 4) < 0.1)
                #expect(reel.document.warnings.count == 1, "\(reel.document.warnings)")
                #expect(reel.document.warnings.first?.hasPrefix("the time starts again at 2.0") == true)
                let change = try change(reel)
                #expect(change.bright == Array(repeating: false, count: 50) + Array(repeating: true, count: 60))
                // The sound of the first begins a packet earlier, for which the first picture is held.
                #expect(abs(change.picture - 2 - 1024.0 / 48_000) < 0.001)
                #expect(abs(change.sound - change.picture) < 0.03, "\(change.sound)")
            }
        }
    }

    @Test func `three recordings are three, and the same bytes again`() throws {
        try withTemporaryDirectory { folder in
            let one = try make("\(folder)/one.ts", scene("black", rate: 25, volume: 0, seconds: 1))
            let reel = try packaged(one + one + one, folder)
            #expect(frames(reel) == 75)
            #expect(reel.document.warnings.first?.hasPrefix("the time starts again in 2 places, first at 1.0") == true)
            let again = try PackagedReel.make(reel.sourcePath, into: "\(folder)/again", isThreaded: false)
            #expect(again.document.version == reel.document.version)
        }
    }

    @Test func `pictures that pause while the sound goes on are no jump`() throws {
        try withTemporaryDirectory { folder in
            let clip = try make(
                "\(folder)/pause.ts",
                ["-f", "lavfi", "-i", "testsrc2=s=160x120:r=10:d=15", "-f", "lavfi", "-i", "sine=d=15"]
                    + ["-vf", "select='lt(t,1)+gte(t,13)'", "-fps_mode", "vfr"] + h264 + ["-c:a", "aac"])
            let reel = try packaged(clip, folder)
            #expect(abs(reel.document.duration.seconds - 15) < 0.1)
            #expect(reel.document.warnings == [])
        }
    }

    @Test(arguments: ["libx264", "libx265"])
    func `video without its parameter sets is said to be left out, and refused when that is asked for`(_ codec: String)
        throws
    {
        try withTemporaryDirectory { folder in
            let name = codec == "libx264" ? "h264" : "hevc"
            let loss =
                "its video (\(name)) cannot be decoded: its parameters are missing; it is left out"
            let whole = try make(
                "\(folder)/whole.ts",
                ["-f", "lavfi", "-i", "testsrc2=s=320x240:r=25:d=2", "-f", "lavfi", "-i", "sine=d=2", "-c:v", codec]
                    + ["-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "100", "-c:a", "aac"])
            let torn = Array(whole.dropFirst(20_000))
            let reel = try packaged(torn, folder)
            #expect(reel.video.isEmpty && reel.audio.count == 1)
            #expect(reel.document.warnings == [loss])
            let path = reel.sourcePath
            let strict = Packager(out: "\(folder)/strict", ladder: PackagedReel.small, isStrict: true)
            let source = try Source.open(path, id: nil)
            #expect(throws: UnusableSource.damaged([loss])) { try strict.preview(source) }
            #expect(throws: UnusableSource.damaged([loss])) { try strict.package(source) { _, _ in } }
            let copy = try PackagedReel.copy([path], into: "\(folder)/copy")
            #expect(copy.document.warnings == [loss])
            #expect(throws: UnusableSource.damaged([loss])) {
                try PackagedReel.copy([path], into: "\(folder)/strict", isStrict: true)
            }
            #expect(!FileSystem.exists("\(folder)/strict"))
        }
    }

    @Test func `audio without its parameters is said to be left out`() throws {
        try withTemporaryDirectory { folder in
            var clip = try make("\(folder)/clip.ts", scene("white", rate: 25, volume: 0.5, seconds: 1))
            // What the packets of the audio's PID hold is nothing.
            for start in stride(from: 0, to: clip.count - 187, by: 188) where clip[start + 1] & 0x1F == 1 {
                guard clip[start + 2] == 1 else { continue }
                let isStart = clip[start + 1] & 0x40 != 0
                let adaptation = clip[start + 3] & 0x20 != 0 ? Int(clip[start + 4]) + 1 : 0
                let payload = start + 4 + adaptation + (isStart ? 14 : 0)
                for index in min(payload, start + 188)..<start + 188 { clip[index] = 0 }
            }
            let reel = try packaged(clip, folder)
            #expect(reel.audio.isEmpty && frames(reel) == 25)
            #expect(
                reel.document.warnings == [
                    "its audio (aac) cannot be decoded: its parameters are missing; it is left out"
                ])
        }
    }

    @Test func `pictures before the first key frame are said to be missing, and none is said to be held`() throws {
        try withTemporaryDirectory { folder in
            let whole = try make(
                "\(folder)/whole.ts", ["-f", "lavfi", "-i", "testsrc2=s=320x240:r=25:d=2", "-g", "25"] + h264)
            // Behind the first key frame.
            let reel = try packaged(Array(whole.dropFirst(188 * 100)), folder)
            let warnings = reel.document.warnings
            #expect(
                warnings.contains {
                    $0.contains(
                        /^the first \d+ pictures of the video could not be decoded; the one after them is shown/)
                }, "\(warnings)")
            #expect(warnings.allSatisfy { !$0.contains("before") }, "\(warnings)")
        }
    }
}
