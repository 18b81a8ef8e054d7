internal import HTTP

/// The status line and the header fields of a response (RFC 9112 §4, §5).
enum ResponseHead {
    /// Their bytes, with the empty line; `nil` when a field is none.
    ///
    /// - Parameters:
    ///   - length: of the body. A 304 says that of what it leaves out, which is in its fields; a 204 and a 1xx say none
    ///     (RFC 9110 §8.6).
    ///   - connection: the field of that name, which is the server's own, when the connection is not as HTTP/1.1 has it.
    static func bytes(of response: Response, length: Int, connection: StaticString?) -> [UInt8]? {
        var text = [UInt8]()
        text.reserveCapacity(1024)
        text.append("HTTP/1.1 ")
        text.append(number: response.status)
        text.append(UInt8(ascii: " "))
        text.append(reason(response.status))
        for field in response.headers.fields where isSent(field.name, status: response.status) {
            guard field.name.isToken, field.value.hasOnlyBytes(where: { $0 != 0 && $0 != 0x0A && $0 != 0x0D }) else {
                return nil
            }
            text.append("\r\n")
            text.append(text: field.name)
            text.append(": ")
            text.append(text: field.value)
        }
        if let connection {
            text.append("\r\nConnection: ")
            text.append(connection)
        }
        if hasBody(response.status) {
            text.append("\r\nContent-Length: ")
            text.append(number: length)
        }
        text.append("\r\n\r\n")
        return text
    }

    /// Whether a response has a body at all (RFC 9112 §6.3).
    static func hasBody(_ status: Int) -> Bool { status >= 200 && status != 204 && status != 304 }

    private static func isSent(_ name: String, status: Int) -> Bool {
        switch name.utf8.count {
        case 10: name.lowercased() != "connection"
        case 14: status == 304 || name.lowercased() != "content-length"
        default: true
        }
    }

    /// RFC 9110 §15.
    private static func reason(_ status: Int) -> StaticString {
        switch status {
        case 100: "Continue"
        case 200: "OK"
        case 201: "Created"
        case 202: "Accepted"
        case 204: "No Content"
        case 206: "Partial Content"
        case 301: "Moved Permanently"
        case 302: "Found"
        case 303: "See Other"
        case 304: "Not Modified"
        case 307: "Temporary Redirect"
        case 308: "Permanent Redirect"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 406: "Not Acceptable"
        case 408: "Request Timeout"
        case 409: "Conflict"
        case 410: "Gone"
        case 411: "Length Required"
        case 412: "Precondition Failed"
        case 413: "Content Too Large"
        case 414: "URI Too Long"
        case 415: "Unsupported Media Type"
        case 416: "Range Not Satisfiable"
        case 417: "Expectation Failed"
        case 421: "Misdirected Request"
        case 422: "Unprocessable Content"
        case 425: "Too Early"
        case 426: "Upgrade Required"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 502: "Bad Gateway"
        case 503: "Service Unavailable"
        case 504: "Gateway Timeout"
        case 505: "HTTP Version Not Supported"
        case 507: "Insufficient Storage"
        default: ""
        }
    }
}
