internal import CSQLite

/// A prepared statement. It is run again after each ``bind(_:)``.
package struct Statement: ~Copyable {
    private let handle: OpaquePointer
    private let verb: String

    init(owning handle: OpaquePointer, verb: String) {
        self.handle = handle
        self.verb = verb
    }

    deinit { sqlite3_finalize(handle) }

    /// Ends the run before, and sets the values of all `?` in their order; those left out are NULL.
    package func bind(_ values: Value...) throws(SQLiteError) { try bind(values) }

    /// Goes to the next row; `false` at the end.
    package func step() throws(SQLiteError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE:
            sqlite3_reset(handle)
            return false
        default:
            let failure = failure
            sqlite3_reset(handle)
            throw failure
        }
    }

    /// Runs it to its end with these values, its rows unseen.
    package func run(_ values: Value...) throws(SQLiteError) {
        try bind(values)
        while try step() {}
    }

    /// Lets go of the current row, and with it of the read lock.
    package func reset() { sqlite3_reset(handle) }

    // MARK: Columns of the current row, from 0

    package func isNull(_ column: Int) -> Bool { sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL }

    /// 0 when it is NULL.
    package func integer(_ column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(column)) }

    /// Empty when it is NULL.
    package func text(_ column: Int) -> String {
        guard let text = sqlite3_column_text(handle, Int32(column)) else { return "" }
        let length = Int(sqlite3_column_bytes(handle, Int32(column)))
        return String(decoding: UnsafeBufferPointer(start: text, count: length), as: UTF8.self)
    }

    /// Empty when it is NULL.
    package func blob(_ column: Int) -> [UInt8] {
        guard let bytes = sqlite3_column_blob(handle, Int32(column)) else { return [] }
        return Array(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, Int32(column)))))
    }

    private var failure: SQLiteError { .last(sqlite3_db_handle(handle), verb) }

    private func bind(_ values: [Value]) throws(SQLiteError) {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
        for (index, value) in values.enumerated() where bind(value, Int32(index) + 1) != SQLITE_OK { throw failure }
    }

    private func bind(_ value: Value, _ index: Int32) -> Int32 {
        switch value {
        case .null: sqlite3_bind_null(handle, index)
        case .integer(let number): sqlite3_bind_int64(handle, index, number)
        case .text(let text): reelrig_bind_text(handle, index, text, Int32(clamping: text.utf8.count))
        case .blob(let bytes):
            // An empty array may have no address, which SQLite would take for NULL.
            bytes.isEmpty
                ? sqlite3_bind_zeroblob(handle, index, 0)
                : reelrig_bind_blob(handle, index, bytes, Int32(clamping: bytes.count))
        }
    }
}

/// What a `?` of a statement stands for.
package enum Value: Hashable, Sendable {
    case null
    case integer(Int64)
    case text(String)
    case blob([UInt8])

    package static func integer(_ number: Int) -> Value { .integer(Int64(number)) }
}
