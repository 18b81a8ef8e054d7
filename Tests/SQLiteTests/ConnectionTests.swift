import Platform
import SQLite
import TestSupport
import Testing

private struct Boom: Error {}

@Test func `values come back as they went in`() throws {
    try withTemporaryDirectory { folder in
        let connection = try Connection.open("\(folder)/x.sqlite")
        try connection.execute("CREATE TABLE t (a INTEGER, b TEXT, c BLOB)")
        try connection.prepare("INSERT INTO t VALUES (?, ?, ?)").run(
            .integer(Int64.min), .text("rü\0l"), .blob([0, 255]))
        try connection.prepare("INSERT INTO t VALUES (?, ?, ?)").run(.null, .text(""), .blob([]))
        let query = try connection.prepare("SELECT a, b, c FROM t ORDER BY rowid")
        #expect(try query.step() == true)
        #expect(query.integer(0) == Int64.min)
        #expect(query.text(1) == "rü\0l")
        #expect(query.blob(2) == [0, 255])
        #expect(try query.step() == true)
        #expect([query.isNull(0), query.isNull(1), query.isNull(2)] == [true, false, false])
        #expect(query.blob(2) == [])
        #expect(try query.step() == false)
    }
}

@Test func `a statement runs again with other values, and those left out are NULL`() throws {
    try withTemporaryDirectory { folder in
        let connection = try Connection.open("\(folder)/x.sqlite")
        let query = try connection.prepare("SELECT ?, ?")
        try query.bind(.integer(1), .integer(2))
        #expect(try query.step() == true)
        try query.bind(.integer(3))
        #expect(try query.step() == true)
        #expect(query.integer(0) == 3)
        #expect(query.isNull(1) == true)
    }
}

@Test func `a transaction that throws leaves nothing behind, and one that does not stays`() throws {
    try withTemporaryDirectory { folder in
        let connection = try Connection.open("\(folder)/x.sqlite")
        try connection.execute("CREATE TABLE t (a INTEGER)")
        #expect(throws: Boom.self) {
            try connection.transaction { () throws in
                try connection.execute("INSERT INTO t VALUES (1)")
                throw Boom()
            }
        }
        #expect(try connection.integer("SELECT count(*) FROM t") == 0)
        try connection.transaction { () throws(SQLiteError) in try connection.execute("INSERT INTO t VALUES (1)") }
        #expect(try connection.integer("SELECT count(*) FROM t") == 1)
    }
}

@Test func `an error names the verb and SQLite's words, and no values`() throws {
    try withTemporaryDirectory { folder in
        let connection = try Connection.open("\(folder)/x.sqlite")
        let error = #expect(throws: SQLiteError.self) { try connection.execute("  SELECT * FROM nowhere") }
        #expect(error?.verb == "SELECT")
        #expect(error?.message == "no such table: nowhere")
        try connection.execute("CREATE TABLE t (a INTEGER UNIQUE)")
        let insert = try connection.prepare("INSERT INTO t VALUES (?)")
        try insert.run(.integer(7))
        let repeated = #expect(throws: SQLiteError.self) { try insert.run(.integer(7)) }
        #expect(repeated?.isConstraint == true)
    }
}

@Test func `a file that is no database is damage, a missing one cannot be opened for reading`() throws {
    try withTemporaryDirectory { folder in
        try FileSystem.write(Array("This is no database at all, but text.".utf8), to: "\(folder)/text")
        let damage = #expect(throws: SQLiteError.self) {
            try Connection.open("\(folder)/text").integer("SELECT count(*) FROM sqlite_schema")
        }
        #expect(damage?.isDamage == true)
        let missing = #expect(throws: SQLiteError.self) { _ = try Connection.open("\(folder)/none", .readOnly).changes }
        #expect(missing?.cannotOpen == true)
    }
}

@Test func `another connection's write lock is busy once the wait is over`() throws {
    try withTemporaryDirectory { folder in
        let first = try Connection.open("\(folder)/x.sqlite")
        let second = try Connection.open("\(folder)/x.sqlite", busyTimeout: .milliseconds(1))
        try first.execute("CREATE TABLE t (a INTEGER); BEGIN IMMEDIATE")
        let busy = #expect(throws: SQLiteError.self) { try second.execute("BEGIN IMMEDIATE") }
        #expect(busy?.isBusy == true)
    }
}

@Test func `an immutable database opens under any name, and refuses to be written`() throws {
    try withTemporaryDirectory { folder in
        let path = "\(folder)/a?b#c%41 ü.sqlite"
        try Connection.open(path).execute("CREATE TABLE t (a INTEGER)")
        let connection = try Connection.open(path, .immutable)
        #expect(try connection.integer("SELECT count(*) FROM t") == 0)
        let error = #expect(throws: SQLiteError.self) { try connection.execute("INSERT INTO t VALUES (1)") }
        #expect(error?.isReadOnly == true)
    }
}
