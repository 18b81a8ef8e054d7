import HLS
import Platform

/// A folder of playlists and media. Nothing above it is read, and no link that leads out of it is followed.
struct Folder {
    /// As the user named it.
    let name: String
    private let root: String

    init(_ name: String) throws(SystemError) {
        self.name = name
        root = try FileSystem.canonical(name)
    }

    /// What a reference leads to.
    enum Target: Equatable {
        /// A file below the folder: its path from there, and its bytes.
        case file(String, size: Int)
        /// Below the folder, and not there. What is no regular file counts as not there.
        case absent
        /// On a server, or in a place of its own such as `data:`.
        case elsewhere
        /// Above the folder, or behind a link that leads out of it.
        case outside
    }

    /// The target of a reference in the playlist at that path. Escapes are decoded once, the query is of no effect.
    func find(_ reference: String, from playlist: String) -> Target {
        let uri = URIReference(reference)
        guard uri.scheme == nil, uri.authority == nil, !uri.path.hasPrefix("/") else { return .elsewhere }
        if uri.path.isEmpty { return file(playlist) }
        var parts = playlist.split(separator: "/").dropLast().map(String.init)
        for part in uri.path.split(separator: "/") {
            guard let name = String(part).percentDecoded, !name.utf8.contains(where: { $0 == 0 || $0 == 0x2F }) else {
                return .absent
            }
            switch name {
            case ".": continue
            case "..": if parts.popLast() == nil { return .outside }
            default: parts.append(name)
            }
        }
        return file(parts.joined(separator: "/"))
    }

    private func file(_ path: String) -> Target {
        guard let real = try? FileSystem.canonical("\(root)/\(path)"), let status = try? FileSystem.status(real) else {
            return .absent
        }
        guard real.hasPrefix(root == "/" ? root : root + "/") else { return .outside }
        return status.kind == .file ? .file(path, size: status.size) : .absent
    }

    /// The bytes of a file below that `find` or `playlists` gave; one that is larger is an error.
    func read(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
        try FileSystem.read("\(root)/\(path)", limit: limit)
    }

    /// The path as the user would write it.
    func shown(_ path: String) -> String {
        if name == "." { return path }
        return name.hasSuffix("/") ? name + path : "\(name)/\(path)"
    }
}

extension Folder {
    /// How deep and how wide a tree is looked at.
    enum Bounds {
        static let depth = 24
        static let entries = 1_000_000
        static let playlists = 20_000
    }

    /// Playlists below, by their names' ends, sorted; names that begin with a dot and links are passed over.
    func playlists() throws(SystemError) -> (paths: [String], isCut: Bool) {
        var walk = Walk()
        try walk.visit(root, "", depth: 0)
        return (walk.found, walk.isCut)
    }

    private struct Walk {
        var found: [String] = []
        var entries = 0
        var isCut = false

        mutating func visit(_ root: String, _ folder: String, depth: Int) throws(SystemError) {
            guard depth < Bounds.depth else { return isCut = true }
            for name in try FileSystem.list(folder.isEmpty ? root : "\(root)/\(folder)") where !name.hasPrefix(".") {
                entries += 1
                guard entries <= Bounds.entries, found.count < Bounds.playlists else { return isCut = true }
                let path = folder.isEmpty ? name : "\(folder)/\(name)"
                switch try? FileSystem.linkStatus("\(root)/\(path)").kind {
                case .directory: try visit(root, path, depth: depth + 1)
                case .file: if isPlaylistName(name) { found.append(path) }
                default: continue
                }
            }
        }

        private func isPlaylistName(_ name: String) -> Bool {
            let lower = name.lowercased()
            return lower.hasSuffix(".m3u8") || lower.hasSuffix(".m3u")
        }
    }
}
