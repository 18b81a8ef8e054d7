package import Catalog

/// Something that went wrong under a cache and that playback does not notice but for a miss.
package enum CacheEvent: Hashable, Sendable, CustomStringConvertible {
    /// An object was found faulty and is no longer there.
    case dropped(CacheKey, CacheFault)
    /// Files that nothing accounts for, left by a process that was killed or by somebody else.
    case orphansRemoved(count: Int, bytes: Int)
    /// The index was missing or damaged: everything went, and the cache goes on empty.
    case emptied(reason: String)
    /// The disk has no room although the cache has not reached its limit: from now on it takes no more than so many bytes.
    case noSpace(limit: Int)
    /// Pinned reels take so many bytes of the limit that something new found no room. Told once.
    case pinsInTheWay(bytes: Int, limit: Int)
    /// An operation failed and was done without.
    case failed(String)

    package var description: String {
        switch self {
        case .dropped(let key, let fault): "dropped \(key): \(fault.text)"
        case .orphansRemoved(let count, let bytes): "removed \(count) left-over files, \(bytes) bytes"
        case .emptied(let reason): "emptied: \(reason)"
        case .noSpace(let limit): "the disk is full: the cache keeps to \(limit) bytes from now on"
        case .pinsInTheWay(let bytes, let limit):
            "pinned reels take \(bytes) of the \(limit) bytes that the cache may: what is new is not kept; "
                + "unpin one, or give the cache more"
        case .failed(let text): text
        }
    }
}

extension CacheFault {
    package var text: String {
        switch self {
        case .missing: "its file is missing"
        case .unreadable: "its file cannot be read"
        case .wrongLength: "its file has another length"
        case .wrongDigest: "its file has other bytes"
        }
    }
}
