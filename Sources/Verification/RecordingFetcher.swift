internal import HTTP
internal import Synchronization

/// A fetcher that remembers what it was asked for. That carries tokens: it is compared and never shown.
final class RecordingFetcher: Fetcher {
    private let fetcher: any Fetcher
    private let requested = Mutex<[FetchRequest]>([])

    init(_ fetcher: any Fetcher) { self.fetcher = fetcher }

    var requests: [FetchRequest] { requested.withLock { $0 } }

    func start(_ request: FetchRequest, receive: @escaping @Sendable (FetchEvent) -> Void) -> any Fetch {
        requested.withLock { $0.append(request) }
        return fetcher.start(request, receive: receive)
    }
}
