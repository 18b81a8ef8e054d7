import Catalog
import MediaTypes
import Packaging
import Platform
import TestSupport
import Testing

/// What is seen of a version before it plays and while a viewer seeks: posters and tiles.
@Suite(.serialized, .enabled(if: Reader.areInstalled, "needs ffmpeg and ffprobe"))
struct PreviewTests {
    /// With a key frame every two seconds, of 30 pictures a second.
    private func clip(_ size: String, _ seconds: Double, rate: String = "30", in folder: String) throws -> String {
        let path = "\(folder)/clip.mp4"
        let made = try Reader.ffmpeg(
            ["-f", "lavfi", "-i", "testsrc2=s=\(size):r=\(rate):d=\(seconds)", "-c:v", "libx264"]
                + ["-preset", "ultrafast", "-g", "60", "-pix_fmt", "yuv420p", path])
        try #require(made.status == 0, "\(made.standardError)")
        return path
    }

    private func ladder(_ shortSide: Int) -> Ladder {
        Ladder(
            rungs: [
                .init(
                    id: "\(shortSide)", shortSide: shortSide, videoBitrate: .kilobits(300), maxBitrate: .kilobits(450))
            ],
            audio: [], preset: "ultrafast")
    }

    /// As ffprobe says, `90x160`.
    private func size(_ path: String) throws -> String {
        let stream = try #require(try Reader.streams(path).first)
        #expect(stream.codec_name == "mjpeg")
        return "\(stream.width ?? 0)x\(stream.height ?? 0)"
    }

    @Test(arguments: [
        ("1080x1920", 1080, ["poster-1080.jpg 1080x1920", "poster-360.jpg 360x640", "poster.jpg 720x1280"]),
        ("640x480", 480, ["poster-360.jpg 480x360", "poster.jpg 640x480"]),
        ("360x640", 360, ["poster.jpg 360x640"]),
    ])
    func `posters are of several sizes, none larger than the picture and no two alike`(
        source: String, shortSide: Int, posters: [String]
    ) throws {
        try withTemporaryDirectory { folder in
            let path = try clip(source, 0.2, in: folder)
            let reel = try PackagedReel.make(path, into: "\(folder)/out", ladder: ladder(shortSide))
            let files = reel.document.objects.map(\.path).filter { $0.hasSuffix(".jpg") }
            #expect(try files.map { try "\($0) \(size("\(reel.folder)/\($0)"))" } == posters)
            #expect(reel.outcome.reel.poster == "poster.jpg")
        }
    }

    @Test(arguments: [true, false])
    func `without posters there are none, and the version is another one`(isCopied: Bool) throws {
        try withTemporaryDirectory { folder in
            let (path, out) = (try clip("360x640", 3, in: folder), "\(folder)/out")
            func make(hasTiles: Bool, hasPosters: Bool) throws -> PackagedReel {
                try isCopied
                    ? PackagedReel.copy([path], into: out, hasTiles: hasTiles, hasPosters: hasPosters)
                    : PackagedReel.make(
                        path, into: out, ladder: ladder(360), hasTiles: hasTiles, hasPosters: hasPosters)
            }
            func pictures(_ reel: PackagedReel) -> [String] {
                reel.document.objects.map(\.path).filter { $0.hasSuffix(".jpg") }
            }
            let whole = try make(hasTiles: false, hasPosters: true)
            #expect(pictures(whole) == ["poster.jpg"] && whole.outcome.reel.poster == "poster.jpg")
            let plain = try make(hasTiles: false, hasPosters: false)
            #expect(pictures(plain).isEmpty && plain.outcome.reel.poster == nil)
            #expect(plain.document.version != whole.document.version)
            #expect(try make(hasTiles: false, hasPosters: false).outcome.change == .unchanged)
            #expect(try pictures(make(hasTiles: true, hasPosters: false)) == ["tiles/00000.jpg"])
        }
    }

