import Catalog
import Configuration
import Foundation
import MediaTypes
import Packaging
import Platform
import TestSupport
import Testing

private let hasClips = Folders.hasShared("media") && Reader.areInstalled
private let needs: Comment = "needs ../shared/media, ffmpeg and ffprobe"

private struct Expectation: Sendable, CustomTestStringConvertible {
    var clip: String
    /// Short sides of the rungs.
    var rungs: [Int]
    var lastSize: PixelSize
    var hasAudio: Bool
    var milliseconds: Int64

    var testDescription: String { clip }

    init(_ clip: String, _ rungs: [Int], _ width: Int, _ height: Int, audio: Bool = true, ms: Int64) {
        self.clip = clip
        self.rungs = rungs
        lastSize = PixelSize(width, height)
        hasAudio = audio
        milliseconds = ms
    }
}

// Durations are those of ffprobe: the later end of both streams, in whole frames of the video.
private let expectations = [
    Expectation("midroll-5s.mp4", [234, 360], 640, 360, ms: 5000),
    // 30 frames of 29.917/s; the audio's last 19 ms are less than a frame of its codec.
    Expectation("testvid_1022ms.mp4", [234, 360], 480, 360, ms: 1003),
    Expectation("sample_video_only.mp4", [234, 360, 432, 540, 720], 1080, 720, audio: false, ms: 1001),
    Expectation("sample_12_5fps_720p_1s.mp4", [234, 360, 432, 540, 720], 1280, 720, ms: 1040),
    // Turned by 270 degrees: 1280×720 stored.
    Expectation(
        "internal_emulator_transformer_output_270_rotated.mp4", [234, 360, 432, 540, 720], 720, 1280, ms: 4972),
    Expectation("silent-black-10s.mp4", [234], 312, 234, ms: 10_000),
    // 800×640 of samples 64:45 is 1137.8×640, of which 540 rows are 960 wide.
    Expectation("bbb_800x640_768kbps_30fps_vp9.mp4", [234, 360, 432, 540], 960, 540, audio: false, ms: 4000),
    Expectation("sample_shorter_audio.mp4", [234], 312, 234, ms: 1200),
]

@Suite(.serialized, .enabled(if: hasClips, needs))
struct RealClipTests {
    @Test(arguments: expectations)
    fileprivate func `packages, and decodes in ffmpeg without a message`(_ expectation: Expectation) throws {
        try withTemporaryDirectory { out in
            let clip = try #require(Folders.shared("media/\(expectation.clip)"))
            let reel = try PackagedReel.make(clip, into: out, ladder: .reels)
            #expect(reel.video.compactMap { $0.size?.shortSide } == expectation.rungs)
            #expect(reel.video.last?.size == expectation.lastSize)
            #expect(reel.audio.count == (expectation.hasAudio ? 1 : 0))
            #expect(reel.document.duration.milliseconds == expectation.milliseconds)
            #expect(reel.document.warnings.isEmpty)
            try expectReadersAgree(reel)
        }
    }

    @Test func `what is not media is refused and leaves nothing behind`() throws {
        try withTemporaryDirectory { folder in
            let clip = try #require(Folders.shared("media/sample_malformed_free_box.mp4"))
            do {
                _ = try PackagedReel.make(clip, into: "\(folder)/out")
                Issue.record("it was packaged")
            } catch let error as UnusableSource {
                #expect("\(error)".hasPrefix("it cannot be opened as video or audio: "))
            }
            #expect(!FileSystem.exists("\(folder)/out"))
        }
    }

    @Test func `the same bytes come out twice, whether the rungs have threads of their own or not`() throws {
        try withTemporaryDirectory { folder in
            let clip = try #require(Folders.shared("media/midroll-5s.mp4"))
            let threaded = try PackagedReel.make(clip, into: "\(folder)/a", ladder: .reels)
            let again = try PackagedReel.make(clip, into: "\(folder)/b", ladder: .reels)
            let single = try PackagedReel.make(clip, into: "\(folder)/c", ladder: .reels, isThreaded: false)
            let trees = try [threaded, again, single].map { try tree(of: $0.outcome.folder) }
            #expect(trees[0].count > 10)
            #expect(trees[0] == trees[1])
            #expect(trees[0] == trees[2])
        }
    }

    @Test func `every other clip packages too`() throws {
        let known = Set(expectations.map(\.clip) + ["sample_malformed_free_box.mp4", "NOTICE"])
        let media = try #require(Folders.shared("media"))
        for clip in try FileSystem.list(media) where !known.contains(clip) {
            try withTemporaryDirectory { out in
                let reel = try PackagedReel.make("\(media)/\(clip)", into: out)
                try expectReadersAgree(reel)
            }
        }
    }
}

/// Every file of a folder, by its path.
func tree(of folder: String) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in try FileSystem.list(folder) {
        let path = "\(folder)/\(name)"
        if try FileSystem.status(path).kind == .directory {
            for (inner, bytes) in try tree(of: path) { files["\(name)/\(inner)"] = bytes }
        } else {
            files[name] = try FileSystem.read(path, limit: 1 << 28)
        }
    }
    return files
}
