/// Bytes from binary digits, as the syntax tables of the specifications list them; the last byte is filled with zeros.
func bits(_ text: String) -> [UInt8] {
    let digits = text.filter { $0 == "0" || $0 == "1" }.map { $0 == "1" ? UInt8(1) : 0 }
    return stride(from: 0, to: digits.count, by: 8).map { start in
        (0..<8).reduce(0) { $0 << 1 | (start + $1 < digits.count ? digits[start + $1] : 0) }
    }
}

/// u(n).
func u(_ count: Int, _ value: UInt64) -> String {
    let digits = String(value, radix: 2)
    return String(repeating: "0", count: count - digits.count) + digits + " "
}

/// ue(v): as many zeros as there are digits after the first of the number plus one.
func ue(_ value: UInt64) -> String {
    let digits = String(value + 1, radix: 2)
    return String(repeating: "0", count: digits.count - 1) + digits + " "
}
