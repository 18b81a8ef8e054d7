/// The characters that may stand in a part of a URI as they are. RFC 3986 §2 and §3.
enum URICharacters {
    case authority, path, query, segment

    func contains(_ byte: UInt8) -> Bool {
        if byte.isUnreserved { return true }
        switch byte {
        case 0x21, 0x24, 0x26...0x2C, 0x3B, 0x3D: return true  // ! $ & ' ( ) * + , ; =  (sub-delims)
        case UInt8(ascii: ":"), UInt8(ascii: "@"): return true
        case UInt8(ascii: "/"): return self == .path || self == .query
        case UInt8(ascii: "?"): return self == .query
        case UInt8(ascii: "["), UInt8(ascii: "]"): return self == .authority
        default: return false
        }
    }
}

extension UInt8 {
    /// ALPHA, DIGIT, `-`, `.`, `_` and `~`. RFC 3986 §2.3.
    var isUnreserved: Bool {
        isASCIILetter || decimalDigit != nil || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
            || self == UInt8(ascii: "_") || self == UInt8(ascii: "~")
    }
}

/// Whether the text has only such characters and whole percent escapes.
func isMade(of characters: URICharacters, _ text: String) -> Bool {
    let bytes = text.utf8
    var index = bytes.startIndex
    while index < bytes.endIndex {
        if bytes[index] == UInt8(ascii: "%") {
            guard escape(bytes, at: index) != nil else { return false }
            index = bytes.index(index, offsetBy: 3)
        } else {
            guard characters.contains(bytes[index]) else { return false }
            index = bytes.index(after: index)
        }
    }
    return true
}

/// The text with every other byte percent-encoded. A whole escape stays; a lone `%` becomes `%25`.
func percentEncoded(_ text: String, keeping characters: URICharacters) -> String {
    if isMade(of: characters, text) { return text }
    let bytes = text.utf8
    var result: [UInt8] = []
    for index in bytes.indices {
        let byte = bytes[index]
        if characters.contains(byte) || byte == UInt8(ascii: "%") && escape(bytes, at: index) != nil {
            result.append(byte)
        } else {
            appendEscape(byte, to: &result)
        }
    }
    return String(decoding: result, as: UTF8.self)
}

extension String {
    /// The text as one segment of a URI path: everything but unreserved characters percent-encoded, so that `/`, `?`,
    /// `#` and `%` are content, and a name made of dots only is never taken for `.` or `..`.
    public var percentEncodedPathSegment: String {
        if self == "." || self == ".." { return map { _ in "%2E" }.joined() }
        var result: [UInt8] = []
        for byte in utf8 {
            if byte.isUnreserved { result.append(byte) } else { appendEscape(byte, to: &result) }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The text with every whole percent escape decoded once; `nil` when the bytes are no UTF-8 then.
    public var percentDecoded: String? {
        guard utf8.contains(UInt8(ascii: "%")) else { return self }
        var result: [UInt8] = []
        var index = utf8.startIndex
        while index < utf8.endIndex {
            if utf8[index] == UInt8(ascii: "%"), let byte = escape(utf8, at: index) {
                result.append(byte)
                index = utf8.index(index, offsetBy: 3)
            } else {
                result.append(utf8[index])
                index = utf8.index(after: index)
            }
        }
        return String(validating: result, as: UTF8.self)
    }
}

/// Escapes of unreserved characters decoded, the hexadecimal digits of the others in upper case. RFC 3986 §6.2.2.
func normalizedEscapes(_ text: String) -> String {
    let bytes = text.utf8
    guard bytes.contains(UInt8(ascii: "%")) else { return text }
    var result: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
        guard bytes[index] == UInt8(ascii: "%"), let byte = escape(bytes, at: index) else {
            result.append(bytes[index])
            index = bytes.index(after: index)
            continue
        }
        if byte.isUnreserved { result.append(byte) } else { appendEscape(byte, to: &result) }
        index = bytes.index(index, offsetBy: 3)
    }
    return String(decoding: result, as: UTF8.self)
}

/// The byte that a `%` and two hexadecimal digits at `index` stand for.
private func escape(_ bytes: String.UTF8View, at index: String.Index) -> UInt8? {
    guard let first = bytes.index(index, offsetBy: 1, limitedBy: bytes.endIndex), first < bytes.endIndex,
        let second = bytes.index(index, offsetBy: 2, limitedBy: bytes.endIndex), second < bytes.endIndex,
        let high = bytes[first].hexadecimalDigit, let low = bytes[second].hexadecimalDigit
    else { return nil }
    return high << 4 | low
}

private func appendEscape(_ byte: UInt8, to result: inout [UInt8]) {
    let digits = Array("0123456789ABCDEF".utf8)
    result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
}
