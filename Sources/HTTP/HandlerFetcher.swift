import Synchronization

/// A ``Fetcher`` that asks a handler in the same process: the server's side of a request without a socket.
///
/// Redirects are not followed, and there is no ``FetchEvent/timing``.
package struct HandlerFetcher: Fetcher {
    /// Reads `length` bytes of a file from `offset` on.
    package typealias FileReader = @Sendable (_ path: String, _ offset: Int, _ length: Int) throws -> [UInt8]
    package typealias Work = @Sendable () -> Void

    private let handler: @Sendable (Request) -> Response
    private let readFile: FileReader
    private let pieceLength: Int
    private let run: @Sendable (@escaping Work) -> Void

    /// - Parameters:
    ///   - pieceLength: the most bytes in one ``FetchEvent/body``.
    ///   - run: where a fetch goes on after ``start(_:receive:)`` has returned.
    package init(
        pieceLength: Int = 16384, readFile: @escaping FileReader = { path, _, _ in throw NoFiles(path: path) },
        run: @escaping @Sendable (@escaping Work) -> Void = { work in Task { work() } },
        handler: @escaping @Sendable (Request) -> Response
    ) {
        self.handler = handler
        self.readFile = readFile
        self.pieceLength = pieceLength
        self.run = run
    }

    package func start(_ request: FetchRequest, receive: @escaping @Sendable (FetchEvent) -> Void) -> any Fetch {
        let fetch = HandledFetch()
        run { receive(.end(answer(request, fetch, receive))) }
        return fetch
    }

    private func answer(
        _ request: FetchRequest, _ fetch: HandledFetch, _ receive: @Sendable (FetchEvent) -> Void
    ) -> FetchEnd {
        guard !fetch.isCancelled else { return .cancelled }
        guard let received = Request(request) else {
            return .failed(FetchFailure(.badURL, "the URL is not an HTTP one"))
        }
        var response = handler(received)
        if response.status != 304 { response.headers["Content-Length"] = "\(response.body.length)" }
        receive(.head(FetchHead(status: response.status, headers: response.headers, url: request.url)))
        guard request.method != "HEAD" else { return fetch.isCancelled ? .cancelled : .complete }
        guard response.body.length <= request.bodyLimit else {
            return .failed(FetchFailure(.tooLarge, "the body is larger than \(request.bodyLimit) bytes"))
        }
        var rest: ArraySlice<UInt8>
        do { rest = try bytes(of: response.body)[...] } catch {
            return .failed(FetchFailure(.cutShort, "the body could not be read"))
        }
        while !rest.isEmpty, !fetch.isCancelled {
            receive(.body(Array(rest.prefix(pieceLength))))
            rest = rest.dropFirst(pieceLength)
        }
        return fetch.isCancelled ? .cancelled : .complete
    }

    private func bytes(of body: Response.Body) throws -> [UInt8] {
        switch body {
        case .bytes(let bytes): bytes
        case .file(let path, let offset, let length): try readFile(path, offset, length)
        }
    }
}

/// A handler answered with a file where nothing reads files.
private struct NoFiles: Error {
    let path: String
}

private final class HandledFetch: Fetch {
    private let cancelled = Atomic(false)

    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    func cancel() { cancelled.store(true, ordering: .releasing) }
}

extension Request {
    /// What a server would receive; `nil` when the URL is no absolute HTTP one.
    fileprivate init?(_ request: FetchRequest) {
        guard let scheme = ["http://", "https://"].first(where: { request.url.hasPrefix($0) }) else { return nil }
        let rest = request.url.dropFirst(scheme.count).prefix { $0 != "#" }
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard !authority.isEmpty else { return nil }
        let target = rest.dropFirst(authority.count)
        var headers = request.headers
        if headers["Host"] == nil { headers["Host"] = String(authority) }
        self.init(
            method: request.method, target: target.hasPrefix("/") ? String(target) : "/\(target)", headers: headers)
    }
}
