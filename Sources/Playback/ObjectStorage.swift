import Catalog
import Player
import Signing

/// What the thread that talks to the cache holds: the right to write each object that is being fetched, and what other
/// players fetch that is waited for.
///
/// A cache that fails is one that has nothing.
struct ObjectStorage {
    /// What the cache has of an object.
    enum Found: Sendable {
        case nothing
        case prefix([UInt8], ObjectPrefix)
        case whole([UInt8])
    }

    private let cache: (any ObjectCache)?
    private let use: ObjectUse
    private var writers: [ObjectID: any ObjectWriter] = [:]
    private var followers: [ObjectID: any ObjectFollower] = [:]

    init(_ cache: (any ObjectCache)?, for use: ObjectUse) {
        self.cache = cache
        self.use = use
    }

    /// Looks for an object; `nil` when somebody else fetches it, who will say to `notify` what comes of it.
    mutating func find(
        _ object: ObjectID, _ key: CacheKey, notify: @escaping @Sendable (ObjectNews) -> Void
    ) -> Found? {
        guard let cache else { return .nothing }
        switch cache.access(key, for: use, notify: notify) {
        case .complete(let bytes): return .whole(bytes)
        case .write(let writer): return take(writer, object)
        case .follow(let follower):
            followers[object] = follower
            return nil
        }
    }

    /// What is there of an object that was waited for; `nil` when the waiting goes on, or nobody waits any more.
    mutating func hear(
        _ news: ObjectNews, of object: ObjectID, _ key: CacheKey, notify: @escaping @Sendable (ObjectNews) -> Void
    ) -> Found? {
        guard followers[object] != nil else { return nil }
        switch news {
        case .grew: return nil
        case .write(let writer):
            followers[object] = nil
            return take(writer, object)
        case .complete, .gone:
            followers[object] = nil
            return find(object, key, notify: notify)
        }
    }

    private mutating func take(_ writer: any ObjectWriter, _ object: ObjectID) -> Found {
        writers[object] = writer
        let prefix = writer.prefix
        guard prefix.length > 0, prefix.entityTag != nil else { return .nothing }
        let bytes = writer.prefixBytes()
        let isIntact = prefix.prefixDigest.map { SHA256.digest(bytes) == $0 } ?? true
        return bytes.count == prefix.length && isIntact ? .prefix(bytes, prefix) : .nothing
    }

    /// A response's bytes come next. Why the object is not kept, if it is not.
    mutating func begin(_ object: ObjectID, _ key: CacheKey, _ response: ObjectPrefix) -> String? {
        if writers[object] == nil, case .write(let writer)? = cache?.access(key, for: use, notify: { _ in }) {
            writers[object] = writer
        }
        guard !keepOn(object, { $0.begin(response) }) else { return nil }
        guard let total = response.total, let room = cache?.room(for: use), total > room else {
            return "it cannot be written"
        }
        return ObjectPrefix.noRoom(for: total)
    }

    /// Why the object is not kept any more, if it is not.
    mutating func append(_ bytes: [UInt8], to object: ObjectID) -> String? {
        keepOn(object) { $0.append(bytes) } ? nil : ObjectPrefix.noRoom(for: nil)
    }

    /// `false` when the object was kept so far, and is not any more.
    private mutating func keepOn(_ object: ObjectID, _ step: (any ObjectWriter) -> Bool) -> Bool {
        guard let writer = writers[object], !step(writer) else { return true }
        writers[object] = nil
        return false
    }

    /// Checks the whole bytes of an object, and keeps them.
    mutating func finish(_ object: ObjectID, _ key: CacheKey?, _ bytes: [UInt8], _ digest: ContentDigest?)
        -> StoreResult
    {
        if let digest, SHA256.digest(bytes) != digest {
            discard(object)
            return .digestMismatch
        }
        guard let cache, let key else { return .notKept(reason: nil) }
        let writer = writers.removeValue(forKey: object)
        if let writer, writer.prefix.length == bytes.count { return StoreResult(writer.finish(digest: digest)) }
        writer?.discard()
        return store(bytes, key, digest, in: cache)
    }

    /// All at once, for there was no room while it came, or no right to write.
    private func store(
        _ bytes: [UInt8], _ key: CacheKey, _ digest: ContentDigest?, in cache: any ObjectCache
    ) -> StoreResult {
        switch cache.access(key, for: use, notify: { _ in }) {
        case .complete(let known):
            return known == bytes ? .kept(evicted: []) : .notKept(reason: "the cache has other bytes under its key")
        case .follow: return .notKept(reason: "the same object is being stored")
        case .write(let writer):
            guard writer.begin(total: bytes.count), writer.append(bytes) else {
                return .notKept(reason: "there is no room for it")
            }
            return StoreResult(writer.finish(digest: digest))
        }
    }

    mutating func discard(_ object: ObjectID) { writers.removeValue(forKey: object)?.discard() }

    mutating func release(_ object: ObjectID) {
        writers[object] = nil
        followers[object] = nil
    }

    /// Lets go of everything. The objects of which something stays for another time, and how much.
    mutating func close() -> [(object: ObjectID, count: Int)] {
        followers = [:]
        defer { writers = [:] }
        return writers.sorted { $0.key < $1.key }.map { ($0.key, $0.value.leave()) }.filter { $0.count > 0 }
    }
}

extension StoreResult {
    fileprivate init(_ outcome: StoreOutcome) {
        self =
            switch outcome {
            case .stored(let evicted): .kept(evicted: evicted)
            case .alreadyStored: .kept(evicted: [])
            case .tooLarge: .notKept(reason: "it is larger than the cache")
            case .notKept(let reason): .notKept(reason: reason)
            case .digestMismatch: .digestMismatch
            }
    }
}
