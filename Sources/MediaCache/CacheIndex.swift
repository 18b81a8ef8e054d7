import Catalog
import Platform
import SQLite

/// The index of a cache: which objects are complete, and when each was read last. It knows no files.
final class CacheIndex {
    static let schema = 6
    /// "RRca", so that another program's database is not taken for an index.
    private static let applicationID = 0x5252_6361

    struct Row: Hashable, Sendable {
        var id: Int64
        var entry: CacheEntry
    }

    let connection: Connection
    /// Whether there was nothing in it when it was opened.
    let wasEmpty: Bool
    private let find: Statement
    private let list: Statement
    private let insert: Statement
    private let remove: Statement
    private let touch: Statement
    var prefixStatements: PrefixStatements?

    /// An index that a program made which knew no classes has objects that were fetched to be played.
    private static func columns(_ schema: Int) -> String {
        "id, reel, version, rendition, object, length, digest, last_read, hits, \(schema >= 5 ? "class" : "1")"
    }

    private let columns: String

    /// From this form on the files are in one folder.
    private static let firstFlat = 6

    /// Opens or makes it. A database that is none or is damaged throws an error whose ``SQLiteError/isDamage`` is true.
    ///
    /// - Parameter flatten: moves the files of an earlier form.
    static func open(_ path: String, flatten: () throws -> Void) throws -> CacheIndex {
        let connection = try Connection.open(path)
        // First of all: another program's database stays as it is.
        let schema = try check(connection, path)
        // A commit waits for no disk: after a power cut the last ones may be gone, and the index is whole all the same.
        try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
        // Before the index says so: a process that is killed between the two finds less to move the next time.
        if (1..<firstFlat).contains(schema) { try flatten() }
        try migrate(connection)
        return try CacheIndex(connection, wasEmpty: schema == 0)
    }

    /// For looking only, also while a player writes.
    ///
    /// - Parameter hasLog: whether a process was killed and left changes in SQLite's log.
    static func openForReading(_ path: String, hasLog: Bool) throws -> CacheIndex {
        do {
            return try openForReading(path, .readOnly)
        } catch let error as SQLiteError where error.isEnvironment && !error.isBusy {
            // Where nothing can be written, SQLite cannot make the file its readers share. Then nobody writes either.
            if hasLog, let index = try? openAlone(path) { return index }
            return try openForReading(path, .immutable)
        }
    }

    /// For looking only, where nobody writes: nothing is made beside it.
    static func openUnchanging(_ path: String) throws -> CacheIndex { try openForReading(path, .immutable) }

    /// For looking only, by the one process that uses it, on a full disk: SQLite then needs no file for its readers to
    /// share.
    static func openAlone(_ path: String) throws -> CacheIndex {
        let connection = try Connection.open(path)
        try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        _ = try check(connection, path)
        return try CacheIndex(connection)
    }

    private static func openForReading(_ path: String, _ mode: Connection.Mode) throws -> CacheIndex {
        let connection = try Connection.open(path, mode)
        guard try check(connection, path) > 0 else { throw SQLiteError.damage("nothing is in it", verb: "open") }
        return try CacheIndex(connection)
    }

    /// The schema of a database that is ours to read.
    private static func check(_ connection: borrowing Connection, _ path: String) throws -> Int {
        let schema = Int(try connection.integer("PRAGMA user_version") ?? 0)
        let owner = Int(try connection.integer("PRAGMA application_id") ?? 0)
        let tables = try connection.integer("SELECT count(*) FROM sqlite_schema") ?? 0
        guard owner == applicationID || (owner == 0 && tables == 0) else { throw CacheError.foreignIndex(path: path) }
        guard schema <= Self.schema else {
            throw CacheError.newerSchema(found: schema, known: Self.schema, path: path)
        }
        return schema
    }

    /// Whether an earlier program made it, which put the files into 256 folders.
    func isNested() throws(SQLiteError) -> Bool { try connection.integer("PRAGMA user_version") ?? 0 < Self.firstFlat }

    /// One step a schema, each in a transaction of its own: what is cached stays.
    private static func migrate(_ connection: borrowing Connection) throws {
        for step in Int(try connection.integer("PRAGMA user_version") ?? 0)..<schema {
            try connection.execute("BEGIN IMMEDIATE; \(steps[step]); PRAGMA user_version = \(step + 1); COMMIT")
        }
    }

