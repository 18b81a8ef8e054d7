/// A value of a JSON document, as far as HLS has such documents. RFC 8259.
enum JSONValue: Equatable {
    case object([String: JSONValue])
    case array([JSONValue])
    case string(String)
    /// `nil` for a number with an exponent, or of more digits than are kept.
    case number(ExactDecimal?)
    /// true, false and null.
    case word

    subscript(name: String) -> JSONValue? { if case .object(let members) = self { members[name] } else { nil } }

    var string: String? { if case .string(let text) = self { text } else { nil } }

    var number: ExactDecimal? { if case .number(let number) = self { number } else { nil } }
}

/// Reads JSON text. Values may be nested to a bounded depth, so hostile text takes no more than its own length.
struct JSONText {
    private let bytes: [UInt8]
    private var index = 0
    private static let deepest = 32

    /// The value of the whole text; `nil` for a text that is no JSON. Of a name that stands twice the first counts.
    static func value(of bytes: [UInt8]) -> JSONValue? {
        var text = JSONText(bytes: bytes)
        guard let value = text.value(depth: 0) else { return nil }
        text.skipBlanks()
        return text.index == bytes.count ? value : nil
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func skipBlanks() {
        while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
    }

    private mutating func take(_ text: String) -> Bool {
        guard bytes[index...].starts(with: text.utf8) else { return false }
        index += text.utf8.count
        return true
    }

    private mutating func value(depth: Int) -> JSONValue? {
        skipBlanks()
        guard index < bytes.count, depth < Self.deepest else { return nil }
        switch bytes[index] {
        case UInt8(ascii: "{"): return object(depth: depth + 1)
        case UInt8(ascii: "["): return array(depth: depth + 1)
        case UInt8(ascii: "\""): return string().map { .string($0) }
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return number()
        default: return take("true") || take("false") || take("null") ? .word : nil
        }
    }

    private mutating func object(depth: Int) -> JSONValue? {
        var members: [String: JSONValue] = [:]
        index += 1
        skipBlanks()
        if take("}") { return .object(members) }
        repeat {
            skipBlanks()
            guard let name = string() else { return nil }
            skipBlanks()
            guard take(":"), let value = value(depth: depth) else { return nil }
            if members[name] == nil { members[name] = value }
            skipBlanks()
        } while take(",")
        return take("}") ? .object(members) : nil
    }

    private mutating func array(depth: Int) -> JSONValue? {
        var elements: [JSONValue] = []
        index += 1
        skipBlanks()
        if take("]") { return .array(elements) }
        repeat {
            guard let value = value(depth: depth) else { return nil }
            elements.append(value)
            skipBlanks()
        } while take(",")
        return take("]") ? .array(elements) : nil
    }

    private mutating func number() -> JSONValue? {
        let start = index
        while index < bytes.count,
            bytes[index].decimalDigit != nil || "+-.eE".utf8.contains(bytes[index])
        { index += 1 }
        guard let scan = DecimalScan(bytes.span.extracting(start..<index)), !scan.isSloppy else { return .number(nil) }
        return .number(scan.length == index - start ? scan.value : nil)
    }

    private mutating func string() -> String? {
        guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { return nil }
        index += 1
        var text: [UInt8] = []
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let scalar = escape() else { return nil }
                text += Array(String(scalar).utf8)
            case 0..<0x20: return nil
            default: text.append(byte)
            }
        }
        return nil
    }

    /// What stands after a backslash.
    private mutating func escape() -> Unicode.Scalar? {
        guard index < bytes.count else { return nil }
        index += 1
        switch bytes[index - 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(bytes[index - 1])
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            guard let unit = codeUnit() else { return nil }
            guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit) }
            guard take("\\u"), let second = codeUnit(), UTF16.isTrailSurrogate(second) else { return nil }
            return Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
        default: return nil
        }
    }

    private mutating func codeUnit() -> UInt16? {
        guard index + 4 <= bytes.count else { return nil }
        var unit: UInt16 = 0
        for byte in bytes[index..<(index + 4)] {
            guard let digit = byte.hexadecimalDigit else { return nil }
            unit = unit << 4 | UInt16(digit)
        }
        index += 4
        return unit
    }
}
