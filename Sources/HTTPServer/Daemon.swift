internal import CMicroHTTPD
internal import Platform

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The running libmicrohttpd daemon. Stopping it is `deinit`'s work.
struct Daemon: ~Copyable {
    private let daemon: OpaquePointer
    private let context: Unmanaged<ServerContext>
    private let timer: RequestTimer
    /// The listening socket, once the daemon has given it back.
    private var listener: Int32?

    init(
        on socket: consuming ListeningSocket, identity: ServerIdentity?, context: ServerContext
    ) throws(ServerProblem) {
        let limits = context.limits
        let held = Unmanaged.passRetained(context)
        let descriptor = socket.take()
        // The daemon reads both texts while it starts and keeps neither.
        let started = withOptionalCStrings(identity?.privateKey, identity?.certificate) { key, certificate in
            reelrig_mhd_start(
                descriptor, UInt32(limits.threads), UInt32(limits.connections), limits.headerMemory,
                UInt32(limits.idleSeconds), key, certificate, handleRequest, receiveTarget, completeRequest,
                noteConnection, held.toOpaque())
        }
        guard let started else {
            held.release()
            close(descriptor)
            throw identity == nil ? .cannotStart : .cannotStartTLS
        }
        daemon = started
        self.context = held
        timer = RequestTimer(context)
    }

    deinit {
        MHD_stop_daemon(daemon)
        if let listener { close(listener) }
        context.release()
    }

    /// Stops accepting connections; those that are open go on.
    mutating func quiesce() {
        guard listener == nil else { return }
        let returned = MHD_quiesce_daemon(daemon)
        if returned >= 0 { listener = returned }
    }
}

private func withOptionalCStrings<Result>(
    _ first: String?, _ second: String?, _ body: (UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> Result
) -> Result {
    guard let first, let second else { return body(nil, nil) }
    return first.withCString { first in second.withCString { body(first, $0) } }
}
