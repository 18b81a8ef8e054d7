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
    /// The index forgets what one object evicts before the files are removed, and one eviction runs at a time. The
    /// largest object has 17,100 bytes, and the seven smallest (1,000 to 5,200) together more.
    private static let mostEvicted = 7

    /// What must hold of a cache that a killed process left, and how much of it there is.
    private static func check(_ path: String, writers: Int, limit: Int = LoadObject.limit) throws {
        let fixture = CacheFixture(path: path)
        let cache = try fixture.open(limit: limit)
        var orphans = 0
        for event in fixture.events.all {
            if case .orphansRemoved(let count, _) = event { orphans += count } else { Issue.record("\(event)") }
        }
        #expect(orphans <= writers + mostEvicted)
        #expect(try fixture.bytesOnDisk() == cache.totalLength)
        #expect(cache.totalLength <= limit)
        #expect(cache.verify().faults.isEmpty)
        for entry in cache.entries() {
            guard case .segment(let number) = entry.key.object else { continue }
            #expect(entry.digest == SHA256.digest(LoadObject.bytes(number)))
        }
        for number in 0..<LoadObject.count {
            guard case .write(let writer) = cache.access(LoadObject.key(number)) else { continue }
            #expect(writer.prefixBytes() == Array(LoadObject.bytes(number).prefix(writer.prefix.length)))
            if writer.prefix.length > 0 { fetch(LoadObject.bytes(number), number, writer, breaksOff: false) }
        }
        #expect(cache.verify().faults.isEmpty)
        #expect(fixture.events.all.count <= 1)
    }

    @Test func `C6: a cache survives being killed at any moment of mixed load, two hundred times`() throws {
        try withTemporaryDirectory { folder in
            let path = "\(folder)/cache"
            var state: UInt64 = 7
            for round in 0..<200 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let output = try Tool.cacheRig.run(["load", path, "\(state)", "\(state >> 32 % 25000)"])
                // SIGKILL: the process did not end otherwise, and under a sanitizer it had nothing to report.
                #expect(output.status == 9 && output.standardError.isEmpty, "\(output.standardError)")
                if round % 5 == 4 { try Self.check(path, writers: 2) }
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
                if FileSystem.exists("\(path)/index.sqlite") { try Self.check(path, writers: 1, limit: 12_000) }
                return output.status == 0
            }
            if isOver { return }
        }
        Issue.record("the steps have more calls of \(call) than were tried")
    }

    /// A sanitizer calls the system for itself, and looks for leaks by tracing, which one process at a time can do.
    static let canStopAtCalls =
        Tool.sanitizer == nil && (try? Tool("strace")?.run(["-o", "/dev/null", "true"]).status) == 0
}
