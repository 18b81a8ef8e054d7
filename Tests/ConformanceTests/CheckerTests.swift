import Conformance
import Foundation
import HLS
import Platform
import TestSupport
import Testing

private let multivariant = """
    #EXTM3U
    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="a",CHANNELS="2",URI="audio%20main/list.m3u8"
    #EXT-X-STREAM-INF:BANDWIDTH=1000,CODECS="mp4a.40.2",AUDIO="a"
    video/list.m3u8

    """

@Suite struct `checking files` {
    @Test func `a multivariant playlist brings the playlists that it names, by decoded names`() throws {
        let files = [
            "main.m3u8": multivariant, "video/list.m3u8": media("#EXTINF:4,", "0.ts", version: 1),
            "audio main/list.m3u8": media("#EXTINF:5,", "0.aac", version: 1),
        ]
        try withFiles(files) { folder in
            let report = try Checker.check(file: "\(folder)/main.m3u8", profile: .rfc)
            #expect(report.ids == ["M03"])
            #expect(report.playlists.count == 3)
            #expect(report.broken[0].places.map(\.path) == ["\(folder)/audio main/list.m3u8"])
            #expect(report.media == MediaCount(absent: 2, example: "0.ts"))
            #expect(!report.passes)
        }
    }

    @Test func `nothing above the folder, behind a link out of it or on a server is looked at`() throws {
        let list = media(
            "#EXTINF:4,", "../above.ts", "#EXTINF:4,", "link.ts", "#EXTINF:4,", "https://h/a.ts", version: 1)
        try withFiles(["in/list.m3u8": list, "above.ts": "x"]) { folder in
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder)/in/link.ts", withDestinationPath: "../above.ts")
            let report = try Checker.check(file: "\(folder)/in/list.m3u8", profile: .rfc)
            #expect(report.media == MediaCount(elsewhere: 1, outside: 2))
            // Of the directory that holds both, all but the server is below.
            let whole = try Checker.check(directory: folder, profile: .rfc)
            #expect(whole.media == MediaCount(present: 2, elsewhere: 1))
        }
    }

    @Test func `a playlist that cannot be read is told with the reason, in JSON too`() throws {
        try withFiles(["main.m3u8": multivariant, "video/list.m3u8": ""]) { folder in
            // A hole of 200 MB, larger than any playlist.
            let file = try #require(FileHandle(forWritingAtPath: "\(folder)/video/list.m3u8"))
            try file.truncate(atOffset: 200_000_000)
            let report = try Checker.check(file: "\(folder)/main.m3u8", profile: .rfc)
            let playlists = report.document.playlists
            #expect(playlists.map(\.kind) == [.multivariant, .unreadable])
            #expect(playlists.map(\.path) == ["\(folder)/main.m3u8", "\(folder)/video/list.m3u8"])
            #expect(playlists.last?.reason?.isEmpty == false)
            #expect(!report.document.isCut)
            #expect(report.outcome == .unread)
            #expect(report.text.split(separator: "\n").last?.hasPrefix("not all read  2 playlists") == true)
        }
    }

    @Test func `a byte range reaches at most to the end of its resource`() throws {
        let list = media(
            "#EXTINF:4,", "#EXT-X-BYTERANGE:5@0", "a.ts", "#EXTINF:4,", "#EXT-X-BYTERANGE:6@5", "a.ts", version: 4)
        try withFiles(["list.m3u8": list, "a.ts": "0123456789"]) { folder in
            let report = try Checker.check(file: "\(folder)/list.m3u8", profile: .rfc)
            #expect(report.ids == ["S07"])
            #expect(report.broken[0].places[0].message == "bytes 5 to 11 of 'a.ts', which has 10")
            #expect(report.media == MediaCount(present: 1))
        }
    }

    @Test func `a value from outside the file breaks no rule, and is said to be unchecked`() throws {
        let list = media(
            "#EXT-X-DEFINE:IMPORT=\"host\"", "#EXT-X-DEFINE:QUERYPARAM=\"token\"", "#EXTINF:4,",
            "{$host}/a.ts?{$token}",
            version: 11)
        try withFiles(["list.m3u8": list]) { folder in
            let report = try Checker.check(file: "\(folder)/list.m3u8", profile: .rfc)
            #expect(report.ids == [])
            #expect(report.unchecked.flatMap(\.rules).contains("D06"))
        }
    }

    @Test func `of a directory every playlist is checked once`() throws {
        let files = [
            "a/main.m3u8": multivariant, "a/video/list.m3u8": media("#EXTINF:4,", "0.ts", version: 1),
            "b/alone.M3U8": media("#EXTINF:4,", "0.ts", version: 1), "b/.hidden.m3u8": "", "b/text.txt": "",
        ]
        try withFiles(files) { folder in
            let report = try Checker.check(directory: folder, profile: .rfc)
            #expect(
                report.playlists.map(\.path) == [
                    "\(folder)/a/main.m3u8", "\(folder)/a/video/list.m3u8", "\(folder)/b/alone.M3U8",
                ])
            #expect(report.media.absentPlaylists == 1)
        }
    }

    @Test func `a variant that is a multivariant playlist breaks a MUST, and counts once`() throws {
        func names(_ uri: String) -> String {
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000,CODECS=\"mp4a.40.2\"\n\(uri)\n"
        }
        let list = media("#EXTINF:4,", "0.ts", version: 1)
        try withFiles(["m.m3u8": names("m2.m3u8"), "m2.m3u8": names("v.m3u8"), "v.m3u8": list]) { folder in
            let report = try Checker.check(file: "\(folder)/m.m3u8", profile: .rfc)
            #expect(report.ids == ["P49"])
            #expect(report.broken.first?.places.map(\.path) == ["\(folder)/m.m3u8"])
            #expect(report.broken.first?.places.map(\.position) == [SourcePosition(line: 2)])
            #expect(!report.passes)
            let whole = try Checker.check(directory: folder, profile: .rfc)
            #expect(whole.ids == ["P49"])
            #expect(whole.broken.first?.count == 1)
            #expect(whole.playlists.map(\.path).sorted() == ["m.m3u8", "m2.m3u8", "v.m3u8"].map { "\(folder)/\($0)" })
        }
        try withFiles(["m.m3u8": names("./m.m3u8?x=1")]) { folder in
            let report = try Checker.check(file: "\(folder)/m.m3u8", profile: .rfc)
            #expect(report.ids == ["P49"])
            #expect(report.playlists.count == 1)
            #expect(try Checker.check(directory: folder, profile: .rfc).playlists.count == 1)
        }
    }

    @Test func `a playlist that two multivariant playlists name counts once`() throws {
        let names = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000,CODECS=\"mp4a.40.2\"\nv.m3u8\n"
        let files = ["a.m3u8": names, "b.m3u8": names, "v.m3u8": media("#EXTINF:5,", "0.ts", version: 1)]
        try withFiles(files) { folder in
            let report = try Checker.check(directory: folder, profile: .rfc)
            #expect(report.playlists.map(\.path).sorted() == ["a.m3u8", "b.m3u8", "v.m3u8"].map { "\(folder)/\($0)" })
            #expect(report.ids == ["M03"])
            #expect(report.broken.first?.count == 1)
        }
    }

    @Test func `Apple's rules are not held against more tags than can be compared, and that is said`() throws {
        let tags = (0..<2_001).map { "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"mp4a.40.2\"\n\($0).m3u8\n" }.joined()
        try withFiles(["main.m3u8": "#EXTM3U\n\(tags)"]) { folder in
            let report = try Checker.check(file: "\(folder)/main.m3u8", profile: .apple)
            #expect(report.isCut)
            #expect(report.ids.filter { $0.hasPrefix("A") } == [])
        }
    }

    @Test func `a playlist of too many lines fails for what was read, and does not pass without`() throws {
        for (seconds, outcome) in [(5, Report.Outcome.broken), (4, .unread)] {
            let segments = String(repeating: "#EXTINF:\(seconds),\na\n", count: 300_001)
            try withFiles(["list.m3u8": media(segments, version: 1)]) { folder in
                let report = try Checker.check(file: "\(folder)/list.m3u8", profile: .apple)
                #expect(report.ids == (seconds == 5 ? ["M03", "G99"] : ["G99"]))
                #expect(report.outcome == outcome)
                #expect(!report.document.passes)
                #expect(report.document.playlists[0].reason == "more than 600000 lines")
                // Line 1 is not counted, and the two of the version and the target duration are.
                #expect(report.text.contains("not all read: \(folder)/list.m3u8:600002:1: more than 600000 lines"))
                let verdict = seconds == 5 ? "FAILED  1 playlist" : "not all read  1 playlist"
                #expect(report.text.split(separator: "\n").last?.hasPrefix(verdict) == true)
                #expect(report.unchecked.contains { $0.rules.contains("A7.7") })
            }
        }
    }

    @Test func `keys that were left out do not pass, and the text below them is read`() throws {
        let keys = (0..<17).map { "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\",KEYFORMAT=\"\($0)\"" }
        let body = (keys + ["#EXTINF:4,", "a"]).joined(separator: "\n")
        try withFiles(["list.m3u8": media(body, version: 5)]) { folder in
            let report = try Checker.check(file: "\(folder)/list.m3u8", profile: .rfc)
            #expect(report.ids == ["G99"])
            #expect(report.outcome == .unread)
            #expect(report.playlists[0].segments == 1)
        }
    }

    @Test func `what is between playlists is not looked at for a multivariant playlist that was read in part`() throws {
        let head = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"mp4a.40.2\"\na.m3u8\n"
        let lines = head + String(repeating: "#\n", count: 600_000)
        let key = "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x00000000000000000000000000000001"
        let list = media(key, "#EXTINF:5,", "a.ts", version: 2)
        try withFiles(["main.m3u8": lines, "a.m3u8": list]) { folder in
            let report = try Checker.check(file: "\(folder)/main.m3u8", profile: .rfc)
            #expect(report.ids.contains("M03"))
            #expect(report.outcome == .broken)
            #expect(report.unchecked.contains { $0.rules.contains("X01") })
        }
    }

    @Test func `repeats of a rule are one entry with a count and its first places`() throws {
        let segments = (0..<300).map { "#EXTINF:9,\n\($0).ts" }.joined(separator: "\n")
        try withFiles(["list.m3u8": media(segments, version: 1)]) { folder in
            let report = try Checker.check(file: "\(folder)/list.m3u8", profile: .rfc)
            #expect(report.ids == ["M03", "M04"])
            #expect(report.broken.map(\.count) == [300, 300])
            #expect(report.broken[0].places.map(\.position.line).prefix(3) == [4, 6, 8])
            #expect(report.text.contains("×300"))
            #expect(report.text.contains("and 297 more"))
        }
    }
}

@Suite struct `text that is shown` {
    @Test(arguments: [
        ("a\u{1B}[31mb\u{9B}c", "a\\u{1B}[31mb\\u{9B}c"), ("x\u{202E}y\u{200F}\r", "x\\u{202E}y\\u{200F}\\u{D}"),
        ("'a.ts?token=abc&exp=1' is", "'a.ts?token=…&exp=…' is"), ("https://me:pw@h/a?abc", "https://…@h/a?…"),
        ("/~1.k.2/media/a.ts", "/~…/media/a.ts"), ("hdnts=exp=1~hmac=ab/a.ts", "hdnts=…/a.ts"),
        ("TIME-OFFSET=5 is past", "TIME-OFFSET=5 is past"), ("é 🎬", "é 🎬"),
    ])
    func `has no controls and no secrets`(text: String, shown: String) { #expect(safeText(text) == shown) }
}
