import HTTP
import HTTPServer
import Platform
import TestSupport
import Testing

private func answer(_ request: Request) -> HTTPServer.Answer {
    HTTPServer.Answer(Response(status: 200, body: .bytes(Array("[\(request.target)]".utf8) + request.body)))
}

@Test func `requests sent together are answered in their order`() throws {
    let server = try HTTPServer(handler: answer)
    defer { server.stop() }
    let connection = try RawConnection(port: server.port)
    let paths = (0..<200).map { "/\($0)" }
    connection.send(paths.map { "GET \($0) HTTP/1.1\r\nHost: h\r\n\r\n" }.joined() + "GET /end HTTP/1.0\r\n\r\n")
    let text = String(decoding: connection.receiveAll(), as: UTF8.self)
    let bodies = text.split(separator: "[").dropFirst().compactMap { $0.split(separator: "]").first.map(String.init) }
    #expect(bodies == paths + ["/end"])
}

@Test func `a body that waits is asked for`() throws {
    let server = try HTTPServer(handler: answer)
    defer { server.stop() }
    let connection = try RawConnection(port: server.port)
    connection.send("PUT /a HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
    #expect(connection.receive(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
    connection.send("xyz")
    #expect(connection.receive(until: "xyz").hasSuffix("[/a]xyz"))
}

@Test func `a client of HTTP 1,0 needs no Host, and keeps its connection when it asks to`() throws {
    let server = try HTTPServer(handler: answer)
    defer { server.stop() }
    let connection = try RawConnection(port: server.port)
    connection.send("GET /1 HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
    #expect(connection.receive(until: "[/1]").contains("Connection: keep-alive\r\n"))
    connection.send("GET /2 HTTP/1.0\r\n\r\n")
    let last = String(decoding: connection.receiveAll(), as: UTF8.self)
    #expect(last.contains("Connection: close\r\n") && last.hasSuffix("[/2]"))
}

@Test func `an answer that has no body has none`() throws {
    let server = try HTTPServer { request in
        let status = request.target == "/304" ? 304 : 204
        return HTTPServer.Answer(
            Response(status: status, headers: ["Content-Length": "5"], body: .bytes(Array("hello".utf8))))
    }
    defer { server.stop() }
    let connection = try RawConnection(port: server.port)
    connection.send("GET /304 HTTP/1.1\r\nHost: h\r\n\r\nGET /204 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
    #expect(
        String(decoding: connection.receiveAll(), as: UTF8.self)
            == "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\nHTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"
    )
}

@Test func `what is no request goes to whoever answers for it, with what is known of it`() throws {
    let deliveries = Mailbox<Delivery>()
    let refuse: HTTPServer.Refusal = { problem, request in
        let text = "\(problem.rawValue) \(request.method) \(request.target) \(request.clientAddress)"
        return HTTPServer.Answer(Response(status: problem.status, body: .bytes(Array(text.utf8)))) {
            deliveries.post($0)
        }
    }
    let server = try HTTPServer(refusal: refuse, handler: answer)
    defer { server.stop() }
    let connection = try RawConnection(port: server.port)
    connection.send("GET /a HTTP/1.1\r\n\r\n")
    let text = String(decoding: connection.receiveAll(), as: UTF8.self)
    #expect(text.hasPrefix("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n"))
    #expect(text.hasSuffix("\r\n\r\nno-host GET /a 127.0.0.1"))
    #expect(deliveries.take() == [Delivery(status: 400, bytes: 24, complete: true)])
}

/// Closed at once, with bytes unread, the system would take the answer back.
@Test func `a client that sends on after its answer still gets it`() throws {
    var limits = HTTPServer.Limits()
    limits.requestBody = 10
    let server = try HTTPServer(limits: limits, handler: answer)
    defer { server.stop() }
    for _ in 0..<3 {
        let connection = try RawConnection(port: server.port)
        connection.send("PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 20000000\r\n\r\n")
        // More than the system would hold for a server that does not read.
        #expect(connection.send([UInt8](repeating: 7, count: 20_000_000)))
        connection.finishSending()
        #expect(String(decoding: connection.receiveAll(), as: UTF8.self).hasPrefix("HTTP/1.1 413 "))
    }
}

@Test func `a file that becomes shorter while it is sent ends the connection`() throws {
    try withTemporaryDirectory { folder in
        let path = "\(folder)/file"
        try FileSystem.write(Array(repeating: 7, count: 32 << 20), to: path)
        let deliveries = Mailbox<Delivery>()
        let server = try HTTPServer { _ in
            HTTPServer.Answer(Response(status: 200, body: .file(path: path, offset: 0, length: 32 << 20))) {
                deliveries.post($0)
            }
        }
        defer { server.stop() }
        let connection = try RawConnection(port: server.port)
        connection.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        _ = connection.receive(until: "\r\n\r\n")
        try FileSystem.write([7], to: path)
        #expect(connection.receiveAll().count < 32 << 20)
        #expect(deliveries.take().map(\.complete) == [false])
    }
}

/// Closed at once, what comes late would have the system take back what the client has not read.
@Test func `a client that says more after it asked for the connection's end gets its answer whole`() throws {
    try withTemporaryDirectory { folder in
        // The system takes so much from the server, and the client has room for little of it.
        let (path, size) = ("\(folder)/file", 200_000)
        try FileSystem.write(Array(repeating: 7, count: size), to: path)
        let deliveries = Mailbox<Delivery>()
        let server = try HTTPServer { _ in
            HTTPServer.Answer(Response(status: 200, body: .file(path: path, offset: 0, length: size))) {
                deliveries.post($0)
            }
        }
        defer { server.stop() }
        let connection = try RawConnection(port: server.port, receiveBuffer: 4096)
        connection.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        #expect(deliveries.take().map(\.complete) == [true])
        connection.send(String(repeating: "x", count: 100))
        _ = connection.receive(until: "\r\n\r\n")
        #expect(connection.receiveAll().count == size)
    }
}

@Test func `a connection that ends makes room for one that waits`() throws {
    var limits = HTTPServer.Limits()
    (limits.connections, limits.threads) = (3, 3)
    // Time stands still, so that nobody looks for room but whoever is told of it.
    let server = try HTTPServer(limits: limits, clock: { .zero }, handler: answer)
    defer { server.stop() }
    var first = try (0..<3).map { _ in try RawConnection(port: server.port) }
    for connection in first {
        connection.send("GET /1 HTTP/1.1\r\nHost: h\r\n\r\n")
        _ = connection.receive(until: "[/1]")
    }
    let waiting = try (0..<3).map { _ in try RawConnection(port: server.port) }
    for connection in waiting { connection.send("GET /2 HTTP/1.1\r\nHost: h\r\n\r\n") }
    for connection in first { connection.send("GET /3 HTTP/1.0\r\n\r\n") }
    for connection in first { _ = connection.receiveAll() }
    // The server waits for clients to close as well.
    first = []
    for connection in waiting { #expect(connection.receive(until: "[/2]").hasSuffix("[/2]")) }
}
