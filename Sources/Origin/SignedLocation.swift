import Catalog
import Signing

/// Where a version's files can be fetched under one token.
struct SignedLocation {
    /// The origin's URL without a final slash.
    var base: String
    /// `/media/REEL/VERSION/`
    var folder: RawPath
    var token: Token
    var form: CarriageForm

    /// The absolute URL of a file by its path inside the version's folder.
    func url(of path: String) -> String {
        switch form {
        case .path: base + TokenCarriage.path(folder, with: token) + path
        case .cookie: "\(base)\(folder)\(path)"
        case .query: "\(base)\(folder)\(path)?\(parameter)"
        case .define:
            path.hasSuffix(".m3u8")
                ? "\(base)\(folder)\(path)?\(TokenCarriage.formParameter)=\(form.rawValue)&\(parameter)"
                : "\(base)\(folder)\(path)?\(parameter)"
        }
    }

    /// The value of `Set-Cookie`, when the token travels so. Scripts do not see it; pages of other sites do not send it; it
    /// goes to the version's folder only, so that the cookies of several reels do not meet.
    ///
    /// - Parameter seconds: how long it is kept.
    func cookie(for seconds: Int64) -> String? {
        guard form == .cookie else { return nil }
        let isSecure = base.hasPrefix("https://")
        return "\(TokenCarriage.cookie)=\(token.text); Path=\(basePath)\(folder); Max-Age=\(seconds); HttpOnly; "
            + "SameSite=Lax\(isSecure ? "; Secure" : "")"
    }

    private var parameter: String { "\(TokenCarriage.parameter)=\(token.text)" }

    /// The path of the origin's public URL; empty for most.
    private var basePath: Substring {
        guard let host = base.firstRange(of: "://")?.upperBound, let slash = base[host...].firstIndex(of: "/") else {
            return ""
        }
        return base[slash...]
    }
}
