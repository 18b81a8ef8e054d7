import Catalog
import HTTP
import MediaTypes
import Player
import Testing

/// What a request tells, read by the origin's own reader.
private func told(_ order: FetchOrder) -> CMCD.Reading {
    let fields = order.request.headers.fields.filter { $0.name.hasPrefix("CMCD-") }.map(\.value)
    let parameter = order.request.url.firstRange(of: "CMCD=").map { order.request.url[$0.upperBound...] }
    return CMCD.read(fields + [parameter.map { PercentEncoding.decoded($0) } ?? ""])
}

private func text(_ order: FetchOrder) -> String { told(order).data.text }

/// Answered up to the first segment of video, which is asked for.
private func opened(_ reporting: ClientReporting, _ change: (inout SessionConfiguration) -> Void = { _ in }) throws
    -> Script
{
    var script = Script {
        $0.reporting = reporting
        change(&$0)
    }
    script.tell(.start)
    return script
}

extension Script {
    /// Answers the oldest fetch whose path ends so.
    fileprivate mutating func answerPath(
        _ ending: String, _ body: [UInt8] = [], headers: Headers = [:], bytes: Int = 0, taking: Duration = .zero
    ) throws -> FetchOrder {
        let order = try #require(
            fetches.first { $0.request.url.prefix { $0 != "?" }.hasSuffix(ending) },
            "\(ending) of \(fetches.map(\.request.url))")
        try answer(
            String(order.request.url.suffix(200)), body, headers: headers, bytes: bytes, taking: taking)
        return order
    }

    fileprivate mutating func walk(token: String = "t1", rung: String = "234") throws -> [FetchOrder] {
        var orders = [
            try answerPath("/playback", Fixture.answer(token: token), headers: ["Content-Type": "application/json"])
        ]
        tell(.cacheListed([]))
        orders.append(try answerPath("multivariant.m3u8", Fixture.multivariant(Fixture.rungs)))
        orders.append(try answerPath("video/\(rung)/playlist.m3u8", Fixture.playlist(segments: 3)))
        orders.append(try answerPath("audio/main/playlist.m3u8", Fixture.playlist(segments: 3)))
        for (key, path, bytes) in [
            (":video/\(rung):init", "video/\(rung)/init.mp4", 700),
            (":video/\(rung):0", "video/\(rung)/00000.m4s", 20_000),
            (":audio/main:init", "audio/main/init.mp4", 600), (":audio/main:0", "audio/main/00000.m4s", 20_000),
        ] {
            let id = try object(key)
            tell(.missed(id))
            orders.append(try answerPath(path, bytes: bytes, taking: .milliseconds(100)))
            tell(.stored(id, .kept(evicted: [])))
        }
        return orders
    }
}

@Test func `version 1 tells of each request what CTA-5004 has keys for`() throws {
    var script = try opened(ClientReporting(.headers)) { $0.pace = .realTime(speed: 1) }
    let orders = try script.walk()
    #expect(orders.allSatisfy { told($0).problem == nil && !$0.request.url.contains("CMCD") })
    #expect(text(orders[0]) == #"ot=o,sid="s",su"#)
    #expect(text(orders[1]) == #"cid="dunes",ot=m,sf=h,sid="s",st=v,su"#)
    #expect(text(orders[2]) == text(orders[1]) && text(orders[3]) == text(orders[1]))
    #expect(text(orders[4]) == #"br=180,cid="dunes",nor="00000.m4s",ot=i,sf=h,sid="s",st=v,su,tb=3000"#)
    // Nothing is ahead of the playhead yet, and it does not run: there is no deadline.
    let segment = told(orders[5]).data
    #expect(segment["bl"] == .integer(0) && segment["dl"] == nil && segment["d"] == .integer(2000))
    #expect(segment["ot"] == .token("v") && segment["nor"] == .string("00001.m4s") && segment["su"] == .flag(true))
    #expect(told(orders[7]).data["ot"] == .token("a") && told(orders[7]).data["br"] == nil)
    // Each key is in the field that the specification has for it.
    let fields = orders[5].request.headers
    #expect(fields["CMCD-Object"] == "br=180,d=2000,ot=v,tb=3000")
    #expect(fields["CMCD-Session"] == #"cid="dunes",sf=h,sid="s",st=v"#)
    #expect(fields["CMCD-Status"] == nil)
    #expect(fields["CMCD-Request"]?.hasPrefix(#"bl=0,"#) == true)
}

