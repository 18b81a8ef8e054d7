internal import CTLS

/// One connection's TLS, in OpenSSL's `SSL`. The handshake is made by the first bytes that come.
final class TLSSession {
    private let session: OpaquePointer
    /// After an error of the protocol nothing may be said any more.
    private var isBroken = false

    init?(_ context: TLSContext, on socket: Int32) {
        guard let session = SSL_new(context.context) else { return nil }
        guard SSL_set_fd(session, socket) == 1 else {
            SSL_free(session)
            return nil
        }
        SSL_set_accept_state(session)
        self.session = session
    }

    deinit { SSL_free(session) }

    func receive(into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        transfer { SSL_read(session, buffer.baseAddress, Int32(clamping: buffer.count)) }
    }

    func send(_ bytes: UnsafeRawBufferPointer) -> Transfer {
        transfer { SSL_write(session, bytes.baseAddress, Int32(clamping: bytes.count)) }
    }

    /// Tells the other side that no more comes (RFC 8446 §6.1), without waiting for its answer.
    func end() {
        ERR_clear_error()
        if !isBroken { SSL_shutdown(session) }
        ERR_clear_error()
    }

    private func transfer(_ move: () -> Int32) -> Transfer {
        // The queue of errors is the thread's, and tells about this call only when it is empty before.
        ERR_clear_error()
        let count = move()
        if count > 0 { return .moved(Int(count)) }
        switch SSL_get_error(session, count) {
        case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return .blocked
        case SSL_ERROR_ZERO_RETURN: return .ended
        default:
            isBroken = true
            return .ended
        }
    }
}
