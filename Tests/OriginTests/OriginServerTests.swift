import Catalog
import HTTP
import HTTPServer
import MediaTypes
import Origin
import Platform
import Signing
import Synchronization
import TestSupport
import Testing

/// A clock that a test sets, and the lines it sees.
private final class Watched: Sendable {
    private let state = Mutex((now: noon, lines: [AccessLogEntry]()))
    var now: UnixTime {
        get { state.withLock { $0.now } }
        set { state.withLock { $0.now = newValue } }
    }
    var lines: [AccessLogEntry] { state.withLock { $0.lines } }
    func log(_ entry: AccessLogEntry) { state.withLock { $0.lines.append(entry) } }
}

@Test(.enabled(if: Tool.isInstalled("curl"), "needs curl"))
func `over a socket curl gets the same answers, and every response is logged`() throws {
    try withPackages("one") { fixture in
        let watched = Watched()
        let origin = try makeOrigin(fixture)
        let server = try OriginServer(origin, now: { watched.now }, log: watched.log)
        let curl = try #require(Tool("curl"))
        func get(_ url: String, _ arguments: String...) throws -> String {
            let output = try curl.run(["-sS", "--path-as-is", "-w", "|%{http_code}", url] + arguments)
            #expect(output.status == 0, "\(output.standardError)")
            return output.text
        }
        let text = try get("\(server.url)/v1/reels/one/playback").split(separator: "|")
        let answer = try CanonicalJSON.decode(PlaybackAnswer.self, from: Array(text[0].utf8))
        #expect(answer.url.hasPrefix("\(server.url)/~1.k1.") && answer.serverTime == noon)
        #expect(try get(answer.url, "-H", "X-Request-Id: s-1") == "#EXTM3U\nvideo/360/playlist.m3u8\n|200")
        let folder = String(answer.url.dropLast("multivariant.m3u8".count))
        #expect(try get(folder + "video/360/init.mp4", "-r", "1-3", "-H", "X-Request-Id: s-2") == "ell|206")
        #expect(try get(folder + "video/360/init.mp4", "-I").contains("Content-Length: 5\r\n"))
        #expect(try get(folder + "../reel.json") == #"{"reason":"malformed"}|403"#)
        watched.now = answer.expiresAt
        #expect(try get(folder + "video/360/init.mp4", "-H", "X-Request-Id: s-3") == #"{"reason":"expired"}|403"#)
        server.stop()
        let lines = Dictionary(uniqueKeysWithValues: watched.lines.map { ($0.id, $0) })
        #expect(watched.lines.count == 6 && watched.lines.allSatisfy(\.complete))
        #expect(lines["s-1"]?.bytes == 32 && lines["s-1"]?.rendition == nil)
        #expect(lines["s-2"]?.bytes == 3 && lines["s-2"]?.object == .initialization && lines["s-2"]?.status == 206)
        #expect(lines["s-3"]?.verdict == "expired" && lines["s-3"]?.bytes == 20)
        #expect(lines["s-3"]?.t == answer.expiresAt)
    }
}

