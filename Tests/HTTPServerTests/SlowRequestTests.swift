import HTTP
import Synchronization
import TestSupport
import Testing

@testable import HTTPServer

@Test func `a connection is overdue when it waited longer for a whole request than it may`() {
    var connections = OpenConnections()
    connections.open(3, at: .seconds(100))
    connections.open(4, at: .seconds(130))
    #expect(connections.overdue(at: .seconds(160), limit: .seconds(60)) == [])
    #expect(connections.overdue(at: .seconds(161), limit: .seconds(60)) == [3])
    #expect(connections.overdue(at: .seconds(191), limit: .seconds(60)).sorted() == [3, 4])
}

@Test func `an answer takes the time it takes, and the next request's time begins at its end`() {
    var connections = OpenConnections()
    connections.open(3, at: .zero)
    connections.beginAnswer(on: 3)
    #expect(connections.overdue(at: .seconds(9000), limit: .seconds(60)) == [])
    connections.endAnswer(on: 3, at: .seconds(9000))
    #expect(connections.overdue(at: .seconds(9060), limit: .seconds(60)) == [])
    #expect(connections.overdue(at: .seconds(9061), limit: .seconds(60)) == [3])
}

@Test func `a connection that was closed is never overdue, whatever else is said of it`() {
    var connections = OpenConnections()
    connections.open(3, at: .zero)
    connections.close(3)
    connections.beginAnswer(on: 3)
    connections.endAnswer(on: 3, at: .zero)
    #expect(connections.overdue(at: .seconds(9000), limit: .seconds(60)) == [])
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
