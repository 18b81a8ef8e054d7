internal import CSQLite

/// An open database. Closing it is `deinit`'s work; its statements may outlive it.
package struct Connection: ~Copyable {
    package enum Mode: Sendable {
        /// Made when it is missing.
        case readWrite
        case readOnly
        /// Read only, without locks and without files beside it: for a database nobody writes, in a folder where
        /// nothing can be made.
        case immutable
    }

    private let handle: OpaquePointer

    private init(owning handle: OpaquePointer) { self.handle = handle }

    deinit { sqlite3_close_v2(handle) }

    /// - Parameter busyTimeout: how long a call waits for another connection's lock.
    package static func open(
        _ path: String, _ mode: Mode = .readWrite, busyTimeout: Duration = .seconds(5)
    ) throws(SQLiteError) -> Connection {
        let access =
            switch mode {
            case .readWrite: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            case .readOnly: SQLITE_OPEN_READONLY
            case .immutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            }
        let name = mode == .immutable ? "file:\(uriPath(path))?immutable=1" : path
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(name, &handle, access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard let handle else { throw SQLiteError(code: Int(code), message: "out of memory", verb: "open") }
        let connection = Connection(owning: handle)
        guard code == SQLITE_OK else { throw .last(handle, "open") }
        let milliseconds =
            busyTimeout.components.seconds * 1000 + busyTimeout.components.attoseconds / 1_000_000_000_000_000
        sqlite3_busy_timeout(handle, Int32(clamping: milliseconds))
        return connection
    }

    /// Runs one or more statements for their effect.
    package func execute(_ sql: String) throws(SQLiteError) {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw .last(handle, verb(sql)) }
    }

    /// One statement with `?` for its values.
    package func prepare(_ sql: String) throws(SQLiteError) -> Statement {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil) == SQLITE_OK
        else {
            throw .last(handle, verb(sql))
        }
        guard let statement else {
            throw SQLiteError(code: Int(SQLITE_MISUSE), message: "no statement", verb: verb(sql))
        }
        return Statement(owning: statement, verb: verb(sql))
    }

    /// The one row of a query that has one integer.
    package func integer(_ sql: String) throws(SQLiteError) -> Int64? {
        let statement = try prepare(sql)
        return try statement.step() ? statement.integer(0) : nil
    }

    /// Runs the body between BEGIN IMMEDIATE and COMMIT; whatever it throws undoes all of it.
    package func transaction<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws -> Result {
        try execute("BEGIN IMMEDIATE")
        do {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            // Some errors have undone it already, and then this fails without harm.
            try? execute("ROLLBACK")
            throw error
        }
    }

    /// Rows that the last statement inserted, changed or removed.
    package var changes: Int { Int(sqlite3_changes64(handle)) }

    package var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }
}

/// A path as a part of a `file:` URI.
private func uriPath(_ path: String) -> String {
    path.utf8.map { byte in
        switch byte {
        case UInt8(ascii: "%"), UInt8(ascii: "?"), UInt8(ascii: "#"), 0x80...: "%" + String(byte, radix: 16)
        default: String(UnicodeScalar(byte))
        }
    }.joined()
}
