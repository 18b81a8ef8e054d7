/// The lines of a text as WebVTT §6.1 reads them: a byte order mark is no text, U+0000 is U+FFFD, and CR, LF and both
/// end a line.
struct TextLines {
    let lines: [String]

    init(_ bytes: [UInt8]) throws(CaptionsError) {
        let text = Self.isUTF16(bytes) ? Self.fromUTF16(bytes) : bytes[...]
        let body = text.starts(with: [0xEF, 0xBB, 0xBF]) ? text.dropFirst(3) : text
        if let offset = Self.firstInvalidByte(body) { throw .notUTF8(body.startIndex + offset) }
        var lines: [String] = []
        var start = body.startIndex
        var index = start
        while index < body.endIndex {
            let byte = body[index]
            if byte == 0x0A || byte == 0x0D {
                lines.append(Self.line(body[start..<index]))
                if byte == 0x0D, index + 1 < body.endIndex, body[index + 1] == 0x0A { index += 1 }
                start = index + 1
            }
            index += 1
        }
        if start < body.endIndex { lines.append(Self.line(body[start...])) }
        self.lines = lines
    }

    private static func line(_ bytes: ArraySlice<UInt8>) -> String {
        bytes.contains(0)
            ? String(decoding: bytes, as: UTF8.self).replacing("\0", with: "\u{FFFD}")
            : String(decoding: bytes, as: UTF8.self)
    }

    private static func firstInvalidByte(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
        // Where decoding first differs from what is there.
        let repaired = String(decoding: bytes, as: UTF8.self).utf8
        return zip(bytes, repaired).enumerated().first { $1.0 != $1.1 }?.offset ?? bytes.count
    }

    /// Editors of Windows write SubRip with two bytes a unit, and a byte order mark.
    private static func isUTF16(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    }

    private static func fromUTF16(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        let isLittle = bytes[0] == 0xFF
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
            isLittle
                ? UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8
                : UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)[...]
    }
}
