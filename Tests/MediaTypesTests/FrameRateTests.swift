import MediaTypes
import Testing

@Test func `a frame rate is reduced and reads back`() {
    #expect(FrameRate(60000, 2002)?.description == "30000/1001")
    #expect(FrameRate("30000/1001") == FrameRate(30000, 1001))
    #expect(FrameRate("25") == FrameRate(50, 2))
}

@Test(arguments: ["", "0", "30/0", "30/1/1", "-25", "a", "25/"])
func `what is no frame rate is refused`(text: String) {
    #expect(FrameRate(text) == nil)
}

@Test func `frame times are exact`() throws {
    let rate = try #require(FrameRate(30000, 1001))
    #expect(rate.time(ofFrame: 60) == MediaTime(2002, perSecond: 1000))
}
