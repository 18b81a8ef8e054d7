package import Catalog
import HTTP
import Platform
import Signing
import Synchronization

/// Somebody else's stream in a folder, served as it is under `/foreign/NAME/` and signed as packages are.
package final class ForeignStream: Sendable {
    /// The folder's name as a reel's id.
    package let id: ReelID
    /// Without links.
    package let root: String
    /// What playing begins with, inside the folder: the only multivariant playlist, else the only media playlist.
    package let playlist: String

    private let files = Mutex<[String: PackagedFile]>([:])

    package init(_ root: String) throws {
        do {
            self.root = try FileSystem.canonical(root)
            guard try FileSystem.status(self.root).kind == .directory else {
                throw ForeignProblem("it is no folder", root)
            }
            playlist = try Self.findPlaylist(self.root)
        } catch let error as SystemError {
            throw ForeignProblem(error.reason, error.path)
        }
        guard let id = ReelID(stem: FileSystem.lastComponent(of: self.root)) else {
            throw ForeignProblem("the folder's name has no letter and no digit to name the stream by", root)
        }
        self.id = id
    }

    /// A file, as the disk has it now; `nil` when there is none or it lies outside of the folder.
    ///
    /// - Parameter path: as a request has it, inside the folder.
    func file(_ path: String) -> PackagedFile? {
        guard let decoded = Self.decoded(path), let place = try? FileSystem.canonical("\(root)/\(decoded)"),
            place.hasPrefix("\(root)/"), let stamp = try? FileSystem.linkStatus(place), stamp.kind == .file
        else { return nil }
        if let known = files.withLock({ $0[place] }), known.stamp == stamp { return known }
        guard let made = try? read(String(place.dropFirst(root.count + 1)), stamp) else { return nil }
        files.withLock { files in
            if files.count >= Self.mostFiles { files.removeAll() }
            files[place] = made
        }
        return made
    }

    private static let mostFiles = 10_000
    private static let mostText = 4 << 20
    private static let pieceSize = 1 << 20

    /// Texts are kept, of media the digest.
    private func read(_ path: String, _ stamp: FileStatus) throws -> PackagedFile {
        let isText = [".m3u8", ".mpd"].contains { path.hasSuffix($0) } && stamp.size <= Self.mostText
        let file = try File.openForReading("\(root)/\(path)")
        var hash = SHA256()
        var (size, text) = (0, [UInt8]())
        while true {
            let piece = try file.read(at: size, count: Self.pieceSize)
            if piece.isEmpty { break }
            hash.update(piece)
            size += piece.count
            if isText { text += piece }
        }
        return PackagedFile(path, in: root, digest: hash.digest(), stamp: stamp, bytes: isText ? text : nil)
    }

    /// Its triplets are known to be whole.
    private static func decoded(_ path: String) -> String? {
        var (bytes, rest) = ([UInt8](), path.utf8[...])
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Where on the disk what a request asked for is; `nil` when it is nothing of this stream.
    ///
    /// - Parameter target: of the access log, its token and its query too.
    package func path(ofTarget target: String) -> String? {
        guard let range = target.firstRange(of: "/foreign/\(id)/") else { return nil }
        return file(String(target[range.upperBound...].prefix { $0 != "?" }))?.path
    }

    /// The playlist as a URL has it (RFC 3986 §3.3).
    package var encodedPlaylist: String {
        playlist.utf8.map { byte in
            byte.isASCIIAlphanumeric || "-._~!$&'()*+,;=:@/".utf8.contains(byte)
                ? String(UnicodeScalar(byte))
                : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }

    // MARK: Finding its playlist

    private static func findPlaylist(_ root: String) throws -> String {
        let all = try playlists(root, "", depth: 0)
        let texts = try all.map {
            ($0, String(decoding: try FileSystem.read("\(root)/\($0)", limit: mostText), as: UTF8.self))
        }
        let multivariant = texts.filter { $0.1.contains("#EXT-X-STREAM-INF:") }.map(\.0)
        let choices = multivariant.isEmpty ? texts.filter { $0.1.contains("#EXTINF:") }.map(\.0) : multivariant
        // Of several that one which lies outermost, if it is alone there.
        let depth = choices.map { $0.count { $0 == "/" } }.min()
        let outermost = choices.filter { $0.count { $0 == "/" } == depth }
        guard let found = outermost.first else { throw ForeignProblem("there is no playlist of HLS in it", root) }
        guard outermost.count == 1 else {
            throw ForeignProblem(
                "which playlist begins the stream? \(outermost.prefix(5).joined(separator: ", "))", root)
        }
        return found
    }

    private static func playlists(_ root: String, _ folder: String, depth: Int) throws -> [String] {
        guard depth < 8 else { return [] }
        var found: [String] = []
        for name in try FileSystem.list(folder.isEmpty ? root : "\(root)/\(folder)") {
            let path = folder.isEmpty ? name : "\(folder)/\(name)"
            switch try FileSystem.linkStatus("\(root)/\(path)").kind {
            case .directory: found += try playlists(root, path, depth: depth + 1)
            case .file where name.hasSuffix(".m3u8"): found.append(path)
            default: break
            }
        }
        return found
    }
}

/// Why a folder is not served as a foreign stream: what, and where.
package struct ForeignProblem: Error, Hashable, Sendable {
    package var what: String
    package var path: String

    init(_ what: String, _ path: String) {
        self.what = what
        self.path = path
    }
}
