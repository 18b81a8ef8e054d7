/// `1.KID.EXP.[NBF].(e|p).scope.SIG`, the form of our own tokens.
func isOwnToken(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 7 else { return false }
    return parts[0].elementsEqual("1".utf8)
        && !parts[1].isEmpty && parts[1].allSatisfy(isBase64URL)
        && !parts[2].isEmpty && parts[2].allSatisfy(isDigit)
        && parts[3].allSatisfy(isDigit)
        && (parts[4].elementsEqual("e".utf8) || parts[4].elementsEqual("p".utf8))
        && !parts[5].isEmpty && parts[5].allSatisfy(isBase64URL)
        && parts[6].count == 43 && parts[6].allSatisfy(isBase64URL)
}

/// `exp=<digits>~…hmac=<32 to 64 hexadecimal digits>`, with other fields before `exp`.
func isEdgeToken(_ text: String) -> Bool {
    let fields = text.split(separator: "~", omittingEmptySubsequences: false)
    guard let last = fields.last, last.hasPrefix("hmac="), isHex(last.dropFirst(5), lengths: 32...64) else {
        return false
    }
    return fields.dropLast().contains { field in
        field.hasPrefix("exp=") && field.utf8.count > 4 && field.dropFirst(4).utf8.allSatisfy(isDigit)
    }
}

/// Seconds since 1970 in ten or eleven digits.
func isUnixTime(_ text: String) -> Bool { (10...11).contains(text.utf8.count) && text.utf8.allSatisfy(isDigit) }

func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

func isHex(_ text: Substring, lengths: ClosedRange<Int>) -> Bool {
    lengths.contains(text.utf8.count)
        && text.utf8.allSatisfy { isDigit($0) || ($0 | 0x20) &- UInt8(ascii: "a") < 6 }
}

func isBase64URL(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
}

/// Whether the host, perhaps with a port, is that domain or in it.
func isHost(_ authority: String, under domain: String) -> Bool {
    let host = authority.split(separator: "@").last.map { $0.prefix { $0 != ":" } } ?? ""
    return host == domain || host.hasSuffix(".\(domain)")
}

/// Base64 of either alphabet, padded or not; `nil` for anything else.
func base64Decoded(_ text: String) -> [UInt8]? {
    var bytes = text.utf8[...]
    while bytes.last == UInt8(ascii: "=") { bytes.removeLast() }
    var result: [UInt8] = []
    var (bits, count) = (UInt32(0), 0)
    for byte in bytes {
        let value: UInt8
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): value = 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): value = 63
        default: return nil
        }
        bits = bits << 6 | UInt32(value)
        count += 6
        if count >= 8 {
            count -= 8
            result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
        }
    }
    return result
}
