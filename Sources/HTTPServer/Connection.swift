internal import HTTP

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A client's connection: requests come, each is answered before the next one is read. Only one thread has it.
final class Connection {
    /// What to do with it.
    enum Outcome {
        /// It is served again when the poller says so.
        case waits
        /// It is served again after the others.
        case goesOn
        case ends
    }

    private enum Phase {
        case reading
        case sending(Outgoing)
        /// The last answer is sent, and read is what the client still sends: were it not, the system would take the
        /// answer back (RFC 9112 §9.6).
        case lingering(bytes: Int)
    }

    /// Bytes of what comes after the last answer, and how long none of the answer's need go.
    private static let mostLingering = 64 << 20
    private static let longestLingering = Duration.seconds(5)
    /// Requests answered in a row, when a client sends them without waiting.
    private static let mostInARow = 16

    private var stream: Stream
    private let context: ServerContext
    private var reader: RequestReader
    private var phase = Phase.reading
    private var patience: Patience
    private var closesAfter = false
    /// Whether reading has found nothing and the poller was not heard since.
    private var isDry = false

    init(_ stream: consuming Stream, from clientAddress: String, in context: ServerContext, at now: Duration) {
        self.stream = stream
        self.context = context
        reader = RequestReader(
            headLimit: context.limits.headerMemory, bodyLimit: context.limits.requestBody, clientAddress: clientAddress)
        patience = Patience(at: now)
    }

    /// Whether nothing is being answered.
    var isWaiting: Bool { if case .sending = phase { false } else { true } }

    func isOverdue(at now: Duration) -> Bool {
        if let count = stream.unacknowledged { patience.note(unacknowledged: count, at: now) }
        var idle = Duration.seconds(context.limits.idleSeconds)
        if case .lingering = phase { idle = min(idle, Self.longestLingering) }
        return patience.isOver(at: now, idle: idle, request: .seconds(context.limits.requestSeconds))
    }

    /// Says that an answer under way was not sent. Called once, before it is let go.
    func end() {
        if case .sending(let answer) = phase { answer.end(complete: false) }
        phase = .reading
    }

    /// The poller has something to say.
    func wake() { isDry = false }

    /// Reads and writes what is possible without waiting.
    func serve(at now: Duration, by scratch: UnsafeMutableRawBufferPointer) -> Outcome {
        var answered = 0
        while true {
            switch phase {
            case .reading:
                if answered == Self.mostInARow { return .goesOn }
                if let outcome = read(at: now, by: scratch) { return outcome }
            case .sending(let answer):
                if let outcome = send(answer, at: now, by: scratch) { return outcome }
                answered += 1
            case .lingering(let bytes):
                if let outcome = linger(bytes, by: scratch) { return outcome }
            }
        }
    }
}

// MARK: - Reading

extension Connection {
    private func read(at now: Duration, by scratch: UnsafeMutableRawBufferPointer) -> Outcome? {
        switch reader.next() {
        case .incomplete: return receive(at: now, by: scratch)
        case .expectsContinue:
            let sent = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8).withUnsafeBytes { stream.send($0, more: false) }
            // So few bytes are taken whole, or the client has not read its earlier answers.
            if case .moved(25) = sent { return nil }
            return .ends
        case .request(let request, let keepsAlive):
            patience.beginAnswer()
            let answer = context.answer(request)
            begin(answer, to: request, keepsAlive: keepsAlive)
        case .problem(let problem, let request):
            patience.beginAnswer()
            begin(context.refuse(request, for: problem), to: request, keepsAlive: false)
        }
        return nil
    }

    private func receive(at now: Duration, by scratch: UnsafeMutableRawBufferPointer) -> Outcome? {
        if isDry { return .waits }
        switch stream.receive(into: scratch) {
        case .moved(let count):
            reader.append(UnsafeRawBufferPointer(rebasing: scratch[..<count]))
            patience.byte(at: now)
            isDry = stream.saysWhenEmpty && count < scratch.count
            return nil
        case .blocked:
            isDry = true
            return .waits
        case .ended: return .ends
        }
    }

    private func begin(_ answer: HTTPServer.Answer, to request: Request, keepsAlive: Bool) {
        let asked = answer.response.headers["Connection"]?.lowercased() == "close"
        closesAfter = !keepsAlive || asked || context.isDraining
        // Who asked for it may speak HTTP/1.0, and wants to hear it (RFC 9112 §C.2.2).
        let asksToKeep = request.headers["Connection"] != nil
        let connection: StaticString? = closesAfter ? "close" : asksToKeep ? "keep-alive" : nil
        phase = .sending(
            Outgoing(answer, to: request.method, connection: connection) {
                context.refuse(request, for: .unreadableBody).response
            })
    }
}

// MARK: - Sending

extension Connection {
    private func send(_ answer: Outgoing, at now: Duration, by scratch: UnsafeMutableRawBufferPointer) -> Outcome? {
        let before = answer.bodyBytes
        let progress = answer.send(on: stream, by: scratch)
        if answer.bodyBytes > before { patience.byte(at: now) }
        switch progress {
        case .blocked: return .waits
        case .goesOn: return .goesOn
        case .lost: return .ends
        case .sent: return finish(answer, at: now)
        }
    }

    private func finish(_ answer: Outgoing, at now: Duration) -> Outcome? {
        answer.end(complete: true)
        patience.endAnswer(at: now)
        phase = .reading
        guard closesAfter || context.isDraining else { return nil }
        stream.finish()
        patience.beginAnswer()
        phase = .lingering(bytes: 0)
        return nil
    }

    private func linger(_ bytes: Int, by scratch: UnsafeMutableRawBufferPointer) -> Outcome? {
        if context.isDraining { return .ends }
        switch stream.discard(into: scratch) {
        case .moved(let count) where bytes + count <= Self.mostLingering:
            phase = .lingering(bytes: bytes + count)
            return nil
        case .moved, .ended: return .ends
        case .blocked: return .waits
        }
    }
}
