import Catalog
import MediaTypes
import Packaging
import Platform
import TestSupport
import Testing

// Sound against picture, priming, edit lists, clocks: what users of other packagers reported.
extension KnownDefectTests {
    /// When the tone is heard first, in seconds.
    private func onset(_ reel: PackagedReel) throws -> Double {
        let samples = try Reader.samples("\(reel.folder)/\(reel.audio[0].id)/playlist.m3u8")
        return Double(try #require(samples.firstIndex { abs($0) > 0.02 })) / 48_000
    }

    /// When the first picture is shown and the priming is played, in every rendition.
    private func expectStarts(_ reel: PackagedReel) throws {
        for rendition in reel.document.renditions {
            let start = rendition.kind == .audio ? -1024.0 / 48_000 : 0
            let first = try Reader.packets("\(reel.folder)/\(rendition.id)/playlist.m3u8")[0].time
            #expect(abs(first - start) < 1e-5, "\(rendition.id)")
        }
    }

    @Test func `R19 what an edit list cuts off is not shown`() throws {
        let reel = try bench.reel("trimmed.mp4") { folder in
            let clip = try AppendixClip.ntsc.make(in: folder)
            let trimmed = "\(folder)/trimmed.mp4"
            let result = try Reader.ffmpeg(["-ss", "1", "-i", clip, "-c", "copy", trimmed])
            try #require(result.status == 0, "\(result.standardError)")
            return trimmed
        }
        // The samples of the first second are there, and are not shown.
        let decoded = try Reader.ffmpeg(["-i", reel.sourcePath, "-map", "0:v", "-f", "framemd5", "-"])
        let shown = decoded.text.split(separator: "\n").count { !$0.hasPrefix("#") }
        #expect(try Reader.packets(reel.sourcePath).count > shown)
        #expect(reel.video[0].sampleCounts.reduce(0, +) == shown && (275...277).contains(shown))
        let result = try #require(Tool("ffmpeg")).run([
            "-i", "\(reel.folder)/video/360/playlist.m3u8", "-i", reel.sourcePath, "-frames:v", "10", "-lavfi",
            "[0:v]settb=1/1000,setpts=N[a];[1:v]settb=1/1000,setpts=N[b];[a][b]ssim", "-f", "null", "-",
        ])
        let match = try #require(result.standardError.firstMatch(of: /All:([0-9.]+)/))
        #expect(try #require(Double(match.1)) > 0.8)
        #expect(try onset(reel) < 0.005)
    }

    @Test func `R20 and R25 an empty edit before the sound is half a second of silence`() throws {
        let reel = try bench.reel(.late)
        try expectStarts(reel)
        #expect(abs(try onset(reel) - 0.5) < 0.01)
    }

    @Test func `R21 and R29 composition offsets are not negative, and one edit takes the first one off`() throws {
        for clip in [AppendixClip.ntsc, .vfr, .hlg] {
            let reel = try bench.reel(clip)
            for rendition in reel.video {
                let boxes = try ForeignBoxes.read("\(reel.folder)/\(rendition.id)")
                let offsets = boxes.segments.flatMap(\.offsets)
                #expect(offsets.allSatisfy { $0 >= 0 })
                #expect(boxes.edits == [offsets[0]] && offsets[0] > 0, "\(clip) \(rendition.id)")
                #expect(boxes.brands.contains("cmfc") && boxes.brands.contains("iso6"))
            }
        }
    }

    @Test func `R22 the priming of a source is no part of its sound`() throws {
        let reel = try bench.reel(.ntsc)
        // ffmpeg's encoder has 1024 samples of it, and its muxer an edit list.
        #expect(try onset(reel) < 0.003)
        try expectStarts(reel)
    }

    @Test func `R23 a flash and a beep that begin together do so afterwards`() throws {
        let reel = try bench.reel(
            "flash.mp4",
            [
                "-f", "lavfi", "-i",
                "color=black:s=180x320:r=30:d=3,drawbox=c=white:t=fill:enable='gte(t,0.999)'", "-f", "lavfi", "-i",
                "aevalsrc='if(gte(t,1),0.5*sin(2*PI*440*t),0)':s=44100:d=3", "-c:v", "libx264", "-bf", "3",
                "-pix_fmt", "yuv420p", "-c:a", "aac",
            ])
        let frames = try Reader.ffmpeg([
            "-i", "\(reel.folder)/video/180/playlist.m3u8", "-vf", "scale=1:1:flags=area,format=gray", "-f",
            "rawvideo", "-",
        ]).standardOutput
        #expect(frames.firstIndex { $0 > 128 } == 30)
        #expect(abs(try onset(reel) - 1) < 0.005)
    }

    @Test func `R24 29.97 frames a second are that, though the source's clock counts milliseconds`() throws {
        let reel = try bench.reel("matroska.mkv") { folder in
            let clip = try AppendixClip.ntsc.make(in: folder)
            let result = try Reader.ffmpeg(["-i", clip, "-c", "copy", "\(folder)/matroska.mkv"])
            try #require(result.status == 0, "\(result.standardError)")
            return "\(folder)/matroska.mkv"
        }
        #expect(try reel.multivariant.attributes("EXT-X-STREAM-INF").allSatisfy { $0["FRAME-RATE"] == "29.970" })
        let boxes = try ForeignBoxes.read("\(reel.folder)/video/180")
        #expect(boxes.segments.flatMap(\.durations).allSatisfy { $0 == 1001 })
        #expect(try reel.playlist(reel.video[0]).durations.dropLast().allSatisfy { $0 == 2.002 })
    }

    @Test func `R26 and R27 clocks that begin before or after 0 are moved, for all renditions alike`() throws {
        let reel = try stream()
        try expectStarts(reel)
        // The tone and the pictures begin together; a transport stream does not say what is priming.
        #expect(try onset(reel) < 0.025)
        #expect(reel.video[0].sampleCounts.reduce(0, +) == 306)
    }

    @Test func `R28 the priming is in the edit list, and every frame of sound in the roll group`() throws {
        for reel in try [bench.reel(.ntsc), bench.reel(.surround)] {
            let boxes = try ForeignBoxes.read("\(reel.folder)/audio/main")
            #expect(boxes.edits == [1024] && boxes.rolls == [-1])
            #expect(boxes.segments.allSatisfy { $0.rolled == $0.durations.count && $0.syncSamples.count == $0.rolled })
        }
    }

    @Test func `R30 pictures are decoded in time, each once, and shown without a gap`() throws {
        let reel = try bench.reel(.ntsc)
        let boxes = try ForeignBoxes.read("\(reel.folder)/video/360")
        var (time, shown): (Int64, [Int64]) = (0, [])
        for segment in boxes.segments {
            for (duration, offset) in zip(segment.durations, segment.offsets) {
                #expect(duration > 0)
                shown.append(time + offset - boxes.edits[0])
                time += duration
            }
        }
        #expect(shown.sorted() == (0..<306).map { $0 * 1001 } && shown != shown.sorted())
    }

    @Test func `R31 and R32 sound of 44.1 kHz stays in time for a minute, by counting samples`() throws {
        let reel = try long()
        let segments = try ForeignBoxes.read("\(reel.folder)/audio/main").segments
        #expect(segments.flatMap(\.durations).allSatisfy { $0 == 1024 })
        let packets = try Reader.packets("\(reel.folder)/audio/main/playlist.m3u8")
        #expect(packets.enumerated().allSatisfy { abs($1.time - Double(($0 - 1) * 1024) / 48_000) < 2e-6 })
        // 440 Hz cross 0 880 times a second: to two crossings over a minute.
        let samples = try Reader.samples("\(reel.folder)/audio/main/playlist.m3u8").prefix(60 * 48_000)
        #expect(abs(zip(samples, samples.dropFirst()).count { ($0 < 0) != ($1 < 0) } - 60 * 880) <= 2)
    }

    @Test func `R34 sound is cut between frames of its codec`() throws {
        for reel in try [bench.reel(.ntsc), bench.reel(.half), bench.reel(.late), long()] {
            for rendition in reel.audio {
                var end = 0.0
                for duration in try reel.playlist(rendition).durations {
                    end += duration
                    let frames = end * 48_000 / 1024
                    #expect(abs(frames - frames.rounded()) < 0.001)
                }
            }
        }
    }
}
