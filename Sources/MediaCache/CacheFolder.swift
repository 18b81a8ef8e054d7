import Catalog
import Platform
import Signing

/// Where the files of a cache are: an index, a file to lock, and one file per object in 256 folders.
struct CacheFolder: Sendable {
    let path: String
    /// Called before so many bytes are written to an object's file, and may refuse: a rehearsal of a disk that fails.
    var beforeWriting: (@Sendable (_ bytes: Int) throws -> Void)?

    init(path: String) { self.path = path }

    var lock: String { "\(path)/lock" }
    var index: String { "\(path)/index.sqlite" }
    var objects: String { "\(path)/objects" }

    /// The index and what SQLite keeps beside it.
    var indexFiles: [String] { ["", "-wal", "-shm", "-journal"].map { index + $0 } }

    /// 32 hex digits of the key's digest, the first two a folder: the same length for every key, and fit for any disk.
    static func name(_ key: CacheKey) -> String {
        let digits = SHA256.digest(Array(key.description.utf8)).text.prefix(32)
        return "\(digits.prefix(2))/\(digits.dropFirst(2))"
    }

    /// What a name has while its object is being written.
    static func partial(_ name: String) -> String { "\(name).part" }

    func file(_ name: String) -> String { "\(objects)/\(name)" }

    /// The names of all files of ours, complete or partial. Others' files are not seen, and so never removed.
    func allNames() throws(SystemError) -> [String] {
        guard FileSystem.exists(objects) else { return [] }
        var names: [String] = []
        for folder in try FileSystem.list(objects) where Self.isHex(folder[...], count: 2) {
            for file in try FileSystem.list("\(objects)/\(folder)") {
                let stem = file.hasSuffix(".part") ? file.dropLast(5) : file[...]
                if Self.isHex(stem, count: 30) { names.append("\(folder)/\(file)") }
            }
        }
        return names
    }

    /// Makes the folder of a name when a file in it could not be made. Nobody else may read what is in a file: it may be
    /// a content key.
    func createFile(_ name: String) throws(SystemError) -> File {
        do {
            return try File.create(file(name), mode: 0o600)
        } catch {
            guard error.isMissing else { throw error }
            try FileSystem.createDirectories("\(objects)/\(name.prefix(2))")
            return try File.create(file(name), mode: 0o600)
        }
    }

    /// The bytes of an object's file, or the ``CacheFault`` that it has. They are digested unless they have been.
    func contents(of entry: CacheEntry, isVerified: Bool) throws -> [UInt8] {
        let bytes: [UInt8]
        do {
            let file = try File.openForReading(file(Self.name(entry.key)))
            // What the index says of the length is believed, and memory taken, only if the file agrees.
            guard try file.status().size == entry.length else { throw CacheFault.wrongLength }
            bytes = try file.read(at: 0, count: entry.length)
        } catch let error as SystemError {
            throw error.isMissing ? CacheFault.missing : CacheFault.unreadable
        }
        guard bytes.count == entry.length else { throw CacheFault.wrongLength }
        guard isVerified || SHA256.digest(bytes) == entry.digest else { throw CacheFault.wrongDigest }
        return bytes
    }

    private static func isHex(_ text: Substring, count: Int) -> Bool {
        text.utf8.count == count && text.utf8.allSatisfy(\.isLowercaseHexDigit)
    }
}
