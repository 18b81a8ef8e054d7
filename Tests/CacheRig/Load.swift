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

    static func key(_ number: Int) -> CacheKey {
        CacheKey(
            reel: ReelID("load")!, version: VersionID("0123456789abcdef")!, rendition: RenditionID("video/360")!,
            object: .segment(number))
    }

    static func bytes(_ number: Int) -> [UInt8] {
        var state = UInt64(number + 1) &* 0x9E37_79B9_7F4A_7C15
        return (0..<1000 + number * 700).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
    }

    static let limit = 100_000
}

/// Stores, reads, breaks off and goes on in two threads until the process is killed, after so much time, by itself.
func runLoad(path: String, seed: UInt64, microseconds: UInt32) throws {
    let cache = try DiskCache(path, limit: LoadObject.limit)
    // The moment is counted from here: a process that has not opened its cache has nothing to lose.
    _ = Worker {
        usleep(microseconds)
        kill(getpid(), SIGKILL)
    }
    let other = Worker { work(cache, seed: seed &+ 1) }
    work(cache, seed: seed)
    other.join()
}

private func work(_ cache: DiskCache, seed: UInt64) {
    var state = seed | 1
    while true {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let number = Int(state >> 33) % LoadObject.count
        let object = LoadObject.bytes(number)
        guard case .write(let writer) = cache.access(LoadObject.key(number)) else { continue }
        fetch(object, number, writer, breaksOff: state >> 60 < 4)
    }
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
    let cache = try DiskCache(path, limit: 12_000)
    for number in [3, 5, 7, 3] {
        guard case .write(let writer) = cache.access(LoadObject.key(number)) else { continue }
        fetch(LoadObject.bytes(number), number, writer, breaksOff: number == 5)
    }
    guard case .write(let writer) = cache.access(LoadObject.key(5)) else { return }
    fetch(LoadObject.bytes(5), 5, writer, breaksOff: false)
}
