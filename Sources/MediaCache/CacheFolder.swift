import Catalog
import Platform
import Signing

/// Where the files of a cache are: an index, a file to lock, and a folder with one file per object.
struct CacheFolder: Sendable {
    let path: String
    /// Called before so many bytes are written to an object's file, and may refuse: a rehearsal of a disk that fails.
    var beforeWriting: (@Sendable (_ bytes: Int) throws -> Void)?
    /// Whether an earlier program put the files into 256 folders, by the first two digits of their names.
    var isNested = false

    init(path: String) { self.path = path }

    var lock: String { "\(path)/lock" }
    var index: String { "\(path)/index.sqlite" }
    var objects: String { "\(path)/objects" }

    /// The index and what SQLite keeps beside it.
    var indexFiles: [String] { ["", "-wal", "-shm", "-journal"].map { index + $0 } }

    func name(_ key: CacheKey) -> String {
        let digits = FileName(key).text
        return isNested ? "\(digits.prefix(2))/\(digits.dropFirst(2))" : digits
    }

    /// What a name has while its object is being written.
    static func partial(_ name: String) -> String { "\(name).part" }

    func file(_ name: String) -> String { "\(objects)/\(name)" }

    /// What the folder of the objects takes itself, as `du` counts it, in whole blocks, and what it may grow by with the
    /// next file: a folder of ext4 that outgrows its first block grows by two.
    var overhead: Int {
        let length = (try? FileSystem.status(objects).size) ?? 0
        return (length / Self.block + (length % Self.block == 0 ? 0 : 1) + 2) * Self.block
    }

    private static let block = 4096

    /// Whether the disk has so little room that an index can be neither opened nor changed.
    var isDiskFull: Bool { (try? FileSystem.available(path)).map { $0 < 256 << 10 } ?? false }

    /// Whether there are changes of the index that are in SQLite's log only.
    var hasLog: Bool { (try? FileSystem.status("\(index)-wal").size).map { $0 > 0 } ?? false }

    /// What is known to be there, and of another kind than it must be, is told before anything else fails by it.
    func checkPlaces() throws(CacheError) {
        let places = [
            (path, FileStatus.Kind.directory, "a folder"), (index, .file, "a file"), (lock, .file, "a file"),
            (objects, .directory, "a folder"),
        ]
        for (place, kind, name) in places {
            guard let status = try? FileSystem.status(place) else { continue }
            guard status.kind == kind else { throw .notOurs(expected: name, path: place) }
        }
    }

    /// There must be an index to look at, and the way to it open. Objects without one are a cache that is damaged.
    func requireIndex() throws {
        try checkPlaces()
        do {
            _ = try FileSystem.status(index)
        } catch {
            guard error.isMissing else { throw error }
            let count = (try? files())?.names.count ?? 0
            guard count == 0 else {
                throw CacheError.damagedIndex(path: index, detail: "it is missing, and \(count) files are there")
            }
            throw CacheError.missing(path: path)
        }
    }

    /// What would be evicted first for so many bytes, as far as the index can be read. Throws when it is not ours.
    func victimsOnFullDisk(bytes: Int) throws(CacheError) -> [CacheIndex.Row] {
        do {
            return try CacheIndex.openAlone(index).victims(bytes: bytes, sparing: [])
        } catch let error as CacheError {
            throw error
        } catch {
            return []
        }
    }

    /// A file of no meaning, given up when the disk is full: SQLite then finds the room that it takes beside the index,
    /// and what is pinned can be unpinned.
    private var reserve: String { "\(path)/reserve" }

    private static let reserveLength = 128 << 10

    /// Lays the reserve by, where that leaves others some room.
    func layReserve() {
        guard !FileSystem.exists(reserve), let room = try? FileSystem.available(path), room >= Self.reserveLength * 5
        else { return }
        refillReserve()
    }

    /// As ``layReserve()``, as much of it as there is room for: SQLite has just given the same room back.
    func refillReserve() {
        guard !FileSystem.exists(reserve), let file = try? File.create(reserve, mode: 0o600) else { return }
        try? file.write([UInt8](repeating: 0, count: Self.reserveLength))
        let length = (try? file.status().size) ?? 0
        if length < Self.reserveLength / 2 { try? FileSystem.removeFile(reserve) }
    }

    /// Whether there was one.
    func spendReserve() -> Bool { (try? FileSystem.removeFile(reserve)) != nil }

    /// Moves what a killed process left in SQLite's log into the index: it takes room twice.
    func moveLog() { try? CacheIndex.openAlone(index).checkpoint() }

    /// Makes the folder of the objects anew if nothing is in it: a folder that once held many files stays as large.
    func renew() {
        guard (try? FileSystem.removeDirectory(objects)) != nil else { return }
        try? FileSystem.createDirectories(objects)
    }

    /// Files of ours. Others' files are not seen, and so never removed.
    struct Files {
        var complete: Set<FileName> = []
        var partial: Set<FileName> = []

        /// Sorted.
        var names: [String] { (complete.map(\.text) + partial.map { CacheFolder.partial($0.text) }).sorted() }
    }

    func files() throws(SystemError) -> Files {
        var files = Files()
        guard FileSystem.exists(objects) else { return files }
        try FileSystem.forEachName(in: objects) { name in
            if let whole = FileName(name) {
                files.complete.insert(whole)
            } else if name.hasSuffix(".part"), let part = FileName(name.dropLast(5)) {
                files.partial.insert(part)
            }
        }
        return files
    }

    /// Moves the files out of the 256 folders of an earlier program. Killed meanwhile it goes on the next time.
    func flatten() throws(SystemError) {
        guard FileSystem.exists(objects) else { return }
        for folder in try FileSystem.list(objects) where Self.isHex(folder[...], count: 2) {
            for name in try FileSystem.list(file(folder)) where Self.isHex(name.prefix(30), count: 30) {
                try FileSystem.rename(file("\(folder)/\(name)"), to: file(folder + name))
            }
            // Others' files keep theirs.
            try? FileSystem.removeDirectory(file(folder))
        }
    }

    /// Makes the folder of the objects when a file in it could not be made. Nobody else may read what is in a file: it
    /// may be a content key.
    func createFile(_ name: String) throws(SystemError) -> File {
        do {
            return try File.create(file(name), mode: 0o600)
        } catch {
            guard error.isMissing else { throw error }
            try FileSystem.createDirectories(objects)
            return try File.create(file(name), mode: 0o600)
        }
    }

    /// The bytes of an object's file, or the ``CacheFault`` that it has. They are digested unless they have been.
    func contents(of entry: CacheEntry, isVerified: Bool) throws -> [UInt8] {
        let bytes: [UInt8]
        do {
            let file = try File.openForReading(file(name(entry.key)))
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
