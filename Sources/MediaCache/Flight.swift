import Catalog
import Platform
import Player
import Signing

/// An object on its way into the cache: one writer at a time, and readers that follow it. It outlives its writers, so
/// that the next goes on where the last one stopped.
///
/// Its lock may be taken under the cache's, never the other way round.
final class Flight: Sendable {
    typealias Notify = @Sendable (ObjectNews) -> Void

    struct State: ~Copyable {
        fileprivate var file: File?
        fileprivate var hash = SHA256()
        /// Bytes of the file that the hash has seen. Less than the length until a prefix of another time is read.
        fileprivate var hashed = 0
        fileprivate var prefix: ObjectPrefix
        fileprivate var followers: [(id: Int, notify: Notify)] = []
        fileprivate var nextFollower = 0
        fileprivate var evicted: [CacheKey] = []
        fileprivate var kind: CacheClass
    }

    let key: CacheKey
    private let folder: CacheFolder
    private let state: Mutex<State>

    init(_ key: CacheKey, in folder: CacheFolder, prefix: ObjectPrefix, kind: CacheClass) {
        self.key = key
        self.folder = folder
        state = Mutex(State(prefix: prefix, kind: kind))
    }

    /// Of the file that it has while it is on its way.
    var path: String { folder.file(name) }

    private var name: String { CacheFolder.partial(folder.name(key)) }

    /// What of it is on disk.
    var prefix: ObjectPrefix { state.withLock { $0.prefix } }

    /// What it will be once it is complete.
    var kind: CacheClass { state.withLock { $0.kind } }

    /// Somebody plays it: it is no longer there for a guess only.
    func isWantedNow() { state.withLock { $0.kind = .played } }

    /// Those that were evicted to make room for it.
    var evicted: [CacheKey] { state.withLock { $0.evicted } }

    func addEvicted(_ keys: [CacheKey]) { state.withLock { $0.evicted += keys } }

    // MARK: Writing

    /// Makes ready to write from an offset on, which is where the prefix ends, or 0.
    func begin(at offset: Int, _ description: ObjectPrefix) throws {
        try state.withLock { state in
            let known = state.prefix.prefixDigest
            if offset == 0 {
                state.file = try folder.createFile(name)
                state.hash = SHA256()
                state.hashed = 0
            } else if state.file == nil {
                state.file = try File.openForUpdating(path)
            }
            state.prefix = description
            state.prefix.length = offset
            try state.hashRest()
            // Bytes of another time may have changed on the disk.
            if offset > 0, let known, known != state.hash.digest() { throw CacheFault.wrongDigest }
        }
    }

    func append(_ bytes: [UInt8]) throws {
        let (news, length) = try state.withLock { state in
            try folder.beforeWriting?(bytes.count)
            try state.file?.write(bytes)
            state.hash.update(bytes)
            state.hashed += bytes.count
            state.prefix.length += bytes.count
            return (state.followers.map(\.notify), state.prefix.length)
        }
        for notify in news { notify(.grew(to: length)) }
    }

    /// The digest of all bytes so far; `nil` when those of another time have not been read.
    var digest: ContentDigest? {
        state.withLock { $0.hashed == $0.prefix.length ? $0.hash.digest() : nil }
    }

    // MARK: Reading

    func bytes(from offset: Int) throws -> [UInt8] {
        try state.withLock { state in
            if state.file == nil, state.prefix.length > 0 { state.file = try File.openForUpdating(path) }
            guard state.file != nil, (0..<state.prefix.length).contains(offset) else { return [] }
            return try state.file!.read(at: offset, count: state.prefix.length - offset)
        }
    }

    func follow(_ notify: @escaping Notify) -> Int {
        state.withLock { state in
            state.nextFollower += 1
            state.followers.append((state.nextFollower, notify))
            return state.nextFollower
        }
    }

    func unfollow(_ id: Int) { state.withLock { $0.followers.removeAll { $0.id == id } } }

    /// The reader that waits longest, which is one no more.
    func takeFirstFollower() -> Notify? {
        state.withLock { $0.followers.isEmpty ? nil : $0.followers.removeFirst().notify }
    }

    func takeFollowers() -> [Notify] {
        state.withLock { state in
            defer { state.followers = [] }
            return state.followers.map(\.notify)
        }
    }
}

extension Flight.State {
    /// Reads what another writer or another process has written, a piece at a time.
    fileprivate mutating func hashRest() throws {
        while hashed < prefix.length {
            let piece = try file!.read(at: hashed, count: min(prefix.length - hashed, 1 << 20))
            guard !piece.isEmpty else { throw CacheFault.wrongLength }
            hash.update(piece)
            hashed += piece.count
        }
    }
}
