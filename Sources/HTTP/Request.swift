/// A request as a server received it.
package struct Request: Hashable, Sendable {
    /// Upper case, as it came.
    package var method: String
    /// The raw request target: nothing decoded, nothing normalised.
    package var target: String { didSet { queryMark = Self.queryMark(in: target) } }
    package var headers: Headers
    /// Canonical text of the client's address, without its port.
    package var clientAddress: String
    package var body: [UInt8]

    package init(
        method: String = "GET", target: String, headers: Headers = [:], clientAddress: String = "127.0.0.1",
        body: [UInt8] = []
    ) {
        self.method = method
        self.target = target
        self.headers = headers
        self.clientAddress = clientAddress
        self.body = body
        queryMark = Self.queryMark(in: target)
    }

    /// The raw target up to the first `?`.
    package var rawPath: Substring { target[..<(queryMark ?? target.endIndex)] }

    /// The raw query after the first `?`; `nil` when there is none.
    package var rawQuery: Substring? {
        queryMark.map { target[target.utf8.index(after: $0)...] }
    }

    /// Of the target, which every request is asked for more than once.
    private var queryMark: String.Index?

    private static func queryMark(in target: String) -> String.Index? {
        target[...].firstIndex(ofByte: UInt8(ascii: "?"))
    }

    /// The first raw value of a query parameter whose raw name is `name`.
    package func rawQueryValue(_ name: String) -> Substring? {
        for pair in rawQuery?.split(separator: "&") ?? [] {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts[0] == name { return parts.count == 2 ? parts[1] : "" }
        }
        return nil
    }
}
