/// Writes text that reads like a reference to a variable, `{$name}`, so that reading it gives the text and no value.
///
/// A playlist has no escape for it: such text comes about only where the value of one variable is a part of it, or where
/// an empty one stands in it, and a reference to that variable is what is written. §4.3, §6.3.1.
struct LiteralText {
    private var variables: [(name: String, value: [UInt8])] = []

    /// A variable that is known from here on.
    mutating func declare(_ name: String, _ value: String) { variables.append((name, Array(value.utf8))) }

    /// The text as it is written. Where no variable can help, as in a playlist made by hand, it is a reference.
    func written(_ text: String) -> String {
        guard !variables.isEmpty, text.utf8.contains(UInt8(ascii: "{")) else { return text }
        let bytes = Array(text.utf8)
        var (result, copied): ([UInt8], Int) = ([], 0)
        while let reference = Self.reference(in: bytes, from: copied) {
            guard let (name, range) = split(reference, of: bytes, from: copied) else {
                result += bytes[copied..<reference.upperBound]
                copied = reference.upperBound
                continue
            }
            result += bytes[copied..<range.lowerBound]
            result += Array("{$\(name)}".utf8)
            copied = range.upperBound
        }
        result += bytes[copied...]
        return String(decoding: result, as: UTF8.self)
    }

    /// A reference that reads as nothing.
    var nothing: String? { variables.first { $0.value.isEmpty }.map { "{$\($0.name)}" } }

    /// A reference that stands for the first bytes of the text, and what is left.
    func beginning(of text: String) -> (reference: String, rest: String)? {
        variables.first { !$0.value.isEmpty && text.utf8.starts(with: $0.value) }.map {
            ("{$\($0.name)}", String(decoding: text.utf8.dropFirst($0.value.count), as: UTF8.self))
        }
    }

    /// A reference that stands for the last bytes of the text, and what is left.
    func end(of text: String) -> (reference: String, rest: String)? {
        variables.first { !$0.value.isEmpty && text.utf8.reversed().starts(with: $0.value.reversed()) }.map {
            ("{$\($0.name)}", String(decoding: text.utf8.dropLast($0.value.count), as: UTF8.self))
        }
    }

    /// The next bytes that read as a reference.
    private static func reference(in bytes: [UInt8], from start: Int) -> Range<Int>? {
        var index = start
        while index + 1 < bytes.count {
            guard bytes[index] == UInt8(ascii: "{"), bytes[index + 1] == UInt8(ascii: "$") else {
                index += 1
                continue
            }
            var end = index + 2
            while end < bytes.count, Variables.isNameByte(bytes[end]) { end += 1 }
            if end > index + 2, end < bytes.count, bytes[end] == UInt8(ascii: "}") { return index..<(end + 1) }
            index += 2
        }
        return nil
    }

    /// A variable and the bytes it stands for, which share some with the reference; none for an empty one inside it.
    private func split(
        _ reference: Range<Int>, of bytes: [UInt8], from start: Int
    ) -> (name: String, range: Range<Int>)? {
        for variable in variables where !variable.value.isEmpty {
            let length = variable.value.count
            let lowest = max(start, reference.lowerBound - length + 1)
            let highest = min(reference.upperBound - 1, bytes.count - length)
            guard lowest <= highest else { continue }
            for place in lowest...highest where bytes[place..<(place + length)].elementsEqual(variable.value) {
                return (variable.name, place..<(place + length))
            }
        }
        let inside = reference.lowerBound + 1
        return variables.first { $0.value.isEmpty }.map { ($0.name, inside..<inside) }
    }
}
