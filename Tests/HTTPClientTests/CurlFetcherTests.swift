import HTTP
import HTTPClient
import MediaTypes
import Platform
import Synchronization
import TestSupport
import Testing

struct CurlFetcherTests {
    /// Patient, since the threads that a test awaits on may be busy with other tests for long.
    private static let patient = CurlFetcher.Options(
        connectTimeout: .seconds(3600), stallTimeout: .seconds(3600), idleLimit: .seconds(3600))

    private static func fetcher(_ options: CurlFetcher.Options = patient) -> CurlFetcher {
        CurlFetcher(options, clock: SystemClock.monotonic)
    }

    private static func send(_ text: String) -> RawServer.Step { .send(Array(text.utf8)) }

    private static let hello: RawServer.Script = { _ in [send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")] }

    @Test func `one connection carries one request after another`() async {
        await RawServer.with(Self.hello) { server in
            let fetcher = Self.fetcher()
            for _ in 0..<5 {
                #expect(await FetchRecord.of(FetchRequest(url: server.url), with: fetcher).end == .complete)
            }
            #expect(server.connections == 1)
            #expect(server.heads.count == 5)
        }
    }

    @Test func `what is sent is what was asked for, and no coding is offered`() async {
        await RawServer.with(Self.hello) { server in
            let request = FetchRequest(
                url: "\(server.url)/a", headers: ["Range": "bytes=5-", "X-Request-Id": "s-1", "X-Empty": ""])
            _ = await FetchRecord.of(request, with: Self.fetcher())
            let lines = server.heads.first?.split(separator: "\r\n").map(String.init) ?? []
            #expect(lines.first == "GET /a HTTP/1.1")
            #expect(lines.contains("Range: bytes=5-"))
            #expect(lines.contains("X-Request-Id: s-1"))
            #expect(lines.contains("X-Empty:"))
            #expect(!lines.contains { $0.lowercased().hasPrefix("accept-encoding") })
        }
    }

    @Test func `a coded body is handed on as transferred`() async {
        let coded: [UInt8] = [0x1F, 0x8B, 8, 0, 0]
        await RawServer.with({ _ in
            [Self.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\n"), .send(coded)]
        }) { server in
            let request = FetchRequest(url: server.url, headers: ["Accept-Encoding": "gzip"])
            let record = await FetchRecord.of(request, with: Self.fetcher())
            #expect(record.body == coded)
            #expect(record.head?.headers["Content-Encoding"] == "gzip")
        }
    }

    @Test func `a body in chunks is complete with its last chunk and cut short without it`() async {
        let start = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"
        await RawServer.with({ head in
            head.hasPrefix("GET /cut") ? [Self.send(start), .close] : [Self.send(start + "0\r\nX-Late: 1\r\n\r\n")]
        }) { server in
            let fetcher = Self.fetcher()
            let whole = await FetchRecord.of(FetchRequest(url: "\(server.url)/whole"), with: fetcher)
            #expect(whole.end == .complete)
            #expect(whole.head?.headers["X-Late"] == nil)
            let cut = await FetchRecord.of(FetchRequest(url: "\(server.url)/cut"), with: fetcher)
            #expect(cut.failure?.kind == .cutShort)
            for record in [whole, cut] { #expect(record.body == Array("hello".utf8)) }
        }
    }

    @Test func `a body shorter than announced is cut short, and what came of it is there`() async {
        await RawServer.with({ _ in [Self.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello"), .close] }) {
            server in
            let record = await FetchRecord.of(FetchRequest(url: server.url), with: Self.fetcher())
            #expect(record.failure?.kind == .cutShort)
            #expect(record.body == Array("hello".utf8))
            #expect(record.isInOrder)
        }
    }

    @Test func `an unannounced body over its bound stops at the bound`() async {
        let endless = [UInt8](repeating: 65, count: 1 << 20)
        await RawServer.with({ _ in [Self.send("HTTP/1.1 200 OK\r\n\r\n"), .send(endless), .close] }) { server in
            let record = await FetchRecord.of(FetchRequest(url: server.url, bodyLimit: 50_000), with: Self.fetcher())
            #expect(record.failure?.kind == .tooLarge)
            #expect(record.body.count <= 50_000)
        }
    }

    @Test func `a head without end is refused`() async {
        let line = Array("X-Filler: \(String(repeating: "x", count: 60_000))\r\n".utf8)
        await RawServer.with({ _ in
            [Self.send("HTTP/1.1 200 OK\r\n")] + Array(repeating: .send(line), count: 6) + [.hang]
        }) { server in
            let record = await FetchRecord.of(FetchRequest(url: server.url), with: Self.fetcher())
            #expect(record.failure?.kind == .tooLarge)
            #expect(record.head == nil)
        }
    }

    @Test func `interim answers are passed over, folded fields are one`() async {
        await RawServer.with({ _ in
            [
                Self.send("HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n"),
                Self.send("HTTP/1.1 200 OK\r\nX-Fold: a\r\n  b\r\nContent-Length: 0\r\n\r\n"),
            ]
        }) { server in
            let record = await FetchRecord.of(FetchRequest(url: server.url), with: Self.fetcher())
            #expect(record.head?.status == 200)
            #expect(record.head?.headers["Link"] == nil)
            #expect(record.head?.headers["X-Fold"] == "a b")
        }
    }

    @Test func `redirects are followed as far as allowed, and the answer names where it came from`() async {
        await RawServer.with({ head in
            let number = Int(head.split(separator: " ")[1].dropFirst()) ?? 0
            return number < 3
                ? [Self.send("HTTP/1.1 302 Found\r\nLocation: /\(number + 1)\r\nContent-Length: 4\r\n\r\ngone")]
                : [Self.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")]
        }) { server in
            let fetcher = Self.fetcher()
            let far = FetchRequest(url: "\(server.url)/0", redirectLimit: 3)
            let record = await FetchRecord.of(far, with: fetcher)
            #expect(record.head?.status == 200)
            #expect(record.head?.url == "\(server.url)/3")
            #expect(record.body == Array("hello".utf8))
            let near = FetchRequest(url: "\(server.url)/0", redirectLimit: 2)
            #expect(await FetchRecord.of(near, with: fetcher).failure != nil)
        }
    }

    @Test func `a server that accepts and says nothing times out`() async {
        await RawServer.with({ _ in [.hang] }) { server in
            let fetcher = Self.fetcher(.init(stallTimeout: .milliseconds(50)))
            let record = await FetchRecord.of(FetchRequest(url: server.url), with: fetcher)
            #expect(record.failure?.kind == .timedOut)
            #expect(record.events.count == 1)
        }
    }

    @Test func `a body that stops coming times out`() async {
        await RawServer.with({ _ in [Self.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello"), .hang] }) {
            server in
            let fetcher = Self.fetcher(.init(stallTimeout: .milliseconds(500)))
            let record = await FetchRecord.of(FetchRequest(url: server.url), with: fetcher)
            #expect(record.failure?.kind == .timedOut)
            #expect(record.body == Array("hello".utf8))
        }
    }

    @Test func `nobody listening is unreachable, and no message repeats the URL`() async {
        let record = await FetchRecord.of(
            FetchRequest(url: "http://127.0.0.1:1/~secret/x?t=secret"), with: Self.fetcher())
        #expect(record.failure?.kind == .unreachable)
        #expect(record.failure?.text.contains("secret") == false)
        #expect(record.failure?.text.contains("127.0.0.1") == false)
    }

    @Test func `a field that would break the line is refused unsent`() async {
        await RawServer.with(Self.hello) { server in
            for headers: Headers in [["X": "a\r\nY: b"], ["X\n": "a"], ["": "a"]] {
                let record = await FetchRecord.of(FetchRequest(url: server.url, headers: headers), with: Self.fetcher())
                #expect(record.failure != nil)
            }
            #expect(server.heads.isEmpty)
        }
    }

    @Test func `letting go of the fetcher ends what is under way as cancelled, before it is gone`() async {
        await RawServer.with({ _ in [Self.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello"), .hang] }) {
            server in
            let lastEvent = Shared<FetchEvent>()
            do {
                let fetcher = Self.fetcher()
                await withCheckedContinuation { continuation in
                    _ = fetcher.start(FetchRequest(url: server.url)) { event in
                        lastEvent.value = event
                        if case .body = event { continuation.resume() }
                    }
                }
            }
            #expect(lastEvent.value == .end(.cancelled))
        }
    }

    @Test func `the last reference may go away inside a callback`() async {
        await RawServer.with(Self.hello) { server in
            let held = Shared(Self.fetcher())
            await withCheckedContinuation { continuation in
                _ = held.value?.start(FetchRequest(url: server.url)) { event in
                    guard case .end = event else { return }
                    held.value = nil
                    continuation.resume()
                }
            }
        }
    }

    @Test func `timing runs from the start to the first byte to the end`() async {
        await RawServer.with(Self.hello) { server in
            // One millisecond passes with every look at this clock.
            let time = Shared(Duration.zero)
            let fetcher = CurlFetcher(clock: { time.update { ($0 ?? .zero) + .milliseconds(1) } })
            let timing = await FetchRecord.of(FetchRequest(url: server.url), with: fetcher).timing
            #expect(timing.map { $0.firstByte > .zero && $0.total > $0.firstByte } == true)
        }
    }

    // The time a link takes is a lower bound: 8 × 10,000 bits at 800 kbit/s are 100 ms, less the slack.
    @Test func `a limited rate is shared, and holds for small bodies too`() async {
        let piece = [UInt8](repeating: 1, count: 1000)
        await RawServer.with({ _ in [Self.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"), .send(piece)] }) {
            server in
            let fetcher = Self.fetcher(.init(maxRate: .kilobits(800)))
            let begin = SystemClock.monotonic()
            let bodies = await withTaskGroup(of: FetchRecord.self) { group in
                for _ in 0..<10 {
                    group.addTask { await FetchRecord.of(FetchRequest(url: server.url), with: fetcher) }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(bodies.allSatisfy { $0.end == .complete && $0.body == piece })
            #expect(SystemClock.monotonic() - begin >= .milliseconds(80))
        }
    }

    @Test func `a limited body is whole when its connection ends first`() async {
        let body = (0..<50_000).map { UInt8(truncatingIfNeeded: $0) }
        await RawServer.with({ _ in [Self.send("HTTP/1.1 200 OK\r\n\r\n"), .send(body), .close] }) { server in
            let fetcher = Self.fetcher(.init(stallTimeout: .milliseconds(20), maxRate: .kilobits(4000)))
            let record = await FetchRecord.of(FetchRequest(url: server.url), with: fetcher)
            #expect(record.end == .complete)
            #expect(record.body == body)
        }
    }
}

/// A value that a callback and its test both see.
private final class Shared<Value: Sendable>: Sendable {
    private let stored: Mutex<Value?>

    init(_ value: Value? = nil) { stored = Mutex(value) }

    var value: Value? {
        get { stored.withLock { $0 } }
        set {
            // What is replaced goes away outside the lock.
            let old = stored.withLock { stored in
                defer { stored = newValue }
                return stored
            }
            _ = old
        }
    }

    func update(_ change: (Value?) -> Value) -> Value {
        stored.withLock { stored in
            let new = change(stored)
            stored = new
            return new
        }
    }
}
