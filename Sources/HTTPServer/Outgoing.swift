internal import HTTP
internal import Platform

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A response on its way out. The file it sends from is closed by `deinit`.
final class Outgoing {
    enum Progress { case sent, blocked, lost, goesOn }

    let status: Int
    private let head: [UInt8]
    /// The body, but for a large file's.
    private let bytes: [UInt8]
    /// Of head and bytes.
    private var textSent = 0
    private var file: OpenRange?
    private var fileSent = 0
    private let delivered: (@Sendable (Delivery) -> Void)?

    private struct OpenRange {
        var descriptor: Int32
        var offset: Int
        var count: Int
    }

    /// A response whose body is at hand.
    private struct Opened {
        var head: [UInt8]
        var bytes: [UInt8] = []
        var file: OpenRange?
    }

    /// Of a file: so few bytes are sent with the head in one call, which costs less than sendfile(2) for them alone.
    private static let mostRead = 16 << 10

    /// - Parameters:
    ///   - method: of the request; a HEAD is answered without a body.
    ///   - connection: what the field of that name says, if anything.
    ///   - failure: makes what is sent when that cannot be.
    init(
        _ answer: HTTPServer.Answer, to method: String, connection: StaticString?, failure: () -> Response
    ) {
        delivered = answer.delivered
        var response = answer.response
        var opened = Self.open(response, connection)
        if opened == nil {
            response = failure()
            opened = Self.open(response, connection)
        }
        let parts = opened ?? Opened(head: [])
        let hasBody = method != "HEAD" && ResponseHead.hasBody(response.status)
        status = response.status
        head = parts.head
        bytes = hasBody ? parts.bytes : []
        file = parts.file
        if !hasBody { closeFile() }
    }

    deinit { closeFile() }

    /// Body bytes that were handed to the system.
    var bodyBytes: Int { max(0, textSent - head.count) + fileSent }

    /// Sends what the stream takes, and about 2 MB of a file at most.
    func send(on stream: borrowing Stream, by scratch: UnsafeMutableRawBufferPointer) -> Progress {
        while textSent < head.count + bytes.count {
            let (first, second) = (head.dropFirst(textSent), bytes.dropFirst(max(0, textSent - head.count)))
            let result = stream.send(first, second, more: file != nil, by: scratch)
            guard case .moved(let count) = result else { return .init(result) }
            textSent += count
        }
        guard let file else { return .sent }
        let end = min(file.count, fileSent + 2 << 20)
        while fileSent < end {
            let result = stream.send(
                file.descriptor, from: file.offset + fileSent, count: end - fileSent, by: scratch)
            guard case .moved(let count) = result else { return .init(result) }
            fileSent += count
        }
        return end < file.count ? .goesOn : .sent
    }

    /// Tells whoever wants to know. Called once.
    func end(complete: Bool) {
        delivered?(Delivery(status: status, bytes: bodyBytes, complete: complete))
    }

    private func closeFile() {
        if let file { close(file.descriptor) }
        file = nil
    }

    /// `nil` when the body's file cannot be read or is shorter than promised, or a header field is none.
    private static func open(_ response: Response, _ connection: StaticString?) -> Opened? {
        guard let head = ResponseHead.bytes(of: response, length: response.body.length, connection: connection) else {
            return nil
        }
        switch response.body {
        case .bytes(let bytes): return Opened(head: head, bytes: bytes)
        case .file(_, _, 0): return Opened(head: head)
        case .file(let path, let offset, let count):
            guard let range = open(path, offset, count) else { return nil }
            if count > mostRead { return Opened(head: head, file: range) }
            defer { close(range.descriptor) }
            return read(range).map { Opened(head: head, bytes: $0) }
        }
    }

    private static func open(_ path: String, _ offset: Int, _ count: Int) -> OpenRange? {
        guard let descriptor = try? File.descriptorForReading(path) else { return nil }
        var info = stat()
        guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG, Int(info.st_size) >= offset + count
        else {
            close(descriptor)
            return nil
        }
        return OpenRange(descriptor: descriptor, offset: offset, count: count)
    }

    private static func read(_ range: OpenRange) -> [UInt8]? {
        let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            count = max(0, pread(range.descriptor, buffer.baseAddress, range.count, off_t(range.offset)))
        }
        return bytes.count == range.count ? bytes : nil
    }
}

extension Outgoing.Progress {
    fileprivate init(_ transfer: Transfer) {
        if case .blocked = transfer { self = .blocked } else { self = .lost }
    }
}
