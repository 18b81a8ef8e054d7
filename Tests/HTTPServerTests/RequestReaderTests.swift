import HTTP
import Testing

@testable import HTTPServer

/// What a reader makes of bytes that come in these pieces, until it wants more or gives up.
private func events(_ pieces: [[UInt8]], head: Int = 4096, body: Int = 1000) -> [String] {
    var reader = RequestReader(headLimit: head, bodyLimit: body, clientAddress: "127.0.0.1")
    var events: [String] = []
    for piece in pieces {
        piece.withUnsafeBytes { reader.append($0) }
        reading: while true {
            switch reader.next() {
            case .incomplete: break reading
            case .expectsContinue: events.append("continue?")
            case .request(let request, let keepsAlive):
                let body = request.body.isEmpty ? "" : " [\(String(decoding: request.body, as: UTF8.self))]"
                events.append("\(request.method) \(request.target)\(body)\(keepsAlive ? "" : " close")")
            case .problem(let problem, let request):
                return events + ["\(problem.rawValue) \(request.method) \(request.target)"]
            }
        }
    }
    return events
}

private func events(_ text: String, head: Int = 4096, body: Int = 1000) -> [String] {
    events([Array(text.utf8)], head: head, body: body)
}

private let several =
    "\r\nGET /a HTTP/1.1\r\nHost: h\r\n\r\nPUT /b HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello"
    + "PUT /c HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\n0A ; q=ab\r\n0123456789\r\n0\r\nT: 1\r\n\r\n"
    + "HEAD /d HTTP/1.0\r\n\r\nGET /e HTTP/1.1\r\nhost: h\r\nCONNECTION: foo, Close\r\n\r\n"

@Test func `requests are the same however their bytes are cut`() {
    let expected = ["GET /a", "PUT /b [hello]", "PUT /c [abc0123456789]", "HEAD /d close", "GET /e close"]
    let bytes = Array(several.utf8)
    for size in [1, 2, 3, 7, 50, bytes.count] {
        let pieces = stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
        #expect(events(pieces) == expected, "pieces of \(size)")
    }
}

@Test func `a connection is kept as the version and the client say`() {
    #expect(events("GET / HTTP/1.0\r\n\r\n") == ["GET / close"])
    #expect(events("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n") == ["GET /"])
    #expect(events("GET / HTTP/1.1\r\nHost: h\r\nConnection: keep-alive, close\r\n\r\n") == ["GET / close"])
    // A later minor version says what 1.1 says (RFC 9110 §2.5).
    #expect(events("GET / HTTP/1.7\r\nHost: h\r\n\r\n") == ["GET /"])
}

@Test(arguments: [
    ("GET\r\n\r\n", "request-line  "), ("GET /\r\n\r\n", "request-line  "),
    ("GET  / HTTP/1.1\r\n\r\n", "request-line  "),
    ("GET / HTTP/1.1 \r\n\r\n", "request-line  "), (" GET / HTTP/1.1\r\n\r\n", "request-line  "),
    ("G(T / HTTP/1.1\r\n\r\n", "request-line  "), ("GET /a\u{0}b HTTP/1.1\r\n\r\n", "request-line  "),
    ("GET /a\tb HTTP/1.1\r\n\r\n", "request-line  "), ("GET / HTTP/11\r\n\r\n", "request-line  "),
    ("GET / http/1.1\r\n\r\n", "request-line  "), ("GET / HTTP/1.1x\r\n\r\n", "request-line  "),
    ("GET / HTTP/2.0\r\n\r\n", "version  "), ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "version  "),
    ("GET / HTTP/1.1\nHost: h\n\n", "line-end  "), ("GET / HTTP/1.1\r\nHost: h\n\r\n", "line-end GET /"),
    ("GET / HTTP/1.1\r\nHost h\r\n\r\n", "field-line GET /"),
    ("GET / HTTP/1.1\r\nHost: h\r\nA: 1\r\n 2\r\n\r\n", "folded-line GET /"),
    ("GET / HTTP/1.1\r\n Host: h\r\n\r\n", "folded-line GET /"),
    ("GET / HTTP/1.1\r\nHost : h\r\n\r\n", "field-name GET /"), ("GET / HTTP/1.1\r\n: h\r\n\r\n", "field-name GET /"),
    ("GET / HTTP/1.1\r\nHost: h\u{0}i\r\n\r\n", "field-value GET /"),
    ("GET / HTTP/1.1\r\nHost: h\rX: y\r\n\r\n", "field-value GET /"),
    ("GET / HTTP/1.1\r\nX-Host: h\r\n\r\n", "no-host GET /"),
    ("GET / HTTP/1.1\r\nHost: h\r\nHost: h\r\n\r\n", "hosts GET /"),
    ("PUT / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "transfer-encoding PUT /"),
    ("PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 1001\r\n\r\n", "body-too-large PUT /"),
    ("PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999999999999999\r\n\r\n", "body-too-large PUT /"),
])
func `what is no request has a problem by name`(text: String, expected: String) {
    #expect(events(text) == [expected])
}

