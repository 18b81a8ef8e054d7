import Catalog
import Foundation
import TestSupport
import Testing

@Suite struct `reelrig play --cmcd` {
    private func entries(_ log: String) throws -> [AccessLogEntry] {
        try log.split(separator: "\n").map { try CanonicalJSON.decode(AccessLogEntry.self, from: Array($0.utf8)) }
    }

    private func package(in folder: String) throws {
        let made = try Tool.reelrig.run([
            "sample", "one", "--size", "180x320", "--rate", "15", "--length", "4", "--out", folder,
        ])
        try #require(made.status == 0, "\(made.standardError)")
        let packaged = try Tool.reelrig.run(["package", "\(folder)/one.mp4", "--out", "\(folder)/reels"])
        try #require(packaged.status == 0, "\(packaged.standardError)")
    }

    @Test func `the origin logs what the player tells, whoever signs and wherever the token is`() throws {
        try withTemporaryDirectory { (folder: String) in
            try package(in: folder)
            let server = try Server(["\(folder)/reels"])
            let all = [
                ("headers", "1", "path"), ("query", "1", "query"), ("query", "2", "define"), ("headers", "2", "cookie"),
            ]
            for (carriage, version, form) in all {
                let played = try Tool.reelrig.run([
                    "play", "--origin", server.announcement.url, "one", "--speed", "max", "--form", form, "--cmcd",
                    carriage, "--cmcd-version", version,
                ])
                #expect(played.status == 0, "\(carriage) \(form): \(played.text) \(played.standardError)")
            }
            let log = try entries(server.stop(SIGTERM).text)
            #expect(log.allSatisfy { $0.status == 200 && $0.cmcdProblem == nil && $0.cmcd?["sid"] != nil })
            let plays = Dictionary(grouping: log) { $0.id.prefix { $0 != "-" } }
            #expect(plays.count == all.count)
            for (name, lines) in plays {
                #expect(lines.allSatisfy { $0.cmcd?["sid"] == .string(String(name)) })
                // Two segments and an init section of picture and sound each, three playlists, an answer.
                let types = lines.map { $0.cmcd?["ot"] }
                for (type, count) in [("v", 2), ("a", 2), ("i", 2), ("m", 3), ("o", 1)] {
                    #expect(types.count { $0 == .string(type) } == count, "\(type) of \(types)")
                }
                #expect(lines.allSatisfy { $0.rendition == nil || $0.cmcd?["cid"] == .string("one") })
            }
            // What comes in the query is in the target, and nothing of it is a token.
            #expect(log.count { $0.target.contains("CMCD=") } == log.count / 2)
        }
    }

    @Test func `what is told is in no cache key: what one play has kept another one finds`() throws {
        try withTemporaryDirectory { (folder: String) in
            try package(in: folder)
            let server = try Server(["\(folder)/reels", "--form", "query"])
            for options in [[], ["--cmcd", "query"], ["--cmcd", "headers", "--cmcd-version", "2"], []] {
                let played = try Tool.reelrig.run(
                    [
                        "play", "--origin", server.announcement.url, "one", "--speed", "max", "--cache",
                        "\(folder)/cache",
                    ]
                        + options)
                #expect(played.status == 0, "\(options): \(played.text) \(played.standardError)")
            }
            let log = try entries(server.stop(SIGTERM).text)
            // The objects of the first play, once each.
            let objects = log.filter { $0.object != nil }
            #expect(objects.count == 6 && objects.allSatisfy { $0.cmcd == nil })
        }
    }

    @Test func `what it cannot be is said`() throws {
        for options in [
            ["--cmcd", "json"], ["--cmcd", ""], ["--cmcd", "query", "--cmcd-version", "3"], ["--cmcd-version", "2"],
        ] {
            let output = try Tool.reelrig.run(["play", "http://127.0.0.1:1/"] + options)
            #expect(output.status == 2 && output.standardError.contains("--cmcd"), "\(output.standardError)")
        }
    }
}
