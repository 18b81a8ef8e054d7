import Catalog
import Packaging
import Platform
import TestSupport
import Testing

@Suite(.serialized, .enabled(if: Reader.areInstalled, "needs ffmpeg and ffprobe"))
struct CaptionTests {
    private let english = "WEBVTT\n\n00:00.500 --> 00:02.500\nover the cut\n\n00:03.500 --> 00:09.000\nto the end\n"
    private let german = "1\n00:00:01,000 --> 00:00:01,500\n<i>Guten Tag</i> & so\n"

    /// A clip of 4 s in two segments, with captions files beside it.
    private func withClip(_ files: [String: String], _ body: (_ clip: String, _ folder: String) throws -> Void) throws {
        try withTemporaryDirectory { folder in
            let clip = "\(folder)/clip.mp4"
            let made = try Reader.ffmpeg(
                [
                    "-f", "lavfi", "-i", "testsrc2=s=180x320:r=30:d=4", "-f", "lavfi", "-i", "sine=d=4", "-c:v",
                    "libx264",
                ]
                    + ["-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "aac", "-shortest", clip])
            try #require(made.status == 0, "\(made.standardError)")
            for (name, text) in files { try FileSystem.write(Array(text.utf8), to: "\(folder)/\(name)") }
            try body(clip, folder)
        }
    }

    @Test func `captions beside a clip are subtitles of its package`() throws {
        let files = [
            "clip.en.vtt": english, "clip.deu.srt": german, "clip.en.sdh.vtt": english, "clip.fr.forced.srt": german,
            "clip.notes.vtt": english, "other.en.vtt": english, "clip.en.srt": german,
        ]
        try withClip(files) { clip, folder in
            let reel = try PackagedReel.make(clip, into: "\(folder)/out")
            let subtitles = reel.document.renditions.filter { $0.kind == .subtitles }
            let ids = ["subtitles/de", "subtitles/en", "subtitles/en-sdh", "subtitles/fr-forced"]
            #expect(subtitles.map(\.id.text) == ids)
            #expect(subtitles.map(\.sampleCounts) == [[1, 0], [1, 2], [1, 2], [1, 0]])
            #expect(reel.document.warnings.isEmpty)
            let renditions = try reel.multivariant.attributes("EXT-X-MEDIA").filter { $0["TYPE"] == "SUBTITLES" }
            #expect(renditions.map { $0["STABLE-RENDITION-ID"] } == ids)
            #expect(renditions.map { $0["NAME"] } == ["Deutsch", "English", "English (SDH)", "Français (forced)"])
            #expect(renditions.map { $0["LANGUAGE"] } == ["de", "en", "en", "fr"])
            #expect(renditions.map { $0["FORCED"] } == [nil, nil, nil, "YES"])
            #expect(
                renditions.map { $0["CHARACTERISTICS"] } == [
                    nil, nil,
                    "public.accessibility.transcribes-spoken-dialog,public.accessibility.describes-music-and-sound",
                    nil,
                ])
            let variants = try reel.multivariant.attributes("EXT-X-STREAM-INF")
            #expect(variants.allSatisfy { $0["SUBTITLES"] == "subtitles" })
            let playlist = try PlaylistText(reel.text("subtitles/en/playlist.m3u8"))
            #expect(playlist.uris == ["00000.vtt", "00001.vtt"])
            #expect(try playlist.durations == reel.playlist(reel.video[0]).durations)
            #expect(playlist.values("EXT-X-MAP").isEmpty)
        }
    }

    @Test func `ffmpeg reads every caption of every segment at its time`() throws {
        try withClip(["clip.en.vtt": english, "clip.de.srt": german]) { clip, folder in
            let reel = try PackagedReel.make(clip, into: "\(folder)/out")
            func read(_ path: String) throws -> String {
                // As SubRip, which has numbers, times and text.
                let result = try Reader.ffmpeg(["-i", "\(reel.folder)/\(path)", "-f", "srt", "\(folder)/back.srt"])
                let text = try FileSystem.read("\(folder)/back.srt", limit: 10_000)
                return result.standardError + String(decoding: text, as: UTF8.self)
            }
            #expect(try read("subtitles/en/00000.vtt") == "1\n00:00:00,500 --> 00:00:02,500\nover the cut\n\n")
            #expect(
                try read("subtitles/en/00001.vtt") == """
                    1
                    00:00:00,500 --> 00:00:02,500
                    over the cut

                    2
                    00:00:03,500 --> 00:00:04,000
                    to the end


                    """)
            #expect(
                try read("subtitles/de/00000.vtt") == "1\n00:00:01,000 --> 00:00:01,500\n<i>Guten Tag</i> & so\n\n")
        }
    }

    @Test func `captions that changed make a new version, the same ones nothing`() throws {
        try withClip(["clip.en.vtt": english]) { clip, folder in
            let first = try PackagedReel.make(clip, into: "\(folder)/out")
            #expect(try PackagedReel.make(clip, into: "\(folder)/out").outcome.change == .unchanged)
            let longer = english + "\n00:03.000 --> 00:03.100\nx\n"
            try FileSystem.write(Array(longer.utf8), to: "\(folder)/clip.en.vtt")
            let second = try PackagedReel.make(clip, into: "\(folder)/out")
            #expect(second.outcome.change == .replaced)
            #expect(second.document.version != first.document.version)
            // Video and audio are the same bytes.
            let media = { (reel: PackagedReel) in reel.document.objects.filter { $0.path.hasSuffix(".m4s") } }
            #expect(media(first) == media(second))
        }
    }

    @Test func `a captions file that is none is refused by name, and can be left alone`() throws {
        try withClip(["clip.en.vtt": "nothing"]) { clip, folder in
            let path = "\(folder)/clip.en.vtt"
            #expect(throws: UnusableSource.captions(path, "it does not begin with WEBVTT")) {
                try Source.open(clip, id: nil)
            }
            let source = try Source.open(clip, id: nil, findsCaptions: false)
            #expect(source.captions.isEmpty)
        }
    }

    @Test func `a caption whose times are not right is a warning`() throws {
        try withClip(["clip.en.vtt": english + "\n00:03,000 --> 00:04,000\nx\n"]) { clip, folder in
            let reel = try PackagedReel.make(clip, into: "\(folder)/out")
            #expect(
                reel.document.warnings == ["captions subtitles/en: line 9: the times of a caption cannot be read"])
        }
    }
}
