import Catalog
import HTTP
import MediaTypes
import Origin
import Platform
import Synchronization
import TestSupport
import Testing

/// Clients that others wrote, over a socket.
struct OtherClientsTests {
    /// An origin that listens, a signed URL of a segment, where that lies, and what was logged.
    private static func serving(
        _ body: (_ url: String, _ file: String, _ log: () -> [AccessLogEntry]) throws -> Void
    ) throws {
        try withPackages("one") { fixture in
            let log = Log()
            let origin = try makeOrigin(fixture)
            let server = try OriginServer(
                origin, now: { noon }, log: { entry in log.entries.withLock { $0.append(entry) } })
            let path = "video/360/00000.m4s"
            try body(
                server.url + (try origin.signedFolder(of: "one")) + path, "\(fixture.root)/one/\(oldVersion)/\(path)",
                { log.entries.withLock { $0 } })
            server.stop()
        }
    }

    private final class Log: Sendable {
        let entries = Mutex<[AccessLogEntry]>([])
    }

    @Test(.enabled(if: Tool.pythonHas("requests"), "needs Python's requests"))
    func `a thousand random ranges that requests asks for are those of the file`() throws {
        try Self.serving { url, file, _ in
            let output = try #require(Tool("python3")).run(["\(Folders.package)/Tests/Tools/ranges.py", url, file])
            #expect(output.status == 0, "\(output.standardError)")
            let counts = output.text.split(separator: " ").map { $0.prefix { $0 != ":" } }
            #expect(counts == ["200", "206", "416"])
        }
    }

    @Test(.enabled(if: Tool.isInstalled("h2load"), "needs h2load"))
    func `h2load gets what it asks for from fifty connections, and every response is logged`() throws {
        try Self.serving { url, _, log in
            let output = try #require(Tool("h2load")).run(["--h1", "-n", "2000", "-c", "50", "-t", "1", url])
            #expect(output.text.contains("2000 total, 2000 started, 2000 done, 2000 succeeded, 0 failed"))
            #expect(output.text.contains("status codes: 2000 2xx, 0 3xx, 0 4xx, 0 5xx"), "\(output.text)")
            let entries = log()
            #expect(entries.count == 2000 && entries.allSatisfy { $0.complete && $0.bytes == 5000 })
        }
    }

    @Test(.enabled(if: Tool.isInstalled("wrk"), "needs wrk"))
    func `wrk gets nothing but what it asks for`() throws {
        try Self.serving { url, _, log in
            let output = try #require(Tool("wrk")).run(["-t1", "-c20", "-d1s", "--timeout", "30s", url])
            #expect(output.status == 0 && output.text.contains(" requests in "), "\(output.standardError)")
            #expect(!output.text.contains("Non-2xx") && !output.text.contains("Socket errors"), "\(output.text)")
            let entries = log()
            #expect(!entries.isEmpty && entries.allSatisfy { $0.status == 200 })
        }
    }
}
