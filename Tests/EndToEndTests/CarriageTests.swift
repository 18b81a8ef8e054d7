import Catalog
import Foundation
import TestSupport
import Testing

@Suite struct `tokens in every form` {
    private struct Walk: Decodable {
        var counts: [String: Int]
        var problems: [String]
    }

    /// Two reels, the first with subtitles, thumbnails and a manifest for DASH.
    private func package(in folder: String) throws {
        for (name, length) in [("one", "4"), ("two", "2")] {
            let made = try Tool.reelrig.run([
                "sample", name, "--size", "180x320", "--rate", "15", "--length", length, "--out", folder,
            ])
            try #require(made.status == 0, "\(made.standardError)")
        }
        try Data("WEBVTT\n\n00:00.000 --> 00:03.000\nHello\n".utf8).write(
            to: URL(fileURLWithPath: "\(folder)/one.en.vtt"))
        let packaged = try Tool.reelrig.run([
            "package", "\(folder)/one.mp4", "\(folder)/two.mp4", "--out", "\(folder)/reels", "--dash",
        ])
        try #require(packaged.status == 0, "\(packaged.standardError)")
    }

    @Test(.enabled(if: Tool.isInstalled("python3"), "needs python3"))
    func `every URI of a package is fetchable with the token and refused without`() throws {
        try withTemporaryDirectory { (folder: String) in
            try package(in: folder)
            let server = try Server(["\(folder)/reels", "--form", "query"])
            let reels = "\(server.announcement.url)/v1/reels"
            let script = "\(Folders.package)/Tests/Tools/walk.py"
            var walks: [String: [String: Int]] = [:]
            for form in ["", "path", "query", "define", "cookie"] {
                let query = form.isEmpty ? "" : "?form=\(form)"
                let output = try #require(Tool("python3")).run([
                    script, "\(reels)/one/playback\(query)", "\(reels)/two/playback\(query)",
                ])
                #expect(output.status == 0, "\(form): \(output.text) \(output.standardError)")
                let walk = try JSONDecoder().decode(Walk.self, from: Data(output.standardOutput))
                #expect(walk.problems == [], "\(form)")
                walks[form] = walk.counts
            }
            // The same files in every form; in the query's own, what the playlists of variables name is a URL of its own.
            let path = try #require(walks["path"])
            #expect(walks[""] == path && walks["query"] == path && walks["cookie"] == path)
            #expect(walks["define"] == path)
            // 180 × 320 is one rung: multivariant, video, its I-frames, audio, subtitles and the tiles.
            #expect(path["playlist"] == 6 && path["mpd"] == 1 && path["thumbnails"] == 1)
            // Two segments of video and of audio, an init section each, one sheet, two of subtitles.
            #expect(path["m4s"] == 4 && path["mp4"] == 2 && path["jpg"] == 1 && path["vtt"] == 2)
            #expect(path["base"] == 1)
            let log = try server.stop(SIGTERM).text
            #expect(!log.contains(/1\.k1\.\d+\.\.p\.[\w-]+\.[\w-]{43}/))
        }
    }

    @Test(.enabled(if: Tool.isInstalled("ffprobe") && Tool.isInstalled("curl"), "needs ffprobe and curl"))
    func `libavformat plays what is rewritten`() throws {
        try withTemporaryDirectory { (folder: String) in
            try package(in: folder)
            let server = try Server(["\(folder)/reels", "--form", "query"])
            let text = try #require(Tool("curl")).run(["-sS", "\(server.announcement.url)/v1/reels/one/playback"])
            let answer = try CanonicalJSON.decode(PlaybackAnswer.self, from: text.standardOutput)
            for url in [answer.url, try #require(answer.mpdUrl)] {
                let frames = try #require(Tool("ffprobe")).run([
                    "-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries", "stream=nb_read_frames",
                    "-of", "default=nokey=1:noprint_wrappers=1", url,
                ])
                #expect(frames.text.split(separator: "\n").first == "60", "\(frames.standardError)")
            }
            _ = try server.stop(SIGTERM)
        }
    }
}
