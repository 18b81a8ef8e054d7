/// Writes fields as bytes.
public struct FieldWriter: FieldCoder {
    /// What is written so far.
    public private(set) var output: [UInt8] = []
    private var box: FourCC?
    private var bitCount = 0

    /// A writer that has written nothing.
    public init() {}

    /// Always false.
    public var isReading: Bool { false }

    /// Always 0.
    public var remaining: Int { 0 }

    /// Always `nil`.
    public var typeAhead: FourCC? { nil }

    /// An error at the byte written next.
    public func failure(_ reason: BoxError.Reason) -> BoxError { BoxError(reason, at: output.count, in: box) }

    /// Writes a number; one that does not fit its bytes is an error.
    public mutating func integer<Value: FixedWidthInteger>(
        _ name: StaticString, _ value: inout Value, byteCount: Int, format: NumberFormat
    ) throws(BoxError) {
        if byteCount < Value.bitWidth / 8 {
            guard value >= 0, value >> (8 * byteCount) == 0 else { throw failure(.invalidValue("\(name)")) }
        }
        for offset in (0..<byteCount).reversed() { output.append(UInt8(truncatingIfNeeded: value >> (8 * offset))) }
    }

    /// Writes bits; a number that does not fit them is an error.
    public mutating func bits<Value: FixedWidthInteger & UnsignedInteger>(
        _ name: StaticString, _ value: inout Value, _ count: Int
    ) throws(BoxError) {
        guard count >= Value.bitWidth || value >> count == 0 else { throw failure(.invalidValue("\(name)")) }
        for place in (0..<count).reversed() {
            if bitCount % 8 == 0 { output.append(0) }
            let bit = UInt8(truncatingIfNeeded: value >> place) & 1
            output[output.count - 1] |= bit << UInt8(7 - bitCount % 8)
            bitCount += 1
        }
    }

    /// Writes bytes; another number of them than `count` is an error.
    public mutating func bytes(_ name: StaticString, _ value: inout [UInt8], count: Int?) throws(BoxError) {
        guard count == nil || count == value.count else { throw failure(.invalidValue("\(name)")) }
        output += value
    }

    /// Writes text, and a zero byte when it has one.
    public mutating func text(_ name: StaticString, _ value: inout BoxText) throws(BoxError) {
        output += value.bytes
        if value.isTerminated { output.append(0) }
    }

    /// Writes rows.
    public mutating func list<Element: FieldGroup>(
        _ name: StaticString, _ elements: inout [Element], count: some BinaryInteger, minimumSize: Int,
        prototype: Element
    ) throws(BoxError) {
        guard elements.count == Int(clamping: count) else { throw failure(.invalidValue("\(name)")) }
        for var element in elements { try element.code(&self) }
    }

    /// Writes rows of numbers.
    public mutating func words(
        _ name: StaticString, _ words: inout [UInt32], rows: some BinaryInteger, columns: [WordColumn]
    ) throws(BoxError) {
        output.reserveCapacity(output.count + 4 * words.count)
        for word in words {
            output.append(UInt8(truncatingIfNeeded: word >> 24))
            output.append(UInt8(truncatingIfNeeded: word >> 16))
            output.append(UInt8(truncatingIfNeeded: word >> 8))
            output.append(UInt8(truncatingIfNeeded: word))
        }
    }

    /// Writes a group inside this one.
    public mutating func group(_ name: StaticString, _ value: inout some FieldGroup) throws(BoxError) {
        try value.code(&self)
    }

    /// Writes a group inside this one.
    public mutating func nested(
        _ name: StaticString, _ value: inout some FieldGroup, byteCount: Int
    ) throws(BoxError) {
        try value.code(&self)
    }

    /// Writes rows.
    public mutating func listToEnd<Element: FieldGroup>(
        _ name: StaticString, _ elements: inout [Element], prototype: Element
    ) throws(BoxError) {
        for var element in elements { try element.code(&self) }
    }

    /// Writes boxes one after another.
    public mutating func children(_ boxes: inout [Box]) throws(BoxError) {
        for box in boxes { try write(box) }
    }

    /// Writes a box. Its size is what its content turns out to be.
    public mutating func write(_ value: Box) throws(BoxError) {
        let (start, outer) = (output.count, box)
        box = value.type
        defer { box = outer }
        appendHeader(value)
        var content = value.content
        try content.code(&self)
        output += value.trailing
        let size = output.count - start
        switch value.sizeForm {
        case .toEnd, .beyondEnd: break
        case .large: patch(UInt64(size), at: start + 8, byteCount: 8)
        case .compact:
            guard size <= UInt32.max else { throw failure(.invalidSize(UInt64(size))) }
            patch(UInt64(size), at: start, byteCount: 4)
        }
    }

    /// The header; sizes that are not known yet are 0.
    private mutating func appendHeader(_ value: Box) {
        switch value.sizeForm {
        case .compact, .toEnd:
            append(0)
            append(value.type.rawValue)
        case .large:
            append(1)
            append(value.type.rawValue)
            for _ in 0..<2 { append(0) }
        case .beyondEnd(let size, let isLarge):
            append(isLarge ? 1 : UInt32(truncatingIfNeeded: size))
            append(value.type.rawValue)
            guard isLarge else { return }
            append(UInt32(truncatingIfNeeded: size >> 32))
            append(UInt32(truncatingIfNeeded: size))
        }
    }

    private mutating func append(_ word: UInt32) {
        for shift: UInt32 in [24, 16, 8, 0] { output.append(UInt8(truncatingIfNeeded: word >> shift)) }
    }

    private mutating func patch(_ value: UInt64, at place: Int, byteCount: Int) {
        for offset in 0..<byteCount {
            output[place + offset] = UInt8(truncatingIfNeeded: value >> UInt64(8 * (byteCount - 1 - offset)))
        }
    }
}
