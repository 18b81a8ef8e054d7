/// Something that fetches: over a socket, or from a handler in the same process.
package protocol Fetcher: Sendable {
    /// Starts a fetch and returns at once.
    ///
    /// `receive` is called on any thread, one call at a time: at most one ``FetchEvent/head``, then ``FetchEvent/body``
    /// pieces, at most one ``FetchEvent/timing``, and always exactly one ``FetchEvent/end`` as the last, also after
    /// ``Fetch/cancel()``.
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
    /// A body of more bytes is refused as ``FetchFailure/Kind/tooLarge``, unread when its length is announced.
    package var bodyLimit: Int
    /// How many redirects in a row are followed. With 0 the redirect itself is the answer.
    package var redirectLimit: Int

    package init(
        method: String = "GET", url: String, headers: Headers = [:], bodyLimit: Int = 1 << 28, redirectLimit: Int = 0
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.bodyLimit = bodyLimit
        self.redirectLimit = redirectLimit
    }
}

package enum FetchEvent: Hashable, Sendable {
    case head(FetchHead)
    /// Bytes as transferred: a content encoding is not undone.
    case body([UInt8])
    /// Of a fetch over a socket that got an answer.
    case timing(FetchTiming)
    case end(FetchEnd)
}

/// How long a fetch took, from its start, on the fetcher's clock.
package struct FetchTiming: Hashable, Sendable {
    /// Until the status line of the answer.
    package var firstByte: Duration
    /// Until the last byte, or until it ended otherwise.
    package var total: Duration

    package init(firstByte: Duration, total: Duration) {
        self.firstByte = firstByte
        self.total = total
    }
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
        case unreachable, timedOut, cutShort, badURL, tooLarge
        /// The server's certificate is not one to trust; the text says why.
        case untrusted
        case other
    }

    package var kind: Kind
    package var text: String

    package init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }

    package var description: String { text }
}
