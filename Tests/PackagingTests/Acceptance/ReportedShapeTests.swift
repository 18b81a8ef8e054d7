import Catalog
import MediaTypes
import Packaging
import Platform
import TestSupport
import Testing

// Shapes of the picture and odd inputs: what users of other packagers reported.
extension KnownDefectTests {
    /// Six frames.
    private func picture(_ name: String, _ size: String, _ shortSides: Int...) throws -> PackagedReel {
        let ladder = Ladder(
            rungs: shortSides.map {
                .init(id: "\($0)", shortSide: $0, videoBitrate: .kilobits($0), maxBitrate: .kilobits($0 * 3 / 2))
            },
            audio: [], preset: "ultrafast")
        return try bench.reel(
            name, ladder: ladder, ["-f", "lavfi", "-i", "testsrc2=s=\(size):r=30:d=0.2"] + TinyClip.h264)
    }

    private func resolutions(_ reel: PackagedReel) throws -> [String?] {
        try reel.multivariant.attributes("EXT-X-STREAM-INF").map { $0["RESOLUTION"] }
    }

    @Test func `R48 and R51 a height of 1080 is that, and every rung has square samples and one shape`() throws {
        // 1080 is coded as 1088. 426.7×240 is made even.
        let reel = try picture("wide.mp4", "1920x1080", 240, 1080)
        #expect(try resolutions(reel) == ["426x240", "1920x1080"])
        for rendition in reel.video {
            let stream = try Reader.streams("\(reel.folder)/\(rendition.id)/playlist.m3u8")[0]
            #expect("\(stream.width ?? 0)x\(stream.height ?? 0)" == rendition.size?.description)
            #expect(stream.sample_aspect_ratio == "1:1")
        }
        // One set, of which all representations are one shape.
        let manifest = try ForeignManifest.read("\(reel.folder)/manifest.mpd")
        #expect(manifest.representations.map { $0.attributes["sar"] } == ["1:1", "1:1"])
        #expect(try reel.text("manifest.mpd").split(separator: "<AdaptationSet").count == 2)
    }

    @Test func `R49 sides that are odd, in the source or after scaling, are made even`() throws {
        #expect(try resolutions(picture("odd.mkv", "361x641", 360)) == ["360x640"])
        // 640 × 234 / 360 is 416; 426 × 202 / 240 is 358.55.
        #expect(try resolutions(picture("narrow.mp4", "360x640", 234)) == ["234x416"])
        #expect(try resolutions(picture("square.mp4", "426x240", 202)) == ["358x202"])
    }

    @Test func `R50 a portrait is judged by its short side`() throws {
        let reel = try picture("portrait.mp4", "1080x1920", 540, 1080)
        #expect(try resolutions(reel) == ["540x960", "1080x1920"])
    }

    @Test func `R54 and R55 tags of phones and titles in any script do no harm, and documents are JSON`() throws {
        let reel = try bench.reel(
            "phone.mp4",
            TinyClip.picture(1) + TinyClip.h264 + [
                "-metadata", "com.android.version=15", "-metadata", "title=Été 🎬 \"été\" \\ \u{1}", "-metadata",
                "location=+48.8577+002.295/", "-movflags", "use_metadata_tags",
            ])
        #expect(reel.video[0].sampleCounts == [30])
        for path in ["\(reel.folder)/package.json", "\(reel.outcome.folder)/reel.json"] {
            let script = "import json, sys; json.load(open(sys.argv[1], encoding='utf-8'))"
            #expect(try #require(Tool("python3")).run(["-c", script, path]).status == 0)
        }
    }

    @Test func `R57 only pictures that nothing is decoded across are said to be sync samples`() throws {
        // The source has open groups.
        for clip in [AppendixClip.hlg, .ntsc] {
            let reel = try bench.reel(clip)
            for rendition in reel.video {
                for segment in try ForeignBoxes.read("\(reel.folder)/\(rendition.id)").segments {
                    #expect(segment.syncSamples == [0])
                    // An IDR picture is unit 5, other pictures are unit 1; no unit of the first four is a parameter set.
                    #expect(segment.units[0].contains(5) && !segment.units[0].contains(1))
                    #expect(segment.units.dropFirst().allSatisfy { $0.contains(1) && !$0.contains(5) })
                }
            }
        }
    }
}
