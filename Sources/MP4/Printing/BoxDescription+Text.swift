extension BoxDescription {
    /// One line for the box, one for every row of its tables, then the boxes inside, two spaces further in.
    ///
    /// `avcC @512 +46 configurationVersion=1 …`: `@` and the position, `+` and the size. Rows or bytes that were left
    /// out are counted. The text changes only when the bytes do, so tests may keep it.
    public var text: String {
        var lines: [String] = []
        add(to: &lines, indent: "")
        return lines.map { $0 + "\n" }.joined()
    }

    private func add(to lines: inout [String], indent: String) {
        var line = "\(indent)\(type) @\(position) +\(size)"
        var rows: [String] = []
        for field in fields { field.add(to: &line, &rows, prefix: "", indent: indent + "    ") }
        if let problem { line += " problem=\"\(problem)\"" }
        lines.append(line)
        lines += rows
        for child in children { child.add(to: &lines, indent: indent + "  ") }
    }
}

extension BoxDescription.Field {
    fileprivate func add(to line: inout String, _ rows: inout [String], prefix: String, indent: String) {
        switch value {
        case .integer(let number): line += " \(prefix)\(name)=\(number)"
        case .text(let text): line += " \(prefix)\(name)=\(Self.quoted(text))"
        case .bytes(let bytes, let count):
            let digits = bytes.map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }.joined()
            line += " \(prefix)\(name)=\(count == bytes.count ? "x\(digits)" : "(\(count) bytes)")"
        case .group(let fields):
            for field in fields { field.add(to: &line, &rows, prefix: "\(prefix)\(name).", indent: indent) }
        case .rows(let table, let count): addTable(table, count, to: &line, &rows, prefix, indent)
        }
    }

    private func addTable(
        _ table: [[Self]], _ count: Int, to line: inout String, _ rows: inout [String], _ prefix: String,
        _ indent: String
    ) {
        line += " \(prefix)\(name)=(\(count))"
        guard count == table.count else { return }
        for (index, fields) in table.enumerated() {
            var row = "\(indent)\(name)[\(index)]"
            var inner: [String] = []
            for field in fields { field.add(to: &row, &inner, prefix: "", indent: indent + "  ") }
            rows.append(row)
            rows += inner
        }
    }

    /// As it is when it is made of letters, digits and the like, else in quotes, with escapes for what is not printable.
    private static func quoted(_ text: String) -> String {
        let isPlain =
            !text.isEmpty
            && text.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
                    || [0x2D, 0x2E, 0x5F].contains($0)
            }
        if isPlain { return text }
        var quoted = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value):
                quoted += "\\u{\(String(scalar.value, radix: 16))}"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return "\"\(quoted)\""
    }
}
