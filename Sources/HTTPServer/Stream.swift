internal import CEventQueue

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A connection's bytes both ways, with TLS or without. Nothing waits. Closing the socket is `deinit`'s work.
///
/// The thread that sends has SIGPIPE blocked.
struct Stream: ~Copyable {
    let socket: Int32
    private let session: TLSSession?
    private var isFinished = false

    /// `nil`, with the socket closed, when TLS is asked for and cannot begin.
    init?(socket: Int32, tls: TLSContext?) {
        if let tls {
            guard let session = TLSSession(tls, on: socket) else {
                close(socket)
                return nil
            }
            self.session = session
        } else {
            session = nil
        }
        self.socket = socket
    }

    deinit {
        if !isFinished { session?.end() }
        close(socket)
    }

    /// Bytes that the client has not acknowledged; `nil` where the system does not say.
    var unacknowledged: Int? {
        let count = reelrig_unacknowledged(socket)
        return count < 0 ? nil : Int(count)
    }

    /// Says that nothing more comes, in TLS first (RFC 8446 §6.1). What the client sends can still be discarded.
    mutating func finish() {
        session?.end()
        isFinished = true
        shutdown(socket, Int32(SHUT_WR))
    }

    /// Takes bytes that nobody wants.
    func discard(into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        let count = recv(socket, buffer.baseAddress, buffer.count, 0)
        return count == 0 ? .ended : Transfer(count)
    }

    /// Whether fewer bytes than there was room for mean that no more are there.
    var saysWhenEmpty: Bool { session == nil }

    func receive(into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        if let session { return session.receive(into: buffer) }
        let count = recv(socket, buffer.baseAddress, buffer.count, 0)
        return count == 0 ? .ended : Transfer(count)
    }

    /// - Parameter more: follows at once, so that both may travel together.
    func send(_ bytes: UnsafeRawBufferPointer, more: Bool) -> Transfer {
        if let session { return session.send(bytes) }
        return Transfer(sendOn(socket, bytes.baseAddress, bytes.count, more ? moreFlag : 0))
    }

    /// Sends both, one after the other, in one call of the system: together they are one packet more often.
    ///
    /// - Parameter scratch: room for bytes on their way.
    func send(
        _ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>, more: Bool, by scratch: UnsafeMutableRawBufferPointer
    ) -> Transfer {
        first.withUnsafeBytes { first in
            second.withUnsafeBytes { second in
                if first.isEmpty { return send(second, more: more) }
                if second.isEmpty { return send(first, more: more) }
                return session == nil ? gather(first, second) : send(join(first, second, in: scratch), more: more)
            }
        }
    }

    private func gather(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> Transfer {
        let pieces = [first, second].map {
            iovec(iov_base: UnsafeMutableRawPointer(mutating: $0.baseAddress), iov_len: $0.count)
        }
        return Transfer(writev(socket, pieces, Int32(pieces.count)))
    }

    /// As much of both as there is room for: in TLS what is sent at once is one record.
    private func join(
        _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer, in scratch: UnsafeMutableRawBufferPointer
    ) -> UnsafeRawBufferPointer {
        let start = first.prefix(scratch.count)
        let rest = second.prefix(scratch.count - start.count)
        scratch.copyBytes(from: start)
        UnsafeMutableRawBufferPointer(rebasing: scratch[start.count...]).copyBytes(from: rest)
        return UnsafeRawBufferPointer(rebasing: scratch[..<(start.count + rest.count)])
    }

    /// Sends from a file: by sendfile(2) where the bytes go as they are.
    ///
    /// - Parameter scratch: room for bytes on their way.
    func send(
        _ descriptor: Int32, from offset: Int, count: Int, by scratch: UnsafeMutableRawBufferPointer
    ) -> Transfer {
        #if canImport(Glibc)
            if session == nil {
                var position = off_t(offset)
                let sent = sendfile(socket, descriptor, &position, count)
                // The file has become shorter than was promised.
                return sent == 0 ? .ended : Transfer(sent)
            }
        #endif
        let got = pread(descriptor, scratch.baseAddress, min(count, scratch.count), off_t(offset))
        return got <= 0 ? .ended : send(UnsafeRawBufferPointer(rebasing: scratch[..<got]), more: got < count)
    }
}

#if canImport(Glibc)
    private let moreFlag = Int32(MSG_MORE)
#else
    private let moreFlag: Int32 = 0
#endif

private func sendOn(_ socket: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
    send(socket, bytes, count, flags)
}

extension Transfer {
    /// What a call of the system returned; `errno` tells why it is negative.
    fileprivate init(_ count: Int) {
        if count >= 0 {
            self = .moved(count)
        } else {
            self = errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? .blocked : .ended
        }
    }
}
