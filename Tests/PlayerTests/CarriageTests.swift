import Catalog
import HTTP
import Player
import Testing

@Test func `a cookie of the answer goes where it is for, and that of the next answer takes its place`() throws {
    var script = Script()
    script.tell(.start)
    let cookie = { (value: String) in "reelrig_t=\(value); Path=/~t1/; Max-Age=300; HttpOnly; SameSite=Lax" }
    let answer = Fixture.answer(token: "t1")
    try script.answer(
        "/playback", answer, headers: ["Content-Type": "application/json", "Set-Cookie": cookie("first")])
    script.tell(.cacheListed([]))
    try script.answer("multivariant.m3u8", Fixture.multivariant(Fixture.rungs))
    let refused = try script.take("video/234/playlist.m3u8")
    #expect(refused.request.headers["Cookie"] == "reelrig_t=first")
    let head = FetchHead(status: 403, headers: ["Date": HTTPDate.text(1_000_301)], url: refused.request.url)
    script.tell(.head(refused.id, head))
    script.tell(.ended(refused.id, .complete, body: Fixture.refusal("expired")))
    let again = try script.take("/playback")
    #expect(again.request.headers["Cookie"] == nil)
    let headers: Headers = ["Content-Type": "application/json", "Set-Cookie": cookie("second")]
    script.tell(.head(again.id, FetchHead(status: 200, headers: headers, url: again.request.url)))
    script.tell(.ended(again.id, .complete, body: Fixture.answer(token: "t1", signedAt: 1_000_301_000)))
    #expect(script.fetches.last?.request.headers["Cookie"] == "reelrig_t=second")
    #expect(script.outcome == nil)
}

@Test func `a token that playlists put in from their own query reaches the playlists and the objects`() throws {
    func defined(_ text: [UInt8]) -> [UInt8] {
        var signed = String(decoding: text, as: UTF8.self)
        for ending in [".mp4", ".m4s", ".m3u8"] {
            signed.replace(ending, with: "\(ending)?\(ending == ".m3u8" ? "form=define&" : "")t={$t}")
        }
        signed.replace("#EXTM3U\n", with: "#EXTM3U\n#EXT-X-DEFINE:QUERYPARAM=\"t\"\n")
        return Array(signed.utf8)
    }
    var script = Script()
    script.tell(.start)
    let answer = String(decoding: Fixture.answer(token: "x"), as: UTF8.self)
        .replacing("/~x/multivariant.m3u8", with: "/m/multivariant.m3u8?form=define&t=1.k1~a")
    try script.answer("/playback", Array(answer.utf8), headers: ["Content-Type": "application/json"])
    script.tell(.cacheListed([]))
    try script.answer("multivariant.m3u8?form=define&t=1.k1~a", defined(Fixture.multivariant(Fixture.rungs)))
    try script.answer("/m/video/234/playlist.m3u8?form=define&t=1.k1~a", defined(Fixture.playlist(segments: 3)))
    try script.answer("/m/audio/main/playlist.m3u8?form=define&t=1.k1~a", defined(Fixture.playlist(segments: 3)))
    script.tell(.missed(try script.object(":video/234:init")))
    #expect(script.isAsking("http://origin/m/video/234/init.mp4?t=1.k1~a"))
    #expect(script.outcome == nil)
}
