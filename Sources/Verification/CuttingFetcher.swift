internal import HTTP
internal import Synchronization

/// A wire that breaks once: of the first response to a request of its choice, so many body bytes come.
final class CuttingFetcher: Fetcher {
    private let fetcher: any Fetcher
    private let isCut: @Sendable (FetchRequest) -> Bool
    private let count: Int
    private let hasCut = Mutex(false)

    init(_ fetcher: any Fetcher, after count: Int, isCut: @escaping @Sendable (FetchRequest) -> Bool) {
        self.fetcher = fetcher
        self.isCut = isCut
        self.count = count
    }

    func start(_ request: FetchRequest, receive: @escaping @Sendable (FetchEvent) -> Void) -> any Fetch {
        let isChosen =
            isCut(request)
            && hasCut.withLock { hasCut in
                defer { hasCut = true }
                return !hasCut
            }
        guard isChosen else { return fetcher.start(request, receive: receive) }
        let wire = Wire(left: count)
        let fetch = fetcher.start(request) { wire.pass($0, receive) }
        wire.isCut { fetch.cancel() }
        return fetch
    }

    /// The rest of a response: its bytes up to the cut, and the end as a client sees it.
    private final class Wire: Sendable {
        private struct State {
            var left: Int
            var cancel: (@Sendable () -> Void)?
        }

        private let state: Mutex<State>

        init(left: Int) { state = Mutex(State(left: left)) }

        /// What is called off as soon as the wire is cut, or at once when it is.
        func isCut(_ cancel: @escaping @Sendable () -> Void) {
            let isOver = state.withLock { state in
                state.cancel = cancel
                return state.left == 0
            }
            if isOver { cancel() }
        }

        func pass(_ event: FetchEvent, _ receive: (FetchEvent) -> Void) {
            switch event {
            case .head, .timing: receive(event)
            case .body(let bytes):
                let (passed, cancel) = state.withLock { state in
                    let passed = bytes.prefix(state.left)
                    state.left -= passed.count
                    return (passed, state.left == 0 ? state.cancel : nil)
                }
                if !passed.isEmpty { receive(.body(Array(passed))) }
                cancel?()
            case .end: receive(.end(.failed(FetchFailure(.cutShort, "the connection was cut"))))
            }
        }
    }
}
