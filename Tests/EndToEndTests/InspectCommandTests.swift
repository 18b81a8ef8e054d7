import Foundation
import Platform
import TestSupport
import Testing

@Suite struct `reelrig inspect` {
    /// An ftyp, a box of no known type, a malformed tfdt in a moof, and media data that the file ends before.
    private static let damaged: [UInt8] =
        [0, 0, 0, 20] + ascii("ftypisom") + [0, 0, 2, 0] + ascii("is\u{1B}m")
        + [0, 0, 0, 12] + ascii("wxyz") + [0xDE, 0xAD, 0xBE, 0xEF]
        + [0, 0, 0, 20] + ascii("moof") + [0, 0, 0, 12] + ascii("tfdt") + [0, 0, 0, 0]
        + [0, 0, 0, 100] + ascii("mdat") + [1, 2]

    @Test func `prints what can be read of a damaged file, then what is wrong and where`() throws {
        try withFile("damaged.mp4", Self.damaged) { path in
            let output = try Tool.reelrig.run(["inspect", path])
            #expect(output.status == 2)
            #expect(
                output.text == """
                    ftyp @0 +20 major_brand=isom minor_version=512 compatible_brands=(1)
                        compatible_brands[0] compatible_brands=0x69731b6d
                    wxyz @20 +12 data=xdeadbeef
                    moof @32 +20
                      tfdt @40 +12 data=x00000000 problem="truncated at byte 52 in tfdt"
                    mdat @52 +10 data=(2 bytes) claimed=100

                    """)
            #expect(
                output.standardError == """
                    reelrig: error: truncated in tfdt (\(path), byte 52)
                    reelrig: error: mdat claims 100 bytes, and 10 are there (\(path), byte 52)

                    """)
        }
    }

    @Test func `prints only the boxes asked for, with those around them`() throws {
        try withFile("damaged.mp4", Self.damaged) { path in
            let output = try Tool.reelrig.run(["inspect", path, "--box", "tfdt,ftyp", "--box", "free"])
            #expect(
                output.text.split(separator: "\n").filter { !$0.hasPrefix(" ") }.map { $0.prefix { $0 != "+" } } == [
                    "ftyp @0 ", "moof/tfdt @40 ",
                ])
        }
    }

    @Test func `says the same as one JSON document`() throws {
        struct Document: Decodable {
            struct Box: Decodable {
                struct Problem: Decodable, Equatable {
                    var what: String
                    var position: Int
                }
                var type: String
                var position: Int
                var size: Int
                var claimedSize: Int?
                var problem: Problem?
                var boxes: [Box]?
            }
            struct File: Decodable {
                var kind: String
                var size: Int
                var boxes: [Box]
                var problems: [String]
            }
            var format: Int
            var files: [File]
        }
        try withFile("damaged.mp4", Self.damaged) { path in
            let output = try Tool.reelrig.run(["inspect", path, path, "--json"])
            let document = try JSONDecoder().decode(Document.self, from: Data(output.standardOutput))
            #expect(document.format == 1 && document.files.count == 2)
            let file = document.files[1]
            #expect(file.kind == "boxes" && file.size == 62 && file.problems.count == 2)
            #expect(file.boxes.map(\.type) == ["ftyp", "wxyz", "moof", "mdat"])
            #expect(file.boxes.map(\.position) == [0, 20, 32, 52])
            #expect(file.boxes.map(\.claimedSize) == [nil, nil, nil, 100])
            #expect(file.boxes[2].boxes?.first?.problem == .init(what: "truncated in tfdt", position: 52))
        }
    }

    /// A track that is not known, whose fragment leaves the durations to `trex`.
    @Test func `the samples of a segment alone have what the segment says`() throws {
        let header: [UInt8] = [0, 0, 0, 16] + ascii("tfhd") + [0, 2, 0, 0, 0, 0, 0, 1]
        let time: [UInt8] = [0, 0, 0, 16] + ascii("tfdt") + [0, 0, 0, 0, 0, 0, 0, 90]
        let run: [UInt8] =
            [0, 0, 0, 32] + ascii("trun") + [1, 0, 6, 0, 0, 0, 0, 2] + [0, 0, 0, 1, 2, 0, 0, 0] + [
                0, 0, 0, 2, 1, 1, 0, 0,
            ]
        let bytes: [UInt8] =
            [0, 0, 0, 80] + ascii("moof") + [0, 0, 0, 72] + ascii("traf") + header + time + run
            + [0, 0, 0, 11] + ascii("mdat") + [1, 2, 3]
        try withFile("segment.m4s", bytes) { path in
            let output = try Tool.reelrig.run(["inspect", path, "--samples"])
            #expect(output.status == 0 && output.standardError.isEmpty)
            #expect(
                output.text == """
                    track 1 without init section: --init gives ticks a second and sample defaults
                      sample        decode  presentation  duration  sync      size      position
                           1            90            90         0  sync         1             0
                           2            90            90         0     -         2             1
                      0 stands for what trex would say: default_sample_duration
                      2 samples

                    """)
        }
    }

    @Test func `prints a playlist as the parser sees it`() throws {
        let text = """
            #EXTM3U
            #EXT-X-VERSION:6
            #EXT-X-OURS:1
            #EXT-X-TARGETDURATION:4
            #EXT-X-MEDIA-SEQUENCE:7
            #EXT-X-MAP:URI="init.mp4",BYTERANGE="100@0"
            #EXTINF:3.5,one\u{9B}31m
            #EXT-X-BYTERANGE:1000@100
            a.mp4
            #EXT-X-KEY:METHOD=AES-128,URI="k"
            #EXTINF:4,
            #EXT-X-BYTERANGE:1000
            a.mp4
            #EXT-X-ENDLIST
            """
        try withFile("list.m3u8", Array(text.utf8)) { path in
            let output = try Tool.reelrig.run(["inspect", path])
            #expect(output.status == 0)
            #expect(
                output.text.split(separator: "\n").prefix { !$0.hasPrefix("finding") }.joined(separator: "\n") == """
                    media playlist, version 6, 6 needed
                      #EXT-X-TARGETDURATION:4
                      #EXT-X-MEDIA-SEQUENCE:7
                      #EXT-X-ENDLIST
                      not interpreted #EXT-X-OURS:1
                    segment 7 start=0 duration=3.5 uri=a.mp4 byteRange="1000@100" title="one\\u{9b}31m" \
                    map=init.mp4 mapByteRange="100@0"
                    segment 8 start=3.5 duration=4 uri=a.mp4 byteRange="1000@1100" map=init.mp4 mapByteRange="100@0"
                        key method=AES-128 uri=k
                    2 segments, 7.5 s
                    """)
        }
    }

    @Test(arguments: [
        ("a.ts", [0x47] + [UInt8](repeating: 0xFF, count: 187), "this is MPEG-2 TS, which inspect does not read"),
        ("a.webm", [0x1A, 0x45, 0xDF, 0xA3, 0, 0, 0, 0], "this is WebM or Matroska, which inspect does not read"),
        ("a.vtt", ascii("WEBVTT\n\n"), "this is WebVTT, which inspect does not read"),
        ("a.txt", ascii("Some words in a file."), "this is neither boxes nor a playlist"),
        ("empty.mp4", [], "the file is empty"),
    ])
    func `a file of another kind is one clear line`(name: String, bytes: [UInt8], problem: String) throws {
        try withFile(name, bytes) { path in
            let output = try Tool.reelrig.run(["inspect", path])
            #expect(output.status == 2 && output.text.isEmpty)
            #expect(output.standardError == "reelrig: error: \(problem) (\(path))\n")
        }
    }

    @Test func `wrong usage is told, and so is a file that is not there`() throws {
        try withTemporaryDirectory { (folder: String) in
            for (words, problem) in [
                ([], "inspect takes a file"), ([folder, "--box", "tru"], "--box takes types of four characters"),
                ([folder], "this is a directory"), (["\(folder)/none"], "the file cannot be read: No such file"),
            ] {
                let output = try Tool.reelrig.run(["inspect"] + words)
                #expect(output.status == 2 && output.text.isEmpty)
                #expect(output.standardError.hasPrefix("reelrig: error: \(problem)"))
            }
        }
    }

    private func withFile(_ name: String, _ bytes: [UInt8], _ body: (String) throws -> Void) throws {
        try withTemporaryDirectory { (folder: String) in
            try FileSystem.write(bytes, to: "\(folder)/\(name)")
            try body("\(folder)/\(name)")
        }
    }
}

private func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }
