import Catalog
import Foundation
import Platform
import TestSupport
import Testing

/// A small reel that verifies itself, packaged once for all tests here.
enum Packages {
    static let result = Result { try make() }

    private static func make() throws -> String {
        let folder = try makeSharedDirectory()
        let sample = try Tool.reelrig.run(
            [
                "sample", "small", "--out", folder, "--size", "360x640", "--rate", "30000/1001", "--length", "6",
                "--reel", "9",
            ])
        try #require(sample.status == 0, "\(sample.standardError)")
        let package = try Tool.reelrig.run(["package", "\(folder)/small.mp4", "--out", "\(folder)/reels"])
        try #require(package.status == 0, "\(package.standardError)")
        return "\(folder)/reels"
    }

    /// A copy that a test may damage.
    static func copy(to folder: String) throws -> String {
        let root = "\(folder)/reels"
        try FileManager.default.copyItem(atPath: try result.get(), toPath: root)
        return root
    }
}

/// The claims by their names in reports.
enum VerifiedClaims {
    static let package = ["package"]
    static let inURLs = everywhere + ["control-misses"]
    static let inCookies = everywhere + ["control-stays"]
    static let trouble = ["resumed", "faults", "index", "full-disk", "read-only", "eviction", "memory-warning"]
    private static let everywhere = [
        "cold-start", "cold-frames", "seams", "expired", "warm-playlists", "warm-objects", "warm-frames",
        "control-hits", "midplay-refresh", "midplay-objects", "refusals", "removed", "digests", "ledger",
    ]
}

private func version(_ root: String) throws -> String {
    let bytes = try FileSystem.read("\(root)/small/reel.json", limit: 1 << 20)
    return "\(root)/small/\(try CanonicalJSON.decode(ReelDocument.self, from: bytes).version)"
}

private struct Row: Decodable {
    var form: String?
    var claim: String
    var verdict: String
    var figures: String
    var problems: [String]
}

private struct Report: Decodable {
    var format: Int
    var holds: Bool
    var rows: [Row]
}

@Suite struct `reelrig verify` {
    @Test func `proves every claim about a packaged reel`() throws {
        let result = try Tool.reelrig.run(["verify", try Packages.result.get(), "--json"])
        #expect(result.status == 0, "\(result.text) \(result.standardError)")
        let report = try JSONDecoder().decode(Report.self, from: Data(result.standardOutput))
        #expect(report.holds)
        #expect(report.rows.allSatisfy { $0.verdict == "holds" })
        let claims = VerifiedClaims.package + VerifiedClaims.inURLs + VerifiedClaims.trouble
        #expect(report.rows.map(\.claim).sorted() == claims.sorted())
        let frames = try #require(report.rows.first { $0.claim == "cold-frames" })
        // 6 s at 30000/1001: the frames that begin before 6 s are 0 to 179.
        #expect(frames.figures.hasPrefix("180 of 180 frames, 180 strips read"))
        // Two init sections at least, and three segments of video and of audio.
        let warm = try #require(report.rows.first { $0.claim == "warm-objects" })
        #expect(warm.figures == "0 requests, 9 hits")
    }