@Test func `a rung's requests tell its own rate, beside the highest that there is`() throws {
    var script = try opened(ClientReporting(.headers)) { $0.policy = FixedPolicy(rung: RenditionID("video/360")!) }
    let orders = try script.walk(rung: "360")
    for order in orders[4...5] {
        #expect(told(order).data["br"] == .integer(600) && told(order).data["tb"] == .integer(3000))
    }
}

@Test func `once it plays there is a deadline, rounded to hundreds, and after a stall it is said once`() throws {
    var script = try opened(ClientReporting(.headers)) {
        $0.pace = .realTime(speed: 2)
        $0.policy = FixedPolicy(rung: RenditionID("video/234")!)
    }
    _ = try script.walk()
    script.decodeAll()
    script.now += .milliseconds(130)
    let id = try script.object(":video/234:1")
    script.tell(.missed(id))
    // 2 s are there, of which 260 ms have gone by at twice the speed.
    let next = told(try #require(script.fetches.last)).data
    #expect(next["bl"] == .integer(1700) && next["dl"] == .integer(900) && next["pr"] == .integer(2))
    #expect(next["su"] == nil && next["bs"] == nil)
    // Two segments and two small init sections in the 400 ms in which they were under way: 41,300 bytes, 826 kbit/s.
    #expect(next["mtp"] == .integer(800))
    _ = try script.answerPath("video/234/00001.m4s", bytes: 20_000, taking: .milliseconds(100))
    script.tell(.stored(id, .kept(evicted: [])))
    // The sound does not come: the playhead stands.
    script.tell(.timer, after: .seconds(5))
    script.tell(.missed(try script.object(":audio/main:1")))
    let late = told(try #require(script.fetches.last)).data
    #expect(late["bs"] == .flag(true) && late["su"] == .flag(true) && late["dl"] == nil)
    let video = try script.object(":video/234:2")
    script.tell(.missed(video))
    #expect(told(try #require(script.fetches.last)).data["bs"] == nil)
}

@Test func `in the query it is one parameter, and nothing else of a URL changes`() throws {
    var script = try opened(ClientReporting(.query))
    let orders = try script.walk()
    let expected = "CMCD=cid%3D%22dunes%22%2Cot%3Dm%2Csf%3Dh%2Csid%3D%22s%22%2Cst%3Dv%2Csu"
    #expect(orders[1].request.url == "http://origin/~t1/multivariant.m3u8?\(expected)")
    // References are resolved against the URL without it.
    #expect(orders[2].request.url == "http://origin/~t1/video/234/playlist.m3u8?\(expected)")
    #expect(orders.allSatisfy { told($0).problem == nil })
    #expect(orders.allSatisfy { order in !order.request.headers.fields.contains { $0.name.hasPrefix("CMCD") } })
}

@Test func `a parameter that is there already is joined, not doubled`() throws {
    var script = Script {
        $0.reporting = ClientReporting(.query)
        $0.url = "http://origin/a?x=1&CMCD=com.example-a%3D7%2Csid%3D%22other%22&t=1.k1"
    }
    script.tell(.start)
    let url = try #require(script.fetches.first).request.url
    #expect(url == "http://origin/a?x=1&t=1.k1&CMCD=com.example-a%3D7%2Cot%3Do%2Csid%3D%22s%22%2Csu")
}

@Test func `version 2 has lists, a state, a playhead and a number`() throws {
    var script = try opened(ClientReporting(.headers, version: 2)) {
        $0.pace = .realTime(speed: 1)
        $0.policy = FixedPolicy(rung: RenditionID("video/234")!)
    }
    let orders = try script.walk()
    #expect(orders.allSatisfy { told($0).problem == nil && told($0).data["v"] == .integer(2) })
    #expect(orders.map { told($0).data["sn"] } == (0..<8).map { .integer($0) })
    #expect(text(orders[0]) == #"ot=o,sid="s",sn=0,sta=s,su,tbl=(10000),v=2"#)
    #expect(told(orders[5]).data["br"] == .list([.init(.integer(180))]))
    #expect(told(orders[5]).data["nor"] == .list([.init(.string("00001.m4s"))]))
    script.decodeAll()
    script.now += .milliseconds(250)
    script.tell(.missed(try script.object(":video/234:1")))
    let next = told(try #require(script.fetches.last)).data
    #expect(next["sta"] == .token("p") && next["pt"] == .integer(250))
    // Four objects took 100 ms each, and the first frame came after them.
    #expect(next["msd"] == .integer(400))
    script.tell(.missed(try script.object(":audio/main:1")))
    #expect(told(try #require(script.fetches.last)).data["msd"] == nil)
}

@Test func `what is only preloaded says so, in version 1 by a key of our own`() throws {
    for (version, key, value) in [(1, "com.reelrig-cause", "preload"), (2, "sta", "d")] {
        var script = try opened(ClientReporting(.headers, version: version)) { $0.use = .preload }
        let orders = try script.walk()
        #expect(orders.allSatisfy { told($0).data[key] == .token(value) && told($0).data["su"] == nil })
        #expect(orders.allSatisfy { told($0).problem == nil })
    }
}

@Test func `a token in a URL is not told`() throws {
    var script = Script { $0.reporting = ClientReporting(.headers) }
    script.tell(.start)
    func signed(_ text: [UInt8]) -> [UInt8] {
        var signed = String(decoding: text, as: UTF8.self)
        for ending in [".mp4", ".m4s", ".m3u8"] { signed.replace(ending, with: "\(ending)?t=1.k1.secret") }
        return Array(signed.utf8)
    }
    try script.answer("/playback", Fixture.answer(token: "t1"), headers: ["Content-Type": "application/json"])
    script.tell(.cacheListed([]))
    try script.answer("multivariant.m3u8", signed(Fixture.multivariant(Fixture.rungs)))
    try script.answer("video/234/playlist.m3u8?t=1.k1.secret", signed(Fixture.playlist(segments: 3)))
    try script.answer("audio/main/playlist.m3u8?t=1.k1.secret", signed(Fixture.playlist(segments: 3)))
    script.tell(.missed(try script.object(":video/234:0")))
    let order = try script.take("video/234/00000.m4s?t=1.k1.secret")
    #expect(told(order).data["nor"] == .string("00001.m4s"))
    #expect(!order.request.headers.fields.contains { $0.value.contains("secret") })
}

@Test func `keys of the cache are the same whatever is told`() throws {
    func keys(_ reporting: ClientReporting?) throws -> [String] {
        var script = Script { $0.reporting = reporting }
        script.tell(.start)
        _ = try script.walk()
        return script.actions.compactMap { if case .readCache(_, let key) = $0 { key.description } else { nil } }
    }
    let silent = try keys(nil)
    #expect(silent.count >= 4)
    for reporting in [ClientReporting(.headers), ClientReporting(.query, version: 2)] {
        #expect(try keys(reporting) == silent)
    }
}

/// CTA-5004 §3.1: `nor` may be left out when the next object is a range of the same one, and is, with its range, in version 2.
@Test(arguments: [1, 2]) func `of one file the next request is a range`(version: Int) throws {
    var script = try opened(ClientReporting(.headers, version: version)) { $0.url = "http://h/p.m3u8" }
    try script.missOneFile(ranges: ["1000@800", "500@1800"])
    let data = told(try #require(script.fetches.last)).data
    if version == 1 {
        #expect(data["nrr"] == .string("1800-2299") && data["nor"] == nil)
    } else {
        #expect(data["nor"] == .list([.init(.string("all.mp4"), ["r": .string("1800-2299")])]) && data["nrr"] == nil)
    }
}

@Test func `version 2 tells that playback waits, at its beginning and when the buffer runs dry`() throws {
    var script = try opened(ClientReporting(.headers, version: 2)) {
        $0.pace = .realTime(speed: 1)
        $0.policy = FixedPolicy(rung: RenditionID("video/234")!)
    }
    for order in try script.walk() { #expect(told(order).data["sta"] == .token("s")) }
    script.decodeAll()
    let id = try script.object(":video/234:1")
    script.tell(.missed(id))
    #expect(told(try #require(script.fetches.last)).data["sta"] == .token("p"))
    _ = try script.answerPath("video/234/00001.m4s", bytes: 20_000, taking: .milliseconds(100))
    script.tell(.stored(id, .kept(evicted: [])))
    script.tell(.timer, after: .seconds(5))
    script.tell(.missed(try script.object(":audio/main:1")))
    #expect(told(try #require(script.fetches.last)).data["sta"] == .token("r"))
}
