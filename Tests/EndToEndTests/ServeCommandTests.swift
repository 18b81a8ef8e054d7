import Catalog
import Foundation
import Platform
import TestSupport
import Testing

/// `reelrig serve` in a process of its own.
final class Server {
    struct Announcement: Decodable {
        struct Reel: Decodable { var id: String }
        var event: String
        var url: String
        var port: UInt16
        var rigToken: String
        var reels: [Reel]
        var foreign: [Reel]
    }

    let announcement: Announcement
    private let process = Process()
    private let output = Pipe()

    init(_ arguments: [String]) throws {
        process.executableURL = URL(fileURLWithPath: Tool.reelrig.path)
        process.arguments = ["serve"] + arguments + ["--port", "0", "--json"]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var line = [UInt8]()
        while line.last != UInt8(ascii: "\n"), let byte = try output.fileHandleForReading.read(upToCount: 1)?.first {
            line.append(byte)
        }
        announcement = try CanonicalJSON.decode(Announcement.self, from: line)
    }

    /// The signals that each thread but the first holds back, as Linux counts them: bit 0 is signal 1.
    var heldBack: [UInt64] {
        get throws {
            let (process, first) = ("/proc/\(process.processIdentifier)/task", "\(process.processIdentifier)")
            return try FileManager.default.contentsOfDirectory(atPath: process).filter { $0 != first }.compactMap {
                thread in
                let status = try String(contentsOfFile: "\(process)/\(thread)/status", encoding: .utf8)
                let line = status.split(separator: "\n").first { $0.hasPrefix("SigBlk:") }
                return line.flatMap { UInt64($0.split(separator: "\t")[1], radix: 16) }
            }
        }
    }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Sends a signal and waits for the end; what was printed since the announcement, and the exit code.
    func stop(_ signal: Int32) throws -> (text: String, status: Int32) {
        kill(process.processIdentifier, signal)
        let rest = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (String(decoding: rest, as: UTF8.self), process.terminationStatus)
    }
}

@Suite struct `reelrig serve` {
    @Test(.enabled(if: Tool.isInstalled("curl"), "needs curl"), arguments: [SIGINT, SIGTERM])
    func `answers, logs a line a response, and ends cleanly on a signal`(signal: Int32) throws {
        try withTemporaryDirectory { (folder: String) in
            let server = try Server([folder])
            #expect(server.announcement.event == "serving" && server.announcement.reels.isEmpty)
            #expect(server.announcement.url == "http://127.0.0.1:\(server.announcement.port)")
            let curl = try #require(Tool("curl"))
            let feed = try curl.run(["-sS", "-H", "X-Request-Id: s-1", "\(server.announcement.url)/v1/reels"])
            #expect(feed.text == #"{"format":1,"items":[]}"#)
            let end = try server.stop(signal)
            #expect(end.status == 0)
            let lines = end.text.split(separator: "\n")
            #expect(lines.count == 1)
            let entry = try CanonicalJSON.decode(AccessLogEntry.self, from: Array(try #require(lines.first).utf8))
            #expect(entry.id == "s-1" && entry.status == 200 && entry.complete && entry.bytes == 23)
        }
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/task"), "needs Linux"))
    func `has no thread that a signal could end before it is waited for`() throws {
        try withTemporaryDirectory { (folder: String) in
            let server = try Server([folder])
            let waited = [SIGINT, SIGTERM, SIGHUP].reduce(UInt64(0)) { $0 | 1 << UInt64($1 - 1) }
            let masks = try server.heldBack
            #expect(!masks.isEmpty && masks.allSatisfy { $0 & waited == waited })
            #expect(try server.stop(SIGTERM).status == 0)
        }
    }

    @Test(.enabled(if: Tool.isInstalled("curl"), "needs curl"))
    func `adds its log to a file, without the rig token`() throws {
        try withTemporaryDirectory { (folder: String) in
            let log = "\(folder)/access.log"
            try FileSystem.write(Array("before\n".utf8), to: log)
            let server = try Server([folder, "--log", log])
            let token = server.announcement.rigToken
            let answer = try #require(Tool("curl")).run([
                "-sS", "-X", "DELETE", "-H", "Authorization: Bearer \(token)",
                "\(server.announcement.url)/rig/reels/none",
            ])
            #expect(answer.text == #"{"error":"there is no such reel"}"#)
            #expect(try server.stop(SIGTERM).text.isEmpty)
            let text = String(decoding: try FileSystem.read(log, limit: 1 << 20), as: UTF8.self)
            #expect(text.hasPrefix("before\n{") && text.contains("/rig/reels/none") && !text.contains(token))
        }
    }

    @Test(.enabled(if: Tool.isInstalled("curl"), "needs curl"))
    func `reads its signing keys again on a hang-up, and keeps those it has when they are of no use`() throws {
        try withTemporaryDirectory { (folder: String) in
            let keys = "\(folder)/keys.json"
            func sign(_ words: String...) throws {
                #expect(try Tool.reelrig.run(["sign", "keys"] + words).status == 0)
            }
            try sign("new", keys)
            let server = try Server([try Packages.result.get(), "--keys", keys])
            let curl = try #require(Tool("curl"))
            func answer() throws -> PlaybackAnswer {
                let text = try curl.run(["-sS", "\(server.announcement.url)/v1/reels/small/playback"])
                return try CanonicalJSON.decode(PlaybackAnswer.self, from: text.standardOutput)
            }
            /// Asks until that key signs, which is soon after the signal.
            func waitForKey(_ kid: String) throws -> Bool {
                for _ in 0..<500 where try answer().url.contains("/~1.\(kid).") { return true }
                return false
            }
            func status(_ url: String) throws -> String {
                try curl.run(["-sS", "-o", "/dev/null", "-w", "%{http_code}", url]).text
            }
            let first = try answer().url
            #expect(first.contains("/~1.k1."))
            try sign("rotate", keys)
            // Others may read it: k1 goes on to sign.
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: keys)
            server.send(SIGHUP)
            for _ in 0..<20 { #expect(try answer().url.contains("/~1.k1.")) }
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: keys)
            server.send(SIGHUP)
            #expect(try waitForKey("k2"))
            #expect(try status(first) == "200")
            try sign("retire", keys, "k1")
            try sign("rotate", keys)
            server.send(SIGHUP)
            #expect(try waitForKey("k3"))
            #expect(try status(first) == "403")
            _ = try server.stop(SIGTERM)
        }
    }

