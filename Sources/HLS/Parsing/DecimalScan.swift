/// A decimal number at the start of some bytes, and what is unusual about how it is written.
struct DecimalScan {
    var value: ExactDecimal
    /// Bytes read.
    var length: Int
    /// Whether it begins with `-`.
    var hasSign = false
    /// Whether no digit stands before or after the point: `.5` and `5.` are read, and reported.
    var isSloppy = false

    /// `nil` when no number begins here, or when it does not fit 64 bits. Digits past the eighteenth after the point are
    /// dropped: they are under an attosecond.
    init?(_ bytes: Span<UInt8>) {
        var (index, mantissa, digits, places) = (0, Int64(0), 0, 0)
        if index < bytes.count, bytes[index] == UInt8(ascii: "-") {
            hasSign = true
            index += 1
        }
        while index < bytes.count, let digit = bytes[index].decimalDigit {
            guard let next = mantissa.appending(digit) else { return nil }
            (mantissa, index, digits) = (next, index + 1, digits + 1)
        }
        let whole = digits
        if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
            index += 1
            while index < bytes.count, let digit = bytes[index].decimalDigit {
                // Behind one that is dropped no other counts.
                if places < 18, places == digits - whole, let next = mantissa.appending(digit) {
                    (mantissa, places) = (next, places + 1)
                }
                (index, digits) = (index + 1, digits + 1)
            }
            isSloppy = whole == 0 || digits == whole
        }
        guard digits > 0 else { return nil }
        value = ExactDecimal(unchecked: hasSign ? -mantissa : mantissa, UInt8(places))
        length = index
    }
}

extension Int64 {
    fileprivate func appending(_ digit: UInt8) -> Int64? {
        let (shifted, overflow) = multipliedReportingOverflow(by: 10)
        let (sum, carry) = shifted.addingReportingOverflow(Int64(digit))
        return overflow || carry ? nil : sum
    }
}

extension UInt8 {
    /// 0 to 9 for an ASCII digit.
    var decimalDigit: UInt8? {
        let digit = self &- UInt8(ascii: "0")
        return digit < 10 ? digit : nil
    }

    /// 0 to 15 for an ASCII hexadecimal digit of either case.
    var hexadecimalDigit: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    var isASCIILetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

    /// A blank as a sloppy writer uses it: space or tab.
    var isBlank: Bool { self == 0x20 || self == 0x09 }
}

/// A decimal-integer (§4.2): 1 to 20 digits, at most 2^64 - 1, and nothing else. `nil` for anything else.
func decimalInteger(_ bytes: Span<UInt8>) -> UInt64? {
    guard (1...20).contains(bytes.count) else { return nil }
    var value: UInt64 = 0
    for index in 0..<bytes.count {
        guard let digit = bytes[index].decimalDigit else { return nil }
        let (shifted, overflow) = value.multipliedReportingOverflow(by: 10)
        let (sum, carry) = shifted.addingReportingOverflow(UInt64(digit))
        if overflow || carry { return nil }
        value = sum
    }
    return value
}
