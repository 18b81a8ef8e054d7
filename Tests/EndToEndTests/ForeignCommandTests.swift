import Catalog
import Platform
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Streams that FFmpeg made.
@Suite(.enabled(if: Tool.isInstalled("ffmpeg"), "needs ffmpeg")) struct `reelrig verify --foreign` {
    private struct Report: Decodable {
        struct Row: Decodable {
            var claim: String
            var verdict: String
            var figures: String
            var problems: [String]
        }
        var holds: Bool
        var rows: [Row]
    }

    /// Six seconds at 25 frames a second, with a tone, in the form that the arguments say.
    private func make(_ folder: String, _ arguments: [String]) throws {
        try FileSystem.createDirectories(folder)
        let sources = ["testsrc2=s=180x320:r=25:d=6", "sine=d=6"].flatMap { ["-f", "lavfi", "-i", $0] }
        let coding = [
            "-c:v", "libx264", "-preset", "ultrafast", "-g", "50", "-keyint_min", "50", "-sc_threshold", "0",
            "-pix_fmt", "yuv420p", "-c:a", "aac", "-f", "hls", "-hls_time", "2", "-hls_playlist_type", "vod",
        ]
        let output = try #require(Tool("ffmpeg")).run(["-v", "error"] + sources + coding + arguments, in: folder)
        try #require(output.status == 0, "\(output.standardError)")
    }

    private func verify(_ folder: String, _ arguments: [String] = []) throws -> Report {
        let result = try Tool.reelrig.run(["verify", "--foreign", folder, "--json"] + arguments)
        #expect(result.status == 0, "\(result.text) \(result.standardError)")
        return try CanonicalJSON.decode(Report.self, from: result.standardOutput)
    }

    /// Every claim that is made about reels of our own, all true but for what only package.json could say.
    private func expectEveryClaim(_ report: Report, form: String = "path", notApplicable: Set<String> = ["package"]) {
        let claims = VerifiedClaims.package + (form == "cookie" ? VerifiedClaims.inCookies : VerifiedClaims.inURLs)
        #expect(report.rows.map(\.claim).sorted() == (claims + VerifiedClaims.trouble).sorted())
        for row in report.rows {
            let verdict = notApplicable.contains(row.claim) ? "not-applicable" : "holds"
            #expect(row.verdict == verdict, "\(row.claim): \(row.figures) \(row.problems)")
        }
        #expect(report.rows.first?.figures == "there is no package.json to hold the files against")
    }

    @Test func `proves what it proves of our own about two rungs in fragments`() throws {
        try withTemporaryDirectory { folder in
            try make(
                "\(folder)/theirs",
                [
                    "-map", "0:v", "-map", "0:v", "-map", "1:a", "-map", "1:a", "-b:v:0", "100k", "-b:v:1", "400k",
                    "-hls_segment_type", "fmp4", "-master_pl_name", "master.m3u8", "-var_stream_map",
                    "v:0,a:0 v:1,a:1", "v%v/index.m3u8",
                ])
            let report = try verify("\(folder)/theirs")
            expectEveryClaim(report)
            // 6 s at 25 a second.
            let frames = try #require(report.rows.first { $0.claim == "cold-frames" })
            #expect(frames.figures.hasPrefix("150 of 150 frames"))
            let digests = try #require(report.rows.first { $0.claim == "digests" })
            #expect(!digests.figures.hasPrefix("0 "))
        }
    }

    /// Its last sample is then shorter than a frame of AAC, of which the decoder gives the whole.
    @Test func `counts sound of its own that ends within a frame`() throws {
        try withTemporaryDirectory { folder in
            try make(
                "\(folder)/theirs",
                [
                    "-map", "0:v", "-map", "1:a", "-t", "5.3", "-hls_segment_type", "fmp4", "-master_pl_name",
                    "master.m3u8", "-var_stream_map", "v:0,agroup:a a:0,agroup:a,default:yes", "v%v.m3u8",
                ])
            let report = try verify("\(folder)/theirs")
            expectEveryClaim(report)
            // 5.3 s at 44100 a second and the encoder's 1024 before them, in whole frames of 1024.
            let frames = try #require(report.rows.first { $0.claim == "cold-frames" })
            #expect(frames.figures.hasSuffix("\((233_730 + 1024 + 1023) / 1024 * 1024) audio samples"))
        }
    }

    @Test(arguments: [
        ["-hls_segment_type", "fmp4", "one.m3u8"],
        ["-hls_segment_type", "fmp4", "-hls_flags", "single_file", "one.m3u8"],
        ["one.m3u8"],
        ["-hls_flags", "single_file", "their list.m3u8"],
    ])
    func `a media playlist alone will do: fragments, one file in ranges, and transport streams`(arguments: [String])
        throws
    {
        try withTemporaryDirectory { folder in
            try make("\(folder)/theirs", arguments)
            let report = try verify("\(folder)/theirs")
            expectEveryClaim(report)
            let frames = try #require(report.rows.first { $0.claim == "warm-frames" })
            #expect(frames.figures.hasPrefix("150 of 150 frames"))
        }
    }

    @Test func `sound that comes apart in transport streams is counted too`() throws {
        try withTemporaryDirectory { (folder: String) in
            let rates = ["-map", "0:v", "-map", "0:v", "-map", "1:a", "-b:v:0", "100k", "-b:v:1", "400k"]
            let streams = ["-var_stream_map", "v:0,agroup:a v:1,agroup:a a:0,agroup:a", "v%v/index.m3u8"]
            try make("\(folder)/theirs", rates + ["-master_pl_name", "master.m3u8"] + streams)
            let report = try verify("\(folder)/theirs")
            expectEveryClaim(report)
            // Of two tracks three segments each.
            let warm = try #require(report.rows.first { $0.claim == "warm-objects" })
            let hits = warm.figures.dropFirst("0 requests, ".count).prefix { $0.isNumber }
            #expect(warm.figures.hasPrefix("0 requests, "))
            #expect((Int(hits) ?? 0) >= 6)
        }
    }

    @Test(arguments: ["fmp4", "mpegts"])
    func `sound whose last segment is one short sample is counted`(type: String) throws {
        try withTemporaryDirectory { (folder: String) in
            let streams = ["-var_stream_map", "v:0,agroup:a a:0,agroup:a,default:yes", "v%v.m3u8"]
            try make(
                "\(folder)/theirs",
                ["-map", "0:v", "-map", "1:a", "-hls_segment_type", type, "-master_pl_name", "master.m3u8"] + streams)
            let report = try verify("\(folder)/theirs")
            expectEveryClaim(report)
            // 6 s at 44100 a second and the encoder's 1024 before them, in whole frames of 1024.
            let frames = try #require(report.rows.first { $0.claim == "cold-frames" })
            #expect(frames.figures.hasSuffix("\((264_600 + 1024 + 1023) / 1024 * 1024) audio samples"))
        }
    }

    @Test(arguments: ["fmp4", "mpegts", "aac"])
    func `sound alone, of which nothing says that it is, is played as sound`(type: String) throws {
        try withTemporaryDirectory { (folder: String) in
            let theirs = "\(folder)/theirs"
            if type == "aac" {
                try FileSystem.createDirectories(theirs)
                let coding = ["-f", "lavfi", "-i", "sine=d=6", "-c:a", "aac", "-f", "segment", "-segment_time", "2"]
                let output = try #require(Tool("ffmpeg")).run(
                    ["-v", "error"] + coding + ["-segment_list", "one.m3u8", "s%d.aac"], in: theirs)
                try #require(output.status == 0, "\(output.standardError)")
            } else {
                try make(theirs, ["-map", "1:a", "-hls_segment_type", type, "one.m3u8"])
            }
            let report = try verify(theirs)
            expectEveryClaim(report, notApplicable: ["package", "cold-start"])
            let frames = try #require(report.rows.first { $0.claim == "cold-frames" })
            #expect(frames.figures == "\((264_600 + 1024 + 1023) / 1024 * 1024) audio samples")
        }
    }

    /// FFmpeg encrypts transport streams, whole segments, by one key: its URI, its file and a vector.
    private func makeEncrypted(_ folder: String, in work: String) throws -> [UInt8] {
        let key = (0..<16).map { UInt8($0 * 13 + 5) }
        try FileSystem.createDirectories("\(folder)/keys")
        try FileSystem.write(key, to: "\(folder)/keys/the.key")
        try FileSystem.write(
            Array("keys/the.key\n\(folder)/keys/the.key\n000000000000000000000000000000a1\n".utf8), to: "\(work)/info")
        try make(folder, ["-hls_key_info_file", "\(work)/info", "one.m3u8"])
        return key
    }

    @Test(arguments: ["path", "query", "cookie", "define"])
    func `proves the same of an encrypted stream, whose key the warm plays do not ask for`(form: String) throws {
        try withTemporaryDirectory { folder in
            _ = try makeEncrypted("\(folder)/theirs", in: folder)
            let report = try verify("\(folder)/theirs", ["--form", form])
            expectEveryClaim(report, form: form)
            let frames = try #require(report.rows.first { $0.claim == "warm-frames" })
            #expect(frames.figures.hasPrefix("150 of 150 frames"))
            // Three segments and the key.
            let warm = try #require(report.rows.first { $0.claim == "warm-objects" })
            #expect(warm.figures == "0 requests, 4 hits")
        }
    }

    @Test func `an encrypted stream plays with the origin gone, and its key is in the cache alone`() throws {
        try withTemporaryDirectory { folder in
            let key = try makeEncrypted("\(folder)/theirs", in: folder)
            let (cache, events) = ("\(folder)/cache", "\(folder)/events")
            let (packages, log) = ("\(folder)/packages", "\(folder)/log")
            try FileSystem.createDirectories(packages)
            let options = ["--cache", cache, "--speed", "max", "--json"]
            var texts: [String] = []
            do {
                let server = try Server([packages, "--foreign", "\(folder)/theirs", "--log", log])
                defer { _ = try? server.stop(SIGTERM) }
                let play = ["play", "--origin", server.announcement.url, "theirs", "--events", events]
                let result = try Tool.reelrig.run(play + options)
                #expect(result.status == 0, "\(result.text) \(result.standardError)")
                texts += [result.text, result.standardError]
            }
            let offline = try Tool.reelrig.run(["play", "--offline", "theirs"] + options)
            #expect(offline.status == 0, "\(offline.text) \(offline.standardError)")
            let list = try Tool.reelrig.run(["cache", "ls", cache, "--json"])
            #expect(list.text.contains("key/0"))
            texts += [offline.text, offline.standardError, list.text]
            for path in [events, log] {
                texts.append(String(decoding: try FileSystem.read(path, limit: 1 << 24), as: UTF8.self))
            }
            let hex = key.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            for text in texts { #expect(!text.contains(hex) && !text.contains("5,18,31,44")) }
            let files = try Tool("find")?.run([cache, "-type", "f", "-size", "-17c", "-size", "+15c", "-perm", "600"])
            #expect(files?.text.split(separator: "\n").count == 1)
            #expect(try Tool.reelrig.run(["cache", "clear", cache]).status == 0)
            let left = try Tool("find")?.run([cache, "-type", "f", "-size", "-17c", "-size", "+15c"])
            #expect(left?.text == "")
        }
    }

    @Test(arguments: ["fmp4", "mpegts"])
    func `segments that begin with no key frame are told so`(type: String) throws {
        try withTemporaryDirectory { (folder: String) in
            // Key frames every 2 s, and segments of one second.
            let cut = ["-hls_time", "1", "-hls_flags", "split_by_time", "-hls_segment_type", type, "one.m3u8"]
            try make("\(folder)/theirs", cut)
            let result = try Tool.reelrig.run(["verify", "--foreign", "\(folder)/theirs"])
            #expect(result.status == 1)
            #expect(result.text.contains("one.m3u8 segment 1: 25 frames expected, 0 seen"))
            #expect(result.text.contains("one.m3u8 segment 1: 0 frames are wrong, it does not begin with a key frame"))
        }
    }

    @Test func `a stream whose samples are encrypted is refused by the name of the method`() throws {
        try withTemporaryDirectory { folder in
            let theirs = "\(folder)/theirs"
            try make(theirs, ["-hls_segment_type", "fmp4", "one.m3u8"])
            let text = String(decoding: try FileSystem.read("\(theirs)/one.m3u8", limit: 1 << 20), as: UTF8.self)
            let tag = "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"the.key\"\n#EXTINF"
            let parts = text.split(separator: "#EXTINF", maxSplits: 1)
            try FileSystem.write(Array("\(parts[0])\(tag)\(parts[1])".utf8), to: "\(theirs)/one.m3u8")
            let result = try Tool.reelrig.run(["verify", "--foreign", theirs])
            #expect(result.status == 1)
            #expect(result.text.contains("encrypted with SAMPLE-AES"))
        }
    }

    @Test(arguments: [
        (["#EXT-X-ENDLIST", ""], "the play failed: the stream is live; only complete ones are played"),
        (["one2.ts", "absent.ts"], "the play failed: one.m3u8 2 is not there (404)"),
        // Of the folder beside it, for which the token is not.
        (["one2.ts", "../other/one2.ts"], "the play failed: the origin refuses newly signed URLs (scope)"),
        (["#EXTINF", "#EXT-X-GAP\n#EXTINF"], "the play failed: the stream has gaps"),
        (["one2.ts", "http://127.0.0.1:9/one2.ts"], "the play failed: the origin could not be reached"),
    ])
    func `a stream that cannot be played is one false claim that says why`(change: [String], problem: String) throws {
        try withTemporaryDirectory { folder in
            try make("\(folder)/theirs", ["one.m3u8"])
            let path = "\(folder)/theirs/one.m3u8"
            let text = String(decoding: try FileSystem.read(path, limit: 1 << 20), as: UTF8.self)
            try FileSystem.write(Array(text.replacing(change[0], with: change[1], maxReplacements: 1).utf8), to: path)
            let result = try Tool.reelrig.run(["verify", "--foreign", "\(folder)/theirs", "--json"])
            #expect(result.status == 1)
            let report = try CanonicalJSON.decode(Report.self, from: result.standardOutput)
            let claims = VerifiedClaims.package + VerifiedClaims.inURLs + VerifiedClaims.trouble
            #expect(report.rows.map(\.claim).sorted() == claims.sorted())
            let failed = report.rows.filter { $0.verdict == "fails" }
            #expect(failed.map(\.claim) == ["cold-frames"])
            #expect(failed.first?.problems.first?.hasPrefix(problem) == true, "\(failed)")
            let untried = report.rows.filter { !["package", "cold-frames"].contains($0.claim) }
            #expect(untried.allSatisfy { $0.figures == "it was not tried, since the first play failed" })
        }
    }

    @Test func `a folder without a stream is one line and exit code 2`() throws {
        try withTemporaryDirectory { folder in
            let result = try Tool.reelrig.run(["verify", "--foreign", folder])
            #expect(result.status == 2)
            #expect(result.standardError == "reelrig: error: there is no playlist of HLS in it (\(folder))\n")
        }
    }
}
