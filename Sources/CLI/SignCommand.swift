import Catalog
import MediaTypes
import Platform
import Signing

extension Command {
    static let sign = Command(
        name: "sign",
        summary: "mint and verify tokens; make and change signing keys",
        help: """
            usage: reelrig sign keys new FILE [--kid ID]
                   reelrig sign keys list FILE
                   reelrig sign keys rotate FILE [--kid ID] [--overlap SECONDS]
                   reelrig sign keys retire FILE ID
                   reelrig sign url URL --keys FILE [options]
                   reelrig sign verify URL --keys FILE [options]

            Secrets are never printed. A signing keys file is readable by its owner only (0600).

            keys new     makes FILE with one signing key
            keys rotate  adds a key that signs from now on; the one before it verifies until the overlap has passed
            keys retire  from now on ID verifies nothing
            url          prints URL, or a path, with a token in front of its path
            verify       says whether URL is allowed, and why not; exit code 1 when it is refused

              --keys FILE       the signing keys
              --kid ID          the new key's id: letters, digits, - and _ (the first free one of k1, k2, ...)
              --overlap SECONDS how long the key before verifies (86400)
              --ttl SECONDS     how long the token is valid (300)
              --exact           the token is for this path only, not for all of its folder
              --not-before TIME when the token becomes valid
              --address IP      the only client that may use it; of verify the client that asks
              --at TIME         Unix seconds instead of now
              --explain         print what the token says and the text it signs

            A token made for a file of a version is for the whole version, /media/REEL/VERSION/, unless --exact is given.

            example: reelrig sign keys new keys.json
                     reelrig sign url /media/bars/0123456789abcdef/multivariant.m3u8 --keys keys.json --ttl 60
            """,
        options: [
            .value("--keys"), .value("--kid"), .value("--overlap"), .value("--ttl"), .flag("--exact"),
            .value("--not-before"), .value("--address"), .value("--at"), .flag("--explain"),
        ],
        run: runSign)
}

private func runSign(_ arguments: Arguments) throws -> ExitCode {
    let words = arguments.positional
    switch (words.first, words.count) {
    case ("keys", 2...): return try changeKeys(arguments)
    case ("url", 2): return try signURL(words[1], arguments)
    case ("verify", 2): return try verifyURL(words[1], arguments)
    default: throw CommandError.usage("sign takes keys, url or verify", hint: "reelrig sign --help")
    }
}

/// A URL, or a path, in the pieces that signing is about.
private struct SignedURL {
    /// Scheme and host; empty for a bare path.
    var base: Substring
    /// Without the token segment.
    var path: RawPath
    var token: Substring?
    /// From the `?` on.
    var query: Substring

    init(_ text: String) throws(CommandError) {
        var rest = text.prefix { $0 != "#" }
        base = ""
        if let scheme = ["http://", "https://"].first(where: { rest.hasPrefix($0) }) {
            let afterHost = rest.dropFirst(scheme.count).firstIndex(of: "/") ?? rest.endIndex
            base = rest[..<afterHost]
            rest = rest[afterHost...]
        }
        let rawPath = rest.prefix { $0 != "?" }
        query = rest[rawPath.endIndex...]
        let (token, path) = TokenCarriage.split(rawPath)
        self.token = token
        do {
            self.path = try RawPath(path)
        } catch {
            throw .usage("the path cannot be signed: \(error)", hint: "a URL or a path that begins with / is needed")
        }
    }

    /// The whole version of a file of one, else the folder.
    var folder: String {
        let parts = path.text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count > 4, parts[1] == "media" else { return parts.dropLast().joined(separator: "/") + "/" }
        return parts.prefix(4).joined(separator: "/") + "/"
    }
}

private func signURL(_ text: String, _ arguments: Arguments) throws -> ExitCode {
    let url = try SignedURL(text)
    let keys = try loadSigningKeys(try arguments.required("--keys"))
    let now = try moment(arguments)
    let ttl = try arguments.integer("--ttl", default: 300, in: 1...3_153_600_000)
    let start = try arguments["--not-before"].map { text throws(CommandError) in try seconds(text, of: "--not-before") }
    let isExact = arguments.has("--exact")
    guard let scope = TokenScope(isExact ? .exact : .prefix, isExact ? url.path : try RawPath(url.folder)) else {
        throw CommandError.usage("a folder ends in /")
    }
    let token = Signer(keys.active).token(
        for: scope, expires: UnixTime(seconds: now.seconds + Int64(ttl)), notBefore: start,
        address: arguments["--address"] ?? "")
    StandardStream.output.writeLine("\(url.base)\(TokenCarriage.path(url.path, with: token))\(url.query)")
    return .done
}

private func verifyURL(_ text: String, _ arguments: Arguments) throws -> ExitCode {
    let url = try SignedURL(text)
    let keys = try loadSigningKeys(try arguments.required("--keys"))
    let now = try moment(arguments)
    let address = arguments["--address"] ?? ""
    if arguments.has("--explain") { explain(url, address: address, at: now) }
    do {
        _ = try Verifier(keys: keys).verify(url.token, path: url.path, address: address, at: now)
        StandardStream.output.writeLine("allowed")
        return .done
    } catch {
        StandardStream.output.writeLine("refused: \(error.rawValue)")
        return .failed
    }
}

/// What the token says of itself; whether it is true is another question.
private func explain(_ url: SignedURL, address: String, at now: UnixTime) {
    var lines = ["path       \(url.path)", "now        \(now.seconds)"]
    if let token = url.token.flatMap({ Token($0) }) {
        lines += [
            "key        \(token.kid)", "expires    \(token.expires)",
            "not before \(token.notBefore.map { "\($0)" } ?? "-")",
            "scope      \(token.scope.kind.rawValue) \(token.scope.path)",
            "signs      \(token.signedText(address: address).replacing("\n", with: "\\n"))",
        ]
    }
    for line in lines { StandardStream.output.writeLine(line) }
}

private func moment(_ arguments: Arguments) throws(CommandError) -> UnixTime {
    guard let text = arguments["--at"] else { return UnixTime(milliseconds: SystemClock.wallMilliseconds()) }
    return try seconds(text, of: "--at")
}

private func seconds(_ text: String, of option: String) throws(CommandError) -> UnixTime {
    guard let number = Int64(text), (0...253_402_300_799).contains(number) else {
        throw .usage("\(option) takes Unix seconds, not '\(text.prefix(32))'")
    }
    return UnixTime(seconds: number)
}
