// Text byte by byte: heads of messages and lines of a log are made of it, for every request. Inlined into other modules,
// where a call for each byte would cost more than the byte.

extension [UInt8] {
    @inlinable
    package mutating func append(text: String) {
        // A native string has its bytes in one piece.
        if text.utf8.withContiguousStorageIfAvailable({ append(contentsOf: $0) }) == nil {
            append(contentsOf: text.utf8)
        }
    }

    @inlinable
    package mutating func append(_ text: StaticString) { text.withUTF8Buffer { append(contentsOf: $0) } }

    /// In decimal.
    package mutating func append(number: Int) {
        if number < 0 { append(UInt8(ascii: "-")) }
        var (first, rest) = (count, number.magnitude)
        repeat {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        var last = count - 1
        while first < last {
            swapAt(first, last)
            (first, last) = (first + 1, last - 1)
        }
    }
}

extension String {
    /// Whether all of its bytes are as `condition` wants them.
    @inlinable
    package func hasOnlyBytes(where condition: (UInt8) -> Bool) -> Bool {
        utf8.withContiguousStorageIfAvailable { $0.hasOnlyBytes(where: condition) } ?? utf8.allSatisfy(condition)
    }
}

extension ArraySlice<UInt8> {
    /// The same of bytes.
    @inlinable
    package func hasOnlyBytes(where condition: (UInt8) -> Bool) -> Bool {
        withUnsafeBufferPointer { $0.hasOnlyBytes(where: condition) }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Looks at every byte, many at a time: most texts have no other.
    @inlinable
    func hasOnlyBytes(where condition: (UInt8) -> Bool) -> Bool {
        reduce(UInt8(0)) { others, byte in others | (condition(byte) ? 0 : 1) } == 0
    }
}

extension Substring {
    package var bytes: [UInt8] { utf8.withContiguousStorageIfAvailable { Array($0) } ?? Array(utf8) }

    /// Where a byte stands first. Index by index that takes ten times as long.
    package func firstIndex(ofByte byte: UInt8) -> Index? {
        guard let found = utf8.withContiguousStorageIfAvailable({ $0.firstIndex(of: byte) }) else {
            return utf8.firstIndex(of: byte)
        }
        return found.map { utf8.index(startIndex, offsetBy: $0) }
    }
}
