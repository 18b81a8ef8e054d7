import Catalog
import DASH
import Foundation
import MediaTypes
import Packaging
import Platform
import Signing
import TestSupport
import Testing

@Suite(
    .serialized,
    .enabled(if: Reader.areInstalled && ForeignManifest.isReadable, "needs ffmpeg, ffprobe and python3"))
struct ManifestAcceptanceTests {
    private func packaged(_ clip: AppendixClip, _ body: (PackagedReel) throws -> Void) throws {
        try withTemporaryDirectory { folder in
            let reel = try PackagedReel.make(try clip.make(in: folder), into: "\(folder)/out", isDASH: true)
            try expectManifestIsRight(reel)
            try body(reel)
        }
    }

    @Test func `29.97 frames a second with sound`() throws {
        try packaged(.ntsc) { reel in
            let manifest = try ForeignManifest.read("\(reel.folder)/manifest.mpd")
            // 306 frames of 1001/30000 s.
            #expect(manifest.attributes["mediaPresentationDuration"] == "PT10.2102S")
            let attributes = manifest.representations[0].attributes
            #expect(attributes["frameRate"] == "30000/1001" && attributes["maxFrameRate"] == "30000/1001")
            #expect(attributes["sar"] == "1:1" && attributes["par"] == "9:16")
            #expect(attributes["width"] == "180" && attributes["height"] == "320")
            // Five segments of 60 frames, and six frames that join the last where the target duration allows.
            #expect(manifest.representations[0].cuts.prefix(3) == [0, 60_060, 120_120])
            let audio = try #require(manifest.representations.last)
            #expect(audio.timescale == 48_000 && audio.offset == 0 && audio.cuts[0] == 0)
            #expect(audio.attributes["audioSamplingRate"] == "48000" && audio.attributes["lang"] == "und")
            // No playing over a link of the declared rate may stop: whole files, by the definition.
            let text = try #require(manifest.attributes["minBufferTime"])
            let buffer = try #require(Double(text.dropFirst(2).dropLast()))
            for representation in manifest.representations {
                let rate = try #require(representation.attributes["bandwidth"].flatMap(Double.init))
                let bits = try representation.files.dropFirst().map { file in
                    Double(try FileSystem.status("\(reel.folder)/\(file)").size * 8)
                }
                let times = representation.cuts.map { Double($0) / Double(representation.timescale) }
                for first in bits.indices {
                    for last in first..<bits.count {
                        let sum = bits[first...last].reduce(0, +)
                        #expect(sum <= rate * (buffer + times[last] - times[first]) + 1)
                    }
                }
            }
        }
    }

    @Test func `without sound`() throws {
        try packaged(.g59) { reel in
            let manifest = try ForeignManifest.read("\(reel.folder)/manifest.mpd")
            #expect(manifest.representations.map(\.id) == ["video/180", "video/360"])
        }
    }

    @Test func `a rate that varies`() throws {
        try packaged(.vfr) { reel in
            let manifest = try ForeignManifest.read("\(reel.folder)/manifest.mpd")
            let rate = try #require(manifest.representations[0].attributes["frameRate"].flatMap(MPD.FrameRate.init))
            let frames = Double(reel.video[0].sampleCounts.reduce(0, +))
            let seconds = Double(reel.video[0].cuts.last!) / Double(reel.video[0].timescale.ticksPerSecond)
            #expect(abs(Double(rate.numerator) / Double(rate.denominator) - frames / seconds) < 1e-6)
        }
    }

    @Test func `under half a second`() throws {
        try packaged(.short) { reel in
            let manifest = try ForeignManifest.read("\(reel.folder)/manifest.mpd")
            #expect(manifest.attributes["mediaPresentationDuration"] == "PT0.4S")
            #expect(manifest.representations.map(\.cuts.count) == [2, 2, 2])
        }
    }

    @Test func `only sound`() throws {
        try withTemporaryDirectory { folder in
            let made = try Reader.ffmpeg(
                ["-f", "lavfi", "-i", "sine=f=440:r=44100:d=5.3", "-c:a", "aac", "\(folder)/a.m4a"])
            try #require(made.status == 0, "\(made.standardError)")
            let reel = try PackagedReel.make("\(folder)/a.m4a", into: "\(folder)/out", isDASH: true)
            try expectManifestIsRight(reel)
            let manifest = try ForeignManifest.read("\(reel.folder)/manifest.mpd")
            #expect(manifest.representations.map(\.id) == ["audio/main"])
        }
    }

