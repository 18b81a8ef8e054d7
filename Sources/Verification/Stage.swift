internal import Catalog
internal import HTTP
internal import HTTPClient
internal import MediaTypes
internal import Origin
internal import Player
internal import Signing

/// The origin and what plays against it: a clock that is set, keys that change, one fetcher.
final class Stage: Sendable {
    let origin: Origin
    let server: OriginServer
    let clock: SetClock
    let fetcher: CurlFetcher
    let prober: Prober
    let pace: SessionConfiguration.Pace
    let uptime: @Sendable () -> Duration
    private let makeKey: @Sendable (_ kid: String) throws -> SigningKey
    private static let ttl: Int64 = 300

    init(
        root: String, foreign: ForeignStream? = nil, settings: CacheProof.Settings,
        makeKey: @escaping @Sendable (String) throws -> SigningKey,
        log: @escaping @Sendable (AccessLogEntry) -> Void
    ) throws {
        clock = SetClock(settings.start)
        var serving = Origin.Settings(ttl: Self.ttl)
        if let foreign { serving.foreign = [foreign.id: foreign] }
        origin = Origin(root: root, keys: SigningKeys(try makeKey("k1")), settings: serving)
        server = try OriginServer(origin, now: { [clock] in clock.now }, uptime: settings.uptime, log: log)
        fetcher = CurlFetcher(clock: settings.uptime)
        prober = Prober(fetcher: fetcher)
        (pace, uptime, self.makeKey) = (settings.pace, settings.uptime, makeKey)
    }

    func playbackURL(_ reel: ReelID, _ form: CarriageForm) -> String {
        "\(server.url)/v1/reels/\(reel)/playback?\(TokenCarriage.formParameter)=\(form.rawValue)"
    }

    /// Moves the clock past the end of every URL signed so far.
    func expireEverything() { clock.advance(by: .seconds(Self.ttl + 1)) }

    /// A new key signs from now on; the old one still verifies, so that what it signed is refused for its age alone.
    func changeKey() throws {
        let number = origin.keys.all.count + 1
        origin.keys = origin.keys.rotated(to: try makeKey("k\(number)"), oldRetiresAt: nil)
    }

    /// A token of the active key for a folder, as URLs have it.
    func token(forFolder folder: String) -> String? {
        guard let path = try? RawPath(folder), let scope = TokenScope(.prefix, path) else {
            return nil
        }
        return Signer(origin.keys.active).token(for: scope, expires: clock.now + .seconds(Self.ttl)).text
    }
}
