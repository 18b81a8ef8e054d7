import HTTP
import Testing

@testable import HTTPServer

private func head(_ response: Response, length: Int = 0, connection: StaticString? = nil) -> String? {
    ResponseHead.bytes(of: response, length: length, connection: connection).map { String(decoding: $0, as: UTF8.self) }
}

@Test func `a response's head has its fields, and the length is the server's own`() {
    let response = Response(status: 200, headers: ["ETag": "\"a\"", "content-length": "7", "Connection": "upgrade"])
    #expect(head(response, length: 12) == "HTTP/1.1 200 OK\r\nETag: \"a\"\r\nContent-Length: 12\r\n\r\n")
    #expect(
        head(Response(status: 599), connection: "close")
            == "HTTP/1.1 599 \r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
}

@Test func `what has no body says the length of none, and a 304 that of what it leaves out`() {
    #expect(head(Response(status: 204)) == "HTTP/1.1 204 No Content\r\n\r\n")
    #expect(
        head(Response(status: 304, headers: ["Content-Length": "99"]))
            == "HTTP/1.1 304 Not Modified\r\nContent-Length: 99\r\n\r\n")
}

@Test func `a field that would end its line is no field`() {
    for headers: Headers in [["A": "b\r\nC: d"], ["A": "b\0"], ["A b": "c"], ["": "c"], ["A\r\n": "c"]] {
        #expect(head(Response(status: 200, headers: headers)) == nil)
    }
}