@Test(.enabled(if: Tool.isInstalled("curl"), "needs curl"))
func `over a socket every reason is answered and logged`() throws {
    try withPackages("one") { fixture in
        let watched = Watched()
        let server = try OriginServer(makeOrigin(fixture), now: { watched.now }, log: watched.log)
        var settings = Origin.Settings()
        settings.bindsAddresses = true
        let strict = try OriginServer(
            makeOrigin(fixture, settings: settings), now: { watched.now }, log: watched.log)
        let curl = try #require(Tool("curl"))
        let path = try RawPath("/media/one/\(oldVersion)/video/360/init.mp4")
        let scope = try #require(TokenScope(.exact, path))
        let key = try #require(SigningKey(kid: "k1", secret: secret))
        let stranger = try #require(SigningKey(kid: "k2", secret: secret))
        let later = noon + .seconds(60)
        let open = Signer(key).token(for: scope, expires: later)
        let here = Signer(key).token(for: scope, expires: later, address: "127.0.0.1")
        let elsewhere = Signer(key).token(for: scope, expires: later, address: "192.0.2.1")
        let early = Signer(key).token(for: scope, expires: later, notBefore: noon + .seconds(1))
        func get(_ server: OriginServer, _ path: String, _ token: Token) -> String {
            "\(server.url)/~\(token.text)\(path)"
        }
        let cases: [(String, RefusalReason?)] = [
            ("\(server.url)\(path)", .missing), ("\(server.url)/~x\(path)", .malformed),
            (get(server, path.text, Signer(stranger).token(for: scope, expires: later)), .unknownKey),
            (get(server, path.text, elsewhere), .signature), (get(server, path.text, early), .notYetValid),
            (get(server, path.text, Signer(key).token(for: scope, expires: noon)), .expired),
            (get(server, "/media/one/\(oldVersion)/package.json", open), .scope),
            (get(strict, path.text, open), .address), (get(strict, path.text, elsewhere), .signature),
            (get(strict, path.text, here), nil), (get(server, path.text, here), nil),
            (get(server, path.text, open), nil),
        ]
        #expect(Set(cases.compactMap(\.1)) == Set(RefusalReason.allCases))
        for (number, (url, reason)) in cases.enumerated() {
            let output = try curl.run(["-sS", "-D", "-", "-H", "X-Request-Id: \(number)", url])
            let body = reason.map { #"{"reason":"\#($0.rawValue)"}"# } ?? "hello"
            #expect(output.text.hasPrefix("HTTP/1.1 \(reason == nil ? 200 : 403) "))
            #expect(output.text.hasSuffix("\r\n\r\n\(body)"))
            #expect(reason == nil || output.text.contains("\r\nCache-Control: no-store\r\n"))
        }
        // An answer of the strict one opens what it names to who asked.
        let answer = try CanonicalJSON.decode(
            PlaybackAnswer.self, from: curl.run(["-sS", "\(strict.url)/v1/reels/one/playback"]).standardOutput)
        #expect(try curl.run(["-sS", "-o", "/dev/null", "-w", "%{http_code}", answer.url]).text == "200")
        server.stop()
        strict.stop()
        let verdicts = Dictionary(uniqueKeysWithValues: watched.lines.map { ($0.id, $0.verdict) })
        for (number, (_, reason)) in cases.enumerated() {
            #expect(verdicts["\(number)"] == reason?.rawValue ?? "ok")
        }
    }
}

@Test(arguments: [
    ("GET / HTTP/1.1\r\n\r\n", 400, "no-host"), ("GET /v1/reels HTTP/3.0\r\n\r\n", 505, "version"),
    ("GET /\(String(repeating: "a", count: 20_000)) HTTP/1.1\r\n", 414, "target-too-long"),
    ("GET / HTTP/1.1\r\nX: \(String(repeating: "a", count: 20_000))\r\n\r\n", 431, "head-too-large"),
    ("GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 100000\r\n\r\n", 413, "body-too-large"),
])
func `what is no request is answered and logged as any other`(text: String, status: Int, verdict: String) throws {
    try withPackages("one") { fixture in
        let watched = Watched()
        let server = try OriginServer(try makeOrigin(fixture), now: { watched.now }, log: watched.log)
        let connection = try RawConnection(port: server.port)
        connection.send(text)
        let answer = String(decoding: connection.receiveAll(), as: UTF8.self)
        server.stop()
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
        for field in ["Date: \(HTTPDate.text(noon.seconds))", "Cache-Control: no-store", "Connection: close"] {
            #expect(answer.contains("\r\n\(field)\r\n"))
        }
        #expect(answer.contains("{\"error\":\""))
        #expect(watched.lines.map(\.status) == [status] && watched.lines.map(\.verdict) == [verdict])
    }
}
