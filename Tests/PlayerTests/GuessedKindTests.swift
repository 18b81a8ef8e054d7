import Catalog
import HTTP
import Player
import Testing

private let rendition = RenditionID(foreign: "one.m3u8")!

/// A session whose URL leads to a media playlist, of which the first segment has arrived.
private func opened() throws -> Script {
    var script = Script { $0.url = "http://elsewhere/a/one.m3u8" }
    script.tell(.start)
    let type: Headers = ["Content-Type": "application/vnd.apple.mpegurl"]
    try script.answer("one.m3u8", Fixture.playlist(segments: 3), headers: type)
    script.tell(.cacheListed([]))
    try script.answer("one.m3u8", Fixture.playlist(segments: 3), headers: type)
    try script.arrive(":one.m3u8:init", at: "init.mp4")
    try script.arrive(":one.m3u8:0", at: "00000.m4s")
    return script
}

private func pieces(_ script: Script) -> [Piece] {
    script.actions.compactMap { if case .decode(let piece) = $0 { piece } else { nil } }
}

@Test func `a media playlist alone is video until a segment of it turns out to be sound`() throws {
    var script = try opened()
    let first = try #require(pieces(script).first)
    #expect(first.kind == .video && first.isKindGuessed)
    let report = DecodeReport(framesExpected: 0, samplesExpected: 96_000, samplesSeen: 96_000)
    script.tell(.decoded(first.segment, report))
    #expect(script.occurrences.contains(.decoded(rendition: rendition, kind: .audio, number: 0, report: report)))
    #expect(script.occurrences.contains(.firstFrame))
    // The second was already being got hold of.
    try script.arrive(":one.m3u8:1", at: "00001.m4s")
    script.tell(.decoded(try #require(pieces(script).last).segment, report))
    #expect(script.occurrences.contains(.decoded(rendition: rendition, kind: .audio, number: 1, report: report)))
    try script.arrive(":one.m3u8:2", at: "00002.m4s")
    let third = try #require(pieces(script).last)
    #expect(third.number == 2 && third.kind == .audio && !third.isKindGuessed)
}

@Test func `a media playlist alone whose segments have pictures, or nothing, stays video`() throws {
    for report in [
        DecodeReport(framesExpected: 50, framesSeen: 50), DecodeReport(framesExpected: nil, problems: ["broken"]),
    ] {
        var script = try opened()
        script.tell(.decoded(try #require(pieces(script).first).segment, report))
        #expect(script.occurrences.contains(.decoded(rendition: rendition, kind: .video, number: 0, report: report)))
        try script.arrive(":one.m3u8:1", at: "00001.m4s")
        #expect(pieces(script).last?.kind == .video)
    }
}

@Test func `nothing is guessed of a variant that a multivariant playlist describes`() throws {
    var script = Script()
    try script.open(rungs: [Fixture.rungs[0]])
    try script.playlists("234")
    try script.arrive(":video/234:init", at: "video/234/init.mp4")
    try script.arrive(":video/234:0", at: "video/234/00000.m4s")
    #expect(pieces(script).first?.isKindGuessed == false)
}