    private static let steps = [
        """
        CREATE TABLE objects (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            reel TEXT NOT NULL, version TEXT NOT NULL, rendition TEXT NOT NULL, object TEXT NOT NULL,
            length INTEGER NOT NULL CHECK (length >= 0),
            digest BLOB NOT NULL CHECK (length(digest) = 32),
            last_read INTEGER NOT NULL,
            hits INTEGER NOT NULL DEFAULT 0,
            UNIQUE (reel, version, rendition, object)
        ) STRICT;
        CREATE INDEX objects_by_last_read ON objects (last_read, id);
        CREATE TABLE state (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        PRAGMA application_id = \(applicationID)
        """,
        """
        CREATE TABLE prefixes (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            reel TEXT NOT NULL, version TEXT NOT NULL, rendition TEXT NOT NULL, object TEXT NOT NULL,
            length INTEGER NOT NULL CHECK (length >= 0),
            total INTEGER CHECK (total >= 0),
            entity_tag TEXT,
            digest BLOB CHECK (length(digest) = 32),
            prefix_digest BLOB CHECK (length(prefix_digest) = 32),
            UNIQUE (reel, version, rendition, object)
        ) STRICT
        """,
        "CREATE TABLE pins (reel TEXT PRIMARY KEY) STRICT, WITHOUT ROWID",
        """
        CREATE TABLE outlines (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            reel TEXT NOT NULL, version TEXT NOT NULL,
            body BLOB NOT NULL,
            digest BLOB NOT NULL CHECK (length(digest) = 32),
            UNIQUE (reel, version)
        ) STRICT
        """,
        """
        ALTER TABLE objects ADD COLUMN class INTEGER NOT NULL DEFAULT 1 CHECK (class IN (0, 1));
        DROP INDEX objects_by_last_read;
        CREATE INDEX objects_by_eviction ON objects (class, last_read, id)
        """,
        // The files went into one folder.
        "",
    ]

    private init(_ connection: consuming Connection, wasEmpty: Bool = false) throws {
        let byKey = "reel = ? AND version = ? AND rendition = ? AND object = ?"
        let schema = Int(try connection.integer("PRAGMA user_version") ?? 0)
        let columns = Self.columns(schema)
        let find = try connection.prepare("SELECT \(columns) FROM objects WHERE \(byKey)")
        let list = try connection.prepare("SELECT rendition, object FROM objects WHERE reel = ? AND version = ?")
        let insert = try connection.prepare(
            """
            INSERT INTO objects (reel, version, rendition, object, length, digest, last_read\(schema >= 5 ? ", class" : ""))
            VALUES (?, ?, ?, ?, ?, ?, ?\(schema >= 5 ? ", ?" : ""))
            """)
        let remove = try connection.prepare("DELETE FROM objects WHERE id = ?")
        let touch = try connection.prepare(
            "UPDATE objects SET last_read = ?, hits = hits + ?\(schema >= 5 ? ", class = 1" : "") WHERE id = ?")
        self.wasEmpty = wasEmpty
        self.columns = columns
        self.find = find
        self.list = list
        self.insert = insert
        self.remove = remove
        self.touch = touch
        self.connection = connection
    }

    // MARK: Reading

    func row(_ key: CacheKey) throws(SQLiteError) -> Row? {
        try find.bind(
            .text(key.reel.text), .text(key.version.text), .text(key.rendition.text), .text(key.object.text))
        defer { find.reset() }
        return try find.step() ? try find.row() : nil
    }

    func keys(reel: ReelID, version: VersionID) throws(SQLiteError) -> Set<CacheKey> {
        var keys: Set<CacheKey> = []
        try list.bind(.text(reel.text), .text(version.text))
        while try list.step() {
            guard let rendition = RenditionID(foreign: list.text(0)), let object = ObjectName(list.text(1)) else {
                throw .damage("a row breaks the rules of its columns", verb: "SELECT")
            }
            keys.insert(CacheKey(reel: reel, version: version, rendition: rendition, object: object))
        }
        return keys
    }

    func rows() throws(SQLiteError) -> [Row] {
        let all = try connection.prepare("SELECT \(columns) FROM objects")
        var rows: [Row] = []
        while try all.step() {
            rows.append(try all.row())
        }
        return rows
    }

