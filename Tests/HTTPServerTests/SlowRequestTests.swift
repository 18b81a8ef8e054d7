import HTTP
import Synchronization
import TestSupport
import Testing

@testable import HTTPServer

private func isOver(_ patience: Patience, at seconds: Int, idle: Int = 10_000) -> Bool {
    patience.isOver(at: .seconds(seconds), idle: .seconds(idle), request: .seconds(60))
}

@Test func `patience ends when a whole request is waited for longer than it may, whatever comes`() {
    var patience = Patience(at: .seconds(100))
    patience.byte(at: .seconds(159))
    #expect(!isOver(patience, at: 160))
    #expect(isOver(patience, at: 161))
}

@Test func `an answer takes the time it takes, and the next request's time begins at its end`() {
    var patience = Patience(at: .zero)
    patience.beginAnswer()
    #expect(!isOver(patience, at: 9000))
    patience.endAnswer(at: .seconds(9000))
    #expect(!isOver(patience, at: 9060))
    #expect(isOver(patience, at: 9061))
}

@Test func `patience ends when no byte comes or goes, in an answer too`() {
    var patience = Patience(at: .zero)
    #expect(!isOver(patience, at: 30, idle: 30))
    #expect(isOver(patience, at: 31, idle: 30))
    patience.beginAnswer()
    patience.byte(at: .seconds(31))
    #expect(!isOver(patience, at: 61, idle: 30))
    #expect(isOver(patience, at: 62, idle: 30))
}

@Test func `a client that takes what was sent long ago is not idle`() {
    var patience = Patience(at: .zero)
    patience.beginAnswer()
    patience.note(unacknowledged: 1000, at: .seconds(10))
    #expect(isOver(patience, at: 31, idle: 30))
    patience.note(unacknowledged: 999, at: .seconds(20))
    #expect(!isOver(patience, at: 50, idle: 30))
    patience.note(unacknowledged: 999, at: .seconds(40))
    #expect(isOver(patience, at: 51, idle: 30))
}

@Test(arguments: [
    "", "GET / HTTP/1.1\r\nHost: h\r\nX: ", "PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 50\r\n\r\nab",
    "GET / HTTP/1.1\r\nHost: h\r\n\r\nGET /",
])
func `a request that takes too long is hung up on, though its connection is not idle`(start: String) throws {
    var limits = HTTPServer.Limits()
    (limits.idleSeconds, limits.requestSeconds) = (600, 1)
    // Whenever it is read, more time has passed than a request may take.
    let readings = Atomic(0)
    let server = try HTTPServer(limits: limits) {
        .seconds(2 * readings.add(1, ordering: .relaxed).newValue)
    } handler: { request in
        HTTPServer.Answer(Response(status: 200, body: .bytes(request.body)))
    }
    defer { server.stop() }
    let connection = try RawConnection(port: server.port)
    connection.send(start)
    _ = connection.receiveAll()
    // Had reading given up instead, one of these would be answered.
    connection.send(" / HTTP/1.1\r\n\r\n" + String(repeating: "\r\n", count: 20))
    #expect(connection.receiveAll() == [])
}
