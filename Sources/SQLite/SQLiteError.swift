internal import CSQLite

/// A failed call of SQLite: its code and words, and what was being done.
package struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The extended result code.
    package var code: Int
    package var message: String
    /// The first word of the statement, or `open`.
    package var verb: String

    package var description: String { "\(verb): \(message) (SQLite code \(code))" }

    private var primaryCode: Int32 { Int32(truncatingIfNeeded: code & 0xFF) }

    /// The file is no database, or a broken one.
    package var isDamage: Bool { primaryCode == SQLITE_CORRUPT || primaryCode == SQLITE_NOTADB }

    package var isBusy: Bool { primaryCode == SQLITE_BUSY || primaryCode == SQLITE_LOCKED }

    package var isNoSpace: Bool { primaryCode == SQLITE_FULL }

    package var isConstraint: Bool { primaryCode == SQLITE_CONSTRAINT }

    package var cannotOpen: Bool { primaryCode == SQLITE_CANTOPEN }

    package var isReadOnly: Bool { primaryCode == SQLITE_READONLY }

    /// The disk or the rights to it are to blame, not what is in the file.
    package var isEnvironment: Bool {
        [SQLITE_PERM, SQLITE_IOERR, SQLITE_NOMEM, SQLITE_AUTH].contains(primaryCode) || isBusy || isNoSpace
            || cannotOpen || isReadOnly
    }

    /// What a reader says of rows that SQLite finds whole and that cannot have been written so.
    package static func damage(_ message: String, verb: String) -> SQLiteError {
        SQLiteError(code: Int(SQLITE_CORRUPT), message: message, verb: verb)
    }

    /// The last error of a connection.
    static func last(_ connection: OpaquePointer?, _ verb: String) -> SQLiteError {
        SQLiteError(
            code: Int(sqlite3_extended_errcode(connection)), message: String(cString: sqlite3_errmsg(connection)),
            verb: verb)
    }
}

/// The first word of a statement, for messages: the rest may hold what should not be told.
func verb(_ sql: String) -> String {
    String(sql.drop { $0.isWhitespace }.prefix { $0.isLetter })
}
