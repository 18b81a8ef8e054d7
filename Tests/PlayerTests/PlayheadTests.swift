import Catalog
import HTTP
import MediaTypes
import Player
import Testing

/// A session at `speed` whose first video and audio segment have arrived.
private func playing(speed: Double = 1, target: Duration = .seconds(10)) throws -> Script {
    var script = Script {
        $0.pace = .realTime(speed: speed)
        $0.bufferTarget = target
        $0.policy = FixedPolicy(rung: RenditionID("video/234")!)
    }
    try script.open()
    try script.playlists("234")
    try script.arrive(":video/234:init", at: "video/234/init.mp4", bytes: 800)
    try script.arrive(":audio/main:init", at: "audio/main/init.mp4", bytes: 700)
    try arrive(0, &script)
    return script
}

private func arrive(_ segment: Int, _ script: inout Script) throws {
    try script.arrive(":audio/main:\(segment)", at: "audio/main/0000\(segment).m4s", bytes: 4000)
    try script.arrive(":video/234:\(segment)", at: "video/234/0000\(segment).m4s", bytes: 4000)
}

private func isStall(_ what: Occurrence) -> Bool { if case .stalled = what { true } else { false } }

@Test func `playback begins with the first decoded frame`() throws {
    var script = try playing()
    #expect(script.count { $0 == .firstFrame } == 0)
    script.now += .milliseconds(40)
    script.decodeAll()
    let entry = try #require(script.log.first { $0.what == .firstFrame })
    #expect(entry.t == 40_000)
}

@Test func `the playhead at the end of what has arrived is a stall, and its length is known`() throws {
    var script = try playing()
    script.decodeAll()
    script.tell(.timer, after: .milliseconds(1999))
    #expect(script.count(isStall) == 0)
    script.tell(.timer, after: .milliseconds(301))
    #expect(script.count(isStall) == 1)
    #expect(script.occurrences.contains(.stalled(atMilliseconds: 2000)))
    script.now += .milliseconds(200)
    try arrive(1, &script)
    #expect(script.occurrences.contains(.resumed(microseconds: 500_000)))
}

@Test func `after a stall playback goes on where it stopped, and ends when the reel does`() throws {
    var script = try playing()
    script.decodeAll()
    script.tell(.timer, after: .seconds(3))
    try arrive(1, &script)
    try arrive(2, &script)
    script.decodeAll()
    script.tell(.timer, after: .milliseconds(3999))
    #expect(script.outcome == nil)
    script.tell(.timer, after: .milliseconds(2))
    #expect(script.outcome == .played)
    #expect(script.count(isStall) == 1)
}

@Test func `twice the speed plays in half the time`() throws {
    var script = try playing(speed: 2)
    script.decodeAll()
    try arrive(1, &script)
    try arrive(2, &script)
    script.decodeAll()
    script.tell(.timer, after: .milliseconds(2990))
    #expect(script.outcome == nil)
    script.tell(.timer, after: .milliseconds(11))
    #expect(script.outcome == .played)
}

@Test func `the moments it asks to be woken at lead to the end`() throws {
    var script = try playing(target: .seconds(2))
    script.decodeAll()
    var rounds = 0
    while script.outcome == nil, rounds < 50 {
        rounds += 1
        let moment = try #require(script.actions.compactMap { if case .wake(let at) = $0 { at } else { nil } }.last)
        script.now = max(script.now, moment)
        script.tell(.timer)
        for segment in 1...2 where script.isReading(":video/234:\(segment)") { try arrive(segment, &script) }
        script.decodeAll()
    }
    #expect(script.outcome == .played)
    #expect(script.now >= .seconds(6))
    #expect(rounds < 20)
}

@Test func `without a playhead there are no stalls, and the end is the last decoded segment`() throws {
    var script = Script()
    try script.open()
    try script.playlists("234", segments: 1)
    try script.arrive(":video/234:init", at: "video/234/init.mp4", bytes: 800)
    try script.arrive(":audio/main:init", at: "audio/main/init.mp4", bytes: 700)
    script.now += .seconds(60)
    try arrive(0, &script)
    script.decodeAll()
    #expect(script.outcome == .played)
    #expect(script.count(isStall) == 0)
}

@Test(arguments: [(SessionConfiguration.DecodeMode.none, 0), (.first, 1), (.all, 4)])
func `what is decoded is what was asked for`(mode: SessionConfiguration.DecodeMode, decoded: Int) throws {
    var script = Script {
        $0.decode = mode
        $0.policy = FixedPolicy(rung: RenditionID("video/234")!)
    }
    try script.open()
    try script.playlists("234", segments: 2)
    try script.arrive(":video/234:init", at: "video/234/init.mp4", bytes: 800)
    try script.arrive(":audio/main:init", at: "audio/main/init.mp4", bytes: 700)
    try arrive(0, &script)
    script.decodeAll()
    try arrive(1, &script)
    script.decodeAll()
    #expect(script.outcome == .played)
    #expect(script.actions.count { if case .decode = $0 { true } else { false } } == decoded)
    #expect(script.count { $0 == .firstFrame } == 1)
}

@Test func `segments are released once they are shown`() throws {
    var script = try playing()
    script.decodeAll()
    #expect(script.actions.contains(.release(try script.object(":video/234:0"))))
    #expect(script.actions.contains(.release(try script.object(":audio/main:0"))))
    #expect(!script.actions.contains(.release(try script.object(":video/234:init"))))
}
