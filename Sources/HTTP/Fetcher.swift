/// Something that fetches: over a socket, or from a handler in the same process.
package protocol Fetcher: Sendable {
    /// Starts a fetch and returns at once.
    ///
    /// `receive` is called on any thread, one call at a time: at most one ``FetchEvent/head``, then ``FetchEvent/body``
    /// pieces, and always exactly one ``FetchEvent/end`` as the last, also after ``Fetch/cancel()``.
    func start(_ request: FetchRequest, receive: @escaping @Sendable (FetchEvent) -> Void) -> any Fetch
}

/// A fetch under way.
package protocol Fetch: Sendable {
    /// Ends it soon; without effect once it has ended.
    func cancel()
}

package struct FetchRequest: Hashable, Sendable {
    package var method: String
    /// Absolute.
    package var url: String
    package var headers: Headers

    package init(method: String = "GET", url: String, headers: Headers = [:]) {
        self.method = method
        self.url = url
        self.headers = headers
    }
}

package enum FetchEvent: Hashable, Sendable {
    case head(FetchHead)
    case body([UInt8])
    case end(FetchEnd)
}

/// Status and header fields of a final response (after redirects, if they were followed).
package struct FetchHead: Hashable, Sendable {
    package var status: Int
    package var headers: Headers
    /// The URL that was answered: the base of relative references in the body.
    package var url: String

    package init(status: Int, headers: Headers, url: String) {
        self.status = status
        self.headers = headers
        self.url = url
    }
}

package enum FetchEnd: Hashable, Sendable {
    /// Every body byte that was announced has arrived.
    case complete
    case cancelled
    /// No answer, or one cut short.
    case failed(FetchFailure)
}

/// A network failure: what went wrong, in words, without the URL.
package struct FetchFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Kind: Hashable, Sendable {
        case unreachable, timedOut, cutShort, badURL, tooLarge, other
    }

    package var kind: Kind
    package var text: String

    package init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }

    package var description: String { text }
}
