import HTTP
import Testing

@Test func `numbers are written in decimal`() {
    for number in [0, 7, 10, 99, 100, 1_893_456_000_123, -1, -120, .max, .min] {
        var bytes = [UInt8(ascii: "=")]
        bytes.append(number: number)
        #expect(String(decoding: bytes, as: UTF8.self) == "=\(number)")
    }
}

@Test func `texts are added byte by byte, short and long ones, ASCII or not`() {
    let long = String(repeating: "a/b\u{E9}\u{1F3AC}", count: 20)
    var bytes: [UInt8] = []
    for text in ["", "x", "fifteen bytes..", "sixteen bytes...", long, String(long.dropFirst(3))] {
        let before = bytes
        bytes.append(text: text)
        #expect(bytes == before + Array(text.utf8))
        #expect(Substring(text).bytes == Array(text.utf8))
    }
    bytes = []
    bytes.append("\r\n: ")
    #expect(bytes == [13, 10, 58, 32])
}

@Test func `a byte is found where it stands first, and in a part of a text only in that part`() {
    let text = "a?b?c"
    #expect(text[...].firstIndex(ofByte: UInt8(ascii: "?")).map { text[$0...] } == "?b?c")
    #expect(text.dropFirst(2).firstIndex(ofByte: UInt8(ascii: "?")).map { text[$0...] } == "?c")
    #expect(text.dropLast(4).firstIndex(ofByte: UInt8(ascii: "?")) == nil)
    // With a mark that combines, the tilde is another character, and the same byte.
    #expect("~\u{301}"[...].firstIndex(ofByte: UInt8(ascii: "~")) != nil)
    #expect(""[...].firstIndex(ofByte: 0) == nil)
}

@Test func `a text has only the bytes that are wanted, or one that is not`() {
    let isPlain = { (byte: UInt8) in byte >= 0x20 && byte < 0x7F }
    #expect("".hasOnlyBytes(where: isPlain))
    #expect("GET /x".hasOnlyBytes(where: isPlain))
    for text in ["a\u{0}", "\nabcdefghijklmnopqrstuvwxyz", "abcdefghijklmnopqrstuvwxyz\u{7F}", "\u{E9}"] {
        #expect(!text.hasOnlyBytes(where: isPlain))
    }
}
