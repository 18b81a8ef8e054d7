/// An answer to a request, and where its body comes from.
package struct Response: Hashable, Sendable {
    package enum Body: Hashable, Sendable {
        case bytes([UInt8])
        /// `length` bytes of a file from `offset` on, both inside the file.
        case file(path: String, offset: Int, length: Int)

        package var length: Int {
            switch self {
            case .bytes(let bytes): bytes.count
            case .file(_, _, let length): length
            }
        }
    }

    package var status: Int
    package var headers: Headers
    /// What a GET is answered with. The server leaves it out on HEAD and sends its length all the same.
    package var body: Body

    package init(status: Int, headers: Headers = [:], body: Body = .bytes([])) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// How a response ended.
package struct Delivery: Hashable, Sendable {
    /// What was sent: the response's own status, or 500 when its file could not be opened.
    package var status: Int
    /// Body bytes that the system took to send. Of an aborted response the client may have less.
    package var bytes: Int
    package var complete: Bool

    package init(status: Int, bytes: Int, complete: Bool) {
        self.status = status
        self.bytes = bytes
        self.complete = complete
    }
}
