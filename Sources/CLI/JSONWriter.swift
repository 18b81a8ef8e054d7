import MP4

/// JSON written piece by piece, where a document as a value would take many times the memory of what it is about.
///
/// Members stand in the order of the calls.
final class JSONWriter {
    private let output: OutputBuffer
    /// Of each object and array around: whether something stands in it already.
    private var isStarted: [Bool] = []
    private var isAfterName = false

    init(_ output: OutputBuffer) { self.output = output }

    func beginObject(_ name: String? = nil) { begin("{", name) }
    func endObject() { end("}") }

    /// Each element begins a line.
    func beginArray(_ name: String? = nil) { begin("[", name) }
    func beginLine() { output.write(isStarted.last == true ? "" : "\n") }
    func endArray() { end("]") }

    func object(_ name: String? = nil, _ members: () throws -> Void) rethrows {
        beginObject(name)
        try members()
        endObject()
    }

    func array<Element>(
        _ name: String, _ elements: some Sequence<Element>, _ write: (Element) throws -> Void
    ) rethrows {
        beginArray(name)
        for element in elements { try write(element) }
        endArray()
    }

    func member(_ name: String, _ value: some FixedWidthInteger) { raw(name, "\(value)") }
    func member(_ name: String, _ value: Bool) { raw(name, value ? "true" : "false") }
    func member(_ name: String, _ value: String) { string(name, value.pieces.lazy.map(Self.escaped)) }
    func element(_ value: some FixedWidthInteger) { raw(nil, "\(value)") }
    func element(_ value: String) { raw(nil, "\"\(Self.escaped(value))\"") }

    func member(_ name: String, _ value: (some FixedWidthInteger)?) { if let value { member(name, value) } }
    func member(_ name: String, _ value: String?) { if let value { member(name, value) } }

    /// A number as it is written.
    func number(_ name: String, _ digits: String) { raw(name, digits) }

    /// A string in pieces that are escaped already.
    func string(_ name: String, _ pieces: some Sequence<String>) {
        raw(name, "\"")
        for piece in pieces { output.write(piece) }
        output.write("\"")
    }

    private func begin(_ bracket: String, _ name: String?) {
        raw(name, bracket)
        isStarted.append(false)
    }

    private func end(_ bracket: String) {
        _ = isStarted.popLast()
        output.write(bracket)
        if isStarted.isEmpty { output.write("\n") }
    }

    private func raw(_ name: String?, _ text: String) {
        if let started = isStarted.last {
            if started { output.write(name == nil ? ",\n" : ",") }
            isStarted[isStarted.count - 1] = true
        }
        if let name {
            output.write("\"\(Self.escaped(name))\":")
        }
        output.write(text)
    }

    /// RFC 8259 §7. Controls beyond ASCII are escaped too, since a terminal may obey them.
    private static func escaped(_ text: String) -> String {
        var quoted = ""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x22: quoted += "\\\""
            case 0x5C: quoted += "\\\\"
            case 0..<0x20, 0x7F...0x9F, 0x200B...0x200F, 0x2028...0x202E, 0x2066...0x2069:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted
    }
}
