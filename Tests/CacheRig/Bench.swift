import Catalog
import MediaCache
import Platform
import Signing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Times of the cache beside those of what cannot be done without, in one process and in alternation, as medians.
func runBench(path: String) throws {
    try FileSystem.createDirectories(path)
    let megabyte = [UInt8](repeating: 0x5A, count: 1 << 20)
    let count = 64
    var store: [Duration] = []
    do {
        let cache = try DiskCache("\(path)/large", limit: 1 << 30)
        for number in 0..<count { store.append(time { _ = cache.store(megabyte, for: key(number), digest: nil) }) }
    }
    let write = try (0..<count).map { number in
        try time {
            _ = SHA256.digest(megabyte)
            try FileSystem.write(megabyte, to: "\(path)/plain-\(number)")
        }
    }
    report("store 1 MB", store, against: "SHA-256 + write", write)
    try benchReads("\(path)/large", count: count)
    try benchMany("\(path)/small", count: 20_000)
}

private func benchReads(_ path: String, count: Int) throws {
    let cache = try DiskCache(path, limit: 1 << 30)
    let files = try objectFiles(path)
    var (first, later, digested, plain) = ([Duration](), [Duration](), [Duration](), [Duration]())
    // Each side reads files that the other has not just read: pages are in memory for both, processor caches for none.
    for number in 0..<count {
        first.append(time { _ = cache.read(key(number)) })
        digested.append(try time { _ = SHA256.digest(try contents(files[(number + count / 2) % count])) })
    }
    for number in 0..<count {
        later.append(time { _ = cache.read(key(number)) })
        plain.append(try time { _ = try contents(files[(number + count / 2) % count]) })
    }
    report("first hit, 1 MB", first, against: "open + pread + SHA-256", digested)
    report("later hit, 1 MB", later, against: "open + pread", plain)
}

private func benchMany(_ path: String, count: Int) throws {
    let small = [UInt8](repeating: 1, count: 1024)
    var store: [Duration] = []
    let cache = try DiskCache(path, limit: 1 << 30)
    for number in 0..<count { store.append(time { _ = cache.store(small, for: key(number), digest: nil) }) }
    print("store 1 kB: \(microseconds(median(store))) µs")
}

/// Times of opening that many objects, and of reading each of them again, in a process that does nothing else.
func runOpenBench(path: String, count: Int) throws {
    var cache: DiskCache?
    let opening = try time { cache = try DiskCache(path, limit: 1 << 30) }
    guard let cache else { return }
    for number in 0..<count { _ = cache.read(key(number)) }
    let hits = (0..<count).map { number in time { _ = cache.read(key(number)) } }
    print("open \(count) objects: \(microseconds(opening)) µs; small hit: \(microseconds(median(hits))) µs")
}

/// As ``runOpenBench(path:count:)`` after a process that had it open was killed, and stored as many of the objects.
func runKilledBench(path: String, count: Int, stored: Int) throws {
    let cache = try DiskCache(path, limit: 1 << 30)
    let small = [UInt8](repeating: 1, count: 1024)
    for number in count - stored..<count {
        cache.remove(key(number))
        _ = cache.store(small, for: key(number), digest: nil)
    }
    kill(getpid(), SIGKILL)
}

/// What the process has in memory for itself with a cache open, and once so many of its objects were read.
func runMemory(path: String, count: Int) throws {
    let cache = try DiskCache(path, limit: 1 << 30)
    let opened = privateBytes()
    for number in 0..<count { _ = cache.read(key(number)) }
    print("\(opened) \(privateBytes())")
}

private func key(_ number: Int) -> CacheKey {
    var key = LoadObject.key(number % 20)
    key.reel = ReelID("reel-\(number / 20)") ?? key.reel
    return key
}

private func contents(_ path: String) throws -> [UInt8] {
    let file = try File.openForReading(path)
    return try file.read(at: 0, count: file.status().size)
}

private func objectFiles(_ path: String) throws -> [String] {
    try FileSystem.list("\(path)/objects").map { "\(path)/objects/\($0)" }
}

private func time(_ body: () throws -> Void) rethrows -> Duration {
    let start = SystemClock.monotonic()
    try body()
    return SystemClock.monotonic() - start
}

private func median(_ times: [Duration]) -> Duration { times.sorted()[times.count / 2] }

private func microseconds(_ time: Duration) -> Int { Int(time.components.attoseconds / 1_000_000_000_000) }

private func report(_ what: String, _ ours: [Duration], against other: String, _ theirs: [Duration]) {
    let (a, b) = (microseconds(median(ours)), microseconds(median(theirs)))
    print("\(what): \(a) µs; \(other): \(b) µs; ratio \(Double(a * 100 / max(b, 1)) / 100)")
}

/// Pages in memory that are this process's alone, on Linux.
private func privateBytes() -> Int {
    guard let file = try? File.openForReading("/proc/self/smaps_rollup"),
        let text = try? file.read(at: 0, count: 1 << 16)
    else { return 0 }
    return String(decoding: text, as: UTF8.self).split(separator: "\n").reduce(0) { sum, line in
        let fields = line.split(separator: " ")
        guard ["Private_Clean:", "Private_Dirty:"].contains(fields[0]), fields.count > 1 else { return sum }
        return sum + (Int(fields[1]) ?? 0) << 10
    }
}