    @Test func `says what is wrong with its arguments`() throws {
        try withTemporaryDirectory { (folder: String) in
            let keys = "\(folder)/keys.json"
            try FileSystem.write(Array("{}".utf8), to: keys, mode: 0o644)
            let wrong: [([String], Int32, String)] = [
                ([], 2, "serve takes one folder"),
                ([folder, "--form", "header"], 2, "--form takes one of path, query, cookie, define"),
                (["\(folder)/missing"], 2, "No such file or directory (\(folder)/missing)"),
                ([keys], 2, "it is no folder (\(keys))"),
                ([folder, "--port", "65536"], 2, "--port takes a whole number"),
                ([folder, "--ttl", "0"], 2, "--ttl takes a whole number"),
                ([folder, "--keys", keys], 2, "only its owner may read signing keys (\(keys))\nhint: chmod 600"),
                ([folder, "--public-url", "ftp://h"], 2, "--public-url takes an http or https URL"),
                ([folder, "--log", "\(folder)/no/log"], 3, "the access log cannot be written"),
            ]
            for (arguments, status, text) in wrong {
                let output = try Tool.reelrig.run(["serve"] + arguments)
                #expect(output.status == status)
                #expect(output.standardError.hasPrefix("reelrig: error: "))
                #expect(output.standardError.contains(text), "\(output.standardError)")
            }
        }
    }

    @Test(
        .enabled(
            if: Tool.isInstalled("ffprobe") && Tool.isInstalled("curl"), "needs ffprobe and curl"))
    func `a manifest for DASH plays under its signed URL`() throws {
        try withTemporaryDirectory { (folder: String) in
            let made = try Tool.reelrig.run([
                "sample", "tiny", "--size", "180x320", "--rate", "30000/1001", "--length", "4", "--out", folder,
            ])
            try #require(made.status == 0, "\(made.standardError)")
            let packaged = try Tool.reelrig.run([
                "package", "\(folder)/tiny.mp4", "--out", "\(folder)/reels", "--dash",
            ])
            try #require(packaged.status == 0, "\(packaged.standardError)")
            let server = try Server(["\(folder)/reels"])
            let url = "\(server.announcement.url)/v1/reels/tiny/playback"
            let text = try #require(Tool("curl")).run(["-sS", url])
            let answer = try CanonicalJSON.decode(PlaybackAnswer.self, from: text.standardOutput)
            let manifest = try #require(answer.mpdUrl)
            // libavformat has video before audio, each in the order of the manifest.
            let frames = try #require(Tool("ffprobe")).run([
                "-v", "error", "-count_frames", "-select_streams", "0", "-show_entries", "stream=nb_read_frames", "-of",
                "default=nokey=1:noprint_wrappers=1", manifest,
            ])
            #expect(frames.standardError == "")
            let strip = try #require(answer.strip)
            #expect(frames.text.split(separator: "\n").first.map(String.init) == "\(strip.frames)")
            let end = try server.stop(SIGTERM)
            #expect(end.text.contains("manifest.mpd") && !end.text.contains("\"status\":4"))
        }
    }

    @Test func `a port in use is a clear error`() throws {
        try withTemporaryDirectory { (folder: String) in
            let server = try Server([folder])
            let port = server.announcement.port
            let second = try Tool.reelrig.run(["serve", folder, "--port", "\(port)"])
            #expect(second.status == 3)
            #expect(
                second.standardError.hasPrefix("reelrig: error: port \(port) is in use (127.0.0.1:\(port))\nhint: "))
            #expect(try server.stop(SIGTERM).status == 0)
        }
    }
}
