import HTTP
import Signing

/// A URL, or a path, in the pieces that signing is about.
struct SignedTarget {
    /// Scheme and host; empty for a bare path.
    var base: String
    /// Without the token segment.
    var path: RawPath
    var token: String?
    /// How the token was found; `nil` without one.
    var form: CarriageForm?
    /// Without `?`; what carries a token is left out.
    var query: String

    /// - Parameter cookie: counts when the URL has no token.
    init(_ text: String, cookie: String? = nil) throws(RawPath.Problem) {
        var rest = text.prefix { $0 != "#" }
        base = ""
        if let scheme = ["http://", "https://"].first(where: { rest.hasPrefix($0) }) {
            let afterHost = rest.dropFirst(scheme.count).firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
            base = String(rest[..<afterHost])
            rest = rest[afterHost...]
        }
        let request = Request(target: String(rest))
        let (inPath, path) = TokenCarriage.split(request.rawPath)
        self.path = try RawPath(path)
        let parameters = (request.rawQuery ?? "").split(separator: "&", omittingEmptySubsequences: false)
        if let inPath {
            (token, form) = (String(inPath), .path)
        } else if let parameter = request.rawQueryValue(TokenCarriage.parameter) {
            let isDefine = request.rawQueryValue(TokenCarriage.formParameter) == Substring(CarriageForm.define.rawValue)
            (token, form) = (String(parameter), isDefine ? .define : .query)
        } else if let cookie {
            let name = "\(TokenCarriage.cookie)="
            (token, form) = (cookie.hasPrefix(name) ? String(cookie.dropFirst(name.count)) : cookie, .cookie)
        }
        let carriers = [TokenCarriage.parameter, TokenCarriage.formParameter].map { "\($0)=" }
        query = parameters.filter { parameter in !carriers.contains { parameter.hasPrefix($0) } }.joined(separator: "&")
    }

    /// The whole version of a file of one, else the folder.
    var folder: String {
        let parts = path.text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count > 4, parts[1] == "media" else { return parts.dropLast().joined(separator: "/") + "/" }
        return parts.prefix(4).joined(separator: "/") + "/"
    }

    /// The URL with a token; of a cookie without one.
    func url(with token: Token, _ form: CarriageForm) -> String {
        let parameter = "\(TokenCarriage.parameter)=\(token.text)"
        let added: [String] =
            switch form {
            case .path, .cookie: []
            case .query: [parameter]
            case .define: ["\(TokenCarriage.formParameter)=\(form.rawValue)", parameter]
            }
        let query = ((self.query.isEmpty ? [] : [self.query]) + added).joined(separator: "&")
        let path = form == .path ? TokenCarriage.path(self.path, with: token) : self.path.text
        return base + path + (query.isEmpty ? "" : "?\(query)")
    }
}