    @Test func `proves the same in every form, and in cookies that URLs stay`() throws {
        let result = try Tool.reelrig.run(["verify", try Packages.result.get(), "--form", "all", "--json"])
        #expect(result.status == 0, "\(result.text) \(result.standardError)")
        let report = try JSONDecoder().decode(Report.self, from: Data(result.standardOutput))
        #expect(report.holds && report.rows.allSatisfy { $0.verdict == "holds" })
        let forms = Dictionary(grouping: report.rows.filter { $0.form != nil }, by: { $0.form ?? "" })
        #expect(Set(forms.keys) == ["path", "query", "cookie", "define"])
        let claims = forms.mapValues { Set($0.map(\.claim)) }
        #expect(claims["query"] == claims["path"] && claims["define"] == claims["path"])
        let path = try #require(claims["path"])
        #expect(claims["cookie"] == path.subtracting(["control-misses"]).union(["control-stays"]))
        for form in ["query", "cookie", "define"] {
            let two = try Tool.reelrig.run(["verify", "x", "--form", "path", "--form", form])
            #expect(two.standardError.contains("No such file"))
        }
        #expect(
            try Tool.reelrig.run(["verify", "x", "--form", "header"]).standardError.contains("--form takes one of"))
    }

    @Test func `keeps its evidence where it is told to`() throws {
        try withTemporaryDirectory { folder in
            let result = try Tool.reelrig.run(["verify", try Packages.result.get(), "--report", "\(folder)/report"])
            #expect(result.status == 0)
            #expect(result.text.contains("23 claims: 23 hold, 0 false"))
            let names = try FileSystem.list("\(folder)/report")
            #expect(names.contains("verify.json"))
            #expect(names.contains("small-warm.jsonl"))
            let log = String(
                decoding: try FileSystem.read("\(folder)/report/access.jsonl", limit: 1 << 24), as: UTF8.self)
            // Tokens are shortened: no whole signature, which has 43 characters, is in the log.
            #expect(log.contains("/playback"))
            #expect(log.firstMatch(of: try Regex("[A-Za-z0-9_-]{43}")) == nil)
        }
    }

    @Test func `says false and which file when a byte was changed, and when a segment is gone`() throws {
        try withTemporaryDirectory { folder in
            let root = try Packages.copy(to: folder)
            let segment = "\(try version(root))/video/234/00001.m4s"
            var bytes = try FileSystem.read(segment, limit: 1 << 24)
            bytes[bytes.count / 2] ^= 0x55
            try FileSystem.write(bytes, to: segment)
            let flipped = try Tool.reelrig.run(["verify", root])
            #expect(flipped.status == 1)
            #expect(flipped.text.contains("video/234/00001.m4s has other bytes than were packaged"))
            try FileSystem.removeFile(segment)
            let missing = try Tool.reelrig.run(["verify", root])
            #expect(missing.status == 1)
            #expect(missing.text.contains("video/234/00001.m4s: No such file or directory"))
        }
    }

    @Test func `says false when the frames are not those that the package promises`() throws {
        try withTemporaryDirectory { folder in
            let root = try Packages.copy(to: folder)
            let path = "\(try version(root))/package.json"
            let text = String(decoding: try FileSystem.read(path, limit: 1 << 24), as: UTF8.self)
            // The strips in the pictures say reel 9.
            let changed = text.replacing(try Regex("\"reel\" : 9\\b"), with: "\"reel\" : 8")
            try #require(changed != text)
            try FileSystem.write(Array(changed.utf8), to: path)
            let result = try Tool.reelrig.run(["verify", root])
            #expect(result.status == 1)
            #expect(result.text.contains("FALSE  cold: every frame is the one expected"))
        }
    }

    @Test(arguments: [
        (["/nonexistent"], "No such file or directory (/nonexistent)"), ([], "verify takes one directory"),
        (["--speed", "0", "x"], "--speed takes a number"), (["--reel", "../x", "x"], "this is no reel id (../x)"),
    ])
    func `wrong input is one line and exit code 2`(arguments: [String], message: String) throws {
        let result = try Tool.reelrig.run(["verify"] + arguments)
        #expect(result.status == 2)
        #expect(result.standardError.hasPrefix("reelrig: error: "))
        #expect(result.standardError.contains(message))
        #expect(result.text == "")
    }

    @Test func `a report that has no place is said before anything is played`() throws {
        try withTemporaryDirectory { folder in
            try FileSystem.write([], to: "\(folder)/file")
            let result = try Tool.reelrig.run(["verify", try Packages.result.get(), "--report", "\(folder)/file"])
            #expect(result.status == 3)
            #expect(result.standardError.hasPrefix("reelrig: error: the report cannot be written: "))
            #expect(result.text == "")
        }
    }

    @Test func `a folder without packages is nothing to verify`() throws {
        try withTemporaryDirectory { folder in
            let result = try Tool.reelrig.run(["verify", folder])
            #expect(result.status == 2)
            #expect(result.standardError.contains("there is no packaged reel here"))
        }
    }
}
