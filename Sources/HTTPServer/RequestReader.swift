internal import HTTP

/// Takes requests from the bytes of a connection, however they are cut (RFC 9112). A value: it reads and writes nothing.
struct RequestReader {
    enum Event {
        case incomplete
        /// The client waits for `100 Continue`; said once a request.
        case expectsContinue
        case request(Request, keepsAlive: Bool)
        /// Nothing more may be read. `request` has what was understood.
        case problem(RequestProblem, request: Request)
    }

    /// What comes next.
    private enum Part {
        case head
        case body(missing: Int)
        case chunkSize
        case chunk(missing: Int)
        case chunkEnd
        case trailers
    }

    private enum Step { case goesOn, needsMore, ends }

    private var bytes: ReceivedBytes
    private let bodyLimit: Int
    private let headLimit: Int
    private let clientAddress: String
    private var part = Part.head
    private var head: RequestHead?
    /// Of the lines of the head, or of the trailers.
    private var lineBytes = 0
    private var body: [UInt8] = []
    private var hasAskedForBody = false

    /// - Parameters:
    ///   - headLimit: bytes of a head, and of trailers.
    ///   - bodyLimit: bytes of a body.
    init(headLimit: Int, bodyLimit: Int, clientAddress: String) {
        bytes = ReceivedBytes()
        self.headLimit = headLimit
        self.bodyLimit = bodyLimit
        self.clientAddress = clientAddress
    }

    /// Whether something was received that no event was made of.
    var hasRest: Bool { !bytes.isEmpty || head != nil }

    mutating func append(_ received: UnsafeRawBufferPointer) { bytes.append(received) }

    /// The next thing that the bytes say. Not to be called again after ``Event/problem(_:request:)``.
    mutating func next() -> Event {
        do throws(RequestProblem) {
            while true {
                switch try step() {
                case .goesOn: continue
                case .needsMore: return needsMore()
                case .ends: return end()
                }
            }
        } catch {
            return .problem(error, request: request(of: head))
        }
    }

    private mutating func step() throws(RequestProblem) -> Step {
        switch part {
        case .head: try readHeadLine()
        case .body(let missing): readBody(missing) { $0 == 0 ? nil : .body(missing: $0) }
        case .chunkSize: try readChunkSize()
        case .chunk(let missing): readBody(missing) { $0 == 0 ? .chunkEnd : .chunk(missing: $0) }
        case .chunkEnd: try readChunkEnd()
        case .trailers: try readTrailer()
        }
    }

    private mutating func needsMore() -> Event {
        if case .head = part { return .incomplete }
        guard !hasAskedForBody, head?.expectsContinue == true else { return .incomplete }
        hasAskedForBody = true
        return .expectsContinue
    }

    private mutating func end() -> Event {
        let event = Event.request(request(of: head), keepsAlive: head?.keepsAlive ?? false)
        (part, head, lineBytes, body, hasAskedForBody) = (.head, nil, 0, [], false)
        bytes.shrink()
        return event
    }

    private func request(of head: RequestHead?) -> Request {
        Request(
            method: head?.method ?? "", target: head?.target ?? "", headers: head?.headers ?? [:],
            clientAddress: clientAddress, body: body)
    }
}

// MARK: - The head

extension RequestReader {
    private mutating func readHeadLine() throws(RequestProblem) -> Step {
        guard let line = try takeLine(tooLong: head == nil ? .targetTooLong : .headTooLarge) else { return .needsMore }
        guard head != nil else {
            // Empty lines before a request are passed over (RFC 9112 §2.2).
            if !line.isEmpty { head = try RequestHead(requestLine: line) }
            return .goesOn
        }
        guard line.isEmpty else {
            try head?.add(fieldLine: line)
            return .goesOn
        }
        try head?.check()
        lineBytes = 0
        return try beginBody()
    }

    private mutating func beginBody() throws(RequestProblem) -> Step {
        guard let headers = head?.headers else { return .needsMore }
        if headers["Transfer-Encoding"] != nil {
            part = .chunkSize
            return .goesOn
        }
        guard let text = headers["Content-Length"] else { return .ends }
        // It has digits only: what is no Int is larger than any limit.
        guard let length = Int(text), length <= bodyLimit else { throw .bodyTooLarge }
        part = .body(missing: length)
        return length == 0 ? .ends : .goesOn
    }

    /// The next line without its CRLF; `nil` when it is not whole.
    private mutating func takeLine(tooLong: RequestProblem) throws(RequestProblem) -> ArraySlice<UInt8>? {
        guard let line = bytes.takeLine() else {
            if lineBytes + bytes.count > headLimit { throw tooLong }
            return nil
        }
        lineBytes += line.count + 1
        if lineBytes > headLimit { throw tooLong }
        guard line.last == UInt8(ascii: "\r") else { throw .lineEnd }
        return line.dropLast()
    }
}

// MARK: - The body

extension RequestReader {
    /// Takes what is there. `rest` says what comes after it, with so many bytes missing; `nil` ends the request.
    private mutating func readBody(_ missing: Int, rest: (Int) -> Part?) -> Step {
        let taken = bytes.take(atMost: missing)
        guard !taken.isEmpty else { return .needsMore }
        body += taken
        guard let next = rest(missing - taken.count) else { return .ends }
        part = next
        return .goesOn
    }

    /// RFC 9112 §7.1; extensions are passed over.
    private mutating func readChunkSize() throws(RequestProblem) -> Step {
        guard let line = try takeLine(tooLong: .chunk) else { return .needsMore }
        lineBytes = 0
        let digits = line.prefix(while: \.isHexadecimal)
        let rest = line[digits.endIndex...].drop(while: \.isWhiteSpace)
        guard !digits.isEmpty, rest.first == UInt8(ascii: ";") || digits.endIndex == line.endIndex,
            !rest.contains(where: { $0 == 0 || $0 == UInt8(ascii: "\r") })
        else { throw .chunk }
        // It has digits only: what is no Int is larger than any limit.
        guard let size = Int(String(decoding: digits, as: UTF8.self), radix: 16), size <= bodyLimit - body.count else {
            throw .bodyTooLarge
        }
        part = size == 0 ? .trailers : .chunk(missing: size)
        return .goesOn
    }

    private mutating func readChunkEnd() throws(RequestProblem) -> Step {
        guard let line = try takeLine(tooLong: .chunk) else { return .needsMore }
        guard line.isEmpty else { throw .chunk }
        lineBytes = 0
        part = .chunkSize
        return .goesOn
    }

    /// Trailers are read and left out (RFC 9110 §6.5.1).
    private mutating func readTrailer() throws(RequestProblem) -> Step {
        guard let line = try takeLine(tooLong: .headTooLarge) else { return .needsMore }
        if line.isEmpty { return .ends }
        _ = try RequestHead.field(line)
        return .goesOn
    }
}

extension UInt8 {
    fileprivate var isHexadecimal: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