    /// What goes first and together is so many bytes, or all there is, but for the reels to spare and those that are
    /// pinned: what was preloaded and never played before anything else, and of each class what was read longest ago.
    func victims(bytes: Int, sparing reels: Set<ReelID>) throws(SQLiteError) -> [Row] {
        let query = try connection.prepare(
            """
            SELECT \(columns) FROM objects WHERE reel NOT IN (SELECT reel FROM pins) ORDER BY class, last_read, id
            """)
        var (rows, keys) = ([Row](), [Row]())
        var sum = 0
        while sum < bytes, try query.step() {
            let row = try query.row()
            guard !reels.contains(row.entry.key.reel) else { continue }
            guard !row.entry.key.object.isContentKey else {
                keys.append(row)
                continue
            }
            rows.append(row)
            sum += row.entry.length
        }
        // Without its content key nothing of what it opens can be played, and there is no room in it.
        for row in keys where sum < bytes {
            rows.append(row)
            sum += row.entry.length
        }
        return rows
    }

    /// Sorted. None in an index that a program made which knew no pins.
    func pinnedReels() throws(SQLiteError) -> [ReelID] {
        guard try connection.integer("PRAGMA user_version") ?? 0 >= 3 else { return [] }
        let query = try connection.prepare("SELECT reel FROM pins ORDER BY reel")
        var reels: [ReelID] = []
        while try query.step() { if let reel = ReelID(query.text(0)) { reels.append(reel) } }
        return reels
    }

    /// Sorted: those of which there is an object.
    func reels() throws(SQLiteError) -> [ReelID] {
        let query = try connection.prepare("SELECT DISTINCT reel FROM objects ORDER BY reel")
        var reels: [ReelID] = []
        while try query.step() { if let reel = ReelID(query.text(0)) { reels.append(reel) } }
        return reels
    }

    /// Bytes of the objects of some reels.
    func length(of reels: Set<ReelID>) throws(SQLiteError) -> Int {
        guard !reels.isEmpty else { return 0 }
        let query = try connection.prepare("SELECT ifnull(sum(length), 0) FROM objects WHERE reel = ?")
        var sum = 0
        for reel in reels {
            try query.bind(.text(reel.text))
            if try query.step() { sum += Int(clamping: query.integer(0)) }
        }
        return sum
    }

    /// What the last process that stored something was given; `nil` when there was none.
    func limit() throws(SQLiteError) -> Int? {
        try connection.integer("SELECT value FROM state WHERE name = 'limit'").map { Int(clamping: $0) }
    }

    func setLimit(_ bytes: Int) throws(SQLiteError) {
        try connection.prepare("INSERT OR REPLACE INTO state VALUES ('limit', ?)").run(.integer(bytes))
    }

    func totalLength() throws(SQLiteError) -> Int {
        Int(
            clamping: try connection.integer(
                "SELECT (SELECT ifnull(sum(length), 0) FROM objects) + (SELECT ifnull(sum(length), 0) FROM prefixes)")
                ?? 0)
    }

    /// Bytes of what was preloaded and not played.
    func preloadedLength() throws(SQLiteError) -> Int {
        Int(clamping: try connection.integer("SELECT ifnull(sum(length), 0) FROM objects WHERE class = 0") ?? 0)
    }

    /// The greatest number given out so far.
    func clock() throws(SQLiteError) -> Int64 {
        try connection.integer("SELECT max(last_read) FROM objects") ?? 0
    }

    /// Whether the last process that wrote came to its end.
    func isClean() throws(SQLiteError) -> Bool {
        try connection.integer("SELECT value FROM state WHERE name = 'clean'") == 1
    }

    /// Whether SQLite finds its own structure whole.
    func isIntact() throws(SQLiteError) -> Bool {
        let check = try connection.prepare("PRAGMA quick_check(1)")
        return try check.step() && check.text(0) == "ok"
    }

    /// Objects that have a greater id were stored since the cache was opened last.
    func settled() throws(SQLiteError) -> Int64 {
        try connection.integer("SELECT value FROM state WHERE name = 'settled'") ?? 0
    }

    /// Every object's row, what its file is called, and its length, without memory for all of them.
    func forEachFile(_ body: (_ id: Int64, _ name: FileName, _ length: Int) throws -> Void) throws {
        let all = try connection.prepare(
            "SELECT id, length, reel || ':' || version || ':' || rendition || ':' || object FROM objects")
        while try all.step() { try body(all.integer(0), FileName(ofKey: all.blob(2)), Int(clamping: all.integer(1))) }
    }

