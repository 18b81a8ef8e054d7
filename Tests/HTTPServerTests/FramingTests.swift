import HTTP
import TestSupport
import Testing

@testable import HTTPServer

private func problem(_ headers: Headers) -> RequestProblem? { RequestProblem(in: headers) }

@Test func `a request whose end is sure has no problem`() {
    #expect(problem(["Host": "h"]) == nil)
    #expect(problem(["host": "h", "content-length": "40", "X-A!#$%&'*+-.^_`|~9": "a b"]) == nil)
    #expect(problem(["Host": "h", "Transfer-Encoding": "Chunked", "Cookie": "a=1", "cookie": "b=2"]) == nil)
}

@Test func `a request that two readers could end in two places has a problem that says why`() {
    #expect(problem(["Content-Length": "4", "content-length": "40"]) == .contentLength)
    #expect(problem(["Content-Length": "40", "Content-Length": "40"]) == .contentLength)
    for length in ["", "4, 40", "+4", "-4", "0x4", "4 0", "٤"] {
        #expect(problem(["Content-Length": length]) == .contentLength)
    }
    for coding in ["", "gzip", "gzip, chunked", "chunked, chunked", "xchunked", "identity"] {
        #expect(problem(["Transfer-Encoding": coding]) == .transferEncoding)
    }
    #expect(problem(["Transfer-Encoding": "chunked", "transfer-encoding": "gzip"]) == .transferEncoding)
    #expect(problem(["Content-Length": "4", "Transfer-Encoding": "chunked"]) == .twoLengths)
}

@Test func `a name with white space before its colon and a second Host are problems`() {
    for name in ["Content-Length ", "Host\t", "X Y", " X", "", "X\0", "Größe"] {
        #expect(problem([name: "40"]) == .fieldName)
    }
    #expect(problem(["Host": "h", "host": "h"]) == .hosts)
}

/// Each is a request and, where one reader ends it early, a second one.
@Test(arguments: [
    "Content-Length: 0\r\nContent-Length: 33\r\n\r\n", "Content-Length: 33\r\nContent-Length: 0\r\n\r\n",
    "Content-Length: 0\r\nContent-Length: 0\r\n\r\n", "Content-Length : 33\r\n\r\n", "Content-Length\t: 33\r\n\r\n",
    "Content-Length: 33\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "Transfer-Encoding: gzip\r\n\r\n",
    "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n", "Host: other\r\n\r\n",
    "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
])
func `what follows a request that may end in two places is never answered`(rest: String) throws {
    let server = try HTTPServer { _ in HTTPServer.Answer(Response(status: 200)) }
    defer { server.stop() }
    for method in ["GET", "POST", "PUT"] {
        let connection = try RawConnection(port: server.port)
        connection.send("\(method) / HTTP/1.1\r\nHost: h\r\n\(rest)GET /secret HTTP/1.1\r\nHost: h\r\n\r\n")
        let answers = String(decoding: connection.receiveAll(), as: UTF8.self)
        #expect(answers.hasPrefix("HTTP/1.1 400 "))
        #expect(answers.contains("Connection: close\r\n"))
        #expect(answers.ranges(of: "HTTP/1.1 ").count == 1)
    }
}
