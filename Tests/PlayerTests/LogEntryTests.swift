import Catalog
import MediaTypes
import Player
import Testing

@Test func `an event is one object with its time beside it`() throws {
    let entry = LogEntry(
        t: 1500, .hit(rendition: RenditionID("video/360")!, object: .segment(3), bytes: 20))
    let text = String(decoding: try CanonicalJSON.line(entry), as: UTF8.self)
    #expect(text == #"{"hit":{"bytes":20,"object":"3","rendition":"video/360"},"t":1500}"#)
}

@Test(arguments: [
    Occurrence.firstFrame,
    .requested(id: FetchID(4), cause: .play, rendition: RenditionID("audio/main"), object: .initialization, from: 12),
    .stored(
        rendition: RenditionID("video/360")!, object: .segment(1),
        result: .kept(evicted: [CacheKey("a:0:video/1:init")!])),
    .finished(.failed(.digestMismatch(RenditionID("video/360")!, .segment(2)))),
    .decided(
        Decision(number: 3, rung: RenditionID("video/360")!, reason: .cached, throughput: nil, bufferedMilliseconds: 5)),
    .decoded(rendition: RenditionID("video/360")!, kind: .video, number: 1, report: DecodeReport(framesSeen: 3)),
])
func `a log reads back as it was written`(what: Occurrence) throws {
    let entry = LogEntry(t: 7, what)
    #expect(try CanonicalJSON.decode(LogEntry.self, from: CanonicalJSON.line(entry)) == entry)
}

@Test func `no token is in a log`() throws {
    var script = Script()
    try script.open(token: "SECRET")
    try script.playlists("234")
    script.tell(.missed(try script.object(":video/234:0")))
    try script.answer("video/234/00000.m4s", status: 404)
    for entry in script.log {
        #expect(!String(decoding: try CanonicalJSON.line(entry), as: UTF8.self).contains("SECRET"))
    }
}
