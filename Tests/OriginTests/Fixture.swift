import Catalog
import HTTP
import MediaTypes
import Origin
import Platform
import Signing
import Synchronization
import Testing

let oldVersion = "0123456789abcdef"
let newVersion = "fedcba9876543210"
let noon = UnixTime(seconds: 1_700_000_000)

/// A folder of packages made by hand: objects of known bytes, and what a packager would write about them.
struct PackageFixture {
    let root: String

    static let files: [(path: String, bytes: [UInt8])] = [
        ("poster.jpg", Array("a picture".utf8)),
        ("video/360/00000.m4s", (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 5) }),
        ("video/360/init.mp4", Array("hello".utf8)),
        ("multivariant.m3u8", Array("#EXTM3U\nvideo/360/playlist.m3u8\n".utf8)),
        ("video/360/playlist.m3u8", Array("#EXTM3U\n00000.m4s\n".utf8)),
    ]

    func addVersion(_ version: String = oldVersion, of reel: String) throws {
        let folder = "\(root)/\(reel)/\(version)"
        try FileSystem.createDirectories("\(folder)/video/360")
        for file in Self.files { try FileSystem.write(file.bytes, to: "\(folder)/\(file.path)") }
        try FileSystem.write(
            CanonicalJSON.file(document(reel, version)), to: "\(folder)/package.json")
    }

    /// Makes a version the current one.
    func publish(_ version: String = oldVersion, of reel: String, removed: Bool = false) throws {
        let document = ReelDocument(
            id: try #require(ReelID(reel)), version: try #require(VersionID(version)), recipe: digest([]),
            removed: removed, durationMs: 4000, aspect: "9:16", previewColor: "#102030", poster: "poster.jpg")
        try FileSystem.replace("\(root)/\(reel)/reel.json", with: CanonicalJSON.file(document))
    }

    func add(_ reels: String...) throws {
        for reel in reels {
            try addVersion(of: reel)
            try publish(of: reel)
        }
    }

    private func document(_ reel: String, _ version: String) throws -> PackageDocument {
        let listed = Self.files.map {
            PackageDocument.File(path: $0.path, size: $0.bytes.count, sha256: digest($0.bytes))
        }
        let rates = PackageDocument.Rates(peakBandwidth: BitRate(400_000), averageBandwidth: BitRate(365_000))
        return PackageDocument(
            reel: try #require(ReelID(reel)), version: try #require(VersionID(version)), recipe: digest([]),
            duration: MediaTime(4, perSecond: 1), grid: .init(timescale: Timescale(1), boundaries: [0, 4]),
            renditions: [
                PackageDocument.Rendition(
                    id: try #require(RenditionID("video/360")), kind: .video, codecs: "avc1.64001f",
                    size: PixelSize(360, 640), frameRate: FrameRate(30), timescale: Timescale(30), cuts: [0, 120],
                    sampleCounts: [120], declared: rates, measured: rates)
            ],
            objects: listed.filter { !$0.path.hasSuffix(".m3u8") },
            playlists: listed.filter { $0.path.hasSuffix(".m3u8") },
            strip: .init(reel: 7, frames: 120, frameRate: try #require(FrameRate(30))))
    }

    private func digest(_ bytes: [UInt8]) -> ContentDigest { SHA256.digest(bytes) }
}

/// A folder of packages for one test.
func withPackages(_ reels: String..., body: (PackageFixture) throws -> Void) throws {
    let root = try FileSystem.makeTemporaryDirectory(prefix: "reelrig-test")
    defer { try? FileSystem.removeTree(root) }
    let fixture = PackageFixture(root: root)
    for reel in reels { try fixture.add(reel) }
    try body(fixture)
}

/// The secret of the tests' signing key.
let secret = Array(repeating: UInt8(9), count: 32)

func makeOrigin(
    _ fixture: PackageFixture, settings: Origin.Settings = .init(rigToken: "rig-secret"),
    problems: Problems = Problems()
) throws -> Origin {
    let key = try #require(SigningKey(kid: "k1", secret: secret))
    return Origin(root: fixture.root, keys: SigningKeys(key), settings: settings, report: problems.add)
}

/// What an origin reported.
final class Problems: Sendable {
    private let list = Mutex([PackageProblem]())
    var all: [PackageProblem] { list.withLock { $0 } }
    func add(_ problem: PackageProblem) { list.withLock { $0.append(problem) } }
}

extension Origin {
    func get(
        _ target: String, _ headers: Headers = [:], method: String = "GET", at now: UnixTime = noon
    ) -> Response {
        var headers = headers
        if headers["Host"] == nil { headers["Host"] = "localhost:8080" }
        return respond(to: Request(method: method, target: target, headers: headers), at: now).response
    }

    /// Where a reel's version can be fetched: `/~TOKEN/media/REEL/VERSION/`.
    func signedFolder(of reel: String, at now: UnixTime = noon) throws -> String {
        let answer = try get("/v1/reels/\(reel)/playback", at: now).json(PlaybackAnswer.self)
        let start = "http://localhost:8080"
        try #require(answer.url.hasPrefix(start) && answer.url.hasSuffix("multivariant.m3u8"))
        return String(answer.url.dropFirst(start.count).dropLast("multivariant.m3u8".count))
    }
}

extension Response {
    /// The bytes a GET of it receives.
    var content: [UInt8] {
        get throws {
            switch body {
            case .bytes(let bytes): bytes
            case .file(let path, let offset, let length):
                try File.openForReading(path).read(at: offset, count: length)
            }
        }
    }

    var text: String { (try? String(decoding: content, as: UTF8.self)) ?? "" }

    func json<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try CanonicalJSON.decode(type, from: content)
    }
}

/// Ask, and see which reason the refusal gives.
func reason(_ response: Response) throws -> RefusalReason? {
    response.status == 403 ? try response.json(Refusal.self).reason : nil
}
