internal import HTTP

/// The request line and the header fields of a request (RFC 9112 §3, §5).
struct RequestHead {
    var method: String
    /// As it came; bytes that are not UTF-8 become U+FFFD, which no path allows.
    var target: String
    /// The x of HTTP/1.x.
    var minorVersion: Int
    var headers = Headers()

    /// Reads the first line, without its CRLF.
    init(requestLine line: ArraySlice<UInt8>) throws(RequestProblem) {
        let space = UInt8(ascii: " ")
        // A further space is found in the target, where none may be.
        guard let first = line.firstIndex(of: space), let last = line.lastIndex(of: space), first < last else {
            throw .requestLine
        }
        let (method, target) = (line[..<first], line[(first + 1)..<last])
        guard !method.isEmpty, method.allSatisfy(\.isTokenByte), !target.isEmpty,
            target.hasOnlyBytes(where: { $0 > space && $0 != 0x7F })
        else { throw .requestLine }
        minorVersion = try Self.minorVersion(line[(last + 1)...])
        self.method = String(decoding: method, as: UTF8.self)
        self.target = String(decoding: target, as: UTF8.self)
    }

    /// Adds a field line, without its CRLF.
    mutating func add(fieldLine line: ArraySlice<UInt8>) throws(RequestProblem) {
        let (name, value) = try Self.field(line)
        headers.append(String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
    }

    /// The name and the value in a field line, without its CRLF.
    static func field(
        _ line: ArraySlice<UInt8>
    ) throws(RequestProblem) -> (name: ArraySlice<UInt8>, value: ArraySlice<UInt8>) {
        guard let first = line.first, !first.isWhiteSpace else { throw .foldedLine }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { throw .fieldLine }
        let name = line[..<colon]
        guard !name.isEmpty, name.allSatisfy(\.isTokenByte) else { throw .fieldName }
        var value = line[(colon + 1)...]
        while value.first?.isWhiteSpace == true { value.removeFirst() }
        while value.last?.isWhiteSpace == true { value.removeLast() }
        guard !value.contains(0), !value.contains(UInt8(ascii: "\r")) else { throw .fieldValue }
        return (name, value)
    }

    /// What is to be true of all fields together.
    func check() throws(RequestProblem) {
        if let problem = RequestProblem(in: headers) { throw problem }
        if minorVersion == 0, headers["Transfer-Encoding"] != nil { throw .transferEncoding }
        if minorVersion > 0, headers["Host"] == nil { throw .noHost }
        if !expectations.allSatisfy({ $0 == "100-continue" }) { throw .expectation }
    }

    /// Whether the client wants the connection for further requests (RFC 9112 §9.3).
    var keepsAlive: Bool {
        let options = members(of: "Connection")
        return !options.contains("close") && (minorVersion > 0 || options.contains("keep-alive"))
    }

    /// Whether the client waits to be told before it sends the body (RFC 9110 §10.1.1).
    var expectsContinue: Bool { !expectations.isEmpty }

    /// HTTP/1.0 has none.
    private var expectations: [Substring] { minorVersion > 0 ? members(of: "Expect") : [] }

    /// Of a field that is a list of tokens, in lower case (RFC 9110 §5.6.1).
    private func members(of name: String) -> [Substring] {
        headers.values(of: name).flatMap { $0.lowercased().split(whereSeparator: { ", \t".contains($0) }) }
    }

    private static func minorVersion(_ text: ArraySlice<UInt8>) throws(RequestProblem) -> Int {
        let bytes = Array(text)
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard bytes.count == 8, bytes.starts(with: "HTTP/".utf8), digits ~= bytes[5], bytes[6] == UInt8(ascii: "."),
            digits ~= bytes[7]
        else { throw .requestLine }
        guard bytes[5] == UInt8(ascii: "1") else { throw .version }
        return Int(bytes[7] - UInt8(ascii: "0"))
    }
}
