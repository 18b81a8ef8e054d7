internal import Catalog
internal import HTTP
internal import Signing

/// The URL of a playback answer in its parts, whichever way its token travels.
struct SignedURL: Hashable, Sendable {
    /// `http://host`
    let origin: String
    let token: String
    let form: CarriageForm
    /// `/media/reel/version/`
    var folder: String

    /// - Parameter cookie: the token that came as a cookie; without one the URL has to hold it.
    init?(_ url: String, cookie: String? = nil) {
        guard let host = url.firstRange(of: "://")?.upperBound, let slash = url[host...].firstIndex(of: "/") else {
            return nil
        }
        let target = Request(target: String(url[slash...]))
        let (inPath, path) = TokenCarriage.split(target.rawPath)
        guard let end = path.lastIndex(of: "/") else { return nil }
        if let inPath {
            (form, token) = (.path, String(inPath))
        } else if let parameter = target.rawQueryValue(TokenCarriage.parameter) {
            let isDefine = target.rawQueryValue(TokenCarriage.formParameter) != nil
            (form, token) = (isDefine ? .define : .query, String(parameter))
        } else if let cookie {
            (form, token) = (.cookie, cookie)
        } else {
            return nil
        }
        origin = String(url[..<slash])
        folder = String(path[...end])
    }

    func request(for path: String) -> FetchRequest { request(for: path, token: token) }

    /// With another token in the place of this one, or with none.
    func request(for path: String, token: String?) -> FetchRequest {
        let plain = "\(origin)\(folder)\(path)"
        guard let token else { return FetchRequest(url: plain) }
        switch form {
        case .path: return FetchRequest(url: "\(origin)/~\(token)\(folder)\(path)")
        case .query: return FetchRequest(url: "\(plain)?\(TokenCarriage.parameter)=\(token)")
        case .define:
            let form = "\(TokenCarriage.formParameter)=\(form.rawValue)"
            return FetchRequest(url: "\(plain)?\(form)&\(TokenCarriage.parameter)=\(token)")
        case .cookie: return FetchRequest(url: plain, headers: ["Cookie": "\(TokenCarriage.cookie)=\(token)"])
        }
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

extension FetchRequest {
    /// The token in its URL or in its cookie.
    var carriedToken: String? { SignedURL(url, cookie: tokenCookie)?.token }

    /// The token in its cookie.
    var tokenCookie: String? {
        CookieField.values(of: TokenCarriage.cookie, in: headers.values(of: "Cookie")).first.map(String.init)
    }
}
