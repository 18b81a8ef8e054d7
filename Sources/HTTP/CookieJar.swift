/// Cookies as a client keeps them (RFC 6265 §5), for a session's length: each for the host that set it alone, whatever
/// `Domain` says. A date in `Expires` is not looked at, `Max-Age` is.
package struct CookieJar: Hashable, Sendable {
    private struct Cookie: Hashable {
        var name: String
        var value: String
        /// In lower case, without its port.
        var host: String
        var path: String
        var isSecure: Bool
        /// On the clock of the one who asks; `nil` for as long as the jar.
        var end: Duration?
    }

    /// In the order in which they were made.
    private var cookies: [Cookie] = []

    private static let mostCookies = 64
    private static let longest = 8192
    /// Of `Max-Age`, in seconds: ten years.
    private static let longestAge: Int64 = 315_360_000

    package init() {}

    /// Takes what a response sets.
    ///
    /// - Parameter url: that was answered.
    package mutating func receive(_ headers: Headers, from url: String, at now: Duration) {
        guard let place = Place(url) else { return }
        for field in headers.values(of: "Set-Cookie") {
            guard field.utf8.count <= Self.longest, let cookie = Self.cookie(field, from: place, at: now) else {
                continue
            }
            // One that is set again keeps its place in the order.
            let known = cookies.firstIndex {
                $0.name == cookie.name && $0.host == cookie.host && $0.path == cookie.path
            }
            if let known { cookies[known] = cookie } else { cookies.append(cookie) }
        }
        cookies.removeAll { $0.end.map { $0 <= now } ?? false }
        if cookies.count > Self.mostCookies { cookies.removeFirst(cookies.count - Self.mostCookies) }
    }

    /// The value of `Cookie` for a request; `nil` when there is none for it. Those of longer paths come first.
    package func field(for url: String, at now: Duration) -> String? {
        guard !cookies.isEmpty, let place = Place(url) else { return nil }
        let fitting = cookies.enumerated().filter { _, cookie in
            cookie.host == place.host && (place.isSecure || !cookie.isSecure) && Self.covers(cookie.path, place.path)
                && cookie.end.map { now < $0 } ?? true
        }
        let ordered = fitting.sorted { left, right in
            let (first, second) = (left.element.path.utf8.count, right.element.path.utf8.count)
            return first == second ? left.offset < right.offset : first > second
        }
        return ordered.isEmpty ? nil : ordered.map { "\($0.element.name)=\($0.element.value)" }.joined(separator: "; ")
    }

    /// §5.2. `nil` for a field that sets none, and one that plain connections must not set.
    private static func cookie(_ field: String, from place: Place, at now: Duration) -> Cookie? {
        var parts = field.split(separator: ";", omittingEmptySubsequences: false).map(trimmed)
        guard let equals = parts[0].firstIndex(of: "="), equals != parts[0].startIndex else { return nil }
        var cookie = Cookie(
            name: trimmed(parts[0][..<equals]), value: trimmed(parts[0][parts[0].index(after: equals)...]),
            host: place.host, path: place.folder, isSecure: false)
        parts.removeFirst()
        for part in parts {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(trimmed)
            let value = pair.count == 2 ? pair[1] : ""
            switch pair.first?.lowercased() {
            case "path": cookie.path = value.hasPrefix("/") ? value : place.folder
            case "secure": cookie.isSecure = true
            case "max-age":
                guard let seconds = Int64(value) else { continue }
                cookie.end = now + .seconds(max(0, min(seconds, longestAge)))
            default: break
            }
        }
        let isSent = cookie.name.utf8.allSatisfy(isFieldByte) && cookie.value.utf8.allSatisfy(isFieldByte)
        return isSent && (place.isSecure || !cookie.isSecure) ? cookie : nil
    }

    private static func isFieldByte(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: ";") }

    private static func trimmed(_ text: some StringProtocol) -> String {
        var rest = Substring(text).drop { $0 == " " || $0 == "\t" }
        while rest.last == " " || rest.last == "\t" { rest.removeLast() }
        return String(rest)
    }

    /// §5.1.4.
    private static func covers(_ path: String, _ other: String) -> Bool {
        guard other.utf8.starts(with: path.utf8) else { return false }
        return path.utf8.last == UInt8(ascii: "/") || other.utf8.count == path.utf8.count
            || other.utf8.dropFirst(path.utf8.count).first == UInt8(ascii: "/")
    }

    /// What of a URL cookies are about.
    private struct Place {
        var host: String
        var path: String
        var isSecure: Bool

        init?(_ url: String) {
            guard let mark = url.firstRange(of: "://") else { return nil }
            let scheme = url[..<mark.lowerBound].lowercased()
            guard scheme == "http" || scheme == "https" else { return nil }
            let rest = url[mark.upperBound...].prefix { $0 != "?" && $0 != "#" }
            let authority = rest.prefix { $0 != "/" }
            var host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
            if let colon = host.lastIndex(of: ":"), host[colon...].dropFirst().allSatisfy(\.isNumber) {
                host = host[..<colon]
            }
            guard !host.isEmpty else { return nil }
            self.host = host.lowercased()
            let path = rest[authority.endIndex...]
            self.path = path.isEmpty ? "/" : String(path)
            isSecure = scheme == "https"
        }

        /// The default path.
        var folder: String {
            let end = path.lastIndex(of: "/") ?? path.startIndex
            return end == path.startIndex ? "/" : String(path[..<end])
        }
    }
}
