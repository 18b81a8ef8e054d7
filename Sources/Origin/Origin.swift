package import Catalog
package import HTTP
package import HTTPServer
package import MediaTypes
package import Platform
package import Signing
internal import Synchronization

/// The origin: feed, playback answers, posters and signed media of the packages below one folder.
///
/// ``respond(to:at:)`` is a function of the request, the time and what is on the disk. Nothing here listens.
package final class Origin: Sendable {
    package struct Settings: Sendable {
        /// How long a playback answer's URL is valid, in whole seconds.
        package var ttl: Int64 = 300
        /// What absolute URLs begin with, without a final slash; otherwise the request's own host is used.
        package var publicURL: String?
        /// How URLs begin that are made from the request's own host.
        package var scheme = "http"
        /// What the rig's own requests carry as a bearer token; without one there are none.
        package var rigToken: String?
        /// How far a client's clock may differ.
        package var skew: Duration = .zero
        /// Signs for the address of the client that asks, and refuses tokens that are bound to none.
        package var bindsAddresses = false
        /// The pages whose requests may come with cookies.
        package var credentialedOrigins = CredentialedOrigins.loopback
        /// Streams that others made, by their names: each is a reel of its own beside the packaged ones.
        package var foreign: [ReelID: ForeignStream] = [:]
        /// What `/metrics` says of the server and the process.
        package var gauges: @Sendable () -> Gauges = { Gauges() }
        /// How tokens travel where a request for a playback answer does not say.
        package var form: CarriageForm

        package init(
            ttl: Int64 = 300, publicURL: String? = nil, rigToken: String? = nil, form: CarriageForm = .path
        ) {
            self.form = form
            self.ttl = ttl
            self.publicURL = publicURL
            self.rigToken = rigToken
        }
    }

    let settings: Settings
    let packages: PackageFolder
    let metrics = Metrics()
    let rewritten = RewrittenTexts()
    private let date = DateField()
    private let state: Mutex<State>

    private struct State {
        var keys: SigningKeys
        /// What those keys have verified.
        var verified = VerifiedTokens()
        /// What was removed or restored while running; it counts before `reel.json`.
        var removed: [ReelID: Bool] = [:]
        var requests = 0
    }

    /// - Parameter report: is told of every broken package, once for each change.
    package init(
        root: String, keys: SigningKeys, settings: Settings = Settings(),
        report: @escaping @Sendable (PackageProblem) -> Void = { _ in }
    ) {
        self.settings = settings
        packages = PackageFolder(root, report: report)
        state = Mutex(State(keys: keys))
    }

    /// Every reel that is intact, removed ones too. A later call finds what has changed.
    package func reels() throws(SystemError) -> [ReelDocument] { try packages.reels() }

    /// The keys that sign and verify from now on.
    package var keys: SigningKeys {
        get { state.withLock { $0.keys } }
        set {
            state.withLock { state in
                state.keys = newValue
                state.verified = VerifiedTokens()
            }
        }
    }

    /// Whether a token allows something, by the keys of now.
    var verifier: Verifier {
        state.withLock {
            Verifier(
                keys: $0.keys, skew: settings.skew, requiresAddress: settings.bindsAddresses, verified: $0.verified)
        }
    }

    /// Removes or restores a reel until the origin ends.
    package func setRemoved(_ isRemoved: Bool, _ reel: ReelID) {
        state.withLock { $0.removed[reel] = isRemoved }
    }

    /// The answer, and its line of the access log but for how the response will end.
    package func respond(to request: Request, at now: UnixTime) -> Outcome {
        let id =
            RequestText.identifier(request.headers["X-Request-Id"], hiding: settings.rigToken)
            ?? "origin-\(nextNumber())"
        let (token, path) = TokenCarriage.split(request.rawPath)
        let reply = reply(to: request, token, path, at: now).packed(for: request)
            .shared(with: request, settings.credentialedOrigins)
        return outcome(reply, to: request, of: RouteLabel(path), id, at: now)
    }

    /// The same for what is no request; its log line's verdict names the problem.
    package func refuse(_ problem: RequestProblem, _ request: Request, at now: UnixTime) -> Outcome {
        var reply = Reply.problem(problem.status, "\(problem)")
        reply.verdict = problem.rawValue
        let path = TokenCarriage.split(request.rawPath).path
        return outcome(reply.opened(), to: request, of: RouteLabel(path), "origin-\(nextNumber())", at: now)
    }

    private func outcome(
        _ reply: consuming Reply, to request: Request, of route: RouteLabel, _ id: String, at now: UnixTime
    ) -> Outcome {
        reply.headers.append("Date", date.text(now))
        reply.headers.append("X-Request-Id", id)
        return Outcome(
            reply, to: request, of: route, id: id, verified: state.withLock { $0.verified },
            hiding: settings.rigToken, at: now)
    }

    private func nextNumber() -> Int {
        state.withLock { state in
            state.requests += 1
            return state.requests
        }
    }

    func isRemoved(_ reel: ReelDocument) -> Bool { state.withLock { $0.removed[reel.id] } ?? reel.removed }

    func isRemoved(_ stream: ForeignStream) -> Bool { state.withLock { $0.removed[stream.id] } ?? false }

    /// - Parameter rawPath: without its token.
    private func reply(
        to request: Request, _ token: Substring?, _ rawPath: Substring, at now: UnixTime
    ) -> Reply {
        guard request.method.isKnownMethod else { return Reply.notImplemented.opened() }
        // Its target is a host and a port, and no path (RFC 9110 §9.3.6).
        guard request.method != "CONNECT" else { return Reply.notAllowed(Self.methods).opened() }
        let path: RawPath
        do {
            path = try RawPath(rawPath)
        } catch {
            if request.method == "OPTIONS" { return preflight }
            let isSigned = token != nil || ["/media", "/foreign"].contains(where: rawPath.hasPrefix)
            return isSigned
                ? Reply.refusal(.malformed).opened() : Reply.problem(400, "the path can be read in two ways").opened()
        }
        let route = Route(path)
        if case .rig(let reel) = route { return rig(reel, request) }
        if request.method == "OPTIONS" { return preflight }
        guard ["GET", "HEAD"].contains(request.method) else { return Reply.notAllowed(Self.methods).opened() }
        switch route {
        case .media(let place): return media(place, path, token, request, at: now).opened()
        case .feed where token == nil: return feed(request).opened()
        case .metrics where token == nil: return metrics(request)
        case .playback(let reel) where token == nil: return playback(reel, request, at: now).opened()
        case .poster(let place) where token == nil: return poster(place, request).opened()
        default: return Reply.problem(404, "there is nothing at this path").opened()
        }
    }

    /// Of everything but the rig.
    private static let methods = "GET, HEAD, OPTIONS"

    private var preflight: Reply {
        Reply(
            status: 204,
            headers: [
                "Allow": Self.methods,
                "Access-Control-Allow-Methods": Self.methods,
                "Access-Control-Allow-Headers": """
                Range, If-Match, If-None-Match, If-Modified-Since, If-Unmodified-Since, If-Range, X-Request-Id, \
                CMCD-Object, CMCD-Request, CMCD-Session, CMCD-Status
                """,
                "Access-Control-Max-Age": "86400",
            ],
            isForCookies: true
        ).opened()
    }
}

extension String {
    /// RFC 9110 §9.3, RFC 5789. Of what is none of them nobody can say whether it is allowed.
    fileprivate var isKnownMethod: Bool {
        switch self {
        case "GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PATCH", "TRACE", "CONNECT": true
        default: false
        }
    }
}

extension Reply {
    /// Readable by pages of every site, without credentials.
    fileprivate consuming func opened() -> Reply {
        headers.append("Access-Control-Allow-Origin", "*")
        headers.append(
            "Access-Control-Expose-Headers",
            "Date, ETag, Repr-Digest, Content-Range, Content-Length, Accept-Ranges, X-Request-Id")
        headers.append("Timing-Allow-Origin", "*")
        return self
    }
}
