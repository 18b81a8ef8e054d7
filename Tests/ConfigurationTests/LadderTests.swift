import Catalog
import Configuration
import MediaTypes
import TestSupport
import Testing

private func ladder(_ text: String) throws -> Ladder {
    try Ladder(try YAMLNode.parse(Array(text.utf8), path: "l.yaml"))
}

private func complaint(_ text: String) -> String? {
    do {
        _ = try ladder(text)
        return nil
    } catch { return "\(error)" }
}

@Test func `the default ladder is the file Ladders reels yaml, and the design's table`() throws {
    let file = try Ladder.read(contentsOf: "\(Folders.package)/Ladders/reels.yaml")
    #expect(file == Ladder.reels)
    #expect(file.rungs.map(\.shortSide) == [234, 360, 432, 540, 720, 1080])
    #expect(
        file.rungs.map(\.videoBitrate.bitsPerSecond) == [100_000, 365_000, 800_000, 1_600_000, 2_500_000, 5_000_000])
    #expect(
        file.rungs.map(\.maxBitrate.bitsPerSecond) == [150_000, 547_500, 1_200_000, 2_400_000, 3_750_000, 7_500_000])
    #expect(file.audio == [.init(id: "main", bitrate: BitRate(64_000))])
    #expect(file.preset == "veryfast")
}

@Test func `every field of a rung is read`() throws {
    let read = try ladder(
        "rungs: [{id: a_B-9, shortSide: 100, videoBitrate: 1500, maxBitrate: 2k, fps: 30000/1001}]\npreset: slow")
    #expect(
        read.rungs == [
            .init(
                id: "a_B-9", shortSide: 100, videoBitrate: BitRate(1500), maxBitrate: BitRate(2000),
                frameRateCap: FrameRate(30000, 1001))
        ])
    #expect(read.audio.isEmpty)
    #expect(read.preset == "slow")
}

@Test(arguments: [
    ("rungs: []", "a ladder has 1 to 16 rungs, not 0 (l.yaml:1:8)"),
    ("preset: fast", "a ladder has no 'rungs' (l.yaml:1:1)"),
    ("rungs:\n- {id: a, shortSide: 100}", "a rung has no 'videoBitrate' (l.yaml:2:3)"),
    (
        "rungs:\n- {id: a, shortSide: 100, videoBitrate: 1k, speed: 1}",
        "unknown field 'speed' in a rung, which has id, shortSide, videoBitrate, maxBitrate, fps (l.yaml:2:45)"
    ),
    (
        "rungs:\n- id: a\n  shortSide: 100\n  id: b\n  videoBitrate: 1k",
        "field 'id' is given twice, first in line 2 (l.yaml:4:3)"
    ),
    ("rungs: [{id: a, shortSide: 101, videoBitrate: 1k}]", "'shortSide' is even, not 101 (l.yaml:1:28)"),
    (
        "rungs: [{id: a/b, shortSide: 100, videoBitrate: 1k}]",
        "'id' takes 1 to 32 of A-Z a-z 0-9 _ -, not 'a/b' (l.yaml:1:14)"
    ),
    (
        "rungs: [{id: a, shortSide: 100, videoBitrate: 999}]",
        "'videoBitrate' takes bit/s, as 365000 or 365k, from 1000 to 200000000 (l.yaml:1:47)"
    ),
    (
        "rungs: [{id: a, shortSide: 100, videoBitrate: 9223372036854775807k}]",
        "'videoBitrate' takes bit/s, as 365000 or 365k, from 1000 to 200000000 (l.yaml:1:47)"
    ),
    (
        "rungs: [{id: a, shortSide: 100, videoBitrate: 2k, maxBitrate: 1k}]",
        "'maxBitrate' is at least videoBitrate, 2000 bit/s (l.yaml:1:63)"
    ),
    (
        "rungs: [{id: a, shortSide: 100, videoBitrate: 2k, fps: 0}]",
        "'fps' takes a frame rate from 1 to 240, as 30 or 30000/1001 (l.yaml:1:56)"
    ),
    (
        "rungs:\n- {id: a, shortSide: 100, videoBitrate: 1k}\n- {id: b, shortSide: 100, videoBitrate: 2k}",
        "rungs ascend: short side 100 comes after 100 (l.yaml:3:3)"
    ),
    (
        "rungs:\n- {id: a, shortSide: 100, videoBitrate: 2k}\n- {id: b, shortSide: 102, videoBitrate: 2k}",
        "rungs ascend: 2000 bit/s comes after 2000 bit/s (l.yaml:3:3)"
    ),
    (
        "rungs:\n- {id: a, shortSide: 100, videoBitrate: 1k}\n- {id: a, shortSide: 102, videoBitrate: 2k}",
        "two rungs have the id 'a' (l.yaml:3:3)"
    ),
    (
        "rungs: [{id: a, shortSide: 100, videoBitrate: 1k}]\naudio: [{id: a, bitrate: 1k}]",
        "'bitrate' takes bit/s, as 365000 or 365k, from 8000 to 512000 (l.yaml:2:26)"
    ),
    ("rungs: 7", "'rungs' takes a list, not '7' (l.yaml:1:8)"),
    ("7", "a ladder takes fields, not '7' (l.yaml:1:1)"),
])
func `a ladder that breaks a rule is refused by name and place`(_ text: String, _ expected: String) {
    #expect(complaint(text) == expected)
}

@Test func `a preset that x264 does not have is refused`() {
    let problem = complaint("rungs: [{id: a, shortSide: 100, videoBitrate: 1k}]\npreset: quick")
    #expect(problem?.hasPrefix("'preset' is one of ultrafast, ") == true)
    #expect(problem?.hasSuffix("not 'quick' (l.yaml:2:9)") == true)
}
