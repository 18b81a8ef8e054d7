import Catalog
import Player
import SQLite
import Signing

/// What is remembered of playlists, by reel and version: identity and timing, never a URL.
extension CacheIndex {
    /// Bytes of one, and of all together: of more, the oldest go.
    private static let outlineLimit = 1 << 20
    private static let outlinesLimit = 16 << 20

    /// The one that was saved last; `nil` also when it is damaged or of another format.
    func outline(_ reel: ReelID, _ version: VersionID? = nil) throws(SQLiteError) -> ReelOutline? {
        let find = try connection.prepare(
            "SELECT body, digest FROM outlines WHERE reel = ? AND version = ifnull(?, version) ORDER BY id DESC LIMIT 1"
        )
        try find.bind(.text(reel.text), version.map { .text($0.text) } ?? .null)
        guard try find.step() else { return nil }
        let body = find.blob(0)
        guard SHA256.digest(body) == ContentDigest(bytes: find.blob(1)),
            let outline = try? CanonicalJSON.decode(ReelOutline.self, from: body), outline.format == Format.current,
            outline.isSound, outline.reel == reel, version == nil || outline.version == version
        else { return nil }
        return outline
    }

    /// Replaces what was known of the version. Too large a one is not kept.
    func save(_ outline: ReelOutline) throws {
        let body = try CanonicalJSON.line(outline)
        guard body.count <= Self.outlineLimit else { return }
        try connection.transaction {
            try connection.prepare("INSERT OR REPLACE INTO outlines (reel, version, body, digest) VALUES (?, ?, ?, ?)")
                .run(
                    .text(outline.reel.text), .text(outline.version.text), .blob(body),
                    .blob(SHA256.digest(body).bytes))
            while try outlines().bytes > Self.outlinesLimit {
                try connection.execute("DELETE FROM outlines WHERE id = (SELECT min(id) FROM outlines)")
            }
        }
    }

    /// None in an index that a program made which knew none.
    func outlines() throws(SQLiteError) -> (count: Int, bytes: Int) {
        guard try connection.integer("PRAGMA user_version") ?? 0 >= 4 else { return (0, 0) }
        let count = try connection.integer("SELECT count(*) FROM outlines") ?? 0
        let bytes = try connection.integer("SELECT ifnull(sum(length(body)), 0) FROM outlines") ?? 0
        return (Int(clamping: count), Int(clamping: bytes))
    }

    /// Removes those of versions of which no object is left: all such, or these.
    func removeOutlines() throws(SQLiteError) {
        try connection.execute(
            """
            DELETE FROM outlines WHERE NOT EXISTS (
                SELECT 1 FROM objects WHERE objects.reel = outlines.reel AND objects.version = outlines.version)
            """)
    }

    func removeOutlines(of keys: [CacheKey]) throws(SQLiteError) {
        var seen: Set<String> = []
        for key in keys where seen.insert("\(key.reel):\(key.version)").inserted {
            try connection.prepare(
                """
                DELETE FROM outlines WHERE reel = ?1 AND version = ?2 AND NOT EXISTS (
                    SELECT 1 FROM objects WHERE objects.reel = ?1 AND objects.version = ?2)
                """
            ).run(.text(key.reel.text), .text(key.version.text))
        }
    }

    func removeAllOutlines() throws(SQLiteError) { try connection.execute("DELETE FROM outlines") }
}
