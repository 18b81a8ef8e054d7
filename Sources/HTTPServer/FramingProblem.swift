internal import HTTP

/// Why it is unsure where a request ends or whom it asks. Two readers may then disagree, and what one takes for the body
/// is the other's next request (RFC 9112 §11.2). libmicrohttpd 0.9.75 takes all of these, even when it is told to be strict.
enum FramingProblem: Hashable, Sendable {
    /// Not a token, as with white space before its colon (RFC 9112 §5.1).
    case fieldName
    /// More than one (RFC 9112 §3.2).
    case hosts
    /// More than one, or not digits alone (RFC 9112 §6.3).
    case contentLength
    /// Other than `chunked` once (RFC 9112 §6.1).
    case transferEncoding
    /// Content-Length and Transfer-Encoding (RFC 9112 §6.1).
    case twoLengths

    /// `nil` when there is no doubt. Names are to be as they came.
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

    /// Says what is wrong, and that nothing more is read.
    var response: Response {
        Response(
            status: 400, headers: ["Connection": "close", "Content-Type": "text/plain; charset=utf-8"],
            body: .bytes(Array("\(self)\n".utf8)))
    }
}

extension FramingProblem: CustomStringConvertible {
    var description: String {
        switch self {
        case .fieldName: "a header field's name has characters that no name has"
        case .hosts: "more than one Host"
        case .contentLength: "Content-Length is to be one number"
        case .transferEncoding: "Transfer-Encoding is to be chunked"
        case .twoLengths: "Content-Length beside Transfer-Encoding"
        }
    }
}

extension String {
    /// RFC 9110 §5.6.2.
    fileprivate var isToken: Bool {
        !isEmpty && utf8.allSatisfy { $0.isDigit || 0x61...0x7A ~= $0 | 0x20 || "!#$%&'*+-.^_`|~".utf8.contains($0) }
    }

    fileprivate var isDigits: Bool { !isEmpty && utf8.allSatisfy(\.isDigit) }
}

extension UInt8 {
    fileprivate var isDigit: Bool { 0x30...0x39 ~= self }
}
