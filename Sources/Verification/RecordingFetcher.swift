internal import HTTP
internal import Synchronization

/// A fetcher that remembers the URLs it was asked for. They carry tokens: they are compared and never shown.
final class RecordingFetcher: Fetcher {
    private let fetcher: any Fetcher
    private let requested = Mutex<[String]>([])

    init(_ fetcher: any Fetcher) { self.fetcher = fetcher }

    var urls: [String] { requested.withLock { $0 } }

    func start(_ request: FetchRequest, receive: @escaping @Sendable (FetchEvent) -> Void) -> any Fetch {
        requested.withLock { $0.append(request.url) }
        return fetcher.start(request, receive: receive)
    }
}
