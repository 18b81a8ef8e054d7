import Catalog
import Foundation
import Platform
import TestSupport
import Testing

private let forms = ["path", "query", "define", "cookie"]

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
            "package", "\(folder)/one.mp4", "\(folder)/two.mp4", "--out", "\(folder)/reels", "--dash", "--progressive",
        ])
        try #require(packaged.status == 0, "\(packaged.standardError)")
    }

    /// What walk.py found, by kind.
    private func walk(_ server: Server, _ reel: String, _ form: String, _ folder: String?) throws -> [String: Int] {
        let reels = "\(server.announcement.url)/v1/reels"
        let query = form.isEmpty ? "" : "?form=\(form)"
        let output = try #require(Tool("python3")).run(
            [
                "\(Folders.package)/Tests/Tools/walk.py", "\(reels)/\(reel)/playback\(query)",
                "\(reels)/two/playback\(query)",
            ] + (folder.map { [$0] } ?? []))
        #expect(output.status == 0, "\(form): \(output.text) \(output.standardError)")
        let walk = try JSONDecoder().decode(Walk.self, from: Data(output.standardOutput))
        #expect(walk.problems == [], "\(form)")
        return walk.counts
    }

    @Test(
        .enabled(
            if: Tool.isInstalled("ffmpeg") && Tool.pythonHas("m3u8"), "needs ffmpeg and Python's m3u8"))
    func `every URI of a stream that FFmpeg made is, too`() throws {
        try withTemporaryDirectory { (folder: String) in
            try package(in: folder)
            let theirs = "\(folder)/theirs"
            try FileSystem.createDirectories(theirs)
            let made = try #require(Tool("ffmpeg")).run(
                [
                    "-v", "error", "-i", "\(folder)/one.mp4", "-map", "0:v", "-map", "0:v", "-map", "0:a", "-c:v",
                    "libx264",
                    "-preset", "ultrafast", "-g", "30", "-b:v:0", "100k", "-b:v:1", "300k", "-c:a", "aac", "-f", "hls",
                    "-hls_time", "2", "-hls_playlist_type", "vod", "-hls_segment_type", "fmp4", "-master_pl_name",
                    "master.m3u8", "-var_stream_map", "v:0,agroup:a v:1,agroup:a a:0,agroup:a,default:yes",
                    "v%v/index.m3u8",
                ], in: theirs)
            try #require(made.status == 0, "\(made.standardError)")
            // The multivariant, and a playlist, an init section and segments of each of three.
            let segments = try (0..<3).reduce(0) { count, stream in
                try count + FileSystem.list("\(theirs)/v\(stream)").count { $0.hasSuffix(".m4s") }
            }
            let server = try Server(["\(folder)/reels", "--foreign", theirs])
            #expect(server.announcement.foreign.map(\.id) == ["theirs"])
            for form in forms {
                let counts = try walk(server, "theirs", form, theirs)
                #expect(counts == ["playlist": 4, "mp4": 3, "m4s": segments], "\(form)")
            }
            _ = try server.stop(SIGTERM)
        }
    }

    @Test func `a stream that would hide a reel is not served`() throws {
        try withTemporaryDirectory { (folder: String) in
            try package(in: folder)
            try FileSystem.createDirectories("\(folder)/theirs/one")
            try FileSystem.write(
                Array("#EXTM3U\n#EXTINF:2,\na.ts\n#EXT-X-ENDLIST\n".utf8), to: "\(folder)/theirs/one/index.m3u8")
            let output = try Tool.reelrig.run(["serve", "\(folder)/reels", "--foreign", "\(folder)/theirs/one"])
            #expect(output.status == 2 && output.standardError.contains("the name of a foreign stream (one)"))
        }
    }

    @Test(.enabled(if: Tool.isInstalled("python3"), "needs python3"))
    func `every URI of a package is fetchable with the token and refused without`() throws {
        try withTemporaryDirectory { (folder: String) in
            try package(in: folder)
            let server = try Server(["\(folder)/reels", "--form", "query"])
            let version = try FileSystem.list("\(folder)/reels/one").first { $0.count == 16 }
            let disk = Tool.pythonHas("m3u8") ? "\(folder)/reels/one/\(try #require(version))" : nil
            var walks: [String: [String: Int]] = [:]
            for form in [""] + forms { walks[form] = try walk(server, "one", form, disk) }
            // The same files in every form; in the query's own, what the playlists of variables name is a URL of its own.
            let path = try #require(walks["path"])
            #expect(walks[""] == path && walks["query"] == path && walks["cookie"] == path)
            #expect(walks["define"] == path)
            // 180 × 320 is one rung: multivariant, video, its I-frames, audio, subtitles and the tiles.
            #expect(path["playlist"] == 6 && path["mpd"] == 1 && path["thumbnails"] == 1)
            // Two segments of video and of audio, an init section each, one sheet, two of subtitles.
            #expect(path["m4s"] == 4 && path["mp4"] == 2 && path["jpg"] == 1 && path["vtt"] == 2)
            #expect(path["base"] == 1 && path["json"] == 1 && path["poster"] == 1 && path["progressive"] == 1)
            let log = try server.stop(SIGTERM).text
            #expect(!log.contains(/1\.k1\.\d+\.\.p\.[\w-]+\.[\w-]{43}/))
        }
    }

    @Test(.enabled(if: Tool.isInstalled("ffprobe") && Tool.isInstalled("curl"), "needs ffprobe and curl"))
    func `libavformat plays each form that it knows, HLS and DASH`() throws {
        try withTemporaryDirectory { (folder: String) in
            try package(in: folder)
            let server = try Server(["\(folder)/reels"])
            func answer(_ form: String) throws -> (PlaybackAnswer, cookie: Substring?) {
                let url = "\(server.announcement.url)/v1/reels/one/playback?form=\(form)"
                let output = try #require(Tool("curl")).run(["-sS", "-D", "\(folder)/head", url])
                let head = String(decoding: try FileSystem.read("\(folder)/head", limit: 1 << 16), as: UTF8.self)
                let field = head.split(separator: "\r\n").first { $0.hasPrefix("Set-Cookie: ") }
                return (
                    try CanonicalJSON.decode(PlaybackAnswer.self, from: output.standardOutput),
                    field?.dropFirst("Set-Cookie: ".count)
                )
            }
            func frames(_ url: String, _ options: [String] = []) throws -> String {
                let output = try #require(Tool("ffprobe")).run(
                    ["-v", "error"] + options + [
                        "-count_frames", "-select_streams", "v:0", "-show_entries", "stream=nb_read_frames",
                        "-of", "default=nokey=1:noprint_wrappers=1", url,
                    ])
                return output.text.split(separator: "\n").first.map(String.init) ?? output.standardError
            }
            for form in ["path", "query"] {
                let (answer, _) = try answer(form)
                for url in [answer.url, try #require(answer.mpdUrl)] { #expect(try frames(url) == "60", "\(form)") }
            }
            let (signed, cookie) = try answer("cookie")
            let whole = try #require(cookie)
            let pair = whole.prefix { $0 != ";" }
            // libavformat takes a cookie as Set-Cookie has it, and leaves out one that names no path.
            for options in [["-cookies", "\(whole)"], ["-headers", "Cookie: \(pair)\r\n"]] {
                #expect(try frames(signed.url, options) == "60")
                #expect(try frames(try #require(signed.mpdUrl), options) == "60")
            }
            #expect(try frames(signed.url, ["-cookies", "\(pair)"]).contains("403"))
            #expect(try frames(signed.url).contains("403"))
            #expect(try frames(try #require(try answer("define").0.mpdUrl)) == "60")
            _ = try server.stop(SIGTERM)
        }
    }
}
