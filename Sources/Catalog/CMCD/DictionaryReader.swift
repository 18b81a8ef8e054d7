/// Reads a dictionary of structured field values (RFC 8941 §4.2.2) member by member, as far as CMCD has use for it: keys
/// may have capitals, as CTA-5004's own custom ones do.
struct DictionaryReader {
    enum Problem: Error {
        case syntax(Int), tooMany

        var text: String {
            switch self {
            case .syntax(let offset): "syntax at byte \(offset)"
            case .tooMany: "too many keys or values"
            }
        }
    }

    private static let mostItems = 32
    private let bytes: [UInt8]
    private var index = 0
    private var isFirst = true

    init(_ text: String) { bytes = Array(text.utf8) }

    /// The next member; `nil` at the end.
    mutating func next() throws(Problem) -> (key: String, value: CMCD.Value)? {
        skip(" \t")
        if !isFirst, index < bytes.count {
            try expect(",")
            skip(" \t")
            guard index < bytes.count else { throw .syntax(index) }
        }
        guard index < bytes.count else { return nil }
        isFirst = false
        let key = try key()
        guard take("=") else {
            _ = try parameters()
            return (key, .flag(true))
        }
        let value = try peek("(") ? list() : bareItem()
        _ = try parameters()
        return (key, value)
    }

    private mutating func list() throws(Problem) -> CMCD.Value {
        try expect("(")
        var items = [CMCD.Item]()
        while true {
            skip(" ")
            if take(")") { return .list(items) }
            guard items.count < Self.mostItems else { throw .tooMany }
            let value = try bareItem()
            items.append(CMCD.Item(value, try parameters()))
            guard peek(" ") || peek(")") else { throw .syntax(index) }
        }
    }

    private mutating func parameters() throws(Problem) -> [String: CMCD.Value] {
        var found: [String: CMCD.Value] = [:]
        while take(";") {
            skip(" ")
            guard found.count < Self.mostItems else { throw .tooMany }
            let key = try key()
            found[key] = take("=") ? try bareItem() : .flag(true)
        }
        return found
    }

    private mutating func key() throws(Problem) -> String {
        let word = take { $0.isASCIIAlphanumeric || "_-.*".utf8.contains($0) }
        guard let first = word.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first), word.count <= 64 else {
            throw .syntax(index)
        }
        return String(decoding: word, as: UTF8.self)
    }

    private mutating func bareItem() throws(Problem) -> CMCD.Value {
        guard index < bytes.count else { throw .syntax(index) }
        switch bytes[index] {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "?"): return .flag(try flag())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "*"):
            // RFC 8941 §3.3.4: `tchar`, `:` and `/`.
            let word = take { $0.isASCIIAlphanumeric || "!#$%&'*+-.^_`|~:/".utf8.contains($0) }
            return .token(String(decoding: word, as: UTF8.self))
        default: throw .syntax(index)
        }
    }

    /// At most 15 digits, or 12 and 3 after the point (RFC 8941 §3.3.1, §3.3.2).
    private mutating func number() throws(Problem) -> CMCD.Value {
        let start = index
        let sign = take("-") ? -1 : 1
        let whole = take { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard (1...15).contains(whole.count), let integer = Int(String(decoding: whole, as: UTF8.self)) else {
            throw .syntax(start)
        }
        guard take(".") else { return .integer(sign * integer) }
        let decimals = take { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard whole.count <= 12, (1...3).contains(decimals.count),
            let number = Double(String(decoding: whole + [UInt8(ascii: ".")] + decimals, as: UTF8.self))
        else { throw .syntax(start) }
        return .decimal(Double(sign) * number)
    }

    /// Printable ASCII between quotes, `\"` and `\\` (RFC 8941 §3.3.3).
    private mutating func string() throws(Problem) -> String {
        try expect("\"")
        var text = [UInt8]()
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard index < bytes.count, "\"\\".utf8.contains(bytes[index]) else { throw .syntax(index) }
                text.append(bytes[index])
                index += 1
            case 0x20..<0x7F: text.append(byte)
            default: throw .syntax(index)
            }
        }
        throw .syntax(index)
    }

    private mutating func flag() throws(Problem) -> Bool {
        try expect("?")
        if take("1") { return true }
        try expect("0")
        return false
    }

    private func peek(_ mark: Unicode.Scalar) -> Bool { index < bytes.count && bytes[index] == UInt8(ascii: mark) }

    private mutating func take(_ mark: Unicode.Scalar) -> Bool {
        guard peek(mark) else { return false }
        index += 1
        return true
    }

    private mutating func take(while isPart: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let start = index
        while index < bytes.count, isPart(bytes[index]) { index += 1 }
        return bytes[start..<index]
    }

    private mutating func expect(_ mark: Unicode.Scalar) throws(Problem) {
        guard take(mark) else { throw .syntax(index) }
    }

    private mutating func skip(_ marks: String) {
        while index < bytes.count, marks.utf8.contains(bytes[index]) { index += 1 }
    }
}
