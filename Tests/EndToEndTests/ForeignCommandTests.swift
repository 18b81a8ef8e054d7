import Catalog
import Platform
import TestSupport
import Testing

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

    private static let claims: Set = [
        "cold-start", "cold-frames", "seams", "expired", "warm-playlists", "warm-objects", "warm-frames",
        "control-hits",
        "control-misses", "midplay-refresh", "midplay-objects", "refusals", "removed", "digests", "ledger",
    ]

    @Test func `proves the claims that need no package.json about two rungs in fragments`() throws {
        try withTemporaryDirectory { folder in
            try make(
                "\(folder)/theirs",
                [
                    "-map", "0:v", "-map", "0:v", "-map", "1:a", "-map", "1:a", "-b:v:0", "100k", "-b:v:1", "400k",
                    "-hls_segment_type", "fmp4", "-master_pl_name", "master.m3u8", "-var_stream_map",
                    "v:0,a:0 v:1,a:1", "v%v/index.m3u8",
                ])
            let report = try verify("\(folder)/theirs")
            #expect(Set(report.rows.map(\.claim)) == Self.claims)
            #expect(report.rows.allSatisfy { $0.verdict == "holds" })
            // 6 s at 25 a second.
            let frames = try #require(report.rows.first { $0.claim == "cold-frames" })
            #expect(frames.figures.hasPrefix("150 of 150 frames"))
            let digests = try #require(report.rows.first { $0.claim == "digests" })
            #expect(!digests.figures.hasPrefix("0 "))
        }
    }

    @Test(arguments: [
        ["-hls_segment_type", "fmp4", "one.m3u8"],
        ["-hls_segment_type", "fmp4", "-hls_flags", "single_file", "one.m3u8"],
        ["one.m3u8"],
    ])
    func `a media playlist alone will do: fragments, one file in ranges, and transport streams`(arguments: [String])
        throws
    {
        try withTemporaryDirectory { folder in
            try make("\(folder)/theirs", arguments)
            let report = try verify("\(folder)/theirs")
            #expect(report.rows.allSatisfy { $0.verdict == "holds" })
            let frames = try #require(report.rows.first { $0.claim == "warm-frames" })
            #expect(frames.figures.hasPrefix("150 of 150 frames"))
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
