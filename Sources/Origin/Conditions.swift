import HTTP

/// The conditions of a request, evaluated against a representation in the order of RFC 9110 §13.2.2.
struct Conditions {
    enum Verdict: Equatable { case perform, notModified, preconditionFailed }

    /// Which bytes to send: all of them with 200, some with 206, or 416.
    enum Extent: Equatable {
        case whole
        case part(Range<Int>)
        case unsatisfiable
    }

    /// Strong, with its quotes.
    var entityTag: String
    /// `nil` where there is none: no condition about a date applies then.
    var lastModified: String?

    func verdict(on request: Request) -> Verdict {
        let matches = request.headers.values(of: "If-Match")
        if !matches.isEmpty {
            guard Self.lists(matches, entityTag, weakly: false) else { return .preconditionFailed }
        } else if isUnmodified(since: request.headers["If-Unmodified-Since"]) == false {
            return .preconditionFailed
        }
        let noneMatches = request.headers.values(of: "If-None-Match")
        if !noneMatches.isEmpty { return Self.lists(noneMatches, entityTag, weakly: true) ? .notModified : .perform }
        return isUnmodified(since: request.headers["If-Modified-Since"]) == true ? .notModified : .perform
    }

    /// The whole, when there is no range to honour: not GET, several, malformed, or an `If-Range` that names another
    /// representation.
    func extent(of request: Request, size: Int) -> Extent {
        let asked = request.headers.values(of: "Range")
        guard request.method == "GET", asked.count == 1, isCurrent(request.headers["If-Range"]),
            case .one(let range) = ByteRange.parse(asked[0])
        else { return .whole }
        return range.resolved(in: size).map { .part($0) } ?? .unsatisfiable
    }

    /// A date counts only when it is exactly the one that was sent (RFC 9110 §13.1.5).
    private func isCurrent(_ validator: String?) -> Bool {
        validator.map { $0 == entityTag || $0 == lastModified } ?? true
    }

    /// `nil` where there is no date, or none that counts (RFC 9110 §13.1.3, §13.1.4).
    private func isUnmodified(since date: String?) -> Bool? {
        guard let date, let since = HTTPDate.seconds(date), let modified = lastModified.flatMap(HTTPDate.seconds) else {
            return nil
        }
        return modified <= since
    }

    private static func lists(_ values: [String], _ tag: String, weakly: Bool) -> Bool {
        values.joined(separator: ",").split(separator: ",").contains { entry in
            var text = Substring(entry.drop { $0 == " " || $0 == "\t" })
            while text.last == " " || text.last == "\t" { text.removeLast() }
            if weakly, text.hasPrefix("W/") { text = text.dropFirst(2) }
            return text == "*" || text == tag
        }
    }
}
