internal import HTTP

/// Why a request is not answered by the handler: it is none, or too large, or it is unsure where it ends or whom it asks.
/// Of the last kind two readers may disagree, and what one takes for the body is the other's next request (RFC 9112 §11.2).
/// After any of them nothing more is read from the connection.
package enum RequestProblem: String, Error, Hashable, Sendable, CaseIterable {
    /// A line that ends without CR (RFC 9112 §2.2 lets a reader refuse it).
    case lineEnd = "line-end"
    /// Not a method, a target and a version with one space between (RFC 9112 §3).
    case requestLine = "request-line"
    /// Not HTTP/1 (RFC 9110 §15.6.6).
    case version
    /// RFC 9110 §15.5.15.
    case targetTooLong = "target-too-long"
    /// RFC 6585 §5.
    case headTooLarge = "head-too-large"
    /// A line without a colon (RFC 9112 §5).
    case fieldLine = "field-line"
    /// A field's value that goes on in the next line (RFC 9112 §5.2).
    case foldedLine = "folded-line"
    /// Not a token, as with white space before its colon (RFC 9112 §5.1).
    case fieldName = "field-name"
    /// With a NUL or a CR (RFC 9110 §5.5).
    case fieldValue = "field-value"
    /// None in a request of HTTP/1.1 (RFC 9112 §3.2).
    case noHost = "no-host"
    /// More than one (RFC 9112 §3.2).
    case hosts
    /// More than one, or not digits alone (RFC 9112 §6.3).
    case contentLength = "content-length"
    /// Other than `chunked` once, or in a request of HTTP/1.0 (RFC 9112 §6.1).
    case transferEncoding = "transfer-encoding"
    /// Content-Length and Transfer-Encoding (RFC 9112 §6.1).
    case twoLengths = "two-lengths"
    /// What is expected is other than `100-continue` (RFC 9110 §10.1.1).
    case expectation
    /// RFC 9112 §7.1.
    case chunk
    /// RFC 9110 §15.5.14.
    case bodyTooLarge = "body-too-large"
    /// The server's own: the answer's file cannot be opened or is shorter than promised, or a header field is none.
    case unreadableBody = "unreadable-body"

    /// `nil` when the fields leave no doubt. Names are to be as they came.
    init?(in headers: Headers) {
        let lengths = headers.values(of: "Content-Length")
        let codings = headers.values(of: "Transfer-Encoding")
        if !headers.fields.allSatisfy({ $0.name.isToken }) {
            self = .fieldName
        } else if headers.values(of: "Host").count > 1 {
            self = .hosts
        } else if lengths.count > 1 || !lengths.allSatisfy(\.isDigits) {
            self = .contentLength
        } else if codings.count > 1 || !codings.allSatisfy({ $0.lowercased() == "chunked" }) {
            self = .transferEncoding
        } else if !lengths.isEmpty && !codings.isEmpty {
            self = .twoLengths
        } else {
            return nil
        }
    }

    /// Of the answer.
    package var status: Int {
        switch self {
        case .version: 505
        case .targetTooLong: 414
        case .headTooLarge: 431
        case .bodyTooLarge: 413
        case .expectation: 417
        case .unreadableBody: 500
        default: 400
        }
    }
}

extension RequestProblem {
    /// Says what is wrong.
    var response: Response {
        Response(
            status: status, headers: ["Content-Type": "text/plain; charset=utf-8"],
            body: .bytes(Array("\(self)\n".utf8)))
    }
}

extension RequestProblem: CustomStringConvertible {
    package var description: String {
        switch self {
        case .lineEnd: "a line is to end with CR and LF"
        case .requestLine: "the first line is to be METHOD TARGET HTTP/1.1"
        case .version: "the server speaks HTTP/1.1 and HTTP/1.0"
        case .targetTooLong: "the target is too long"
        case .headTooLarge: "the header fields are too large"
        case .fieldLine: "a header field has no colon"
        case .foldedLine: "a header field goes on in the next line"
        case .fieldName: "a header field's name has characters that no name has"
        case .fieldValue: "a header field's value has a NUL or a CR"
        case .noHost: "Host is missing"
        case .hosts: "more than one Host"
        case .contentLength: "Content-Length is to be one number"
        case .transferEncoding: "Transfer-Encoding is to be chunked"
        case .twoLengths: "Content-Length beside Transfer-Encoding"
        case .expectation: "Expect is to be 100-continue"
        case .chunk: "a chunk of the body is malformed"
        case .bodyTooLarge: "the body is too large"
        case .unreadableBody: "what was asked for cannot be read"
        }
    }
}

extension String {
    /// RFC 9110 §5.6.2.
    var isToken: Bool { !isEmpty && hasOnlyBytes { $0.isTokenByte } }

    fileprivate var isDigits: Bool { !isEmpty && utf8.allSatisfy { 0x30...0x39 ~= $0 } }
}

extension UInt8 {
    /// RFC 9110 §5.6.2, tchar.
    var isTokenByte: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "!"), UInt8(ascii: "#")...UInt8(ascii: "'"),
            UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "^"),
            UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
            true
        default: false
        }
    }

    var isWhiteSpace: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}
