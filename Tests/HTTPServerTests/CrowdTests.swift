import HTTP
import HTTPServer
import Platform
import Synchronization
import TestSupport
import Testing

private let hello = HTTPServer.Answer(Response(status: 200, body: .bytes(Array("hello".utf8))))

private func isAnswered(_ server: HTTPServer) throws -> Bool {
    let connection = try RawConnection(port: server.port)
    connection.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
    return String(decoding: connection.receiveAll(), as: UTF8.self).hasSuffix("hello")
}

/// As many as there may be, where the system lets one process have both ends of them; else 2,000.
@Test func `thousands of connections are each answered, twice`() throws {
    OpenFileLimit.raise()
    let most = OpenFileLimit.current >= 2 * 8192 + 512 ? 8192 : 2000
    let count = ConnectionCount()
    var limits = HTTPServer.Limits()
    // None of them may be given up on a machine that is busy.
    (limits.idleSeconds, limits.requestSeconds) = (600, 600)
    let server = try HTTPServer(limits: limits, connections: count) { _ in hello }
    let connections = try (0..<most).map { _ in try RawConnection(port: server.port) }
    for _ in 1...2 {
        for connection in connections { connection.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n") }
        // So short an answer comes in one piece.
        let answers = connections.map { String(decoding: $0.receive(), as: UTF8.self) }
        #expect(answers.allSatisfy { $0.hasPrefix("HTTP/1.1 200 ") && $0.hasSuffix("\r\n\r\nhello") })
    }
    withExtendedLifetime(connections) { #expect(count.value == most) }
    server.stop()
    #expect(count.value == 0)
}

@Test func `with as many connections as there may be a further one is closed, and served when there is room`() throws {
    var limits = HTTPServer.Limits()
    (limits.connections, limits.threads) = (4, 1)
    let count = ConnectionCount()
    let most = Atomic(0)
    let server = try HTTPServer(limits: limits, connections: count) { _ in
        most.max(count.value, ordering: .relaxed)
        return hello
    }
    defer { server.stop() }
    var connections = try (0..<4).map { _ in try RawConnection(port: server.port) }
    for connection in connections {
        connection.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(connection.receive(until: "hello").hasSuffix("hello"))
    }
    do {
        let surplus = try RawConnection(port: server.port)
        surplus.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        connections[0].send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        #expect(String(decoding: connections[0].receiveAll(), as: UTF8.self).hasSuffix("hello"))
        connections.removeFirst()
        // It was held back and has the free place now, or was hung up on. At the end of the block it leaves.
        let answer = surplus.receive(until: "hello")
        #expect(answer.isEmpty || answer.hasSuffix("hello"))
    }
    var answered = false
    for _ in 0..<1000 where !answered { answered = try isAnswered(server) }
    #expect(answered)
    #expect(most.load(ordering: .relaxed) == 4)
}

@Test func `requests that never end stop nobody, and are given up`() throws {
    var limits = HTTPServer.Limits()
    limits.idleSeconds = 1
    let server = try HTTPServer(limits: limits) { _ in hello }
    let starts = [
        "", "G", "GET / HTTP/1.1\r\nHost: h\r\nX: ", "PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 50\r\n\r\nab",
    ]
    let slow = try (0..<200).map { index in
        let connection = try RawConnection(port: server.port)
        connection.send(starts[index % starts.count])
        return connection
    }
    #expect(try isAnswered(server))
    for connection in slow { #expect(!String(decoding: connection.receiveAll(), as: UTF8.self).contains(" 200 ")) }
    #expect(try isAnswered(server))
    server.stop()
}

@Test func `clients that read slowly or not at all hold up nobody`() throws {
    try withTemporaryDirectory { folder in
        let (path, size) = ("\(folder)/file", 16 << 20)
        try FileSystem.write(Array(repeating: 7, count: size), to: path)
        let server = try HTTPServer { request in
            request.target == "/file"
                ? HTTPServer.Answer(Response(status: 200, body: .file(path: path, offset: 0, length: size))) : hello
        }
        let slow = try (0..<40).map { _ in
            let connection = try RawConnection(port: server.port)
            connection.send("GET /file HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
            #expect(connection.receive(until: "\r\n\r\n").contains(" 200 "))
            return connection
        }
        for _ in 1...20 { #expect(try isAnswered(server)) }
        #expect(slow[7].receiveAll() == Array(repeating: 7, count: size))
        server.stop(grace: .zero)
    }
}

@Test func `requests that are none do no harm to a server that stops`() throws {
    for _ in 1...10 {
        let count = ConnectionCount()
        let server = try HTTPServer(connections: count) { _ in hello }
        let port = server.port
        let isConnected = Mailbox<Bool>()
        let worker = Worker {
            let connections = (0..<200).compactMap { _ in try? RawConnection(port: port) }
            isConnected.post(true)
            for connection in connections { connection.send("GET / HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\n\r\n") }
        }
        #expect(isConnected.take() == [true])
        server.stop()
        worker.join()
        #expect(count.value == 0)
    }
}