@Test(arguments: [
    ("\r\n", "chunk"), ("x\r\n", "chunk"), ("-1\r\n", "chunk"), ("+1\r\n", "chunk"), ("0x1\r\n", "chunk"),
    (";a\r\n", "chunk"), ("1\nA", "line-end"), ("1\r\nAB\r\n", "chunk"), ("1\r\nA0\r\n", "chunk"),
    ("5 6\r\nabcde", "chunk"), ("5 \r\nabcde", "chunk"), ("1;a\rb\r\nA", "chunk"), ("1;a\0\r\nA", "chunk"),
    ("0\r\nno colon\r\n\r\n", "field-line"), ("0\r\nA: b\r\n c\r\n\r\n", "folded-line"),
    ("0\r\nA: b\rC: d\r\n\r\n", "field-value"), ("0\r\nA : b\r\n\r\n", "field-name"),
    ("3E9\r\n", "body-too-large"), ("1\r\nA\r\n3E8\r\n", "body-too-large"),
    ("FFFFFFFFFFFFFFFFF\r\n", "body-too-large"), ("8000000000000000\r\n", "body-too-large"),
])
func `a chunk that is none has a problem by name`(body: String, expected: String) {
    let head = "PUT /x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
    #expect(events(head + body) == ["\(expected) PUT /x"])
}

@Test func `a body is taken up to its limit`() {
    let head = "PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 8\r\n\r\n"
    #expect(events(head + "12345678", body: 8) == ["PUT / [12345678]"])
    #expect(events(head + "12345678", body: 7) == ["body-too-large PUT /"])
    let chunked = "PUT / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n1234\r\n4\r\n5678\r\n0\r\n\r\n"
    #expect(events(chunked, body: 8) == ["PUT / [12345678]"])
    #expect(events(chunked, body: 7) == ["body-too-large PUT /"])
}

@Test func `lines and heads are bounded, whether they end or not`() {
    let long = String(repeating: "x", count: 200)
    #expect(events("GET /\(long) HTTP/1.1\r\n", head: 200) == ["target-too-long  "])
    #expect(events(long + "x", head: 200) == ["target-too-long  "])
    #expect(events("GET / HTTP/1.1\r\nX: \(long)", head: 200) == ["head-too-large GET /"])
    let lines = String(repeating: "X: y\r\n", count: 40)
    #expect(events("GET / HTTP/1.1\r\n\(lines)", head: 200) == ["head-too-large GET /"])
    #expect(events(String(repeating: "\r\n", count: 101), head: 200) == ["target-too-long  "])
    let trailers = "PUT / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\(lines)"
    #expect(events(trailers, head: 200) == ["head-too-large PUT /"])
}

/// RFC 9110 §10.1.1.
@Test(arguments: ["foo", "foo, 100-continue", "100-continue\r\nExpect: a=\"b, c\"", "100-continue;q=1"])
func `what else is expected cannot be met`(value: String) {
    let fields = "Host: h\r\nExpect: \(value)\r\nContent-Length: 1\r\n\r\n"
    #expect(events("PUT / HTTP/1.1\r\n\(fields)a") == ["expectation PUT /"])
    // The client of HTTP/1.0 cannot have meant it.
    #expect(events("PUT / HTTP/1.0\r\n\(fields)a") == ["PUT / [a] close"])
}

@Test func `a client that waits to be told is told once, and not when its body is there`() {
    let head = Array("PUT / HTTP/1.1\r\nHost: h\r\nExpect: 100-Continue\r\nContent-Length: 4\r\n\r\n".utf8)
    #expect(events([head, Array("ab".utf8), Array("cd".utf8)]) == ["continue?", "PUT / [abcd]"])
    #expect(events([head + Array("abcd".utf8)]) == ["PUT / [abcd]"])
    // It is a list (RFC 9110 §10.1.1).
    for fields in ["Expect: , 100-continue", "Expect: 100-continue\r\nExpect: 100-CONTINUE"] {
        let head = Array("PUT / HTTP/1.1\r\nHost: h\r\n\(fields)\r\nContent-Length: 1\r\n\r\n".utf8)
        #expect(events([head, Array("a".utf8)]) == ["continue?", "PUT / [a]"])
    }
    let old = Array("PUT / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n".utf8)
    #expect(events([old, Array("a".utf8)]) == ["PUT / [a] close"])
}
