import Catalog
import MediaTypes
import Platform
import Signing

/// `reelrig sign url URL`.
func signURL(_ text: String, _ arguments: Arguments) throws -> ExitCode {
    let target: SignedTarget
    do throws(RawPath.Problem) { target = try SignedTarget(text) } catch {
        throw CommandError.usage(
            "its path cannot be signed: \(error)", at: String(text.prefix(128)),
            hint: error == .notAbsolute ? "a URL is needed, as http://127.0.0.1:8080/media/…, or a path" : nil)
    }
    let keys = try loadSigningKeys(try arguments.required("--keys"))
    let now = try signingMoment(arguments)
    let ttl = try arguments.integer("--ttl", default: 300, in: 1...3_153_600_000)
    let start = try arguments["--not-before"].map { text throws(CommandError) in
        try unixSeconds(text, of: "--not-before")
    }
    let expires = UnixTime(seconds: now.seconds + Int64(ttl))
    if let start, start >= expires {
        throw CommandError.usage(
            "--not-before \(start.seconds) is not before the expiry, \(expires.seconds)",
            hint: "--ttl counts from now, or from --at")
    }
    let form = try carriageForm(arguments["--form"] ?? "path")
    let scope = try scope(of: target, arguments)
    let token = Signer(keys.active).token(
        for: scope, expires: expires, notBefore: start, address: try clientAddress(arguments))
    let signed = SignedURL(
        url: target.url(with: token, form), cookie: form == .cookie ? "\(TokenCarriage.cookie)=\(token.text)" : nil,
        token: TokenFields(token))
    if arguments.has("--json") {
        StandardStream.output.writeLine(String(decoding: try CanonicalJSON.line(signed), as: UTF8.self))
    } else {
        StandardStream.output.writeLine(signed.url)
        if let cookie = signed.cookie { StandardStream.output.writeLine(cookie) }
        StandardStream.error.writeLine(
            scope.kind == .exact ? "for \(scope.path) only" : "for everything below \(scope.path)")
    }
    return .done
}

private func scope(of target: SignedTarget, _ arguments: Arguments) throws(CommandError) -> TokenScope {
    let (isExact, isFolder) = (arguments.has("--exact"), arguments.has("--folder"))
    guard !(isExact && isFolder) else { throw .usage("--exact and --folder exclude each other") }
    let scope = isExact ? TokenScope(.exact, target.path) : isFolder ? target.folderScope : target.scope
    guard let scope else {
        throw .usage("a token for / would open everything", hint: "name a folder, or --exact for the path alone")
    }
    return scope
}

private struct SignedURL: Encodable {
    var format = Format.current
    var url: String
    var cookie: String?
    var token: TokenFields
}

/// What a token says of itself, without its signature.
struct TokenFields: Encodable {
    var kid: String
    var expires: Int64
    var notBefore: Int64?
    var scope: Scope

    struct Scope: Encodable {
        var kind: String
        var path: String
    }

    init(_ token: Token) {
        kid = token.kid
        expires = token.expires
        notBefore = token.notBefore
        scope = Scope(kind: token.scope.kind.rawValue, path: token.scope.path.text)
    }
}
