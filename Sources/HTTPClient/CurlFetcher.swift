package import HTTP
package import MediaTypes
import Platform

/// A ``Fetcher`` over sockets (libcurl). One thread carries all transfers and makes all calls of `receive`, which
/// therefore must not block. Connections are kept and used again; HTTP/1.1, so that requests on one do not share fate.
///
/// When it goes away, what is under way ends as cancelled, and the thread is waited for: nothing is received later.
/// Only if `receive` itself lets go of the last reference does the thread end on its own right after.
package final class CurlFetcher: Fetcher {
    /// How long to wait, and how fast to take.
    package struct Options: Sendable {
        /// Until a connection stands, name resolution and TLS included.
        package var connectTimeout: Duration
        /// Between two signs of life of the server while it is waited for.
        package var stallTimeout: Duration
        /// How long a connection may have been idle and is still used again, in whole seconds.
        package var idleLimit: Duration
        /// Of the bodies of all transfers together, above 0; `nil`: as fast as they come.
        package var maxRate: BitRate?
        package var userAgent: String
        /// A file in PEM with certificates that servers' own may be, or be signed by; `nil`: as the system has them.
        package var authorities: String?

        package init(
            connectTimeout: Duration = .seconds(10), stallTimeout: Duration = .seconds(15),
            idleLimit: Duration = .seconds(118), maxRate: BitRate? = nil, userAgent: String = "reelrig",
            authorities: String? = nil
        ) {
            self.connectTimeout = connectTimeout
            self.stallTimeout = stallTimeout
            self.idleLimit = idleLimit
            self.maxRate = maxRate
            self.userAgent = userAgent
            self.authorities = authorities
        }
    }

    private let loop: TransferLoop
    private let worker: Worker

    /// - Parameter clock: never goes back; read on the fetcher's thread.
    package init(_ options: Options = Options(), clock: @escaping @Sendable () -> Duration) {
        let loop = TransferLoop(options, clock)
        self.loop = loop
        worker = Worker { loop.run() }
    }

    deinit {
        loop.stop()
        worker.join()
    }

    package func start(_ request: FetchRequest, receive: @escaping @Sendable (FetchEvent) -> Void) -> any Fetch {
        loop.start(request, receive)
    }
}
