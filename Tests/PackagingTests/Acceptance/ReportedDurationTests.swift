import Catalog
import Packaging
import Platform
import TestSupport
import Testing

/// Pictures of 180×320 and a tone, for what is reported of inputs rather than of sizes.
enum TinyClip {
    static func picture(_ seconds: Double, rate: String = "30") -> [String] {
        ["-f", "lavfi", "-i", "testsrc2=s=180x320:r=\(rate):d=\(seconds)"]
    }

    static func tone(_ seconds: Double) -> [String] { ["-f", "lavfi", "-i", "sine=f=440:r=44100:d=\(seconds)"] }

    static let h264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"]
}

// Durations, target durations, segments: what users of other packagers reported.
extension KnownDefectTests {
    @Test func `R1 a target duration is rounded, so that 2.002 is 2`() throws {
        let reel = try bench.reel(.ntsc)
        #expect(try reel.document.renditions.map { try reel.playlist($0).targetDuration } == [2, 2, 2])
    }

    @Test func `R2 captions that stand for a minute lengthen neither their segments nor anybody's target duration`()
        throws
    {
        try withTemporaryDirectory { folder in
            let made = try Reader.ffmpeg(
                TinyClip.picture(4) + TinyClip.tone(4) + TinyClip.h264 + ["-c:a", "aac", "\(folder)/a.mp4"])
            try #require(made.status == 0, "\(made.standardError)")
            let captions = "WEBVTT\n\n00:00.500 --> 01:00.000\nlong\n"
            try FileSystem.write(Array(captions.utf8), to: "\(folder)/a.en.vtt")
            let reel = try PackagedReel.make("\(folder)/a.mp4", into: "\(folder)/out")
            let playlists = try reel.document.renditions.map(reel.playlist)
            #expect(playlists.map(\.targetDuration) == [2, 2, 2])
            #expect(playlists[2].durations == [2, 2] && reel.document.renditions[2].kind == .subtitles)
        }
    }

    @Test func `R4 and R5 one frame of sound more than whole segments makes no segment`() throws {
        // 1024 samples at 44.1 kHz.
        let sound = TinyClip.tone(4 + 1024.0 / 44_100)
        let reel = try bench.reel("frame-more.mp4", TinyClip.picture(4) + sound + TinyClip.h264 + ["-c:a", "aac"])
        #expect(try reel.playlist(reel.video[0]).durations == [2, 2])
        #expect(try reel.playlist(reel.audio[0]).durations.count == 2)
        #expect(try skews(reel).allSatisfy { abs($0) < 0.024 })
    }

    @Test func `R7 decode times are the sums of all durations before them, to the tick`() throws {
        for reel in try [bench.reel(.ntsc), bench.reel(.vfr), long()] {
            for rendition in reel.document.renditions {
                var end: Int64 = 0
                for segment in try ForeignBoxes.read("\(reel.folder)/\(rendition.id)").segments {
                    #expect(segment.decodeTime == end, "\(reel.document.reel) \(rendition.id)")
                    end += segment.durations.reduce(0, +)
                }
            }
        }
    }

    @Test func `R8 segments of 2.002 s are said exactly in a manifest for DASH`() throws {
        let reel = try bench.reel(.ntsc)
        let video = try ForeignManifest.read("\(reel.folder)/manifest.mpd").representations[0]
        // Five times 60 frames of 1001 ticks, and six frames that join the last.
        #expect(video.timescale == 30_000 && video.cuts == [0, 60_060, 120_120, 180_180, 240_240, 306_306])
        #expect(try !reel.text("manifest.mpd").contains("duration=\"60060\""))
    }

    @Test func `R9 and R33 EXTINF adds up to what the pictures last, after a minute and at 59.94 a second`() throws {
        let fast = try bench.reel("59.94.mp4", TinyClip.picture(4, rate: "60000/1001") + TinyClip.h264)
        for (reel, rate) in [(try long(), 30_000.0 / 1001), (fast, 60_000.0 / 1001)] {
            let playlist = "\(reel.folder)/\(reel.video[0].id)/playlist.m3u8"
            let packets = try Reader.packets(playlist)
            let durations = try reel.playlist(reel.video[0]).durations
            #expect(abs(durations.reduce(0, +) - Double(packets.count) / rate) < 1e-6)
            #expect(durations.dropLast().allSatisfy { $0 == 2.002 })
            // To the microsecond that ffprobe prints.
            #expect(packets.enumerated().allSatisfy { abs($1.time - Double($0) / rate) < 2e-6 })
        }
    }

