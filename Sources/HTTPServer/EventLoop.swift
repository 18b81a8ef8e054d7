internal import HTTP
internal import Platform

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// One thread's connections, and whatever they want.
final class EventLoop {
    private let context: ServerContext
    private let mailbox: LoopMailbox
    /// Of the loop that accepts.
    private let accepting: LoopMailbox
    private var acceptor: Acceptor?
    private var poller: Poller
    private var connections: [Int32: Connection] = [:]
    /// Those that could go on at once, by their sockets.
    private var busy: [Int32] = []
    private var stage = LoopMailbox.Stage.running
    private var nextSweep: Duration
    /// Where bytes are on their way; nothing stays in it.
    private let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)

    /// - Parameter acceptor: of the loop that takes new connections.
    init(
        _ context: ServerContext, _ mailbox: LoopMailbox, acceptor: Acceptor?, accepting: LoopMailbox
    ) throws(SystemError) {
        self.context = context
        self.accepting = accepting
        self.mailbox = mailbox
        self.acceptor = acceptor
        poller = try Poller()
        nextSweep = context.clock() + context.sweepInterval
        try poller.addForReading(mailbox.descriptor)
        if let acceptor { try poller.addForReading(acceptor.descriptor) }
    }

    deinit { scratch.deallocate() }

    /// Returns when it was told to end, or to drain and nothing is left.
    func run() {
        while stage == .running || (stage == .draining && !connections.isEmpty) {
            let ready = poller.wait(limit)
            let now = context.clock()
            for descriptor in ready { heed(descriptor, at: now) }
            let goingOn = busy
            busy = []
            for socket in goingOn { serve(socket, at: now) }
            if now >= nextSweep { sweep(at: now) }
        }
        for socket in Array(connections.keys) { end(socket) }
        for arrival in mailbox.end() {
            close(arrival.socket)
            leave()
        }
    }

    private var limit: Duration? {
        if !busy.isEmpty { return .zero }
        return connections.isEmpty && acceptor?.isPaused != true ? nil : context.sweepInterval
    }

    private func heed(_ descriptor: Int32, at now: Duration) {
        if descriptor == mailbox.descriptor {
            takeMail(at: now)
        } else if let acceptor, descriptor == acceptor.descriptor {
            for arrival in acceptor.accept() { open(arrival, at: now) }
            if acceptor.isPaused { poller.remove(acceptor.descriptor) }
        } else if let connection = connections[descriptor] {
            connection.wake()
            serve(descriptor, at: now)
        }
    }

    private func serve(_ socket: Int32, at now: Duration) {
        switch connections[socket]?.serve(at: now, by: scratch) {
        case .goesOn: busy.append(socket)
        case .ends: end(socket)
        case .waits, nil: break
        }
    }

    private func takeMail(at now: Duration) {
        let mail = mailbox.take()
        if mail.stage > stage {
            stage = mail.stage
            // Closed by its `deinit`.
            if let acceptor { poller.remove(acceptor.descriptor) }
            acceptor = nil
            for (socket, connection) in connections where connection.isWaiting { end(socket) }
        }
        for arrival in mail.arrivals { open(arrival, at: now) }
        goOnAccepting()
    }

    private func open(_ arrival: LoopMailbox.Arrival, at now: Duration) {
        guard let stream = Stream(socket: arrival.socket, tls: context.tls) else {
            leave()
            return
        }
        let connection = Connection(stream, from: arrival.clientAddress, in: context, at: now)
        connections[arrival.socket] = connection
        guard stage == .running, (try? poller.addForChanges(arrival.socket)) != nil else { return end(arrival.socket) }
        serve(arrival.socket, at: now)
    }

    private func end(_ socket: Int32) {
        guard connections[socket] != nil else { return }
        connections[socket]?.end()
        // Its descriptor is free before somebody else is told that there is room.
        connections[socket] = nil
        leave()
    }

    /// A connection is no more.
    private func leave() {
        if context.makesRoom() { accepting.wake() }
    }

    private func goOnAccepting() {
        guard let acceptor, acceptor.isPaused else { return }
        acceptor.goOn()
        try? poller.addForReading(acceptor.descriptor)
    }

    private func sweep(at now: Duration) {
        nextSweep = now + context.sweepInterval
        for (socket, connection) in connections where connection.isOverdue(at: now) { end(socket) }
        goOnAccepting()
    }
}
