import Catalog
import SQLite

extension CacheIndex {
    /// Content keys of the versions of these objects, where nothing else of the version is left.
    func contentKeysLeft(by keys: [CacheKey]) throws(SQLiteError) -> [Row] {
        var (rows, seen) = ([Row](), Set<String>())
        for key in keys where seen.insert("\(key.reel):\(key.version)").inserted {
            let other = try connection.prepare(
                "SELECT 1 FROM objects WHERE reel = ? AND version = ? AND object NOT LIKE 'key/%' LIMIT 1")
            try other.bind(.text(key.reel.text), .text(key.version.text))
            guard try !other.step() else { continue }
            for left in try self.keys(reel: key.reel, version: key.version).sorted() {
                if let row = try row(left) { rows.append(row) }
            }
        }
        return rows
    }
}
