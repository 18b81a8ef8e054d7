import HTTP
import Testing

@Test(arguments: [
    ("bytes=0-0", 10, 0..<1), ("bytes=2-", 10, 2..<10), ("bytes=-3", 10, 7..<10), ("bytes=-30", 10, 0..<10),
    ("BYTES=5-999999999999999999999", 10, 5..<10), ("bytes= 1-2 ", 10, 1..<3),
])
func `one range inside the body is that part`(header: String, length: Int, expected: Range<Int>) {
    guard case .one(let range) = ByteRange.parse(header) else {
        Issue.record("\(header) was ignored")
        return
    }
    #expect(range.resolved(in: length) == expected)
}

@Test(arguments: ["bytes=10-", "bytes=10-12", "bytes=-0"])
func `a range outside the body is unsatisfiable`(header: String) {
    guard case .one(let range) = ByteRange.parse(header) else {
        Issue.record("\(header) was ignored")
        return
    }
    #expect(range.resolved(in: 10) == nil)
}

@Test(arguments: ["bytes=5-4", "bytes=a-b", "items=0-1", "bytes=0-1,3-4", "bytes=", "bytes=-", "bytes=1", "bytes=--1"])
func `what is no single range is ignored`(header: String) {
    #expect(ByteRange.parse(header) == .ignored)
}

@Test func `nothing of an empty body can be had`() {
    #expect(ByteRange.suffix(5).resolved(in: 0) == nil)
    #expect(ByteRange.from(0, through: nil).resolved(in: 0) == nil)
}
