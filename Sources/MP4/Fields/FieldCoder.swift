/// Goes through the fields of a ``FieldGroup``: reads them, writes them, or prints them.
///
/// Numbers are big-endian. Bits are taken from the most significant down; other fields begin on whole bytes.
public protocol FieldCoder {
    /// Whether values come from the input, so that defaults derived from other fields are not wanted.
    var isReading: Bool { get }

    /// Bytes from here to the end of the group. 0 unless reading.
    var remaining: Int { get }

    /// The four-character code that lies 4 bytes ahead, where a box would have its type. `nil` unless reading.
    var typeAhead: FourCC? { get }

    /// A number of `byteCount` bytes, which may be fewer than its type holds. `format` is how it is printed.
    mutating func integer<Value: FixedWidthInteger>(
        _ name: StaticString, _ value: inout Value, byteCount: Int, format: NumberFormat
    ) throws(BoxError)

    /// A number of `count` bits, at most 32.
    mutating func bits<Value: FixedWidthInteger & UnsignedInteger>(
        _ name: StaticString, _ value: inout Value, _ count: Int
    ) throws(BoxError)

    /// `count` bytes, or all that remain.
    mutating func bytes(_ name: StaticString, _ value: inout [UInt8], count: Int?) throws(BoxError)

    /// Text up to a zero byte or the end of the group.
    mutating func text(_ name: StaticString, _ value: inout BoxText) throws(BoxError)

    /// Rows of a table. `count` is what the file says, and every row has at least `minimumSize` bytes there. What is read
    /// begins as a copy of `prototype`, which tells a row what it has to know of its table.
    mutating func list<Element: FieldGroup>(
        _ name: StaticString, _ elements: inout [Element], count: some BinaryInteger, minimumSize: Int,
        prototype: Element
    ) throws(BoxError)

    /// A table of numbers of 32 bits, `columns.count` to a row.
    mutating func words(
        _ name: StaticString, _ words: inout [UInt32], rows: some BinaryInteger, columns: [WordColumn]
    ) throws(BoxError)

    /// A group inside this one.
    mutating func group(_ name: StaticString, _ value: inout some FieldGroup) throws(BoxError)

    /// A group inside this one whose size stands before it.
    mutating func nested(_ name: StaticString, _ value: inout some FieldGroup, byteCount: Int) throws(BoxError)

    /// Rows up to the end of the group.
    mutating func listToEnd<Element: FieldGroup>(
        _ name: StaticString, _ elements: inout [Element], prototype: Element
    ) throws(BoxError)

    /// Boxes up to the end of the group.
    mutating func children(_ boxes: inout [Box]) throws(BoxError)

    /// An error at the byte where the coder is.
    func failure(_ reason: BoxError.Reason) -> BoxError
}

extension FieldCoder {
    /// A number of as many bytes as its type has.
    public mutating func integer<Value: FixedWidthInteger>(
        _ name: StaticString, _ value: inout Value, format: NumberFormat = .decimal
    ) throws(BoxError) {
        try integer(name, &value, byteCount: Value.bitWidth / 8, format: format)
    }

    /// A number of `byteCount` bytes.
    public mutating func integer<Value: FixedWidthInteger>(
        _ name: StaticString, _ value: inout Value, byteCount: Int
    ) throws(BoxError) {
        try integer(name, &value, byteCount: byteCount, format: .decimal)
    }

    /// A number that is there or not; a missing one counts as 0 where it has to be written.
    public mutating func integer<Value: FixedWidthInteger>(
        _ name: StaticString, _ value: inout Value?, isPresent: Bool, format: NumberFormat = .decimal
    ) throws(BoxError) {
        guard isPresent else {
            value = nil
            return
        }
        var number = value ?? 0
        try integer(name, &number, format: format)
        value = number
    }

    /// A fixed number of numbers; another number of them is an error.
    mutating func integers<Value: FixedWidthInteger>(
        _ name: StaticString, _ values: inout [Value], count: Int
    ) throws(BoxError) {
        guard values.count == count else { throw failure(.invalidValue("\(name)")) }
        for index in values.indices { try integer(name, &values[index]) }
    }

    /// A four-character code.
    public mutating func code(_ name: StaticString, _ value: inout FourCC) throws(BoxError) {
        try integer(name, &value.rawValue, format: .code)
    }

    /// One bit.
    public mutating func flag(_ name: StaticString, _ value: inout Bool) throws(BoxError) {
        var bit: UInt8 = value ? 1 : 0
        try bits(name, &bit, 1)
        value = bit == 1
    }

    /// The bytes that remain.
    public mutating func rest(_ name: StaticString, _ value: inout [UInt8]) throws(BoxError) {
        try bytes(name, &value, count: nil)
    }

    /// Version and flags of a full box. A version outside `supported` is an error.
    public mutating func fullBox(
        _ version: inout UInt8, _ flags: inout UInt32, versions supported: ClosedRange<UInt8>
    ) throws(BoxError) {
        try integer("version", &version)
        guard supported.contains(version) else { throw failure(.unsupportedVersion(version)) }
        try integer("flags", &flags, byteCount: 3, format: .hexadecimal)
    }

    /// Rows of a table whose number stands before them, in as many bytes as `count` has.
    public mutating func countedList<Element: FieldGroup, Count: FixedWidthInteger>(
        _ name: StaticString, _ elements: inout [Element], count type: Count.Type, minimumSize: Int,
        prototype: Element = Element()
    ) throws(BoxError) {
        guard var count = Count(exactly: elements.count) else { throw failure(.invalidValue("\(name)")) }
        try integer("entry_count", &count)
        try list(name, &elements, count: count, minimumSize: minimumSize, prototype: prototype)
    }

    /// A number with a sign, in 32 or 64 bits.
    mutating func signed(_ name: StaticString, _ value: inout Int64, isWide: Bool) throws(BoxError) {
        if isWide { return try integer(name, &value) }
        guard var narrow = Int32(exactly: value) else { throw failure(.invalidValue("\(name)")) }
        try integer(name, &narrow)
        value = Int64(narrow)
    }

    /// Four-character codes up to the end of the group.
    public mutating func codes(_ name: StaticString, _ value: inout [FourCC]) throws(BoxError) {
        guard isReading else {
            var words = value.map(\.rawValue)
            return try self.words(name, &words, rows: words.count, columns: [WordColumn(name, .code)])
        }
        value = []
        value.reserveCapacity(remaining / 4)
        for _ in 0..<remaining / 4 {
            var code = FourCC(rawValue: 0)
            try self.code(name, &code)
            value.append(code)
        }
    }

    /// Boxes up to the end of the group, with their number before them. `surplus` is what the number in the file says
    /// beyond those that are there.
    mutating func countedChildren(_ boxes: inout [Box], surplus: inout UInt32) throws(BoxError) {
        var count = UInt32(clamping: boxes.count) &+ surplus
        try integer("entry_count", &count)
        try children(&boxes)
        if isReading { surplus = count &- UInt32(clamping: boxes.count) }
    }
}
