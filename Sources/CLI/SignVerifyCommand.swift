import Catalog
import MediaTypes
import Platform
import Signing

/// `reelrig sign verify URL`.
func verifyURL(_ text: String, _ arguments: Arguments) throws -> ExitCode {
    let keys = try loadSigningKeys(try arguments.required("--keys"))
    let now = try signingMoment(arguments)
    let explanation = TokenExplanation(
        text, cookie: arguments["--cookie"], address: try clientAddress(arguments), keys: keys, at: now)
    if arguments.has("--json") {
        StandardStream.output.writeLine(String(decoding: try CanonicalJSON.line(explanation), as: UTF8.self))
    } else {
        if arguments.has("--explain") { explanation.lines.forEach(StandardStream.output.writeLine) }
        StandardStream.output.writeLine(explanation.reason.map { "refused: \($0.rawValue)" } ?? "allowed")
    }
    return explanation.allowed ? .done : .failed
}

/// What a token says of itself, whether it is true, and the first step at which it is not.
private struct TokenExplanation: Encodable {
    var format = Format.current
    var allowed: Bool
    var reason: RefusalReason?
    /// `nil` when it can be read in two ways.
    var path: String?
    var now: Int64
    var carriedBy: CarriageForm?
    var token: TokenFields?
    var stringToSign: String?
    var steps: [Step]

    struct Step: Encodable {
        var what: String
        var holds: Bool
    }

    /// In the order in which they are taken, with the reasons for which each refuses.
    private static let steps: [(what: String, reasons: Set<RefusalReason>)] = [
        ("a token is there", [.missing]), ("path and token have their form", [.malformed]),
        ("its key is known and not retired", [.unknownKey]), ("the signature is right", [.signature, .address]),
        ("it is valid already", [.notYetValid]), ("it is valid still", [.expired]),
        ("its scope covers the path", [.scope]),
    ]

    init(_ text: String, cookie: String?, address: String, keys: SigningKeys, at now: UnixTime) {
        self.now = now.seconds
        do throws(RawPath.Problem) {
            let target = try SignedTarget(text, cookie: cookie)
            (path, carriedBy) = (target.path.text, target.form)
            let parsed = target.token.flatMap { Token($0) }
            token = parsed.map(TokenFields.init)
            stringToSign = parsed?.signedText(address: address)
            reason = Self.reason { () throws(RefusalReason) in
                _ = try Verifier(keys: keys).verify(target.token, path: target.path, address: address, at: now)
            }
        } catch {
            reason = .malformed
        }
        allowed = reason == nil
        steps = Self.steps(upTo: reason)
    }

    private static func reason(_ verify: () throws(RefusalReason) -> Void) -> RefusalReason? {
        do throws(RefusalReason) {
            try verify()
            return nil
        } catch { return error }
    }

    private static func steps(upTo reason: RefusalReason?) -> [Step] {
        var taken: [Step] = []
        for step in steps {
            let holds = reason.map { !step.reasons.contains($0) } ?? true
            taken.append(Step(what: step.what, holds: holds))
            if !holds { break }
        }
        return taken
    }

    var lines: [String] {
        var lines = ["path       \(path ?? "-")", "now        \(now)", "carried by \(carriedBy?.rawValue ?? "-")"]
        if let token {
            lines += [
                "key        \(token.kid)", "expires    \(token.expires)",
                "not before \(token.notBefore.map { "\($0)" } ?? "-")",
                "scope      \(token.scope.kind) \(token.scope.path)",
                "signs      \((stringToSign ?? "").replacing("\n", with: "\\n"))",
            ]
        }
        return lines + steps.map { "\($0.holds ? "ok        " : "FALSE     ") \($0.what)" }
    }
}
