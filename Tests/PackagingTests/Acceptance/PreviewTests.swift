import Catalog
import MediaTypes
import Packaging
import Platform
import TestSupport
import Testing

/// What is seen of a version before it plays and while a viewer seeks: posters and tiles.
@Suite(.serialized, .enabled(if: Reader.areInstalled, "needs ffmpeg and ffprobe"))
struct PreviewTests {
    private func clip(_ size: String, _ seconds: Double, rate: String = "30", in folder: String) throws -> String {
        let path = "\(folder)/clip.mp4"
        let made = try Reader.ffmpeg(
            ["-f", "lavfi", "-i", "testsrc2=s=\(size):r=\(rate):d=\(seconds)", "-c:v", "libx264"]
                + ["-preset", "ultrafast", "-pix_fmt", "yuv420p", path])
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
}
