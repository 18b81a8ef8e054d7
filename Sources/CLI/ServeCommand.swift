import Catalog
import HTTPServer
import MediaTypes
import Origin
import Platform
import Signing
import Synchronization

extension Command {
    static let serve = Command(
        name: "serve",
        summary: "serve packages with signed URLs, on this machine unless told otherwise",
        help: """
            usage: reelrig serve DIR [options]

            Serves the packages below DIR on 127.0.0.1 until it is interrupted: the feed, playback answers whose URLs
            expire, posters and media. Packages that appear or change are found; a broken one is reported and skipped.

              --port N          port; 0 lets the system choose (8080)
              --listen ADDRESS  another address of this machine to listen on, or 0.0.0.0 for all of them
              --lan             listens on all of them, and shows the one for others in the network with a QR code
              --tls-cert FILE   certificate in PEM, with those that lead to one that clients know; https only
              --tls-key FILE    its private key in PEM, without a password
              --ttl SECONDS     how long a signed URL is valid (300)
              --bind-address    signed URLs are good for the address that asked for them only, as the connection shows
                                it: behind a proxy that is the proxy's. Tokens for no address are refused
              --foreign DIR     also the stream in DIR, which another program made, as a reel named like the folder and with
                                media below /foreign/NAME/; may be given several times
              --keys FILE       signing keys, read again on SIGHUP; without it a key for the occasion
              --form FORM       how tokens travel where a playback request says no ?form= of its own (path): path, as its
                                first segment; query, as ?t= of every URL, with playlists and manifests rewritten;
                                cookie, set by the playback answer; define, as ?t= that playlists put in by
                                EXT-X-DEFINE:QUERYPARAM: not for FFmpeg and Chromium, which do not know that
              --cors-origin URL a page's origin, as https://example.com, whose requests may come with cookies; may be
                                given several times (those of localhost, 127.0.0.1 and [::1]). Without cookies pages of
                                every origin may read
              --public-url URL  what absolute URLs begin with; without it the host the client asked
              --log FILE        where the access log goes, added at the end; without it standard output
              --json            what it prints at the start as one JSON object on standard output

            The access log is one JSON object a line. With the rig token, which is printed at the start, DELETE and PUT
            of /rig/reels/ID remove and restore a reel until the end. GET /metrics is for Prometheus.

            example: reelrig serve packages --port 8080 --ttl 60
                     curl -s http://127.0.0.1:8080/v1/reels
            """,
        options: [
            .value("--listen"), .flag("--lan"), .value("--tls-cert"), .value("--tls-key"), .value("--port"),
            .values("--foreign"), .values("--cors-origin"),
            .value("--ttl"), .flag("--bind-address"), .value("--keys"), .value("--form"), .value("--public-url"),
            .value("--log"),
            .flag("--json"),
        ],
        run: servePackages)
}

private func servePackages(_ arguments: Arguments) throws -> ExitCode {
    // Before there are threads, that of the log too: none may receive what this one waits for.
    let signals: [Signal] = [.interrupt, .terminate, .hangUp]
    Signal.block(signals)
    let root = try packagesFolder(arguments)
    let place = try listeningPlace(arguments)
    let ttl = try arguments.integer("--ttl", default: 300, in: 1...31_536_000)
    let keys = try signingKeys(arguments["--keys"])
    let log = try arguments["--log"].map(AccessLog.init(path:)) ?? AccessLog()
    let rigToken = newRigToken()
    var settings = Origin.Settings(
        ttl: Int64(ttl), publicURL: try publicURL(arguments), rigToken: rigToken,
        form: try carriageForm(arguments["--form"] ?? "path"))
    if place.identity != nil { settings.scheme = "https" }
    settings.credentialedOrigins = try credentialedOrigins(arguments.all("--cors-origin"))
    settings.bindsAddresses = arguments.has("--bind-address")
    let connections = ConnectionCount()
    for folder in arguments.all("--foreign") {
        let stream = try foreignStream(folder)
        guard settings.foreign.updateValue(stream, forKey: stream.id) == nil else {
            throw CommandError.usage("there are two streams of this name", at: stream.id.text)
        }
    }
    settings.gauges = { Gauges(connections: connections.value, process: .current()) }
    let origin = Origin(root: root, keys: keys, settings: settings) { problem in
        StandardStream.error.writeLine("reelrig: a package is not served: \(problem)")
    }
    // The stream would hide the reel.
    if let hidden = try origin.reels().first(where: { settings.foreign[$0.id] != nil }) {
        throw CommandError.usage(
            "there is a reel with the name of a foreign stream", at: hidden.id.text,
            hint: "the stream is named like its folder")
    }
    OpenFileLimit.raise()
    let server = try start(origin, at: place, connections, log: log)
    defer {
        server.stop()
        log.close()
    }
    if let shortage = server.shortage { warn(of: shortage) }
    if arguments.has("--lan") { showNetworkAddress(of: server) }
    announce(
        Announcement(
            url: server.url, port: server.port, rigToken: rigToken, reels: try origin.reels(),
            foreign: settings.foreign.keys.sorted()),
        asJSON: arguments.has("--json"))
    while Signal.wait(for: signals) == .hangUp { reloadKeys(arguments["--keys"], of: origin) }
    return .done
}

private func foreignStream(_ folder: String) throws -> ForeignStream {
    do {
        return try ForeignStream(folder)
    } catch let error as ForeignProblem {
        throw CommandError.usage(error.what, at: error.path)
    }
}