    @Test func `subtitles are one file each, whose captions ffmpeg reads at their times`() throws {
        try withTemporaryDirectory { folder in
            let clip = try AppendixClip.ntsc.make(in: folder)
            let captions = "WEBVTT\n\n00:01.500 --> 00:02.500\nover the cut\n\n00:09.000 --> 00:59.000\nto the end\n"
            for name in ["ntsc.en.vtt", "ntsc.de.sdh.vtt", "ntsc.fr.forced.vtt"] {
                try FileSystem.write(Array(captions.utf8), to: "\(folder)/\(name)")
            }
            let reel = try PackagedReel.make(clip, into: "\(folder)/out", isDASH: true)
            let path = "\(reel.folder)/manifest.mpd"
            try expectManifestIsValid(path)
            let mpd = try MPD(try FileSystem.read(path, limit: 1 << 20))
            let texts = mpd.periods[0].adaptationSets.filter { $0.contentType == .text }
            #expect(texts.map(\.lang) == ["de", "en", "fr"])
            #expect(texts.map { $0.roles.map(\.value) } == [["caption"], ["subtitle"], ["forced-subtitle"]])
            #expect(texts.map { $0.accessibilities.map(\.value) } == [["2"], [], []])
            #expect(texts.map { $0.labels.map(\.text) } == [["Deutsch (SDH)"], ["English"], ["Français (forced)"]])
            // libavformat has video, then audio, then subtitles.
            let index = reel.video.count + reel.audio.count
            // On disk, unlike over HTTP, it opens only some extensions unless told; and it would move all by the priming.
            let options = ["-allowed_extensions", "ALL"]
            let stream = try Reader.ffmpeg(options + ["-copyts", "-i", path, "-map", "0:\(index)", "-f", "srt", "-"])
            #expect(stream.standardError == "")
            #expect(
                stream.text == """
                    1
                    00:00:01,500 --> 00:00:02,500
                    over the cut

                    2
                    00:00:09,000 --> 00:00:10,211
                    to the end


                    """)
            let video = try #require(try DecodedStream.read(path, 0, options))
            #expect(video.nb_read_frames == "306")
            // Served with the manifest, and no object: the objects are those of a package without one.
            #expect(reel.document.playlists.contains { $0.path == "subtitles/en/captions.vtt" })
            let plain = try PackagedReel.make(clip, into: "\(folder)/plain")
            #expect(plain.document.objects == reel.document.objects)
            #expect(!plain.document.playlists.contains { $0.path.hasSuffix("captions.vtt") })
        }
    }

    @Test func `with and without a manifest the objects are the same, and two runs are the same`() throws {
        try withTemporaryDirectory { folder in
            let clip = try AppendixClip.short.make(in: folder)
            let plain = try PackagedReel.make(clip, into: "\(folder)/plain", id: "r")
            let dash = try PackagedReel.make(clip, into: "\(folder)/dash", id: "r", isDASH: true)
            let again = try PackagedReel.make(clip, into: "\(folder)/again", id: "r", isThreaded: false, isDASH: true)
            #expect(dash.document.objects == plain.document.objects)
            // A version names all its files, so that one with a manifest is another.
            #expect(dash.document.version != plain.document.version)
            #expect(dash.document.recipe != plain.document.recipe)
            #expect(try tree(of: "\(folder)/dash") == tree(of: "\(folder)/again"))
            #expect(again.document == dash.document)
            let next = try PackagedReel.make(clip, into: "\(folder)/dash", id: "r", isDASH: true)
            #expect(next.outcome.change == .unchanged)
            let without = try PackagedReel.make(clip, into: "\(folder)/dash", id: "r")
            #expect(without.outcome.change == .replaced && without.document.version == plain.document.version)
        }
    }

    @Test func `a manifest that does not fit its segments is not published`() throws {
        try withTemporaryDirectory { folder in
            let clip = try AppendixClip.ntsc.make(in: folder)
            let reel = try PackagedReel.make(clip, into: "\(folder)/out", isDASH: true)
            let text = try reel.text("manifest.mpd")
            #expect(try ReadBack(folder: reel.folder).problems(of: reel.document) == [])
            let cases = [
                ("d=\"60060\"", "d=\"60061\"", "the timeline of video/180 is not that of its segments"),
                ("startNumber=\"0\"", "startNumber=\"1\"", "which is no object"),
                ("timescale=\"30000\"", "timescale=\"30001\"", "video/180 has another timescale"),
                ("id=\"video/180\"", "id=\"video/181\"", "its representations are not the renditions"),
                ("PT10.2102S", "PT10.3S", "its duration is not that of the package"),
                ("bandwidth=\"", "bandwidth=\"1\" a=\"", "needs more than its bandwidth of 1"),
                ("<Period", "<Piriod", "not well-formed"),
            ]
            for (old, new, problem) in cases {
                let bytes = Array(text.replacing(old, with: new, maxReplacements: 1).utf8)
                try FileSystem.write(bytes, to: "\(reel.folder)/manifest.mpd")
                var document = reel.document
                let index = try #require(document.playlists.firstIndex { $0.path == "manifest.mpd" })
                document.playlists[index].size = bytes.count
                document.playlists[index].sha256 = SHA256.digest(bytes)
                let problems = try ReadBack(folder: reel.folder).problems(of: document)
                #expect(problems.contains { $0.hasPrefix("manifest.mpd: ") && $0.contains(problem) }, "\(problems)")
            }
        }
    }
}
