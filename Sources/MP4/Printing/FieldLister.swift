/// Tells the names and values of fields to a sink.
struct FieldLister<Sink: FieldSink>: FieldCoder {
    var sink: Sink
    private(set) var children: [Box] = []

    init(_ sink: Sink) { self.sink = sink }

    var isReading: Bool { false }
    var remaining: Int { 0 }
    var typeAhead: FourCC? { nil }

    func failure(_ reason: BoxError.Reason) -> BoxError { BoxError(reason, at: 0) }

    mutating func integer<Value: FixedWidthInteger>(
        _ name: StaticString, _ value: inout Value, byteCount: Int, format: NumberFormat
    ) {
        tell(name, format.scalar(of: value))
    }

    mutating func bits<Value: FixedWidthInteger & UnsignedInteger>(
        _ name: StaticString, _ value: inout Value, _ count: Int
    ) {
        tell(name, .integer(Int128(value)))
    }

    mutating func bytes(_ name: StaticString, _ value: inout [UInt8], count: Int?) { tell(name, .bytes(value)) }

    mutating func text(_ name: StaticString, _ value: inout BoxText) { tell(name, .text(value.description)) }

    mutating func list<Element: FieldGroup>(
        _ name: StaticString, _ elements: inout [Element], count: some BinaryInteger, minimumSize: Int,
        prototype: Element
    ) throws(BoxError) {
        try listToEnd(name, &elements, prototype: prototype)
    }

    mutating func listToEnd<Element: FieldGroup>(
        _ name: StaticString, _ elements: inout [Element], prototype: Element
    ) throws(BoxError) {
        let wanted = sink.beginTable("\(name)", rows: elements.count)
        for var element in elements.prefix(wanted) {
            sink.beginRow()
            try element.code(&self)
            sink.endRow()
        }
        sink.endTable()
    }

    mutating func words(
        _ name: StaticString, _ words: inout [UInt32], rows: some BinaryInteger, columns: [WordColumn]
    ) {
        guard !columns.isEmpty else { return }
        let count = words.count / columns.count
        for row in 0..<min(count, sink.beginTable("\(name)", rows: count)) {
            sink.beginRow()
            for (index, column) in columns.enumerated() {
                sink.scalar(column.name, column.format.scalar(of: words[row * columns.count + index]))
            }
            sink.endRow()
        }
        sink.endTable()
    }

    mutating func group(_ name: StaticString, _ value: inout some FieldGroup) throws(BoxError) {
        sink.beginGroup("\(name)")
        try value.code(&self)
        sink.endGroup()
    }

    mutating func nested(_ name: StaticString, _ value: inout some FieldGroup, byteCount: Int) throws(BoxError) {
        try group(name, &value)
    }

    mutating func children(_ boxes: inout [Box]) { children += boxes }

    private mutating func tell(_ name: StaticString, _ value: FieldScalar) {
        let name = "\(name)"
        guard name != "reserved", name != "pre_defined" else { return }
        sink.scalar(name, value)
    }
}

extension Box {
    /// Tells every field to `sink`; reserved ones are left out. Returns the boxes inside, and why the content could not be
    /// read.
    package func list(into sink: inout some FieldSink) -> (children: [Box], problem: BoxError?) {
        var problem = (content as? OpaqueBox)?.problem
        var lister = FieldLister(sink)
        let omitted = (content as? MediaDataBox)?.omittedCount ?? (content as? OpaqueBox)?.omittedCount ?? 0
        if omitted > 0 {
            lister.sink.scalar("data", .omittedBytes(omitted))
        } else {
            var content = content
            do throws(BoxError) { try content.code(&lister) } catch { problem = error }
        }
        if !trailing.isEmpty { lister.sink.scalar("trailing", .bytes(trailing)) }
        sink = lister.sink
        return (lister.children, problem)
    }
}

extension NumberFormat {
    fileprivate func scalar(of number: some FixedWidthInteger) -> FieldScalar {
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