    /// Black and white by turns of 0.7 s, and no key frame but the first.
    private func cuts() throws -> PackagedReel {
        let source = "color=black:s=180x320:r=30:d=5,geq=lum='16+200*mod(floor(T/0.7),2)':cb=128:cr=128"
        return try bench.reel(
            "cuts.mp4", ["-f", "lavfi", "-i", source] + TinyClip.h264 + ["-g", "9999", "-sc_threshold", "0"])
    }

    @Test func `R10 a source with one key frame is cut every two seconds`() throws {
        let reel = try cuts()
        #expect(try Reader.packets(reel.sourcePath).count(where: \.isKey) == 1)
        let playlist = try reel.playlist(reel.video[0])
        #expect(playlist.durations == [2, 2, 1] && playlist.targetDuration == 2)
    }

    @Test func `R11 durations are those of the segments, the last one's too`() throws {
        let reel = try bench.reel(.ntsc)
        // 306 frames: five times 60, and six, which are under half a second.
        #expect(try reel.playlist(reel.video[0]).durations == [2.002, 2.002, 2.002, 2.002, 2.2022])
    }

    @Test func `R14 a source of nothing but key frames is not cut at each`() throws {
        let reel = try bench.reel("intra.mp4", TinyClip.picture(4) + TinyClip.h264 + ["-g", "1"])
        #expect(try Reader.packets(reel.sourcePath).allSatisfy(\.isKey))
        #expect(try reel.playlist(reel.video[0]).durations == [2, 2])
    }

    @Test func `R15 sound that begins late makes no empty segment and no short one`() throws {
        let reel = try bench.reel(.late)
        for rendition in reel.document.renditions {
            #expect(try reel.playlist(rendition).durations.allSatisfy { $0 > 1.9 })
            #expect(try reel.playlist(rendition).durations.count == 3)
        }
    }

    @Test func `R16 a rest of 40 ms joins the segment before it`() throws {
        let reel = try bench.reel("rest.mp4", TinyClip.picture(4.04, rate: "25") + TinyClip.h264)
        #expect(try reel.playlist(reel.video[0]).durations == [2, 2.04])
    }

    /// `ntsc` as a transport stream whose clock begins at ten seconds.
    func stream() throws -> PackagedReel {
        try bench.reel("stream.ts") { folder in
            let clip = try AppendixClip.ntsc.make(in: folder)
            let options = ["-i", clip, "-c", "copy", "-output_ts_offset", "10", "\(folder)/stream.ts"]
            let result = try Reader.ffmpeg(options)
            try #require(result.status == 0, "\(result.standardError)")
            return "\(folder)/stream.ts"
        }
    }

    @Test func `R17 rungs are cut alike, wherever the source's clock begins`() throws {
        let reel = try stream()
        let lists = try reel.video.map { try reel.playlist($0).durations }
        #expect(lists.count == 2 && lists[0] == lists[1])
        #expect(lists[0] == [2.002, 2.002, 2.002, 2.002, 2.2022])
    }

    @Test func `R18 fragments of one frame in the source are no segments`() throws {
        let reel = try bench.reel(
            "fragments.mp4",
            TinyClip.picture(4) + TinyClip.tone(4) + TinyClip.h264
                + ["-c:a", "aac", "-movflags", "frag_every_frame+delay_moov+default_base_moof"])
        #expect(try reel.playlist(reel.video[0]).durations == [2, 2])
        #expect(try reel.playlist(reel.audio[0]).durations.count == 2)
    }

    @Test func `R52 hard cuts in the picture make no key frame off the grid`() throws {
        let reel = try cuts()
        let keys = try Reader.packets("\(reel.folder)/video/180/playlist.m3u8").filter(\.isKey).map(\.time)
        #expect(keys == [0, 2, 4])
    }
}
