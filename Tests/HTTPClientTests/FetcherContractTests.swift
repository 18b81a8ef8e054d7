import HTTP
import HTTPClient
import Platform
import TestSupport
import Testing

/// What every fetcher does, over a socket or in the same process: the same answers to the same requests.
struct FetcherContractTests {
    enum Kind: CaseIterable, Sendable { case handler, socket }

    private static let object = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }

    @Sendable private static func answer(_ request: Request) -> Response {
        switch request.rawPath {
        case "/object": Response(status: 200, headers: ["Repr-Digest": "sha-256=:AA==:"], body: .bytes(object))
        case "/empty": Response(status: 200)
        case "/refused": Response(status: 403, headers: ["X-A": "1", "x-a": "2"], body: .bytes(Array("no".utf8)))
        case "/moved": Response(status: 302, headers: ["Location": "/object"])
        case "/echo": Response(status: 200, body: .bytes(Array("\(request.method) \(request.target)".utf8)))
        default: Response(status: 404)
        }
    }

    private static func with(_ kind: Kind, _ body: (any Fetcher, String) async -> Void) async {
        switch kind {
        case .handler: await body(HandlerFetcher(handler: answer), "http://127.0.0.1:1")
        case .socket:
            await RawServer.with({ head in
                let request = Request(head: head)
                return [.send(answer(request).serialized(withBody: request.method != "HEAD"))]
            }) { server in
                await body(CurlFetcher(.init(stallTimeout: .seconds(3600)), clock: SystemClock.monotonic), server.url)
            }
        }
    }

    @Test(arguments: Kind.allCases)
    func `a body arrives whole, in order, after its head`(_ kind: Kind) async {
        await Self.with(kind) { fetcher, base in
            let record = await FetchRecord.of(FetchRequest(url: "\(base)/object?a=1#part"), with: fetcher)
            #expect(record.isInOrder)
            #expect(record.end == .complete)
            #expect(record.body == Self.object)
            #expect(record.head?.status == 200)
            #expect(record.head?.headers["repr-digest"] == "sha-256=:AA==:")
            #expect(record.head?.headers["content-length"] == "100000")
            #expect(record.head?.url.hasPrefix("\(base)/object?a=1") == true)
        }
    }

    @Test(arguments: Kind.allCases)
    func `an error status is an answer, with its body and every field`(_ kind: Kind) async {
        await Self.with(kind) { fetcher, base in
            let record = await FetchRecord.of(FetchRequest(url: "\(base)/refused"), with: fetcher)
            #expect(record.end == .complete)
            #expect(record.head?.status == 403)
            #expect(record.head?.headers.values(of: "X-A") == ["1", "2"])
            #expect(record.body == Array("no".utf8))
        }
    }

    @Test(arguments: Kind.allCases)
    func `HEAD tells the length and brings no body, whatever the bound`(_ kind: Kind) async {
        await Self.with(kind) { fetcher, base in
            let request = FetchRequest(method: "HEAD", url: "\(base)/object", bodyLimit: 10)
            let record = await FetchRecord.of(request, with: fetcher)
            #expect(record.isInOrder)
            #expect(record.end == .complete)
            #expect(record.head?.headers["Content-Length"] == "100000")
            #expect(record.body.isEmpty)
        }
    }

    @Test(arguments: Kind.allCases)
    func `an empty body is complete`(_ kind: Kind) async {
        await Self.with(kind) { fetcher, base in
            let record = await FetchRecord.of(FetchRequest(url: "\(base)/empty"), with: fetcher)
            #expect(record.end == .complete)
            #expect(record.body.isEmpty)
        }
    }

    @Test(arguments: Kind.allCases)
    func `a redirect is an answer unless it is to be followed`(_ kind: Kind) async {
        await Self.with(kind) { fetcher, base in
            let record = await FetchRecord.of(FetchRequest(url: "\(base)/moved"), with: fetcher)
            #expect(record.end == .complete)
            #expect(record.head?.status == 302)
            #expect(record.head?.headers["Location"] == "/object")
        }
    }

    @Test(arguments: Kind.allCases)
    func `the target is sent as it was written, nothing decoded or tidied`(_ kind: Kind) async {
        await Self.with(kind) { fetcher, base in
            let request = FetchRequest(method: "DELETE", url: "\(base)/echo?q=%7e%2F..&r=a+b")
            let record = await FetchRecord.of(request, with: fetcher)
            #expect(String(decoding: record.body, as: UTF8.self) == "DELETE /echo?q=%7e%2F..&r=a+b")
        }
    }

    @Test(arguments: Kind.allCases)
    func `a body over its bound is refused by its announced length, unread`(_ kind: Kind) async {
        await Self.with(kind) { fetcher, base in
            let exact = await FetchRecord.of(FetchRequest(url: "\(base)/object", bodyLimit: 100_000), with: fetcher)
            #expect(exact.end == .complete)
            let record = await FetchRecord.of(FetchRequest(url: "\(base)/object", bodyLimit: 99_999), with: fetcher)
            #expect(record.isInOrder)
            #expect(record.failure?.kind == .tooLarge)
            #expect(record.body.isEmpty)
        }
    }

    @Test(arguments: Kind.allCases)
    func `a fetch that is cancelled says so last, and nothing comes after`(_ kind: Kind) async {
        await Self.with(kind) { fetcher, base in
            let record = await FetchRecord.of(FetchRequest(url: "\(base)/object"), with: fetcher) { event in
                if case .body = event { true } else { false }
            }
            #expect(record.isInOrder)
            #expect(record.end == .cancelled)
            #expect(record.body.count < Self.object.count)
        }
    }

    @Test(arguments: Kind.allCases, ["", "reel", "ftp://127.0.0.1/x", "http://"])
    func `what is no HTTP URL fails as such`(_ kind: Kind, _ url: String) async {
        await Self.with(kind) { fetcher, _ in
            let record = await FetchRecord.of(FetchRequest(url: url), with: fetcher)
            #expect(record.events.count == 1)
            #expect(record.failure?.kind == .badURL)
        }
    }
}

extension Request {
    /// What the test server received.
    fileprivate init(head: String) {
        let words = head.split(separator: " ", maxSplits: 2)
        self.init(method: String(words[0]), target: String(words[1]))
    }
}

extension Response {
    fileprivate func serialized(withBody: Bool) -> [UInt8] {
        let fields = headers.fields.map { "\($0.name): \($0.value)\r\n" }.joined()
        let head = "HTTP/1.1 \(status) \r\n\(fields)Content-Length: \(body.length)\r\n\r\n"
        guard withBody, case .bytes(let bytes) = body else { return Array(head.utf8) }
        return Array(head.utf8) + bytes
    }
}
