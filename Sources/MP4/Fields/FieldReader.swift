/// Reads fields from bytes, never past the end of the innermost box.
public struct FieldReader: FieldCoder {
    let storage: [UInt8]
    /// The byte of the input that `storage` begins with.
    let base: Int
    var index: Int
    var end: Int
    var box: FourCC?
    var depth = 0
    /// Bytes of memory that may still be taken beyond those that are read.
    var allowance: Int
    /// Whether a box whose content cannot be read is kept as it is, with the error.
    var keepsMalformed: Bool
    private var bitsLeft = 0
    private var bitByte: UInt8 = 0

    /// A reader of `bytes`, of which the first is byte `position` of the input.
    public init(_ bytes: [UInt8], position: Int = 0, keepsMalformed: Bool = false) {
        storage = bytes
        base = position
        index = 0
        end = bytes.count
        allowance = Self.allowance(bytes.count)
        self.keepsMalformed = keepsMalformed
    }

    /// What boxes, rows and texts may take beyond their own bytes. A box takes about 350 bytes and may have 8 in the file;
    /// some 25,000 boxes are always well.
    static func allowance(_ byteCount: Int) -> Int { 8 << 20 + byteCount / 2 }

    /// Takes account of memory that is kept for `size` bytes of the input.
    mutating func charge(_ memory: Int, for size: Int) throws(BoxError) {
        allowance -= max(0, memory - size)
        guard allowance >= 0 else { throw failure(.tooManyBoxes) }
    }

    /// What an array takes beyond its elements, rounding included.
    private static let arrayOverhead = 48

    /// Always true.
    public var isReading: Bool { true }

    /// Bytes up to the end of the innermost box.
    public var remaining: Int { end - index }

    /// The four-character code that lies 4 bytes ahead.
    public var typeAhead: FourCC? {
        guard remaining >= 8 else { return nil }
        return FourCC(rawValue: storage[index + 4..<index + 8].reduce(0) { $0 << 8 | UInt32($1) })
    }

    /// The byte of the input that is read next.
    public var position: Int { base + index }

    /// An error at ``position``.
    public func failure(_ reason: BoxError.Reason) -> BoxError { BoxError(reason, at: position, in: box) }

    /// Reads a number; one that its type cannot hold is an error.
    public mutating func integer<Value: FixedWidthInteger>(
        _ name: StaticString, _ value: inout Value, byteCount: Int, format: NumberFormat
    ) throws(BoxError) {
        guard remaining >= byteCount, bitsLeft == 0 else { throw failure(.truncated) }
        var number: UInt64 = 0
        for offset in 0..<byteCount { number = number << 8 | UInt64(storage[index + offset]) }
        if byteCount == Value.bitWidth / 8 {
            value = Value(truncatingIfNeeded: number)
        } else if let exact = Value(exactly: number) {
            value = exact
        } else {
            throw failure(.invalidValue("\(name)"))
        }
        index += byteCount
    }

    /// Reads bits, beginning with those left in the byte before.
    public mutating func bits<Value: FixedWidthInteger & UnsignedInteger>(
        _ name: StaticString, _ value: inout Value, _ count: Int
    ) throws(BoxError) {
        var number: UInt64 = 0
        var wanted = count
        while wanted > 0 {
            if bitsLeft == 0 {
                guard remaining > 0 else { throw failure(.truncated) }
                bitByte = storage[index]
                index += 1
                bitsLeft = 8
            }
            let taken = min(wanted, bitsLeft)
            let chunk = bitByte >> UInt8(bitsLeft - taken) & UInt8((1 << taken) - 1)
            number = number << UInt64(taken) | UInt64(chunk)
            bitsLeft -= taken
            wanted -= taken
        }
        value = Value(truncatingIfNeeded: number)
    }

    /// Reads bytes.
    public mutating func bytes(_ name: StaticString, _ value: inout [UInt8], count: Int?) throws(BoxError) {
        let count = count ?? remaining
        guard count >= 0, count <= remaining, bitsLeft == 0 else { throw failure(.truncated) }
        if count > 0 { try charge(Self.arrayOverhead, for: 0) }
        value = Array(storage[index..<index + count])
        index += count
    }

    /// Reads text and the zero byte after it, if there is one.
    public mutating func text(_ name: StaticString, _ value: inout BoxText) throws(BoxError) {
        try charge(Self.arrayOverhead, for: 0)
        let zero = storage[index..<end].firstIndex(of: 0)
        value = BoxText(bytes: Array(storage[index..<(zero ?? end)]), isTerminated: zero != nil)
        index = zero.map { $0 + 1 } ?? end
    }

    /// Reads rows, after a check that there can be so many.
    public mutating func list<Element: FieldGroup>(
        _ name: StaticString, _ elements: inout [Element], count: some BinaryInteger, minimumSize: Int,
        prototype: Element
    ) throws(BoxError) {
        let count = try bounded(count, size: minimumSize)
        try charge(Self.arrayOverhead + count * MemoryLayout<Element>.stride, for: count * minimumSize)
        elements = []
        elements.reserveCapacity(count)
        for _ in 0..<count {
            var element = prototype
            try element.code(&self)
            elements.append(element)
        }
    }

    /// Reads rows of numbers, after a check that there are so many.
    public mutating func words(
        _ name: StaticString, _ words: inout [UInt32], rows: some BinaryInteger, columns: [WordColumn]
    ) throws(BoxError) {
        words = []
        guard !columns.isEmpty else { return }
        let count = try bounded(rows, size: 4 * columns.count) * columns.count
        words.reserveCapacity(count)
        for place in stride(from: index, to: index + 4 * count, by: 4) {
            words.append(
                UInt32(storage[place]) << 24 | UInt32(storage[place + 1]) << 16 | UInt32(storage[place + 2]) << 8
                    | UInt32(storage[place + 3]))
        }
        index += 4 * count
    }

    /// Reads a group inside this one.
    public mutating func group(_ name: StaticString, _ value: inout some FieldGroup) throws(BoxError) {
        try value.code(&self)
    }

    /// Reads a group that has to fill its size.
    public mutating func nested(
        _ name: StaticString, _ value: inout some FieldGroup, byteCount: Int
    ) throws(BoxError) {
        guard byteCount >= 0, byteCount <= remaining else { throw failure(.truncated) }
        let outer = end
        defer { end = outer }
        end = index + byteCount
        try value.code(&self)
        guard remaining == 0 else { throw failure(.invalidValue("\(name)")) }
    }

    /// Reads rows while there are bytes.
    public mutating func listToEnd<Element: FieldGroup>(
        _ name: StaticString, _ elements: inout [Element], prototype: Element
    ) throws(BoxError) {
        elements = []
        while remaining > 0 {
            // The array grows by doubling.
            try charge(Self.arrayOverhead + 2 * MemoryLayout<Element>.stride, for: 1)
            var element = prototype
            try element.code(&self)
            elements.append(element)
        }
    }

    /// Reads boxes while there are 8 bytes for a header.
    public mutating func children(_ boxes: inout [Box]) throws(BoxError) {
        boxes = []
        while remaining >= 8 { boxes.append(try readBox()) }
    }

    /// Forgets the bits left of a byte, after a group that could not be read.
    mutating func resetBits() { bitsLeft = 0 }

    private func bounded(_ count: some BinaryInteger, size: Int) throws(BoxError) -> Int {
        guard let exact = Int(exactly: count), exact >= 0, exact <= remaining / max(size, 1) else {
            throw failure(.tooManyEntries(UInt64(clamping: count)))
        }
        return exact
    }
}
