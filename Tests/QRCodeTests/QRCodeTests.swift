import Platform
import QRCode
import TestSupport
import Testing

@Test(.enabled(if: Tool.isInstalled("zbarimg"), "needs zbarimg"))
func `another reader reads what was written`() throws {
    let text = "http://192.0.2.2:8080/v1/reels"
    let code = try #require(QRCode(text))
    try withTemporaryDirectory { folder in
        // A portable grey map: each module 4 x 4 pixels, and the quiet zone.
        let side = (code.size + 8) * 4
        var picture = Array("P5 \(side) \(side) 255\n".utf8)
        for row in 0..<side {
            for column in 0..<side { picture.append(code.isDark(column / 4 - 4, row / 4 - 4) ? 0 : 255) }
        }
        try FileSystem.write(picture, to: "\(folder)/code.pgm")
        let output = try #require(Tool("zbarimg")).run(["--raw", "-q", "\(folder)/code.pgm"])
        #expect(output.text == text + "\n")
    }
}

@Test func `the finder patterns are where the standard has them`() throws {
    let code = try #require(QRCode("a"))
    // Version 1: 21 modules (ISO/IEC 18004 §6.3.1), a dark corner ring of seven around a light one.
    #expect(code.size == 21)
    for (left, top) in [(0, 0), (14, 0), (0, 14)] {
        #expect((0..<7).allSatisfy { code.isDark(left + $0, top) && code.isDark(left, top + $0) })
        #expect((1..<6).allSatisfy { !code.isDark(left + $0, top + 1) })
        #expect(code.isDark(left + 3, top + 3))
    }
    #expect(!code.isDark(-1, 0) && !code.isDark(0, 21))
}

@Test func `a terminal gets two rows a line with a quiet zone`() throws {
    let code = try #require(QRCode("a"))
    let lines = code.text(isColored: true).split(separator: "\n")
    #expect(lines.count == (21 + 8 + 1) / 2)
    #expect(lines.allSatisfy { $0.hasPrefix("\u{1B}[30;107m") && $0.hasSuffix("\u{1B}[0m") })
    // The escape of nine characters, 29 modules, the escape of four.
    #expect(lines.allSatisfy { $0.count == 9 + 29 + 4 })
    let plain = code.text(isColored: false).split(separator: "\n")
    #expect(plain.allSatisfy { $0.count == 29 } && plain[0].allSatisfy { $0 == "█" })
    // The first row of the code is the upper half of the third line: its finder pattern is dark.
    #expect(plain[2].dropFirst(4).first == " ")
}

@Test func `what is too long has no code`() {
    #expect(QRCode(String(repeating: "a", count: 3000)) == nil)
    #expect(QRCode("") == nil)
}
