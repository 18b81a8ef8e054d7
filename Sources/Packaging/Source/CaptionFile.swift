package import Catalog
internal import Platform
internal import Signing
package import WebVTT

/// A captions file beside a source: `clip.en.vtt` beside `clip.mp4`, also `clip.en.forced.srt` and `clip.en.sdh.vtt`.
package struct CaptionFile: Equatable, Sendable {
    package let path: String
    package let language: String?
    package let role: CaptionRole
    package let digest: ContentDigest
    package let captions: Captions

    /// `subtitles/en`, `subtitles/en-forced`; `subtitles/und` when the name has no language.
    package var id: RenditionID? {
        RenditionID(
            ([language ?? "und"] + role.suffix).reduce("subtitles/") { $0.hasSuffix("/") ? $0 + $1 : "\($0)-\($1)" })
    }

    private static let sizeLimit = 8 << 20

    /// All beside a file, in the order of their ids. Of two of the same language and role WebVTT goes before SubRip.
    static func beside(_ path: String) throws -> [CaptionFile] {
        let folder = FileSystem.parent(of: path)
        let stem = "\(Source.stem(of: path))."
        var found: [RenditionID: CaptionFile] = [:]
        for name in (try? FileSystem.list(folder))?.sorted() ?? [] where name.hasPrefix(stem) {
            guard let parsed = CaptionFileName(name.dropFirst(stem.count)) else { continue }
            let file = try read("\(folder)/\(name)", parsed)
            guard let id = file.id, found[id] == nil || parsed.isWebVTT else { continue }
            found[id] = file
        }
        return found.sorted { $0.key < $1.key }.map(\.value)
    }

    private static func read(_ path: String, _ name: CaptionFileName) throws -> CaptionFile {
        do {
            let bytes = try FileSystem.read(path, limit: sizeLimit)
            let captions = name.isWebVTT ? try Captions(webVTT: bytes) : try Captions(subRip: bytes)
            return CaptionFile(
                path: path, language: name.language, role: name.role, digest: SHA256.digest(bytes), captions: captions)
        } catch let error as SystemError {
            throw UnusableSource.captions(path, error.reason)
        } catch let error as CaptionsError {
            throw UnusableSource.captions(path, error.description)
        }
    }
}

/// What captions are for.
package enum CaptionRole: String, Equatable, Sendable, Codable {
    /// What is said, in a language.
    case subtitles
    /// Only what the picture says in another language: shown without being asked for.
    case forced
    /// For the deaf and hard of hearing: sounds too.
    case sdh

    var suffix: [String] { self == .subtitles ? [] : [rawValue] }

    /// Media characteristic tags that say so (RFC 8216 bis §4.4.6.1).
    package var characteristics: [String]? {
        self == .sdh
            ? ["public.accessibility.transcribes-spoken-dialog", "public.accessibility.describes-music-and-sound"]
            : nil
    }
}

/// What stands between a source's name and the end of a captions file's: `en.forced.srt`.
struct CaptionFileName: Equatable {
    var language: String?
    var role = CaptionRole.subtitles
    var isWebVTT: Bool

    /// `nil` of a name that means something else.
    init?(_ text: Substring) {
        var parts = text.split(separator: ".", omittingEmptySubsequences: false)[...]
        switch parts.popLast()?.lowercased() {
        case "vtt": isWebVTT = true
        case "srt": isWebVTT = false
        default: return nil
        }
        for part in parts {
            switch part.lowercased() {
            case "forced" where role == .subtitles: role = .forced
            case "sdh" where role == .subtitles, "cc" where role == .subtitles: role = .sdh
            default:
                guard language == nil, let tag = LanguageTag.of(String(part)) else { return nil }
                language = tag
            }
        }
    }
}