private func packagesFolder(_ arguments: Arguments) throws(CommandError) -> String {
    guard arguments.positional.count == 1 else {
        throw .usage("serve takes one folder of packages", hint: "reelrig package makes one")
    }
    let root = arguments.positional[0]
    do {
        guard try FileSystem.status(root).kind == .directory else {
            throw CommandError.usage("it is no folder", at: root)
        }
    } catch let error as CommandError {
        throw error
    } catch {
        throw .usage("the packages cannot be read: \((error as? SystemError)?.reason ?? "\(error)")", at: root)
    }
    return root
}

private func start(
    _ origin: Origin, at place: OriginServer.Place, _ connections: ConnectionCount, log: AccessLog
) throws(CommandError) -> OriginServer {
    do {
        return try OriginServer(
            origin, at: place, connections: connections,
            now: { UnixTime(milliseconds: SystemClock.wallMilliseconds()) },
            uptime: { SystemClock.monotonic() }, log: { log.write($0) })
    } catch .cannotStartTLS(let problem) {
        throw .usage(
            "\(ServerProblem.cannotStartTLS(problem))", at: problem == .certificate ? "--tls-cert" : "--tls-key",
            hint: problem == .encryptedKey ? "openssl pkey -in KEY -out PLAIN takes the password off" : nil)
    } catch {
        throw CommandError(
            "\(error)", at: "\(place.address):\(place.port)",
            hint: error == .portInUse(place.port) ? "--port 0 lets the system choose one" : nil, exitCode: .trouble)
    }
}

/// The limit is raised already as far as this process may.
private func warn(of shortage: HTTPServer.Shortage) {
    StandardStream.error.write(
        """
        reelrig: this process may open \(shortage.files) files, which is enough for \(shortage.connections) connections and \
        not for \(shortage.wanted)
        hint: ulimit -n \(shortage.wantedFiles) before it is started, by somebody who may

        """)
}

private func signingKeys(_ path: String?) throws(CommandError) -> SigningKeys {
    guard let path else {
        var generator = SystemRandomNumberGenerator()
        guard let key = SigningKey(kid: "k1", using: &generator) else {
            throw CommandError("no signing key could be made", exitCode: .trouble)
        }
        return SigningKeys(key)
    }
    return try loadSigningKeys(path)
}

private func reloadKeys(_ path: String?, of origin: Origin) {
    guard let path else { return }
    do {
        origin.keys = try loadSigningKeys(path)
        StandardStream.error.writeLine("reelrig: signing keys read again; '\(origin.keys.active.kid)' signs")
    } catch {
        error.report()
        StandardStream.error.writeLine("reelrig: the signing keys stay as they were")
    }
}

private func credentialedOrigins(_ listed: [String]) throws(CommandError) -> CredentialedOrigins {
    guard !listed.isEmpty else { return .loopback }
    guard let origins = CredentialedOrigins(listed) else {
        throw .usage(
            "--cors-origin takes an origin as browsers write it", at: listed.joined(separator: " "),
            hint: "https://example.com or http://example.com:8000: no path, no final slash, no *")
    }
    return origins
}

/// 128 bits in text.
private func newRigToken() -> String {
    var generator = SystemRandomNumberGenerator()
    return Base64URL.encode((0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
}

private func publicURL(_ arguments: Arguments) throws(CommandError) -> String? {
    guard var url = arguments["--public-url"] else { return nil }
    while url.last == "/" { url.removeLast() }
    let rest = ["http://", "https://"].first { url.hasPrefix($0) }.map { url.dropFirst($0.count) }
    guard let rest, !rest.isEmpty, rest.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"?#\"<>\\".utf8.contains($0) })
    else {
        throw .usage("--public-url takes an http or https URL without query and fragment")
    }
    return url
}

private func announce(_ announcement: Announcement, asJSON: Bool) {
    if asJSON, let line = try? CanonicalJSON.line(announcement) {
        StandardStream.output.writeLine(String(decoding: line, as: UTF8.self))
    } else {
        StandardStream.error.write(announcement.text)
    }
}

/// What a person or a script needs to know to talk to the server.
private struct Announcement: Encodable {
    var format = Format.current
    var event = "serving"
    var url: String
    var port: UInt16
    var rigToken: String
    var reels: [Reel]
    var foreign: [Foreign]

    /// Nothing is known of it but where it can be had.
    struct Foreign: Encodable {
        var id: ReelID
        var playback: String
    }

    struct Reel: Encodable {
        var id: ReelID
        var version: VersionID
        var durationMs: Int64
        var removed: Bool
        var playback: String
    }

    init(url: String, port: UInt16, rigToken: String, reels: [ReelDocument], foreign: [ReelID]) {
        self.foreign = foreign.map { Foreign(id: $0, playback: "\(url)/v1/reels/\($0)/playback") }
        self.url = url
        self.port = port
        self.rigToken = rigToken
        self.reels = reels.map {
            Reel(
                id: $0.id, version: $0.version, durationMs: $0.durationMs, removed: $0.removed,
                playback: "\(url)/v1/reels/\($0.id)/playback")
        }
    }

    var text: String {
        var lines = ["serving \(reels.count) reels at \(url)", "rig token: \(rigToken)"]
        lines += reels.map { reel in
            let seconds = MediaTime(milliseconds: reel.durationMs).description.dropLast(3)
            return "  \(reel.playback)  \(reel.version)  \(seconds) s\(reel.removed ? "  removed" : "")"
        }
        lines += foreign.map { "  \($0.playback)  foreign" }
        if reels.isEmpty, foreign.isEmpty { lines.append("  there is no package yet; one that appears is found") }
        return lines.joined(separator: "\n") + "\n"
    }
}
