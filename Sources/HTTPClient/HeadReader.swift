import HTTP

/// Puts a response's head together from its lines, as libcurl hands them on: every response of a chain of redirects and
/// every interim one begins anew with its status line.
struct HeadReader {
    /// Bytes of one head. RFC 9112 §3 leaves the limit to the recipient.
    static let limit = 1 << 18

    enum Progress { case more, complete, tooLarge }

    private(set) var status = 0
    private(set) var headers = Headers()
    private var length = 0

    /// Whether it points elsewhere (RFC 9110 §15.4): 300 and 304 do not.
    var isRedirect: Bool { [301, 302, 303, 307, 308].contains(status) && headers["Location"] != nil }

    mutating func read(_ line: [UInt8]) -> Progress {
        let text = String(decoding: line, as: UTF8.self).trimmed
        if text.hasPrefix("HTTP/") {
            self = HeadReader()
            status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        } else if text.isEmpty {
            return .complete
        } else if line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t") {
            headers.appendToLast(" \(text)")
        } else if let colon = text.firstIndex(of: ":") {
            headers.append(String(text[..<colon]), text[text.index(after: colon)...].trimmed)
        }
        length += line.count
        return length <= Self.limit ? .more : .tooLarge
    }
}

extension StringProtocol {
    /// Without white space and line breaks at its ends. A CR LF is one Character.
    fileprivate var trimmed: String {
        let isSpace: (Unicode.Scalar) -> Bool = { [" ", "\t", "\r", "\n"].contains($0) }
        let end = unicodeScalars.lastIndex { !isSpace($0) }
        guard let start = unicodeScalars.firstIndex(where: { !isSpace($0) }), let end else { return "" }
        return String(self[start...end])
    }
}
