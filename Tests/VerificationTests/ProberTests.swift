import HTTP
import Testing

@testable import Verification

/// An origin of one answer, in pieces until it is called off or at its end.
private struct OneAnswer: Fetcher {
    var pieces: Int
    var size: Int
    var breaks = false

    func start(_ request: FetchRequest, receive: @escaping @Sendable (FetchEvent) -> Void) -> any Fetch {
        receive(.head(FetchHead(status: 206, headers: [:], url: request.url)))
        for _ in 0..<pieces { receive(.body([UInt8](repeating: 7, count: size))) }
        receive(.end(breaks ? .failed(FetchFailure(.cutShort, "cut")) : .complete))
        return Ended()
    }

    private struct Ended: Fetch { func cancel() {} }
}

/// One whose body has no end but being called off.
private final class Endless: Fetcher {
    func start(_ request: FetchRequest, receive: @escaping @Sendable (FetchEvent) -> Void) -> any Fetch {
        receive(.head(FetchHead(status: 200, headers: [:], url: request.url)))
        receive(.body([UInt8](repeating: 7, count: 3 << 20)))
        return Cancelling(receive: receive)
    }

    private struct Cancelling: Fetch {
        var receive: @Sendable (FetchEvent) -> Void
        func cancel() { receive(.end(.cancelled)) }
    }
}

@Test func `a probe has the status of an answer, however long it is, and none when it was cut short`() {
    let request = FetchRequest(url: "http://h/x")
    let short = Prober(fetcher: OneAnswer(pieces: 2, size: 10)).fetch(request)
    #expect(short.status == 206 && short.body.count == 20)
    let long = Prober(fetcher: Endless()).fetch(request)
    #expect(long.status == 200 && long.body.count == 1 << 20)
    #expect(Prober(fetcher: OneAnswer(pieces: 1, size: 10, breaks: true)).fetch(request).status == 0)
}
