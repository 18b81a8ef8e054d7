import Foundation
import Platform
import TestSupport
import Testing

private let nine = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:9,\na.ts\n#EXT-X-ENDLIST\n"

private struct Document: Decodable {
    struct Rule: Decodable {
        struct Place: Decodable {
            var path: String
            var line: Int?
        }
        var rule: String
        var level: String
        var count: Int
        var places: [Place]
    }
    var format: Int
    var passes: Bool
    var broken: [Rule]
}

@Suite struct `reelrig check` {
    @Test func `says what is broken and where, worst first, and exits with 1`() throws {
        try withTemporaryDirectory { folder in
            try FileSystem.write(Array(nine.utf8), to: "\(folder)/nine.m3u8")
            let result = try Tool.reelrig.run(["check", "nine.m3u8"], in: folder)
            #expect(result.status == 1)
            let lines = result.text.split(separator: "\n")
            #expect(lines[0].hasPrefix("MUST     M03    §4.4.3.1"))
            #expect(lines[1] == "         nine.m3u8:3:1  EXTINF 9 exceeds the target duration of 4 s")
            #expect(lines.last?.hasPrefix("FAILED  1 playlist, 1 segment; broken: 1 MUST, 1 INFO") == true)
        }
    }

    @Test func `writes one JSON document`() throws {
        try withTemporaryDirectory { folder in
            try FileSystem.write(Array(nine.utf8), to: "\(folder)/nine.m3u8")
            let result = try Tool.reelrig.run(["check", folder, "--json"])
            #expect(result.status == 1)
            let document = try JSONDecoder().decode(Document.self, from: Data(result.standardOutput))
            #expect(document.format == 1)
            #expect(!document.passes)
            #expect(document.broken.map(\.rule) == ["M03", "M04"])
            #expect(document.broken[0].places.map(\.line) == [3])
        }
    }

    @Test func `says that a playlist was not read whole, and exits with 2`() throws {
        try withTemporaryDirectory { folder in
            let keys = (0..<17).map { "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\",KEYFORMAT=\"\($0)\"\n" }.joined()
            let text = "#EXTM3U\n#EXT-X-VERSION:5\n#EXT-X-TARGETDURATION:4\n\(keys)#EXTINF:4,\na.ts\n#EXT-X-ENDLIST\n"
            try FileSystem.write(Array(text.utf8), to: "\(folder)/list.m3u8")
            let result = try Tool.reelrig.run(["check", "list.m3u8"], in: folder)
            #expect(result.status == 2)
            let lines = result.text.split(separator: "\n")
            #expect(lines.contains { $0.hasPrefix("not all read: list.m3u8:20:1: EXT-X-KEY: more than 16 keys") })
            #expect(
                lines.last?.hasPrefix("not all read  1 playlist, 1 segment; broken: 1 INFO in what was read") == true)
        }
    }

    @Test(arguments: [
        ([], "check takes one playlist"), (["/nonexistent"], "No such file or directory (/nonexistent)"),
        (["/dev/null"], "neither a file nor a directory"), (["--profile", "x", "/"], "--profile takes rfc or apple"),
        (["--platform", "ios", "/"], "--platform is about Apple's rules"),
        (["--profile", "apple", "--platform", "ios,beos", "/"], "there is no platform 'beos'"),
    ])
    func `wrong input is one line and exit code 2`(arguments: [String], message: String) throws {
        let result = try Tool.reelrig.run(["check"] + arguments)
        #expect(result.status == 2)
        #expect(result.standardError.hasPrefix("reelrig: error: "))
        #expect(result.standardError.contains(message))
        #expect(result.text == "")
    }

    @Test func `a directory without playlists is nothing to check`() throws {
        try withTemporaryDirectory { folder in
            let result = try Tool.reelrig.run(["check", folder])
            #expect(result.status == 2)
            #expect(result.standardError.contains("there is no playlist here"))
        }
    }

    @Test func `explains a rule without a file`() throws {
        let result = try Tool.reelrig.run(["check", "--explain", "M03"])
        #expect(result.status == 0)
        #expect(
            result.text.hasPrefix("M03  MUST  §4.4.3.1\n  No EXTINF, rounded, exceeds the target duration.\nwhy:\n"))
        let unknown = try Tool.reelrig.run(["check", "--explain", "M033"])
        #expect(unknown.status == 2)
        #expect(unknown.standardError.hasPrefix("reelrig: error: there is no rule 'M033'\nhint: rules like it: M03"))
    }

    @Test func `text of a playlist reaches the terminal without controls and without secrets`() throws {
        try withTemporaryDirectory { folder in
            let uri = "https://me:secret@h.example/a b.ts?token=secret\u{1B}[2J"
            let text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:9,\n\(uri)\n#EXT-X-ENDLIST\n"
            try FileSystem.write(Array(text.utf8), to: "\(folder)/\u{1B}.m3u8")
            for options in [[], ["--json"]] {
                let result = try Tool.reelrig.run(["check", "\(folder)/\u{1B}.m3u8"] + options)
                #expect(result.status == 1)
                #expect(!result.text.contains("\u{1B}"))
                #expect(!result.text.contains("secret"))
                #expect(result.text.contains("h.example"))
            }
        }
    }

    @Test func `a package of ours keeps every rule of the draft, and every MUST of Apple's`() throws {
        try withTemporaryDirectory { folder in
            let size = ["--size", "360x640", "--rate", "30000/1001", "--length", "5"]
            let sample = try Tool.reelrig.run(["sample", "small", "--out", folder] + size)
            try #require(sample.status == 0, "\(sample.standardError)")
            let package = try Tool.reelrig.run(["package", "\(folder)/small.mp4", "--out", "\(folder)/reels"])
            try #require(package.status == 0, "\(package.standardError)")
            let draft = try Tool.reelrig.run(["check", "\(folder)/reels", "--json"])
            let found = try JSONDecoder().decode(Document.self, from: Data(draft.standardOutput))
            // The tags of image playlists are no part of the draft, which lets players ignore them.
            #expect(found.broken.map(\.rule) == ["G23"])
            #expect(draft.status == 0)
            let apple = try Tool.reelrig.run(["check", "\(folder)/reels", "--profile", "apple"])
            #expect(apple.status == 0, "\(apple.text)")
        }
    }
}
