/// Writes fields as text: first one line with all of them, then in a second pass a line for every row of their tables.
struct TextSink: FieldSink {
    enum Pass { case line, rows }

    var pass = Pass.line
    /// Blanks before the line of the box.
    private let indent: String
    /// Longer tables, and more bytes, are counted and not written.
    private let limit: Int
    private let write: (String) -> Void
    private var prefixes: [String] = []
    private var tables: [Table] = []
    /// Rows that are being written, one in the other.
    private var rows: [Row] = []

    private struct Table {
        let name: String
        var nextRow = 0
    }

    private struct Row {
        var line: String
        /// The groups around the row's fields.
        var prefixes: [String] = []
        /// Lines of tables inside the row.
        var inner = ""
    }

    init(indent: String, limit: Int, write: @escaping (String) -> Void) {
        (self.indent, self.limit, self.write) = (indent, limit, write)
    }

    mutating func scalar(_ name: String, _ value: FieldScalar) {
        guard pass == .line || !rows.isEmpty else { return }
        add(name, "")
        switch value {
        case .integer(let number): add("\(number)")
        case .text(let text) where text.utf8.count <= 4096: add(text.quotedForPrinting)
        case .text(let text):
            add("\"")
            for piece in text.pieces { add(piece.quotedForPrinting(isPiece: true)) }
            add("\"")
        case .omittedBytes(let count): add("(\(count) bytes)")
        case .bytes(let bytes) where bytes.count > limit: add("(\(bytes.count) bytes)")
        case .bytes(let bytes):
            add("x")
            // By the piece, since digits take several times the memory of the bytes.
            for start in stride(from: 0, to: bytes.count, by: 4096) {
                add(bytes[start..<min(start + 4096, bytes.count)].hexadecimal)
            }
        }
    }

    mutating func beginGroup(_ name: String) {
        if rows.isEmpty { prefixes.append(name + ".") } else { rows[rows.count - 1].prefixes.append(name + ".") }
    }

    mutating func endGroup() {
        if rows.isEmpty { _ = prefixes.popLast() } else { _ = rows[rows.count - 1].prefixes.popLast() }
    }

    mutating func beginTable(_ name: String, rows count: Int) -> Int {
        add(name, "(\(count))")
        tables.append(Table(name: name))
        return pass == .rows && count <= limit ? count : 0
    }

    mutating func endTable() { _ = tables.popLast() }

    mutating func beginRow() {
        guard let table = tables.last else { return }
        tables[tables.count - 1].nextRow += 1
        let blanks = String(repeating: "  ", count: rows.count)
        rows.append(Row(line: "\(indent)    \(blanks)\(table.name)[\(table.nextRow)]"))
    }

    mutating func endRow() {
        guard let row = rows.popLast() else { return }
        let text = "\(row.line)\n\(row.inner)"
        if rows.isEmpty { write(text) } else { rows[rows.count - 1].inner += text }
    }

    private mutating func add(_ name: String, _ value: String) {
        let prefix = (rows.last?.prefixes ?? prefixes).joined()
        add(" \(prefix)\(name)=\(value)")
    }

    private mutating func add(_ text: String) {
        if !rows.isEmpty {
            rows[rows.count - 1].line += text
        } else if pass == .line {
            write(text)
        }
    }
}

extension Box {
    /// Writes a line for the box, one for every row of its tables, then those of the boxes inside, two spaces further in;
    /// see ``BoxDescription/text``. Tables of more than `limit` rows and bytes of more than `limit` are counted only.
    package func writeText(
        indent: String = "", label: String? = nil, limit: Int = .max, isDeep: Bool = true,
        to write: @escaping (String) -> Void
    ) {
        write("\(indent)\(label ?? "\(type)") @\(position) +\(size)")
        var sink = TextSink(indent: indent, limit: limit, write: write)
        let (children, problem) = list(into: &sink)
        if let claimed = claimedSize { write(" claimed=\(claimed)") }
        if let problem { write(" problem=\"\(problem)\"") }
        write("\n")
        sink.pass = .rows
        _ = list(into: &sink)
        guard isDeep else { return }
        for child in children { child.writeText(indent: indent + "  ", limit: limit, to: write) }
    }

    /// What the header says of the size where the file ends before.
    package var claimedSize: UInt64? {
        if case .beyondEnd(let size, _) = sizeForm { size } else { nil }
    }
}

extension BoxDescription {
    /// One line for the box, one for every row of its tables, then the boxes inside, two spaces further in.
    ///
    /// `avcC @512 +46 configurationVersion=1 …`: `@` and the position, `+` and the size. Rows or bytes that were left
    /// out are counted. The text changes only when the bytes do, so tests may keep it.
    public var text: String {
        let collected = TextCollector()
        add(indent: "") { collected.text += $0 }
        return collected.text
    }

    private func add(indent: String, to write: @escaping (String) -> Void) {
        write("\(indent)\(type) @\(position) +\(size)")
        var sink = TextSink(indent: indent, limit: .max, write: write)
        for field in fields { field.list(into: &sink) }
        if let problem { write(" problem=\"\(problem)\"") }
        write("\n")
        sink.pass = .rows
        for field in fields { field.list(into: &sink) }
        for child in children { child.add(indent: indent + "  ", to: write) }
    }
}

private final class TextCollector {
    var text = ""
}

extension ArraySlice<UInt8> {
    /// Two digits a byte.
    package var hexadecimal: String {
        String(unsafeUninitializedCapacity: 2 * count) { digits in
            for (index, byte) in enumerated() {
                digits[2 * index] = Self.digit(byte >> 4)
                digits[2 * index + 1] = Self.digit(byte & 0xF)
            }
            return 2 * count
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 { value + (value < 10 ? 0x30 : 0x57) }
}
