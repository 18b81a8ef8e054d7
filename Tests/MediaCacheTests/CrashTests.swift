import Catalog
import MediaCache
import Platform
import Player
import Signing
import TestSupport
import Testing

@testable import CacheRig

/// Processes that are killed while they write. Reopening succeeds, files and index agree, and no byte is wrong.
struct CrashTests {
    /// What must hold of a cache that a killed process left, opened again.
    private static func check(_ cache: DiskCache, _ path: String) throws {
        let files = try FileSystem.list("\(path)/objects")
        let bytes = try files.reduce(0) { try $0 + FileSystem.status("\(path)/objects/\($1)").size }
        #expect(bytes == cache.totalLength)
        let entries = cache.entries()
        // Each file has a row of its kind, and each row a file.
        #expect(files.count { $0.hasSuffix(".part") } == (try CacheInspection(path).prefixes().count))
        #expect(files.count { !$0.hasSuffix(".part") } == entries.count)
        #expect(cache.totalLength + DiskCache.leastOverhead <= cache.limit)
        #expect(cache.verify().faults.isEmpty)
        for entry in entries {
            guard case .segment(let number) = entry.key.object else { continue }
            #expect(entry.digest == SHA256.digest(LoadObject.bytes(number)))
        }
    }

    /// What was broken off goes on from right bytes, and ends with the right digest.
    private static func resume(_ access: (CacheKey) -> ObjectAccess) {
        for number in 0..<LoadObject.count {
            guard case .write(let writer) = access(LoadObject.key(number)) else { continue }
            #expect(writer.prefixBytes() == Array(LoadObject.bytes(number).prefix(writer.prefix.length)))
            if writer.prefix.length > 0 { fetch(LoadObject.bytes(number), number, writer, breaksOff: false) }
        }
    }

    /// Before anybody puts things in order: within the limit as `du` counts, and no more files on their way than the
    /// index knows, but for one a writer.
    private static func checkLeftOvers(_ path: String, limit: Int, writers: Int) throws {
        guard FileSystem.exists("\(path)/index.sqlite"), FileSystem.exists("\(path)/objects") else { return }
        let files = try FileSystem.list("\(path)/objects")
        let folder = try FileSystem.status("\(path)/objects").size
        #expect(try files.reduce(folder) { try $0 + FileSystem.status("\(path)/objects/\($1)").size } <= limit)
        // A process that was killed before it had made its tables knows nothing, and has stored nothing.
        guard let known = try? CacheInspection(path).prefixes().count else { return }
        #expect(files.count { $0.hasSuffix(".part") } <= known + writers)
    }

    private static func isOrderly(_ event: CacheEvent) -> Bool {
        switch event {
        case .orphansRemoved, .pinsInTheWay: true
        default: false
        }
    }

    @Test
    func `C6: a cache survives being killed at any moment of mixed load, two hundred times`() throws {
        try withTemporaryDirectory { folder in
            let path = "\(folder)/cache"
            var state: UInt64 = 7
            for round in 0..<200 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let output = try Tool.cacheRig.run(["load", path, "\(state)", "\(state >> 32 % 18000)"])
                // SIGKILL: the process did not end otherwise, and under a sanitizer it had nothing to report.
                #expect(output.status == 9 && output.standardError.isEmpty, "\(output.standardError)")
                try Self.checkLeftOvers(path, limit: LoadObject.limit, writers: 2)
                try Self.checkLeftOvers("\(path)/downloads", limit: LoadObject.limit / 2, writers: 2)
                guard round % 8 == 7 else { continue }
                let events = EventList()
                let store = try openLoad(path, report: events.add)
                let downloads = try #require(store.downloads)
                try Self.check(store.cache, path)
                try Self.check(downloads, "\(path)/downloads")
                Self.resume { store.access($0) }
                Self.resume { downloads.access($0, for: .download) }
                #expect(store.cache.verify().faults.isEmpty && downloads.verify().faults.isEmpty)
                #expect(events.all.allSatisfy(Self.isOrderly), "\(events.all)")
            }
        }
    }

    @Test(
        .enabled(if: CrashTests.canStopAtCalls, "needs strace and the right to trace, and no sanitizer"),
        arguments: ["write", "pwrite64", "rename", "unlink", "openat", "ftruncate"])
    func `C6: a cache survives being killed at every call that changes the disk`(_ call: String) throws {
        for number in 1..<400 {
            let isOver = try withTemporaryDirectory { folder in
                let path = "\(folder)/cache"
                let output = try #require(Tool("strace")).run([
                    "-f", "-o", "/dev/null", "-e", "inject=\(call):signal=SIGKILL:when=\(number)",
                    Tool.cacheRig.path, "steps", path,
                ])
                let limit = 12_000 + DiskCache.leastOverhead
                try Self.checkLeftOvers(path, limit: limit, writers: 1)
                if FileSystem.exists("\(path)/index.sqlite") {
                    let fixture = CacheFixture(path: path)
                    let cache = try DiskCache(path, limit: limit, report: fixture.events.add)
                    try Self.check(cache, path)
                    Self.resume { cache.access($0) }
                    #expect(cache.verify().faults.isEmpty)
                    #expect(fixture.events.all.allSatisfy(Self.isOrderly), "\(fixture.events.all)")
                }
                return output.status == 0
            }
            if isOver { return }
        }
        Issue.record("the steps have more calls of \(call) than were tried")
    }

    @Test(.enabled(if: CrashTests.canStopAtCalls, "needs strace and the right to trace, and no sanitizer"))
    func `storing waits for the disk when SQLite's log is full, and not for each object`() throws {
        try withTemporaryDirectory { folder in
            let trace = "\(folder)/calls"
            let output = try #require(Tool("strace")).run([
                "-f", "-o", trace, "-e", "trace=fsync,fdatasync,sync_file_range,msync,rename", Tool.cacheRig.path,
                "stores", "\(folder)/cache",
            ])
            #expect(output.status == 0)
            let lines = String(decoding: try FileSystem.read(trace, limit: 1 << 20), as: UTF8.self).split(
                separator: "\n")
            #expect(lines.count { $0.contains(" rename(") } == LoadObject.count * 4)
            #expect(lines.count { $0.contains("sync") } < LoadObject.count / 2)
        }
    }

    /// A sanitizer calls the system for itself, and looks for leaks by tracing, which one process at a time can do.
    static let canStopAtCalls =
        Tool.sanitizer == nil && (try? Tool("strace")?.run(["-o", "/dev/null", "true"]).status) == 0
}
