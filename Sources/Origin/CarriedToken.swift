import Catalog
import HTTP
import MediaTypes
import Signing

/// The token of a request: where it was found, and what is to be verified.
struct CarriedToken {
    var form: CarriageForm
    /// Several cookies of one name may come, those of longer paths first (RFC 6265 §5.4).
    private var candidates: [Substring?]

    private static let mostCookies = 8

    /// A token in the path counts before one in the query, and that before a cookie, whether or not it is good: what a URL
    /// says is meant for it, and a cookie for whatever it fits.
    init(inPath token: Substring?, _ request: Request) {
        if let token {
            (form, candidates) = (.path, [token])
        } else if let parameter = request.rawQueryValue(TokenCarriage.parameter) {
            let isDefine = request.rawQueryValue(TokenCarriage.formParameter) == Substring(CarriageForm.define.rawValue)
            (form, candidates) = (isDefine ? .define : .query, [parameter])
        } else {
            let cookies = CookieField.values(of: TokenCarriage.cookie, in: request.headers.values(of: "Cookie"))
            (form, candidates) = (.cookie, cookies.isEmpty ? [nil] : cookies.prefix(Self.mostCookies).map { $0 })
        }
    }

    /// The first that allows the path; else why the first does not.
    func verified(
        by verifier: Verifier, path: RawPath, address: String, at now: UnixTime
    ) throws(RefusalReason) -> Token {
        var refusal: RefusalReason?
        for candidate in candidates {
            do throws(RefusalReason) {
                return try verifier.verify(candidate, path: path, address: address, at: now)
            } catch {
                refusal = refusal ?? error
            }
        }
        throw refusal ?? .missing
    }
}
