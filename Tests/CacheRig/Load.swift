import Catalog
import MediaCache
import Platform
import Player
import Signing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The objects that the load is made of: their bytes follow from their numbers, so that a test knows them too.
enum LoadObject {
    static let count = 24

    static func reel(_ number: Int) -> ReelID { ReelID("load-\(number % 4)")! }

    static func key(_ number: Int) -> CacheKey {
        CacheKey(
            reel: reel(number), version: VersionID("0123456789abcdef")!, rendition: RenditionID("video/360")!,
            object: .segment(number))
    }

    static func bytes(_ number: Int) -> [UInt8] {
        var state = UInt64(number + 1) &* 0x9E37_79B9_7F4A_7C15
        return (0..<1000 + number * 700).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
    }

    static let limit = 100_000 + DiskCache.leastOverhead
}

/// What the mixed load keeps within, and where.
func openLoad(_ path: String, report: @escaping DiskCache.Report = { _ in }) throws -> MediaStore {
    try MediaStore(
        path,
        budget: MediaBudget(
            cache: LoadObject.limit, preload: LoadObject.limit / 3, downloads: LoadObject.limit / 2),
        opensDownloads: true, report: report)
}

/// Plays, preloads, downloads, breaks off, goes on, pins, prunes and clears in two threads until the process is killed,
/// after so much time, by itself.
func runLoad(path: String, seed: UInt64, microseconds: UInt32) throws {
    let store = try openLoad(path)
    // The moment is counted from here: a process that has not opened its cache has nothing to lose.
    _ = Worker {
        usleep(microseconds)
        kill(getpid(), SIGKILL)
    }
    let other = Worker { work(store, seed: seed &+ 1) }
    work(store, seed: seed)
    other.join()
}

private func work(_ store: MediaStore, seed: UInt64) {
    var state = seed | 1
    while true {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let number = Int(state >> 33) % LoadObject.count
        switch state >> 56 {
        case 0..<2: store.cache.clear()
        case 2..<3: store.downloads?.clear()
        case 3..<12: store.cache.prune(to: LoadObject.limit / 3)
        case 12..<20: store.cache.pin(LoadObject.reel(number))
        case 20..<30: store.cache.unpin(LoadObject.reel(number))
        case 30..<35: store.protect([LoadObject.reel(number)])
        case 35..<70: fetch(number, store, for: .preload, breaksOff: state >> 50 & 3 == 0)
        case 70..<90: fetch(number, store, for: .download, breaksOff: state >> 50 & 3 == 0)
        default: fetch(number, store, for: .play, breaksOff: state >> 50 & 3 == 0)
        }
    }
}

private func fetch(_ number: Int, _ store: MediaStore, for use: ObjectUse, breaksOff: Bool) {
    guard case .write(let writer) = store.access(LoadObject.key(number), for: use) else { return }
    fetch(LoadObject.bytes(number), number, writer, breaksOff: breaksOff)
}

/// What a player does with a response, in pieces, and now and then not to the end.
func fetch(_ object: [UInt8], _ number: Int, _ writer: any ObjectWriter, breaksOff: Bool) {
    let offset = writer.prefix.length
    guard
        writer.begin(
            at: offset, total: object.count, entityTag: "\"\(number)\"", digest: SHA256.digest(object))
    else { return }
    var rest = object[offset...]
    while !rest.isEmpty {
        guard writer.append(Array(rest.prefix(1500))) else { return }
        rest = rest.dropFirst(1500)
        if breaksOff, rest.count < object.count / 2 { return }
    }
    _ = writer.finish()
}

/// Every step that changes the disk once, in an order that never varies: for killing at each of them.
func runSteps(path: String) throws {
    let cache = try DiskCache(path, limit: 12_000 + DiskCache.leastOverhead)
    for number in [3, 5, 7, 3] {
        guard case .write(let writer) = cache.access(LoadObject.key(number)) else { continue }
        fetch(LoadObject.bytes(number), number, writer, breaksOff: number == 5)
    }
    guard case .write(let writer) = cache.access(LoadObject.key(5)) else { return }
    fetch(LoadObject.bytes(5), 5, writer, breaksOff: false)
    cache.pin(LoadObject.reel(5))
    cache.prune(to: 0)
    cache.clear()
}

/// As many objects as a reel of some minutes has.
func runStores(path: String) throws {
    let cache = try DiskCache(path, limit: 10 << 20)
    for number in 0..<LoadObject.count * 4 {
        var key = LoadObject.key(number)
        key.object = .segment(number)
        guard case .write(let writer) = cache.access(key) else { continue }
        fetch(LoadObject.bytes(number % LoadObject.count), number, writer, breaksOff: false)
    }
}
