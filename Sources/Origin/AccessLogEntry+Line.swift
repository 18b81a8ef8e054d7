package import Catalog
internal import HTTP
internal import MediaTypes

extension AccessLogEntry {
    /// The entry as `CanonicalJSON.line` writes it, and a line feed. It is written for every response, so without the
    /// general encoder.
    package var line: [UInt8] {
        var line = LineWriter()
        line.add("bytes", bytes)
        if let cmcd { line.add("cmcd", json: (try? CanonicalJSON.line(cmcd)) ?? Array("{}".utf8)) }
        line.add("cmcdProblem", cmcdProblem)
        line.add("complete", complete)
        line.add("encoding", encoding)
        line.add("fault", fault)
        line.add("id", id)
        line.add("method", method)
        line.add("ms", ms)
        line.add("object", object?.text)
        line.add("range", range)
        line.add("reel", reel?.text)
        line.add("rendition", rendition?.text)
        line.add("status", status)
        line.add("t", Int(t.milliseconds))
        line.add("target", target)
        line.add("verdict", verdict)
        line.add("version", version?.text)
        return line.finished()
    }
}

/// One flat JSON object whose members come in order.
private struct LineWriter {
    private var bytes: [UInt8] = []

    init() {
        bytes.reserveCapacity(512)
        bytes.append(UInt8(ascii: "{"))
    }

    mutating func add(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        begin(name)
        bytes.append(UInt8(ascii: "\""))
        if value.hasOnlyBytes(where: { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
            bytes.append(text: value)
        } else {
            for byte in value.utf8 { append(escaping: byte) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// - Parameter json: a JSON text.
    mutating func add(_ name: StaticString, json: [UInt8]) {
        begin(name)
        bytes += json
    }

    mutating func add(_ name: StaticString, _ value: Int) {
        begin(name)
        bytes.append(number: value)
    }

    mutating func add(_ name: StaticString, _ value: Bool) {
        begin(name)
        bytes.append(value ? "true" as StaticString : "false")
    }

    consuming func finished() -> [UInt8] {
        bytes.append("}\n")
        return bytes
    }

    private mutating func begin(_ name: StaticString) {
        if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(name)
        bytes.append("\":")
    }

    /// RFC 8259 §7.
    private mutating func append(escaping byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
        case 0x08: bytes += "\\b".utf8
        case 0x09: bytes += "\\t".utf8
        case 0x0A: bytes += "\\n".utf8
        case 0x0C: bytes += "\\f".utf8
        case 0x0D: bytes += "\\r".utf8
        case 0..<0x20: bytes += "\\u00\([byte].hexadecimal)".utf8
        default: bytes.append(byte)
        }
    }
}
