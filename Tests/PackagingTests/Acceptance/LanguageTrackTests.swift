import Catalog
import Packaging
import TestSupport
import Testing

/// Sources with several audio tracks. Each tone has a height of its own, so that what is heard tells which track it is.
@Suite(.serialized, .enabled(if: Reader.areInstalled, "needs ffmpeg and ffprobe"))
struct LanguageTrackTests {
    private let picture = ["-f", "lavfi", "-i", "testsrc2=s=180x320:r=30:d=3"]

    private func tone(_ hertz: Int, _ seconds: Double = 3) -> [String] {
        ["-f", "lavfi", "-i", "sine=f=\(hertz):r=48000:d=\(seconds)"]
    }

    private func packaged(_ arguments: [String], _ body: (PackagedReel) throws -> Void) throws {
        try withTemporaryDirectory { folder in
            let result = try Reader.ffmpeg(arguments + ["\(folder)/a.mkv"])
            try #require(result.status == 0, "\(result.standardError)")
            let reel = try PackagedReel.make("\(folder)/a.mkv", into: "\(folder)/out")
            try expectReadersAgree(reel)
            try body(reel)
        }
    }

    /// Half the number of times the signal crosses 0 in its second second.
    private func hertz(_ reel: PackagedReel, _ id: String) throws -> Int {
        let samples = try Reader.samples("\(reel.folder)/\(id)/playlist.m3u8").dropFirst(48_000).prefix(48_000)
        return zip(samples, samples.dropFirst()).count { ($0 < 0) != ($1 < 0) } / 2
    }

    @Test func `each language is a rendition, the file's default first, a second track of one is not`() throws {
        try packaged(
            picture + tone(300) + tone(500) + tone(700) + tone(900)
                + ["-map", "0:v", "-map", "1:a", "-map", "2:a", "-map", "3:a", "-map", "4:a", "-c:v", "libx264"]
                + ["-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "aac", "-metadata:s:a:0", "language=eng"]
                + ["-metadata:s:a:1", "language=fra", "-metadata:s:a:2", "language=eng", "-disposition:a", "0"]
                + ["-disposition:a:1", "default"]
        ) { reel in
            #expect(reel.audio.map(\.id.text) == ["audio/main", "audio/main-en"])
            #expect(reel.audio.map(\.language) == ["fr", "en"])
            #expect(reel.audio[0].cuts == reel.audio[1].cuts)
            let renditions = try reel.multivariant.attributes("EXT-X-MEDIA")
            #expect(renditions.map { $0["LANGUAGE"] } == ["fr", "en"])
            #expect(renditions.map { $0["NAME"] } == ["Français", "English"])
            #expect(renditions.map { $0["DEFAULT"] } == ["YES", "NO"])
            #expect(renditions.allSatisfy { $0["AUTOSELECT"] == "YES" && $0["GROUP-ID"] == "audio" })
            let session = try reel.multivariant.attributes("EXT-X-SESSION-DATA")
            #expect(session.map { $0["DATA-ID"] } == ["com.reelrig.reel", "com.reelrig.version"])
            #expect(session.map { $0["VALUE"] } == [reel.document.reel.text, reel.document.version.text])
            // 1 Hz for the crossing at either end.
            #expect(abs(try hertz(reel, "audio/main") - 500) <= 1)
            #expect(abs(try hertz(reel, "audio/main-en") - 300) <= 1)
        }
    }

    @Test func `a track that begins late or ends early is silence there, as long as the others`() throws {
        try packaged(
            tone(300) + ["-itsoffset", "1"] + tone(500, 1)
                + ["-map", "0:a", "-map", "1:a", "-c:a", "pcm_s16le", "-metadata:s:a:0", "language=deu"]
                + ["-metadata:s:a:1", "language=ita", "-disposition:a:0", "default"]
        ) { reel in
            #expect(reel.video.isEmpty)
            #expect(reel.audio.map(\.language) == ["de", "it"])
            #expect(reel.audio[0].cuts == reel.audio[1].cuts)
            let quiet = try Reader.samples("\(reel.folder)/audio/main-it/playlist.m3u8")
            #expect(quiet.prefix(45_000).allSatisfy { abs($0) < 0.01 })
            #expect(quiet.dropFirst(100_000).allSatisfy { abs($0) < 0.01 })
            #expect(abs(try hertz(reel, "audio/main-it") - 500) <= 1)
            let playlist = try reel.multivariant
            #expect(playlist.uris == ["audio/main/playlist.m3u8"])
            #expect(playlist.attributes("EXT-X-STREAM-INF")[0]["AUDIO"] == "audio")
            #expect(playlist.attributes("EXT-X-MEDIA").map { $0["URI"] ?? "" }.count == 2)
        }
    }
}
