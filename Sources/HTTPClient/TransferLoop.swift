internal import CCurl
import HTTP
import MediaTypes
import Synchronization

/// What the fetcher's thread runs: it takes new transfers in, moves bytes, and ends what is done, stuck or cancelled.
final class TransferLoop: Sendable {
    private struct Inbox {
        var started: [Transfer.Order] = []
        var isStopping = false
    }

    private let options: CurlFetcher.Options
    private let clock: @Sendable () -> Duration
    private let multi = MultiHandle()
    private let inbox = Mutex(Inbox())

    init(_ options: CurlFetcher.Options, _ clock: @escaping @Sendable () -> Duration) {
        self.options = options
        self.clock = clock
    }

    func start(_ request: FetchRequest, _ receive: @escaping @Sendable (FetchEvent) -> Void) -> any Fetch {
        let fetch = CurlFetch(multi)
        let order = Transfer.Order(request: request, receive: receive, fetch: fetch, startedAt: clock())
        let isAccepted = inbox.withLock { inbox in
            if !inbox.isStopping { inbox.started.append(order) }
            return !inbox.isStopping
        }
        if isAccepted { multi.wake() } else { receive(.end(.cancelled)) }
        return fetch
    }

    func stop() {
        inbox.withLock { $0.isStopping = true }
        multi.wake()
    }

    func run() {
        var transfers: [UnsafeMutableRawPointer: Transfer] = [:]
        let link = options.maxRate.map(Link.init)
        while true {
            let news = inbox.withLock { inbox in
                defer { inbox.started = [] }
                return inbox
            }
            for order in news.started {
                if let transfer = begin(order, link) { transfers[transfer.easy] = transfer }
            }
            if news.isStopping { break }
            for transfer in transfers.values {
                transfer.resume(at: clock())
                if let end = transfer.overdueEnd(at: clock(), options.stallTimeout) {
                    finish(transfer, end, &transfers)
                }
            }
            multi.perform()
            while let (easy, code) = multi.nextDone() {
                if let transfer = transfers[easy] { finish(transfer, transfer.end(code), &transfers) }
            }
            multi.wait(atMost: patience(transfers.values))
        }
        for transfer in transfers.values { finish(transfer, .cancelled, &transfers) }
    }

    private func begin(_ order: Transfer.Order, _ link: Link?) -> Transfer? {
        do throws(FetchFailure) {
            let transfer = try Transfer(order, options, link, clock)
            multi.add(transfer.easy)
            return transfer
        } catch {
            order.receive(.end(.failed(error)))
            return nil
        }
    }

    private func finish(
        _ transfer: Transfer, _ end: FetchEnd, _ transfers: inout [UnsafeMutableRawPointer: Transfer]
    ) {
        multi.remove(transfer.easy)
        transfers[transfer.easy] = nil
        transfer.finish(end)
    }

    /// Until the next transfer may go on or is overdue.
    private func patience(_ transfers: some Collection<Transfer>) -> Duration {
        let now = clock()
        let next = transfers.map { $0.nextDeadline(options.stallTimeout) }.min() ?? now + .seconds(60)
        return max(.zero, next - now)
    }
}

/// The shared link of all transfers, on the loop's thread.
final class Link {
    var limit: RateLimit

    init(_ rate: BitRate) { limit = RateLimit(rate) }
}

/// The caller's end of a transfer.
final class CurlFetch: Fetch {
    private let cancelled = Atomic(false)
    private let multi: MultiHandle

    init(_ multi: MultiHandle) { self.multi = multi }

    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    func cancel() {
        cancelled.store(true, ordering: .releasing)
        multi.wake()
    }
}
