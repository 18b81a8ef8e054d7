import HTTP
import HTTPServer
import Platform
import Synchronization
import TestSupport
import Testing

/// What the server reported, in order.
private final class Deliveries: Sendable {
    private let list = Mutex([Delivery]())
    var all: [Delivery] { list.withLock { $0 } }
    func add(_ delivery: Delivery) { list.withLock { $0.append(delivery) } }
}

/// Answers with what it was asked.
private func echo(_ request: Request) -> HTTPServer.Answer {
    var text = "\(request.method) \(request.target)\n\(request.clientAddress)\n"
    for field in request.headers.fields { text += "\(field.name)=\(field.value)\n" }
    text += String(decoding: request.body, as: UTF8.self)
    return HTTPServer.Answer(Response(status: 200, headers: ["X-Kind": "echo"], body: .bytes(Array(text.utf8))))
}

/// One exchange on a connection of its own, as text.
private func exchange(_ request: String, with server: HTTPServer) throws -> String {
    let connection = try RawConnection(port: server.port)
    connection.send(request)
    return String(decoding: connection.receiveAll(), as: UTF8.self)
}

private func body(of answer: String) -> Substring {
    answer.firstRange(of: "\r\n\r\n").map { answer[$0.upperBound...] } ?? ""
}

@Test func `the handler sees the raw target, every header field and the client's address`() throws {
    let server = try HTTPServer(handler: echo)
    defer { server.stop() }
    let answer = try exchange(
        "GET /a%2Fb/%00/../~x?t=%41&&t HTTP/1.1\r\nHost: h\r\nX-A: 1\r\nX-A:  2 \r\nConnection: close\r\n\r\n",
        with: server)
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(answer.contains("X-Kind: echo\r\n"))
    #expect(
        body(of: answer)
            == "GET /a%2Fb/%00/../~x?t=%41&&t\n127.0.0.1\nHost=h\nX-A=1\nX-A=2\nConnection=close\n")
}

@Test func `bytes that are no text reach no path`() throws {
    let server = try HTTPServer(handler: echo)
    defer { server.stop() }
    let connection = try RawConnection(port: server.port)
    connection.send(
        Array("GET /a".utf8) + [0xFF, 0xC3, 0x28] + Array(" HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n".utf8))
    let answer = String(decoding: connection.receiveAll(), as: UTF8.self)
    #expect(body(of: answer).hasPrefix("GET /a\u{FFFD}\u{FFFD}(\n"))
}

@Test func `no date is added to the handler's`() throws {
    let server = try HTTPServer { _ in HTTPServer.Answer(Response(status: 204)) }
    defer { server.stop() }
    let answer = try exchange("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", with: server)
    #expect(answer.hasPrefix("HTTP/1.1 204 "))
    #expect(!answer.lowercased().contains("date:"))
}

