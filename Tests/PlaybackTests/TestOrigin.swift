import Catalog
import Dispatch
import HTTP
import MediaTypes
import Signing
import Synchronization

/// An origin in memory: a playback API that signs with a counter, media under `/~N/`, a clock that tests set, a log,
/// and whatever a test does to an answer.
final class TestOrigin: Sendable {
    struct State {
        /// Milliseconds.
        var now: Int64 = 1_000_000_000_000
        var lifetime: Int64 = 300_000
        /// Of the token that the last answer carried.
        var token = 0
        /// Keeps the token from answer to answer.
        var isTokenFixed = false
        var expiry: [Int: Int64] = [:]
        var log: [AccessLogEntry] = []
        var strip: PackageDocument.Strip? = ReelFixture.strip
        var version = ReelFixture.version
        /// Tokens of answers for another version: its rungs have each other's bytes.
        var exchanged: Set<Int> = []
    }

    typealias Change = @Sendable (_ path: String, _ count: Int, inout Response) -> Void

    let state = Mutex(State())
    private let fixture: ReelFixture
    private let change: Change
    static let url = "http://origin/v1/reels/fixture/playback"

    /// - Parameter change: told the path below the version and how often it was asked for, from 1.
    init(_ fixture: ReelFixture, change: @escaping Change = { _, _, _ in }) {
        self.fixture = fixture
        self.change = change
    }

    /// On threads of its own: a test that plays blocks one of Swift's concurrency, of which there are few.
    var fetcher: HandlerFetcher {
        HandlerFetcher(pieceLength: 4000, run: { work in DispatchQueue.global().async { work() } }) { [self] in
            answer($0)
        }
    }

    var requests: [AccessLogEntry] { state.withLock { $0.log } }

    /// Paths of objects that were delivered, without their tokens.
    var delivered: [String] {
        requests.filter { $0.status < 300 && ($0.target.hasSuffix(".m4s") || $0.target.hasSuffix(".mp4")) }
            .map(\.target)
    }

    func advance(bySeconds seconds: Int64) { state.withLock { $0.now += seconds * 1000 } }

    private func answer(_ request: Request) -> Response {
        let parts = request.target.split(separator: "/", maxSplits: 1)
        var path = request.target
        var response = Response(status: 404)
        state.withLock { state in
            if request.target.hasSuffix("/playback") {
                response = playback(&state)
            } else if let token = parts.first.flatMap({ Int($0.dropFirst()) }), parts.count == 2 {
                path = String(parts[1])
                response = media(path, request, token, state)
            }
        }
        let count = requests.count { $0.target == path } + 1
        change(path, count, &response)
        state.withLock { state in
            response.headers["Date"] = HTTPDate.text(state.now / 1000)
            state.log.append(
                AccessLogEntry(
                    t: UnixTime(milliseconds: state.now), id: request.headers["X-Request-Id"] ?? "", method: "GET",
                    target: path, status: response.status, bytes: response.body.length, complete: true, verdict: "ok",
                    ms: 0))
        }
        return response
    }

    static func exchanged(_ path: String) -> String {
        path.hasPrefix("video/low/")
            ? path.replacing("/low/", with: "/high/") : path.replacing("/high/", with: "/low/")
    }

    private func playback(_ state: inout State) -> Response {
        if !state.isTokenFixed || state.token == 0 { state.token += 1 }
        state.expiry[state.token] = state.now + state.lifetime
        if state.version != ReelFixture.version { state.exchanged.insert(state.token) }
        var answer = PlaybackAnswer(
            id: ReelFixture.reel, version: state.version, url: "http://origin/~\(state.token)/multivariant.m3u8",
            expiresAt: UnixTime(milliseconds: state.now + state.lifetime),
            serverTime: UnixTime(milliseconds: state.now),
            durationMs: 6000, renditions: [])
        answer.strip = state.strip
        let body = (try? CanonicalJSON.line(answer)) ?? []
        return Response(status: 200, headers: ["Content-Type": "application/json"], body: .bytes(body))
    }

    private func media(_ path: String, _ request: Request, _ token: Int, _ state: State) -> Response {
        guard let expiry = state.expiry[token], state.now < expiry else {
            return Response(status: 403, body: .bytes(Array(#"{"reason":"expired"}"#.utf8)))
        }
        if path == "multivariant.m3u8" { return Response(status: 200, body: .bytes(fixture.multivariant)) }
        if path.hasSuffix("playlist.m3u8") {
            return Response(status: 200, body: .bytes(fixture.playlist(String(path.dropLast("/playlist.m3u8".count)))))
        }
        let place = state.exchanged.contains(token) ? Self.exchanged(path) : path
        guard let bytes = fixture.objects[place] else { return Response(status: 404) }
        let digest = SHA256.digest(bytes)
        let headers: Headers = [
            "ETag": "\"\(digest.text.prefix(32))\"", "Repr-Digest": "sha-256=:\(base64(digest.bytes)):",
        ]
        guard case .one(let range)? = request.headers["Range"].map(ByteRange.parse),
            let part = range.resolved(in: bytes.count)
        else { return Response(status: 200, headers: headers, body: .bytes(bytes)) }
        var partial = headers
        partial["Content-Range"] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(bytes.count)"
        return Response(status: 206, headers: partial, body: .bytes(Array(bytes[part])))
    }
}

func base64(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
        let group = (0..<3).map { start + $0 < bytes.count ? Int(bytes[start + $0]) : 0 }
        let word = group[0] << 16 | group[1] << 8 | group[2]
        for place in 0..<4 {
            text.append(start + place <= bytes.count ? alphabet[word >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
        }
    }
    return String(decoding: text, as: UTF8.self)
}
