/// Takes what is in a box field by field, in the order of the file, so that no table need be in memory as text.
package protocol FieldSink {
    /// A field that is one value.
    mutating func scalar(_ name: String, _ value: FieldScalar)

    /// Fields inside a field, up to ``endGroup()``.
    mutating func beginGroup(_ name: String)
    mutating func endGroup()

    /// A table of so many rows, up to ``endTable()``. Says how many of the first ones are wanted; each of them is told
    /// between ``beginRow()`` and ``endRow()``.
    mutating func beginTable(_ name: String, rows: Int) -> Int
    mutating func beginRow()
    mutating func endRow()
    mutating func endTable()
}

/// What a field holds that is one value.
package enum FieldScalar {
    /// A number.
    case integer(Int128)
    /// Text, a four-character code, or a number in another form than decimal.
    case text(String)
    /// Bytes.
    case bytes([UInt8])
    /// So many bytes that are not at hand.
    case omittedBytes(Int)
}