@Test func `a connection carries several requests`() throws {
    let server = try HTTPServer(handler: echo)
    defer { server.stop() }
    let connection = try RawConnection(port: server.port)
    for path in ["/1", "/2", "/3"] {
        connection.send("GET \(path) HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(connection.receive(until: "Host=h\n").contains("GET \(path)\n"))
    }
}

@Test func `part of a file is sent, and of a HEAD its length only`() throws {
    try withTemporaryDirectory { folder in
        let path = "\(folder)/file"
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        try FileSystem.write(bytes, to: path)
        let deliveries = Deliveries()
        let server = try HTTPServer { request in
            let body = Response.Body.file(path: path, offset: 1234, length: 250_000)
            return HTTPServer.Answer(Response(status: 206, body: body), delivered: deliveries.add)
        }
        let connection = try RawConnection(port: server.port)
        connection.send("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(connection.receive(until: "\r\n\r\n").contains("Content-Length: 250000\r\n"))
        connection.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        #expect(connection.receive(until: "\r\n\r\n").contains("Content-Length: 250000\r\n"))
        #expect(connection.receiveAll() == Array(bytes[1234..<251_234]))
        server.stop()
        #expect(
            deliveries.all == [
                Delivery(status: 206, bytes: 0, complete: true), Delivery(status: 206, bytes: 250_000, complete: true),
            ])
    }
}

/// Small ones are sent with the head, larger ones by the system.
@Test(arguments: [1, 100, 16_383, 16_384, 16_385, 100_000])
func `part of a file of any size is sent from where it begins`(count: Int) throws {
    try withTemporaryDirectory { folder in
        let bytes = (0..<(count + 20)).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        try FileSystem.write(bytes, to: "\(folder)/file")
        let deliveries = Deliveries()
        let server = try HTTPServer { _ in
            let body = Response.Body.file(path: "\(folder)/file", offset: 13, length: count)
            return HTTPServer.Answer(Response(status: 206, body: body), delivered: deliveries.add)
        }
        let connection = try RawConnection(port: server.port)
        connection.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        #expect(connection.receive(until: "\r\n\r\n").contains("\r\nContent-Length: \(count)\r\n"))
        #expect(connection.receiveAll() == Array(bytes[13..<(13 + count)]))
        server.stop()
        #expect(deliveries.all == [Delivery(status: 206, bytes: count, complete: true)])
    }
}

@Test(arguments: ["missing", "short", "folder", "link"])
func `a body that cannot be sent whole is answered with 500 and so reported`(name: String) throws {
    try withTemporaryDirectory { folder in
        try FileSystem.write(Array(repeating: 1, count: 99), to: "\(folder)/short")
        try FileSystem.write(Array(repeating: 1, count: 100), to: "\(folder)/whole")
        try FileSystem.createDirectories("\(folder)/folder")
        #expect(try #require(Tool("ln")).run(["-s", "\(folder)/whole", "\(folder)/link"]).status == 0)
        let deliveries = Deliveries()
        let server = try HTTPServer { _ in
            let body = Response.Body.file(path: "\(folder)/\(name)", offset: 0, length: 100)
            return HTTPServer.Answer(Response(status: 200, body: body), delivered: deliveries.add)
        }
        let answer = try exchange("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", with: server)
        server.stop()
        #expect(answer.hasPrefix("HTTP/1.1 500 "))
        let said = "what was asked for cannot be read\n"
        #expect(answer.hasSuffix("\r\n\r\n\(said)"))
        #expect(deliveries.all == [Delivery(status: 500, bytes: said.utf8.count, complete: true)])
    }
}

@Test func `a client that goes away leaves an incomplete delivery`() throws {
    try withTemporaryDirectory { folder in
        let path = "\(folder)/file"
        try FileSystem.write(Array(repeating: 7, count: 32 << 20), to: path)
        let deliveries = Deliveries()
        let server = try HTTPServer { _ in
            let body = Response.Body.file(path: path, offset: 0, length: 32 << 20)
            return HTTPServer.Answer(Response(status: 200, body: body), delivered: deliveries.add)
        }
        do {
            let connection = try RawConnection(port: server.port)
            connection.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(!connection.receive(1000).isEmpty)
        }
        server.stop()
        let delivery = try #require(deliveries.all.first)
        #expect(deliveries.all.count == 1 && delivery.status == 200 && !delivery.complete)
        // What the system took of it, which is more than was read and less than the file.
        #expect(1000..<(32 << 20) ~= delivery.bytes)
    }
}

@Test func `a body of more bytes than the system takes at once arrives whole`() throws {
    let bytes = (0..<(12 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 5) }
    let deliveries = Deliveries()
    let server = try HTTPServer { _ in
        HTTPServer.Answer(Response(status: 200, body: .bytes(bytes)), delivered: deliveries.add)
    }
    let connection = try RawConnection(port: server.port)
    connection.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
    #expect(connection.receive(until: "\r\n\r\n").contains("\r\nContent-Length: \(bytes.count)\r\n"))
    #expect(connection.receiveAll() == bytes)
    server.stop()
    #expect(deliveries.all == [Delivery(status: 200, bytes: bytes.count, complete: true)])
}

@Test func `stopping lets a running response finish and takes no new connection`() throws {
    try withTemporaryDirectory { folder in
        let path = "\(folder)/file"
        let size = 32 << 20
        try FileSystem.write(Array(repeating: 7, count: size), to: path)
        let deliveries = Deliveries()
        let server = try HTTPServer { _ in
            let body = Response.Body.file(path: path, offset: 0, length: size)
            return HTTPServer.Answer(Response(status: 200, body: body), delivered: deliveries.add)
        }
        let connection = try RawConnection(port: server.port)
        connection.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        _ = connection.receive(until: "\r\n\r\n")
        let stopping = Worker { server.stop(grace: .seconds(20)) }
        #expect(connection.receiveAll().count == size)
        stopping.join()
        #expect(deliveries.all == [Delivery(status: 200, bytes: size, complete: true)])
        #expect(throws: SystemError.self) { try RawConnection(port: server.port) }
    }
}

@Test func `a request body is read up to its limit`() throws {
    var limits = HTTPServer.Limits()
    limits.requestBody = 1000
    let server = try HTTPServer(limits: limits, handler: echo)
    defer { server.stop() }
    func post(_ count: Int) throws -> String {
        try exchange(
            "PUT /x HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: \(count)\r\n\r\n"
                + String(repeating: "b", count: count), with: server)
    }
    #expect(try body(of: post(1000)).hasSuffix(String(repeating: "b", count: 1000)))
    #expect(try post(1001).hasPrefix("HTTP/1.1 413 "))
    // So much more that the server hangs up.
    #expect(!(try post(100_000)).contains("200 OK"))
}

@Test func `a port in use is a clear error`() throws {
    let server = try HTTPServer(handler: echo)
    defer { server.stop() }
    #expect(throws: ServerProblem.portInUse(server.port)) { try HTTPServer(port: server.port, handler: echo) }
}

@Test func `a stopped server's port can be taken again at once`() throws {
    let first = try HTTPServer(handler: echo)
    _ = try exchange("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", with: first)
    first.stop()
    let second = try HTTPServer(port: first.port, handler: echo)
    #expect(try exchange("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", with: second).contains("200 OK"))
    second.stop()
    second.stop()
}

/// Bytes no client of good will sends.
private enum Garbage: String, CaseIterable {
    case endlessLine, hugeField, hugeTarget, emptyLines, noTarget, unknownVersion, zeros, noHost, negativeLength
    case hugeLength, hugeChunk

    var text: String {
        let megabyte = String(repeating: "x", count: 1 << 20)
        switch self {
        case .endlessLine: return megabyte
        case .hugeField: return "GET / HTTP/1.1\r\nHost: h\r\nX: \(megabyte)\r\n\r\n"
        case .hugeTarget: return "GET /\(megabyte) HTTP/1.1\r\nHost: h\r\n\r\n"
        case .emptyLines: return "\r\n\r\n\r\n"
        case .noTarget: return "GET\r\n\r\n"
        case .unknownVersion: return "GET / HTTP/9.9\r\nHost: h\r\n\r\n"
        case .zeros: return "\0\0\0\r\n\r\n"
        case .noHost: return "GET / HTTP/1.1\r\n\r\n"
        case .negativeLength: return "PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: -5\r\n\r\n"
        case .hugeLength: return "PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999999999999999\r\n\r\n"
        case .hugeChunk: return "PUT / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n"
        }
    }
}

@Test(arguments: Garbage.allCases)
private func `garbage gets no 200 and leaves the server in order`(garbage: Garbage) throws {
    var limits = HTTPServer.Limits()
    // What is no request yet is waited for; the end of the client's bytes may go unnoticed until then.
    limits.idleSeconds = 1
    let server = try HTTPServer(limits: limits, handler: echo)
    let connection = try RawConnection(port: server.port)
    connection.send(garbage.text)
    connection.finishSending()
    #expect(!String(decoding: connection.receiveAll(), as: UTF8.self).contains("200 OK"))
    let next = try exchange("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", with: server)
    #expect(next.hasPrefix("HTTP/1.1 200 OK\r\n"))
    server.stop()
}

@Test(.enabled(if: Tool.isInstalled("curl"), "needs curl"))
func `curl gets what the handler answers`() throws {
    let server = try HTTPServer(handler: echo)
    defer { server.stop() }
    let output = try #require(Tool("curl")).run([
        "-sS", "--path-as-is", "-H", "X-Request-Id: s-1", "-w", "%{http_code}",
        "http://127.0.0.1:\(server.port)/a/../b",
    ])
    #expect(output.status == 0)
    #expect(output.text.hasPrefix("GET /a/../b\n127.0.0.1\n"))
    #expect(output.text.contains("X-Request-Id=s-1\n"))
    #expect(output.text.hasSuffix("200"))
}
