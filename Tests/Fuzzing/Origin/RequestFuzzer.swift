import Catalog
import HTTP
import MediaTypes
import Origin
import Platform
import Signing

private let fuzzer = RequestFuzzer.make()

/// What libFuzzer calls. A plain build knows nothing of it: see `make fuzz-origin`.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    fuzzer.ask(Array(UnsafeBufferPointer(start: data, count: count)))
    return 0
}

/// Asks an origin anything, and holds what it answers against what may never happen.
///
/// A text is a request: the method and the target in the first line, then a header field a line. `TOKEN` in it is a
/// token that is valid, and `VERSION` the version of the reel `one`.
final class RequestFuzzer: Sendable {
    private static let now = UnixTime(seconds: 1_700_000_000)
    private static let version = "0123456789abcdef"
    private static let statuses: Set = [200, 204, 206, 304, 400, 403, 404, 405, 410, 412, 416, 501]

    private let root: String
    private let origin: Origin
    private let token: Token

    static func make() -> RequestFuzzer {
        do { return try RequestFuzzer() } catch { fatalError("no package could be made: \(error)") }
    }

    private init() throws {
        root = try FileSystem.makeTemporaryDirectory(prefix: "reelrig-fuzz")
        try Self.makePackage(below: root)
        let key = SigningKey(kid: "k1", secret: Array(repeating: 9, count: 32))!
        let folder = try RawPath("/media/one/\(Self.version)/")
        token = Signer(key).token(for: TokenScope(.prefix, folder)!, expires: Self.now + .seconds(300))
        origin = Origin(root: root, keys: SigningKeys(key), settings: .init(rigToken: "rig"))
    }

    func ask(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
            .replacing("TOKEN", with: token.text).replacing("VERSION", with: Self.version)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let words = lines[0].split(separator: " ", maxSplits: 1)
        var request = Request(
            method: words.first.map(String.init) ?? "", target: words.count > 1 ? String(words[1]) : "")
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { request.headers.append(String(parts[0]), String(parts[1].drop { $0 == " " })) }
        }
        check(origin.respond(to: request, at: Self.now), to: request)
    }

    private func check(_ outcome: Outcome, to request: Request) {
        let response = outcome.response
        expect(Self.statuses.contains(response.status), "status \(response.status)")
        for field in response.headers.fields {
            expect(field.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "a control character in \(field.name)")
        }
        if response.headers["Access-Control-Allow-Credentials"] != nil {
            let page = (response.headers["Access-Control-Allow-Origin"] ?? "").replacing("https", with: "http")
            let isOfThisMachine = ["http://localhost", "http://127.0.0.1", "http://[::1]"].contains { host in
                page == host || page.hasPrefix("\(host):") && page.dropFirst(host.count + 1).allSatisfy(\.isNumber)
            }
            expect(isOfThisMachine, "credentials for \(page)")
        }
        if case .file(let path, let offset, let length) = response.body {
            expect(path.hasPrefix("\(root)/one/\(Self.version)/") && !path.contains(".."), "a file outside: \(path)")
            let size = (try? FileSystem.linkStatus(path).size) ?? -1
            expect(offset >= 0 && length >= 0 && offset + length <= size, "bytes outside of \(path)")
        }
        let line = outcome.logEntry(
            Delivery(status: response.status, bytes: response.body.length, complete: true), after: .zero)
        let isMedia = line.object != nil && line.object != .poster
        let carries =
            request.target.contains(token.text)
            || request.headers.fields.contains {
                $0.value.contains(token.text)
            }
        expect(!isMedia || carries, "media without a token")
        checkLine(line)
    }

    private func checkLine(_ entry: AccessLogEntry) {
        let line = entry.line
        let text = String(decoding: line, as: UTF8.self)
        let signature = token.text.split(separator: ".").last!
        expect(!text.contains(signature), "a token in the log: \(text)")
        expect(line.firstIndex(of: UInt8(ascii: "\n")) == line.count - 1, "a line of several lines: \(text)")
        expect((try? CanonicalJSON.decode(AccessLogEntry.self, from: line)) != nil, "a line that is no JSON: \(text)")
    }

    private func expect(_ isSo: Bool, _ what: @autoclosure () -> String) { if !isSo { fatalError(what()) } }

    private static func makePackage(below root: String) throws {
        let folder = "\(root)/one/\(version)"
        let files: [(String, [UInt8])] = [
            ("poster.jpg", Array("a picture".utf8)), ("video/360/00000.m4s", Array(repeating: 7, count: 5000)),
            ("video/360/init.mp4", Array("hello".utf8)),
            ("multivariant.m3u8", Array("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nvideo/360/playlist.m3u8\n".utf8)),
            ("video/360/playlist.m3u8", Array("#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n00000.m4s\n".utf8)),
        ]
        try FileSystem.createDirectories("\(folder)/video/360")
        let listed = try files.map { path, bytes in
            try FileSystem.write(bytes, to: "\(folder)/\(path)")
            return PackageDocument.File(path: path, size: bytes.count, sha256: SHA256.digest(bytes))
        }
        let document = PackageDocument(
            reel: ReelID("one")!, version: VersionID(version)!, recipe: SHA256.digest([]),
            duration: MediaTime(4, perSecond: 1), grid: .init(timescale: Timescale(1), boundaries: [0, 4]),
            renditions: [], objects: listed.filter { !$0.path.hasSuffix(".m3u8") },
            playlists: listed.filter { $0.path.hasSuffix(".m3u8") })
        try FileSystem.write(CanonicalJSON.file(document), to: "\(folder)/package.json")
        let reel = ReelDocument(
            id: ReelID("one")!, version: VersionID(version)!, recipe: SHA256.digest([]), removed: false,
            durationMs: 4000, aspect: "9:16", previewColor: "#102030", poster: "poster.jpg")
        try FileSystem.replace("\(root)/one/reel.json", with: CanonicalJSON.file(reel))
    }
}