    /// `nil` when it is no longer there.
    func row(_ id: Int64) throws(SQLiteError) -> Row? {
        let find = try connection.prepare("SELECT \(columns) FROM objects WHERE id = ?")
        try find.bind(.integer(id))
        return try find.step() ? try find.row() : nil
    }

    // MARK: Writing

    /// A process begins to write: until it has come to its end, what is there is not clean.
    func begin() throws(SQLiteError) {
        try connection.execute(
            """
            INSERT OR REPLACE INTO state VALUES
            ('clean', 0), ('settled', (SELECT ifnull(max(id), 0) FROM objects))
            """)
    }

    func setClean(_ isClean: Bool) throws(SQLiteError) {
        try connection.prepare("INSERT OR REPLACE INTO state VALUES ('clean', ?)").run(.integer(isClean ? 1 : 0))
    }

    /// Moves the log into the database, so that a copy of the one file is whole.
    func checkpoint() throws(SQLiteError) { try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)") }

    /// Keeps the log short from now on, where there is no room for a long one.
    func checkpointAlways() throws(SQLiteError) { try connection.execute("PRAGMA wal_autocheckpoint = 1") }

    func transaction<Result>(_ body: () throws -> Result) throws -> Result { try connection.transaction(body) }

    func insert(_ entry: CacheEntry) throws(SQLiteError) {
        let key = entry.key
        try insert.run(
            .text(key.reel.text), .text(key.version.text), .text(key.rendition.text), .text(key.object.text),
            .integer(entry.length), .blob(entry.digest.bytes), .integer(entry.lastRead),
            .integer(entry.kind.rawValue))
    }

    /// Adds to what was evicted without having been played.
    func countUnplayed(_ rows: [Row]) throws(SQLiteError) {
        let unplayed = rows.filter { $0.entry.kind == .preloaded }
        guard !unplayed.isEmpty else { return }
        let add = try connection.prepare(
            "INSERT INTO state VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = value + ?2")
        try add.run(.text("evicted unplayed objects"), .integer(unplayed.count))
        try add.run(.text("evicted unplayed bytes"), .integer(unplayed.reduce(0) { $0 + $1.entry.length }))
    }

    func evictedUnplayed() throws(SQLiteError) -> EvictedUnplayed {
        let find = try connection.prepare("SELECT value FROM state WHERE name = ?")
        func value(_ name: String) throws(SQLiteError) -> Int {
            try find.bind(.text(name))
            defer { find.reset() }
            return try find.step() ? Int(clamping: find.integer(0)) : 0
        }
        return EvictedUnplayed(
            objects: try value("evicted unplayed objects"), bytes: try value("evicted unplayed bytes"))
    }

    func pin(_ reel: ReelID) throws(SQLiteError) {
        try connection.prepare("INSERT OR IGNORE INTO pins VALUES (?)").run(.text(reel.text))
    }

    /// Whether that changed anything.
    func unpin(_ reel: ReelID) throws(SQLiteError) -> Bool {
        try connection.prepare("DELETE FROM pins WHERE reel = ?").run(.text(reel.text))
        return connection.changes > 0
    }

    func remove(_ id: Int64) throws(SQLiteError) { try remove.run(.integer(id)) }

    func touch(_ id: Int64, at clock: Int64, hits: Int) throws(SQLiteError) {
        try touch.run(.integer(clock), .integer(hits), .integer(id))
    }
}

extension Statement {
    /// The current row of a query for all columns.
    fileprivate func row() throws(SQLiteError) -> CacheIndex.Row {
        guard let reel = ReelID(text(1)), let version = VersionID(text(2)),
            let rendition = RenditionID(foreign: text(3)), let object = ObjectName(text(4)),
            let length = Int(exactly: integer(5)), length >= 0, let digest = ContentDigest(bytes: blob(6)),
            let kind = CacheClass(rawValue: Int(clamping: integer(9)))
        else { throw .damage("a row breaks the rules of its columns", verb: "SELECT") }
        let key = CacheKey(reel: reel, version: version, rendition: rendition, object: object)
        let entry = CacheEntry(
            key: key, length: length, digest: digest, lastRead: integer(7), hits: Int(clamping: integer(8)),
            kind: kind)
        return CacheIndex.Row(id: integer(0), entry: entry)
    }
}
