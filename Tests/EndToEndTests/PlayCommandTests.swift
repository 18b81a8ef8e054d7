import Catalog
import Foundation
import Platform
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@Suite struct `reelrig play` {
    @Test func `an origin that cannot be reached is one line, exit code 3, and leaves no cache behind`() throws {
        try withTemporaryDirectory { folder in
            let result = try Tool.reelrig.run(
                ["play", "--origin", "http://127.0.0.1:1", "nope", "--cache", "\(folder)/cache"])
            #expect(result.status == 3)
            #expect(result.standardError.hasPrefix("reelrig: error: the origin could not be reached"))
            #expect(result.standardError.contains("hint: is the origin running?"))
            #expect(try FileSystem.list(folder) == [])
        }
    }

    @Test(.enabled(if: Tool.isInstalled("openssl"), "needs openssl"))
    func `a certificate that is not trusted is named, and with it at hand the reel plays`() throws {
        try withTemporaryDirectory { folder in
            func certificate(_ name: String) throws -> [String] {
                let (key, file) = ("\(folder)/\(name).key", "\(folder)/\(name).pem")
                let output = try #require(Tool("openssl")).run([
                    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                    "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", file,
                ])
                try #require(output.status == 0, "\(output.standardError)")
                return [file, key]
            }
            let (own, other) = (try certificate("own"), try certificate("other"))
            let server = try Server([try Packages.result.get(), "--tls-cert", own[0], "--tls-key", own[1]])
            defer { _ = try? server.stop(SIGTERM) }
            let reel = try #require(server.announcement.reels.first).id
            let url = server.announcement.url
            #expect(url.hasPrefix("https://"))
            func play(_ url: String, _ options: String...) throws -> Tool.Output {
                try Tool.reelrig.run(["play", "--origin", url, reel, "--speed", "max"] + options)
            }
            let refused = try play(url)
            #expect(refused.status == 3 && refused.standardError.contains("certificate is not trusted: "))
            #expect(refused.standardError.contains("self-signed certificate"), "\(refused.standardError)")
            #expect(refused.standardError.contains("hint: --tls-ca FILE"))
            let trusted = try play(url, "--tls-ca", own[0])
            #expect(trusted.status == 0, "\(trusted.standardError)")
            #expect(try play(url, "--tls-ca", other[0]).standardError.contains("certificate is not trusted: "))
            // Trusted, and of another host.
            let elsewhere = try play(url.replacing("127.0.0.1", with: "localhost"), "--tls-ca", own[0])
            #expect(
                elsewhere.status == 3 && elsewhere.standardError.contains("not trusted"), "\(elsewhere.standardError)")
            for (file, message) in [("\(folder)/absent", "it cannot be read"), (own[1], "it is no certificate")] {
                let output = try play(url, "--tls-ca", file)
                #expect(output.status == 2 && output.standardError.contains(message), "\(output.standardError)")
            }
        }
    }

    @Test(arguments: [
        (["play"], "play takes URLs"),
        (["play", "--origin", "ftp://x", "a"], "this is no http or https URL (ftp://x)"),
        (["play", "--origin", "http://127.0.0.1:1", "../a"], "this is no reel id (../a)"),
        (["play", "http://127.0.0.1:1/x", "--speed", "fast"], "--speed takes a number from 0.1 to 100, or max"),
        (["play", "http://127.0.0.1:1/x", "--cache-size", "many"], "--cache-size takes a size as 400M or 2G"),
        (["play", "http://127.0.0.1:1/x", "--cache-size", "12K"], "--cache-size takes 64K or more"),
        (["play", "http://127.0.0.1:1/x", "--max-rate", "600@3"], "--max-rate takes kbit/s, as 800 or 4000,600@3"),
        (["play", "http://127.0.0.1:1/x", "--max-rate", "4000,600@3,500@2"], "--max-rate takes kbit/s"),
        (["play", "http://127.0.0.1:1/x", "--decode", "some"], "--decode takes none, first or all"),
        (["play", "http://127.0.0.1:1/x", "--preload", "2"], "play --preload needs --cache DIR and an origin"),
    ])
    func `wrong usage is one line and exit code 2`(arguments: [String], message: String) throws {
        let result = try Tool.reelrig.run(arguments)
        #expect(result.status == 2)
        #expect(result.standardError.hasPrefix("reelrig: error: \(message)"))
        #expect(result.text == "")
    }

    /// What a full disk makes of an index shows in many ways, and none of them stops a play.
    @Test(.enabled(if: SmallDisk.canMount, "needs the right to mount"), arguments: ["100k", "150k", "260k", "400k"])
    func `with a cache on a disk that is too small a reel plays again and again`(size: String) throws {
        let server = try Server([try Packages.result.get()])
        defer { _ = try? server.stop(SIGTERM) }
        let reel = try #require(server.announcement.reels.first).id
        try SmallDisk.with(size: size) { folder in
            for _ in 1...3 {
                let result = try Tool.reelrig.run([
                    "play", "--origin", server.announcement.url, reel, "--cache", folder, "--speed", "max",
                ])
                #expect(result.status == 0, "\(result.standardError)")
                #expect(result.text.contains("s played"))
            }
        }
    }

    /// It plays until it is killed, so that no signal can come too late.
    @Test func `SIGUSR1 in mid-play is a memory warning: it is told what shrank, and the play is right`() throws {
        let server = try Server([try Packages.result.get()])
        defer { _ = try? server.stop(SIGTERM) }
        try withTemporaryDirectory { folder in
            let (process, output) = (Process(), Pipe())
            process.executableURL = URL(fileURLWithPath: Tool.reelrig.path)
            process.arguments = [
                "play", "--origin", server.announcement.url, "small", "--cache", "\(folder)/cache", "--speed", "max",
                "--repeat", "1000", "--json", "--events", "/dev/stdout",
            ]
            (process.standardInput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
            process.standardOutput = output
            try process.run()
            defer {
                kill(process.processIdentifier, SIGKILL)
                process.waitUntilExit()
            }
            var lines = Lines(output.fileHandleForReading)
            func next(_ text: String) -> String {
                while let line = lines.next() { if line.contains(text) { return line } }
                Issue.record("no line has \(text)")
                return ""
            }
            _ = next("firstFrame")
            kill(process.processIdentifier, SIGUSR1)
            let preload = #"{"from":104857600,"number":"preload","to":0}"#
            let buffer = #"{"from":10000,"number":"buffer","to":5000}"#
            #expect(next("warned").contains(#""warned":{"of":"memory","steps":[\#(preload),\#(buffer)]}"#))
            #expect(next("finished").contains(#"{"finished":{"_0":{"played":{}}}"#))
            // What the play says of itself at its end.
            let summary = next("shrunk")
            #expect(summary.contains(#""shrunk":[\#(preload),\#(buffer)]"#))
            #expect(summary.contains(#""expected":180,"#) && summary.contains(#""seen":180,"#), "\(summary)")
            kill(process.processIdentifier, SIGUSR1)
            #expect(next("warned").contains(#""steps":[{"from":5000,"number":"buffer","to":4000}]"#))
        }
    }

    private struct Summary: Decodable {
        struct Bytes: Decodable {
            var wire: Int
            var cache: Int
            var byCause: [String: Int]
        }
        var reel: String
        var segments: [String: Int]
        var bytes: Bytes
    }

    private func summaries(_ arguments: [String]) throws -> [Summary] {
        let server = try Server([try Packages.result.get()])
        defer { _ = try? server.stop(SIGTERM) }
        let result = try Tool.reelrig.run(
            ["play", "--origin", server.announcement.url] + arguments + ["--speed", "max", "--json"])
        try #require(result.status == 0, "\(result.standardError)")
        return try result.standardOutput.split(separator: UInt8(ascii: "\n"))
            .map { try CanonicalJSON.decode(Summary.self, from: Array($0)) }
    }

    @Test func `several reels one after another share what was learned of the wire`() throws {
        let plays = try summaries(["small", "small"])
        #expect(plays.count == 2)
        // A player that knows nothing begins on the start rung; one that knows this wire does not.
        #expect(plays[0].segments["video/234"] == 1)
        #expect(plays[1].segments["video/234"] == nil)
        #expect(plays[1].bytes.cache == 0)
    }

    @Test func `several reels and rounds share one cache`() throws {
        try withTemporaryDirectory { folder in
            let plays = try summaries(["small", "small", "--repeat", "2", "--cache", "\(folder)/cache"])
            #expect(plays.count == 4)
            for play in plays.dropFirst() {
                #expect(play.bytes.byCause["play"] == nil)
                #expect(play.bytes.cache == plays[0].bytes.byCause["play"])
            }
        }
    }

    @Test func `one that fails does not stop the others, and its exit code counts`() throws {
        let server = try Server([try Packages.result.get()])
        defer { _ = try? server.stop(SIGTERM) }
        let result = try Tool.reelrig.run(
            ["play", "--origin", server.announcement.url, "absent", "small", "--speed", "max"])
        #expect(result.status == 2)
        #expect(result.standardError.hasPrefix("reelrig: error: the origin does not know this reel"))
        #expect(result.text.contains("small, version "))
    }

    @Test func `the line of a play that failed names its reel and why`() throws {
        struct Line: Decodable {
            var reel: String?
            var outcome: Outcome
            struct Outcome: Decodable {
                var failed: Failure?
                struct Failure: Decodable { var _0: [String: [String: String]] }
            }
        }
        let server = try Server([try Packages.result.get()])
        defer { _ = try? server.stop(SIGTERM) }
        let result = try Tool.reelrig.run(
            ["play", "--origin", server.announcement.url, "absent", "--speed", "max", "--json"])
        #expect(result.status == 2)
        let line = try CanonicalJSON.decode(Line.self, from: result.standardOutput)
        #expect(line.reel == "absent")
        #expect(line.outcome.failed.map { Array($0._0.keys) } == ["unknownReel"])
    }

    @Test func `what was preloaded is listed as such until it is played`() throws {
        try withTemporaryDirectory { folder in
            let cache = "\(folder)/cache"
            let preload = try summaries(["small", "--cache", cache, "--preload", "2"])
            let bytes = try #require(preload.first?.bytes.byCause["preload"])
            let before = try Tool.reelrig.run(["cache", "stats", cache]).text
            #expect(before.contains("4 preloaded and not played so far, \(bytes) bytes; evicted unplayed 0, 0 bytes\n"))
            let play = try summaries(["small", "--cache", cache])
            #expect(play.first?.bytes.cache == bytes)
            #expect(try Tool.reelrig.run(["cache", "stats", cache]).text.contains("0 preloaded and not played so far"))
        }
    }

    @Test func `what was downloaded is kept beside the cache, plays offline, and goes only when it is told to`() throws
    {
        try withTemporaryDirectory { folder in
            let cache = "\(folder)/cache"
            let download = try summaries(["small", "--cache", cache, "--download"])
            let bytes = try #require(download.first?.bytes.byCause["download"])
            #expect(try Tool.reelrig.run(["cache", "stats", cache]).text.contains("8 downloaded, \(bytes) bytes\n"))
            #expect(try Tool.reelrig.run(["cache", "ls", cache]).text.contains("  download   complete  small:"))
            #expect(try Tool.reelrig.run(["cache", "clear", cache]).status == 0)
            let offline = try Tool.reelrig.run(["play", "--offline", "small", "--cache", cache, "--speed", "max"])
            #expect(offline.status == 0, "\(offline.standardError)")
            #expect(
                try Tool.reelrig.run(["cache", "verify", cache]).text == "8 objects intact, \(bytes) bytes; 0 faulty\n")
            #expect(try Tool.reelrig.run(["cache", "clear", cache, "--downloads"]).text.hasPrefix("removed 8 objects"))
            #expect(try Tool.reelrig.run(["play", "--offline", "small", "--cache", cache]).status == 2)
        }
    }

    private struct DownloadSummary: Decodable {
        struct Bytes: Decodable {
            var byCause: [String: Int]
            var byFate: [String: Int]
        }
        var bytes: Bytes
    }

    @Test func `a download that finds no room stops there, says so, and goes on from there when there is more`() throws
    {
        try withTemporaryDirectory { folder in
            let server = try Server([try Packages.result.get()])
            defer { _ = try? server.stop(SIGTERM) }
            func download(
                _ size: String, to cache: String
            ) throws -> (output: Tool.Output, bytes: Int, fates: [String: Int]) {
                let output = try Tool.reelrig.run([
                    "play", "--origin", server.announcement.url, "small", "--cache", "\(folder)/\(cache)", "--download",
                    "--downloads-size", size, "--json",
                ])
                let summary = try CanonicalJSON.decode(DownloadSummary.self, from: output.standardOutput)
                return (output, summary.bytes.byCause["download"] ?? 0, summary.bytes.byFate)
            }
            let whole = try download("4G", to: "whole").bytes
            let first = try download("120K", to: "small")
            #expect(first.output.status == 3)
            #expect(first.output.standardError.hasPrefix("reelrig: error: the download stopped at "))
            // What it takes, what there is, and nothing of it has come.
            let told = try #require(
                first.output.standardError.firstMatch(
                    of: /: it takes (\d+) bytes, and there is no room for them; (\d+) of 122880 bytes are free \(/))
            let (needed, free) = (try #require(Int(told.1)), try #require(Int(told.2)))
            #expect(needed > free)
            #expect((first.fates["discarded"] ?? 0) + (first.fates["aborted"] ?? 0) < needed)
            #expect(first.output.standardError.contains("\nhint: what has come stays"))
            #expect(first.bytes < whole)
            let second = try download("4G", to: "small")
            #expect(second.output.status == 0)
            #expect(second.bytes < whole)
        }
    }
}
