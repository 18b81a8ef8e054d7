import Catalog
import Player
import SQLite

extension CacheIndex {
    /// What is left of a fetch that was broken off, or is under way.
    struct PrefixRow: Hashable, Sendable {
        var key: CacheKey
        var prefix: ObjectPrefix
    }

    /// What is done for every object that is stored; its statements are kept.
    final class PrefixStatements {
        fileprivate let find: Statement
        fileprivate let save: Statement
        fileprivate let remove: Statement

        init(_ connection: borrowing Connection) throws(SQLiteError) {
            let (prefixColumns, byKey) = (
                CacheIndex.prefixColumns, "reel = ? AND version = ? AND rendition = ? AND object = ?"
            )
            find = try connection.prepare("SELECT \(prefixColumns) FROM prefixes WHERE \(byKey)")
            save = try connection.prepare(
                "INSERT OR REPLACE INTO prefixes (\(prefixColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
            remove = try connection.prepare("DELETE FROM prefixes WHERE \(byKey)")
        }
    }

    /// Made when they are first needed: an index of an earlier form, which is only looked at, knows no prefixes.
    private func prepared() throws(SQLiteError) -> PrefixStatements {
        if let prefixStatements { return prefixStatements }
        let statements = try PrefixStatements(connection)
        prefixStatements = statements
        return statements
    }

    private static let prefixColumns =
        "reel, version, rendition, object, length, total, entity_tag, digest, prefix_digest"

    func prefix(_ key: CacheKey) throws(SQLiteError) -> PrefixRow? {
        let statements = try prepared()
        try statements.find.bind(
            .text(key.reel.text), .text(key.version.text), .text(key.rendition.text), .text(key.object.text))
        defer { statements.find.reset() }
        return try statements.find.step() ? try statements.find.prefixRow() : nil
    }

    /// The oldest first. None in an index that a program made which knew no prefixes.
    func prefixes() throws(SQLiteError) -> [PrefixRow] {
        guard try connection.integer("PRAGMA user_version") ?? 0 >= 2 else { return [] }
        let all = try connection.prepare("SELECT \(Self.prefixColumns) FROM prefixes ORDER BY id")
        var rows: [PrefixRow] = []
        while try all.step() { rows.append(try all.prefixRow()) }
        return rows
    }

    func save(_ prefix: ObjectPrefix, _ key: CacheKey) throws(SQLiteError) {
        try prepared().save.run(
            .text(key.reel.text), .text(key.version.text), .text(key.rendition.text), .text(key.object.text),
            .integer(prefix.length), prefix.total.map { .integer($0) } ?? .null,
            prefix.entityTag.map { .text($0) } ?? .null, prefix.digest.map { .blob($0.bytes) } ?? .null,
            prefix.prefixDigest.map { .blob($0.bytes) } ?? .null)
    }

    func removePrefix(_ key: CacheKey) throws(SQLiteError) {
        try prepared().remove.run(
            .text(key.reel.text), .text(key.version.text), .text(key.rendition.text), .text(key.object.text))
    }
}

extension Statement {
    fileprivate func prefixRow() throws(SQLiteError) -> CacheIndex.PrefixRow {
        guard let reel = ReelID(text(0)), let version = VersionID(text(1)),
            let rendition = RenditionID(foreign: text(2)),
            let object = ObjectName(text(3)), let length = Int(exactly: integer(4)), length >= 0
        else { throw .damage("a row breaks the rules of its columns", verb: "SELECT") }
        var prefix = ObjectPrefix(
            length: length, total: isNull(5) ? nil : Int(clamping: integer(5)), entityTag: isNull(6) ? nil : text(6),
            digest: ContentDigest(bytes: blob(7)))
        prefix.prefixDigest = ContentDigest(bytes: blob(8))
        let key = CacheKey(reel: reel, version: version, rendition: rendition, object: object)
        return CacheIndex.PrefixRow(key: key, prefix: prefix)
    }
}
