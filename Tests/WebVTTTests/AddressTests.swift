import Testing
import WebVTT

private func rewritten(_ text: String, _ replacement: (String) -> String?) -> String {
    String(decoding: Captions.replacingAddresses(in: Array(text.utf8), with: replacement), as: UTF8.self)
}

struct AddressTests {
    private let track = """
        WEBVTT - 0.jpg
        Kind: metadata

        NOTE
        0.jpg

        STYLE
        ::cue { background: url(0.jpg) }

        0.jpg
        00:00.000 --> 00:02.000 align:start
        0.jpg#xywh=0,0,90,160

        00:02.000 --> 00:04.000
        1.jpg#xywh=0,0,90,160
        1.jpg

        """

    @Test func `only the lines of cues are addresses`() {
        var found: [String] = []
        #expect(
            rewritten(track) {
                found.append($0)
                return nil
            } == track)
        #expect(found == ["0.jpg#xywh=0,0,90,160", "1.jpg#xywh=0,0,90,160", "1.jpg"])
    }

    @Test func `line ends and every other byte stay`() {
        let text = track.replacing("\n", with: "\r\n")
        let marked = rewritten(text) { "\($0)?x" }
        #expect(marked.split(separator: "?x", omittingEmptySubsequences: false).count == 4)
        #expect(marked.replacing("?x", with: "") == text)
        #expect(rewritten(text) { _ in "a\nb" } == text)
    }

    @Test(arguments: ["", "\n", "WEBVTT", "-->", "a --> b", "a --> b\n", "a --> b\n\n", "a --> b\nc --> d\n\r\n"])
    func `what is not replaced stays byte for byte`(text: String) {
        #expect(rewritten(text) { _ in nil } == text)
        #expect(rewritten(text) { $0 } == text)
    }
}