    /// Players take such a picture to be of BT.709, where red is 63, 102, 240. Read by BT.601's matrix that is 233, 0, 2.
    @Test(arguments: [true, false])
    func `high definition that names no matrix is red in its poster and its tiles where it plays red`(
        isCopied: Bool
    ) throws {
        try withTemporaryDirectory { folder in
            let path = "\(folder)/red.mp4"
            let made = try Reader.ffmpeg([
                "-f", "lavfi", "-i", "color=black:s=720x1280:r=10:d=3,geq=lum=63:cb=102:cr=240", "-c:v", "libx264",
                "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "10", path,
            ])
            try #require(made.status == 0, "\(made.standardError)")
            let out = "\(folder)/out"
            let reel =
                try isCopied
                ? PackagedReel.copy([path], into: out) : PackagedReel.make(path, into: out, ladder: ladder(720))
            for picture in ["poster.jpg", "poster-360.jpg", "tiles/00000.jpg"] {
                let pixels = try Tool("ffmpeg")!.run(
                    ["-v", "error", "-i", "\(reel.folder)/\(picture)", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
                ).standardOutput
                let first = pixels.prefix(3).map(Int.init)
                #expect(first.count == 3 && zip(first, [255, 0, 0]).allSatisfy { abs($0 - $1) <= 6 }, "\(first)")
            }
        }
    }

    /// Grey that is lighter by eight every two seconds: luma 16, 24, 32 and so on.
    private func stairs(_ seconds: Double, in folder: String) throws -> String {
        let path = "\(folder)/stairs.mp4"
        let made = try Reader.ffmpeg([
            "-f", "lavfi", "-i",
            "color=black:s=180x320:r=10:d=\(seconds),geq=lum='16+8*floor((T+0.001)/2)':cb=128:cr=128",
            "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", path,
        ])
        try #require(made.status == 0, "\(made.standardError)")
        return path
    }

    @Test(.enabled(if: Tool.isInstalled("python3"), "needs python3"))
    func `each thumbnail shows the picture of its time, and WebVTT, HLS and DASH say the same of it`() throws {
        try withTemporaryDirectory { folder in
            // 27 thumbnails, the last of half a second.
            let path = try stairs(52.6, in: folder)
            let reel = try PackagedReel.make(path, into: "\(folder)/out", ladder: ladder(180), isDASH: true)
            let sheets = reel.document.objects.map(\.path).filter { $0.hasPrefix("tiles/") }
            #expect(sheets == ["tiles/00000.jpg", "tiles/00001.jpg"])
            #expect(try sheets.map { try size("\(reel.folder)/\($0)") } == ["450x800", "450x800"])
            try expectManifestIsValid("\(reel.folder)/manifest.mpd")
            let result = try #require(Tool("python3")).run(["-c", Self.reader, reel.folder])
            try #require(result.status == 0, "\(result.standardError)")
            let lines = String(decoding: result.standardOutput, as: UTF8.self).split(separator: "\n").map(String.init)
            #expect(lines.count == 27)
            for (index, line) in lines.enumerated() {
                let parts = line.split(separator: " ").map(String.init)
                try #require(parts.count == 3)
                #expect(Double(parts[0]) == Double(index) * 2)
                let mean = try Reader.ffmpeg([
                    "-i", "\(reel.folder)/tiles/\(parts[1])", "-vf",
                    "crop=\(parts[2]),format=gray,scale=1:1:flags=area",
                    "-f", "rawvideo", "-",
                ])
                // JFIF has full range: 8 × 255 / 219 a step.
                let level = try #require(mean.standardOutput.first)
                #expect(abs(Double(level) - Double(index) * 8 * 255 / 219) <= 2, "\(line)")
            }
        }
    }

    @Test func `an interval is a segment's length where the rate is constant`() throws {
        try withTemporaryDirectory { folder in
            // 306 frames: five times 60, and six.
            let reel = try PackagedReel.make(try AppendixClip.ntsc.make(in: folder), into: "\(folder)/out")
            let playlist = try PlaylistText(reel.text("tiles/playlist.m3u8"))
            #expect(playlist.lines.contains("#EXT-X-TILES:RESOLUTION=90x160,LAYOUT=5x2,DURATION=2.002000"))
            #expect(playlist.lines.contains("#EXT-X-IMAGES-ONLY") && playlist.lines.last == "#EXT-X-ENDLIST")
            #expect(playlist.durations == [10.2102] && playlist.targetDuration == 10)
            let text = try reel.text("tiles/thumbnails.vtt")
            #expect(text.contains("\n00:00:02.002 --> 00:00:04.004\n00000.jpg#xywh=90,0,90,160\n"))
            #expect(text.contains("\n00:00:10.010 --> 00:00:10.210\n00000.jpg#xywh=0,160,90,160\n"))
        }
    }

    @Test func `there are none where there is one segment, no video, or nobody wants them`() throws {
        try withTemporaryDirectory { folder in
            let long = try stairs(4, in: folder)
            let reels = [
                try PackagedReel.make(long, into: "\(folder)/a", ladder: ladder(180), hasTiles: false),
                try PackagedReel.make(try AppendixClip.short.make(in: folder), into: "\(folder)/b"),
            ]
            for reel in reels {
                let files = (reel.document.objects + reel.document.playlists).map(\.path)
                #expect(!files.contains { $0.hasPrefix("tiles") })
                #expect(try !reel.text("multivariant.m3u8").contains("IMAGE"))
                #expect(!FileSystem.exists("\(reel.folder)/tiles"))
            }
            // Whether there are any is part of the plan, and the media are the same bytes.
            let with = try PackagedReel.make(long, into: "\(folder)/a", ladder: ladder(180))
            #expect(with.outcome.change == .replaced)
            let media = { (reel: PackagedReel) in reel.document.objects.filter { $0.path.hasPrefix("video/") } }
            #expect(media(with) == media(reels[0]))
        }
    }

    @Test func `a seek preview that was tampered with is found when it is read back`() throws {
        try withTemporaryDirectory { folder in
            let path = try clip("180x320", 5, in: folder)
            let reel = try PackagedReel.make(path, into: "\(folder)/out", ladder: ladder(180))
            let check = ReadBack(folder: reel.folder)
            #expect(try check.problems(of: reel.document) == [])
            let text = try reel.text("tiles/thumbnails.vtt")
            func problems(_ path: String, _ bytes: [UInt8]) throws -> [String] {
                let good = try FileSystem.read("\(reel.folder)/\(path)", limit: 1 << 20)
                defer { try? FileSystem.write(good, to: "\(reel.folder)/\(path)") }
                try FileSystem.write(bytes, to: "\(reel.folder)/\(path)")
                return try check.problems(of: reel.document).filter { !$0.hasSuffix("is not what was written") }
            }
            // Three thumbnails on 270x160.
            let outside = Array(text.replacing("=180,0,", with: "=181,0,").utf8)
            #expect(
                try problems("tiles/thumbnails.vtt", outside)
                    == ["tiles/thumbnails.vtt: the thumbnail at 4000 ms is on no sheet"])
            let elsewhere = Array(text.replacing("00000.jpg", with: "00001.jpg").utf8)
            #expect(try problems("tiles/thumbnails.vtt", elsewhere).count == 3)
            let playlist = Array(try reel.text("tiles/playlist.m3u8").replacing("00000", with: "00001").utf8)
            #expect(
                try problems("tiles/playlist.m3u8", playlist).contains(
                    "tiles/playlist.m3u8 does not name the sheets that are there"))
            #expect(
                try problems("tiles/00000.jpg", [0xFF, 0xD8, 0xFF, 0xC0]) == ["tiles/00000.jpg is no JPEG"])
            let poster = try FileSystem.read("\(reel.folder)/poster.jpg", limit: 1 << 20)
            // 180x320: not as wide as its layout needs.
            #expect(
                try problems("tiles/00000.jpg", poster)
                    == ["tiles/00000.jpg is 180x320, not 270x160"])
        }
    }

    @Test func `a seek preview is the same bytes every time`() throws {
        try withTemporaryDirectory { folder in
            let path = try clip("180x320", 5, in: folder)
            let make = { (out: String) in
                try PackagedReel.make(path, into: "\(folder)/\(out)", ladder: ladder(180), isThreaded: out == "a")
            }
            #expect(try make("a").document == make("b").document)
        }
    }

    /// Follows the manifests to the sheets. Prints each thumbnail's start, sheet and rectangle as ffmpeg crops it.
    private static let reader = """
        import math, os, re, sys, xml.etree.ElementTree as tree
        root = sys.argv[1]
        def read(path): return open(os.path.join(root, path), encoding="utf-8").read()
        variant = re.search(r'#EXT-X-IMAGE-STREAM-INF:.*RESOLUTION=90x160,URI="([^"]+)"', read("multivariant.m3u8"))
        playlist = read(variant[1])
        assert variant[1] == "tiles/playlist.m3u8"
        sheets = [line for line in playlist.splitlines() if line and line[0] != "#"]
        lengths = [float(x) for x in re.findall(r"#EXTINF:([0-9.]+),", playlist)]
        assert len(sheets) == len(lengths) == playlist.count("#EXT-X-TILES:RESOLUTION=90x160,LAYOUT=5x5,DURATION=2.0")
        assert int(re.search(r"TARGETDURATION:(\\d+)", playlist)[1]) >= max(math.floor(x + 0.5) for x in lengths)
        assert abs(sum(lengths) - 52.6) < 1e-6 and lengths[0] == 50
        bits = [os.path.getsize(os.path.join(root, "tiles", s)) * 8 for s in sheets]
        assert int(re.search(r"BANDWIDTH=(\\d+)", variant[0])[1]) >= bits[0] / lengths[0]

        space = {"d": "urn:mpeg:dash:schema:mpd:2011"}
        mpd = tree.parse(os.path.join(root, "manifest.mpd")).getroot()
        [images] = [s for s in mpd.iterfind(".//d:AdaptationSet", space) if s.get("mimeType") == "image/jpeg"]
        template, r = images.find("d:SegmentTemplate", space), images.find("d:Representation", space)
        tile = r.find("d:EssentialProperty", space)
        assert tile.get("schemeIdUri") == "http://dashif.org/guidelines/thumbnail_tile" and tile.get("value") == "5x5"
        assert (r.get("width"), r.get("height")) == ("450", "800")
        length = int(template.get("duration")) / int(template.get("timescale"))
        assert length == 50
        name = template.get("media").replace("$RepresentationID$", r.get("id"))
        first = int(template.get("startNumber"))
        named = [name.replace("$Number%05d$", "%05d" % (first + i)) for i in range(math.ceil(52.6 / length))]
        assert named == ["tiles/" + s for s in sheets]

        head, *cues = read("tiles/thumbnails.vtt").strip().split("\\n\\n")
        assert head == "WEBVTT"
        def seconds(text): h, m, s = text.split(":"); return int(h) * 3600 + int(m) * 60 + float(s)
        end, seen = 0, set()
        for cue in cues:
            times, target = cue.split("\\n")
            start, until = map(seconds, times.split(" --> "))
            assert start == end < until
            end = until
            sheet, x, y, w, h = re.fullmatch(r"(.*)#xywh=(\\d+),(\\d+),(\\d+),(\\d+)", target).groups()
            x, y, w, h = map(int, (x, y, w, h))
            assert (w, h) == (90, 160) and x % w == y % h == 0 and x + w <= 450 and y + h <= 800
            assert (sheet, x, y) not in seen and sheets.index(sheet) == start // length
            seen.add((sheet, x, y))
            print(start, sheet, f"{w}:{h}:{x}:{y}")
        assert abs(end - 52.6) < 1e-6
        """
}
