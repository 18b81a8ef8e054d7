/// Collects the names and values of fields.
struct FieldPrinter: FieldCoder {
    private(set) var fields: [BoxDescription.Field] = []
    private(set) var children: [Box] = []
    /// How many rows of a table, and how many bytes, are kept.
    let limit: Int

    init(limit: Int) { self.limit = limit }

    var isReading: Bool { false }
    var remaining: Int { 0 }
    var typeAhead: FourCC? { nil }

    func failure(_ reason: BoxError.Reason) -> BoxError { BoxError(reason, at: 0) }

    mutating func integer<Value: FixedWidthInteger>(
        _ name: StaticString, _ value: inout Value, byteCount: Int, format: NumberFormat
    ) {
        add(name, format.value(of: value))
    }

    mutating func bits<Value: FixedWidthInteger & UnsignedInteger>(
        _ name: StaticString, _ value: inout Value, _ count: Int
    ) {
        add(name, .integer(Int128(value)))
    }

    mutating func bytes(_ name: StaticString, _ value: inout [UInt8], count: Int?) {
        add(name, .bytes(Array(value.prefix(limit)), count: value.count))
    }

    mutating func text(_ name: StaticString, _ value: inout BoxText) { add(name, .text(value.description)) }

    mutating func list<Element: FieldGroup>(
        _ name: StaticString, _ elements: inout [Element], count: some BinaryInteger, minimumSize: Int,
        prototype: Element
    ) throws(BoxError) {
        try listToEnd(name, &elements, prototype: prototype)
    }

    mutating func listToEnd<Element: FieldGroup>(
        _ name: StaticString, _ elements: inout [Element], prototype: Element
    ) throws(BoxError) {
        var rows: [[BoxDescription.Field]] = []
        for var element in elements.prefix(limit) {
            var inner = FieldPrinter(limit: limit)
            try element.code(&inner)
            rows.append(inner.fields)
        }
        add(name, .rows(rows, count: elements.count))
    }

    mutating func words(
        _ name: StaticString, _ words: inout [UInt32], rows: some BinaryInteger, columns: [WordColumn]
    ) {
        guard !columns.isEmpty else { return }
        let count = words.count / columns.count
        let described = (0..<min(limit, count)).map { row in
            columns.enumerated().map { index, column in
                let word = words[row * columns.count + index]
                return BoxDescription.Field(name: column.name, value: column.format.value(of: word))
            }
        }
        add(name, .rows(described, count: count))
    }

    mutating func group(_ name: StaticString, _ value: inout some FieldGroup) throws(BoxError) {
        var inner = FieldPrinter(limit: limit)
        try value.code(&inner)
        add(name, .group(inner.fields))
    }

    mutating func nested(_ name: StaticString, _ value: inout some FieldGroup, byteCount: Int) throws(BoxError) {
        try group(name, &value)
    }

    mutating func children(_ boxes: inout [Box]) { children += boxes }

    private mutating func add(_ name: StaticString, _ value: BoxDescription.Value) {
        let name = "\(name)"
        guard name != "reserved", name != "pre_defined" else { return }
        fields.append(BoxDescription.Field(name: name, value: value))
    }
}

extension NumberFormat {
    fileprivate func value(of number: some FixedWidthInteger) -> BoxDescription.Value {
        switch self {
        case .decimal: .integer(Int128(number))
        case .signed: .integer(Int128(Int32(truncatingIfNeeded: number)))
        case .hexadecimal: .text("0x" + String(number, radix: 16))
        case .code: .text(FourCC(rawValue: UInt32(truncatingIfNeeded: number)).description)
        case .language: .text(LanguageCode(rawValue: UInt16(truncatingIfNeeded: number)).description)
        case .fixedPoint(let bits): .text("\(Double(Int64(clamping: number)) / Double(1 << bits))")
        }
    }
}
