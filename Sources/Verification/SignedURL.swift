internal import Catalog
internal import Signing

/// The URL of a playback answer in its parts: `http://host/~TOKEN/media/reel/version/multivariant.m3u8`.
struct SignedURL: Hashable, Sendable {
    /// `http://host`
    let origin: String
    let token: String
    /// `/media/reel/version/`
    let folder: String

    init?(_ url: String) {
        guard let host = url.firstRange(of: "://")?.upperBound, let slash = url[host...].firstIndex(of: "/") else {
            return nil
        }
        let (token, path) = TokenCarriage.split(url[slash...])
        guard let token, let end = path.lastIndex(of: "/") else { return nil }
        origin = String(url[..<slash])
        self.token = String(token)
        folder = String(path[...end])
    }

    /// What every URL under this token begins with.
    var base: String { "\(origin)/~\(token)/" }

    func url(of path: String) -> String { with(token: token, path) }

    func with(token: String?, _ path: String) -> String {
        origin + (token.map { "/~\($0)" } ?? "") + folder + path
    }

    /// The token with one character of its signature changed, which stays a well-formed signature.
    var tamperedToken: String {
        guard let dot = token.lastIndex(of: ".") else { return token }
        let first = token.index(after: dot)
        guard first < token.endIndex else { return token }
        return token[..<first] + (token[first] == "A" ? "B" : "A") + token[token.index(after: first)...]
    }

    /// The token with a later end and the same signature.
    var prolongedToken: String {
        var parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 7, let end = Int64(parts[2]) else { return token }
        parts[2] = "\(end + 1)"
        return parts.joined(separator: ".")
    }
}
