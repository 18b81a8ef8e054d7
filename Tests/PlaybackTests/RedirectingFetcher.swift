import HTTP
import Synchronization

/// An origin that sends every request for media on to an edge: each time to another one, with another signature. Objects
/// are there alone, and are sent on once more.
final class RedirectingFetcher: Fetcher {
    private let origin: any Fetcher
    private let state = Mutex(State())

    private struct State {
        var edges = 0
        var asked: [String] = []
    }

    init(_ origin: any Fetcher) { self.origin = origin }

    /// The URLs of media that were asked for, before they were sent on.
    var asked: [String] { state.withLock { $0.asked } }

    func start(_ request: FetchRequest, receive: @escaping @Sendable (FetchEvent) -> Void) -> any Fetch {
        let path = request.url.dropFirst("http://".count)
        guard path.contains("/~") else { return origin.start(request, receive: receive) }
        let host = path.prefix { $0 != "/" }
        let target = path.dropFirst(host.count).prefix { $0 != "?" }
        let edge = state.withLock { state in
            state.asked.append(request.url)
            state.edges += 1
            return "http://edge\(state.edges)\(target)?Expires=1893456000&Signature=s\(state.edges)&Key-Pair-Id=k"
        }
        var inner = request
        let isLost = host == "origin" && !target.hasSuffix(".m3u8")
        inner.url = isLost ? "http://origin/nowhere" : "http://origin\(target)"
        return origin.start(inner) { event in
            guard case .head(var head) = event else { return receive(event) }
            head.url = edge
            receive(.head(head))
        }
    }
}
