import Catalog
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
        if let scheme = ["http://", "https://"].first(where: { rest.prefix($0.count).lowercased() == $0 }) {
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

    /// What a token for it should allow. Who plays from a playlist, a manifest or a list of thumbnails needs what that
    /// names, all of it in the same version; whatever else there is stands for itself.
    var scope: TokenScope? {
        let isFolder = path.text.utf8.last == UInt8(ascii: "/")
        let namesFiles = [".m3u8", ".mpd", "/\(PackageLayout.thumbnails)"].contains { path.text.hasSuffix($0) }
        return isFolder || namesFiles && wholeVersion != nil ? folderScope : TokenScope(.exact, path)
    }

    /// Everything in the version of a file of one, else in its folder; `nil` for the root, which is everything there is.
    var folderScope: TokenScope? {
        let slash = path.text.lastIndex(of: "/") ?? path.text.startIndex
        let folder = wholeVersion ?? String(path.text[...slash])
        return folder == "/" ? nil : (try? RawPath(folder)).flatMap { TokenScope(.prefix, $0) }
    }

    /// `/media/REEL/VERSION/` or `/foreign/NAME/` that it lies in.
    private var wholeVersion: String? {
        let parts = path.text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count > 3, let depth = ["media": 4, "foreign": 3][parts[1]], parts.count > depth else { return nil }
        return parts.prefix(depth).joined(separator: "/") + "/"
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
