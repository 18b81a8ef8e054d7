import HTTP
import Synchronization

/// A wire that breaks in the middle of a body: of the first responses for one path, as many bytes as are said come.
final class CuttingFetcher: Fetcher {
    private let fetcher: any Fetcher
    private let path: String
    /// After how many body bytes each response is cut; those after the last come whole.
    private let cuts: Mutex<[Int]>
    private let ranges = Mutex<[Asked]>([])

    struct Asked: Hashable, Sendable {
        var range: String?
        var ifRange: String?
    }

    init(_ fetcher: any Fetcher, path: String, cuts: [Int]) {
        self.fetcher = fetcher
        self.path = path
        self.cuts = Mutex(cuts)
    }

    /// What the requests for the path asked for.
    var asked: [Asked] { ranges.withLock { $0 } }

    func start(_ request: FetchRequest, receive: @escaping @Sendable (FetchEvent) -> Void) -> any Fetch {
        guard request.url.hasSuffix(path) else { return fetcher.start(request, receive: receive) }
        let asked = Asked(range: request.headers["Range"], ifRange: request.headers["If-Range"])
        ranges.withLock { $0.append(asked) }
        guard let cut = cuts.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else {
            return fetcher.start(request, receive: receive)
        }
        let wire = Wire(left: cut)
        return fetcher.start(request) { event in wire.pass(event, receive) }
    }

    private final class Wire: Sendable {
        private let left: Mutex<Int>

        init(left: Int) { self.left = Mutex(left) }

        func pass(_ event: FetchEvent, _ receive: (FetchEvent) -> Void) {
            switch event {
            case .body(let bytes):
                let passed = left.withLock { left in
                    defer { left -= min(left, bytes.count) }
                    return Array(bytes.prefix(left))
                }
                if !passed.isEmpty { receive(.body(passed)) }
            case .end(.complete): receive(.end(.failed(FetchFailure(.cutShort, "the connection was cut"))))
            default: receive(event)
            }
        }
    }
}
