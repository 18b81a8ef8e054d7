import HLS
package import Platform

/// Holds playlists on disk against a profile.
package struct Checker {
    /// How much is read for one presentation.
    private enum Bounds {
        static let playlists = 4_000
        static let bytes = 256 << 20
    }

    private let folder: Folder
    private var report: Report
    private var media: MediaFiles
    private var needsAddress: Set<Rule> = []
    /// Playlists that were looked at as part of a presentation.
    private var named: Set<String> = []

    private init(_ folder: Folder, _ profile: Profile, _ platforms: [DevicePlatform]) {
        self.folder = folder
        report = Report(profile: profile, platforms: platforms)
        media = MediaFiles(folder)
    }

    /// A playlist, and what lies beside it or below its folder and is named. A file that cannot be read is an error.
    package static func check(
        file: String, profile: Profile, platforms: [DevicePlatform] = []
    ) throws(SystemError) -> Report {
        var checker = Checker(try Folder(FileSystem.parent(of: file)), profile, platforms)
        let name = FileSystem.lastComponent(of: file)
        checker.check(name, try checker.folder.read(name, limit: ReadingLimits().bytes))
        return checker.finished()
    }

    /// Every playlist below a directory: multivariant ones with what they name, and the others alone.
    package static func check(
        directory: String, profile: Profile, platforms: [DevicePlatform] = []
    ) throws(SystemError) -> Report {
        var checker = Checker(try Folder(directory), profile, platforms)
        let (paths, isCut) = try checker.folder.playlists()
        checker.report.isCut = isCut
        let alone = paths.filter { path in
            guard let bytes = checker.read(path) else { return false }
            guard checker.namesPlaylists(bytes) else { return true }
            checker.check(path, bytes)
            return false
        }
        for path in alone where !checker.named.contains(path) {
            if let bytes = checker.read(path) { checker.check(path, bytes) }
        }
        return checker.finished()
    }
}

extension Checker {
    /// Whether the text has tags of a multivariant playlist; what it is in truth is seen when it is read.
    private func namesPlaylists(_ bytes: [UInt8]) -> Bool {
        let tags = ["#EXT-X-STREAM-INF:", "#EXT-X-MEDIA:", "#EXT-X-I-FRAME-STREAM-INF:"].map { Array($0.utf8) }
        return bytes.split(separator: UInt8(ascii: "\n")).contains { line in
            line.first == UInt8(ascii: "#") && tags.contains { line.starts(with: $0) }
        }
    }

    /// A playlist below the folder; one that cannot be read is noted.
    private mutating func read(_ path: String) -> [UInt8]? {
        do {
            return try folder.read(path, limit: ReadingLimits().bytes)
        } catch {
            if report.unreadable[path] == nil {
                report.unreadable[path] = error.reason
                report.playlists.append(.init(path: folder.shown(path), kind: .unreadable))
            }
            return nil
        }
    }

    private mutating func check(_ path: String, _ bytes: [UInt8]) {
        let text = PlaylistText(path: path, bytes: bytes, variables: nil)
        note(text)
        var set = PlaylistSet(
            main: text, multivariant: text.reading.playlist.multivariant, members: [], isComplete: true)
        switch text.reading.playlist {
        case .media(let playlist): set.members = [.init(text: text, playlist: playlist, uses: [])]
        case .multivariant(let playlist): load(playlist, into: &set, bytes: bytes.count)
        }
        for member in set.members {
            for finding in media.look(for: member.playlist, member.text.reading.locations, at: member.text.path) {
                report.add(finding, in: folder.shown(member.text.path))
            }
        }
    }

    /// The findings of one text.
    private mutating func note(_ text: PlaylistText) {
        let path = folder.shown(text.path)
        let media = text.reading.playlist.media
        report.playlists.append(
            .init(path: path, kind: media == nil ? .multivariant : .media, segments: media?.segments.count))
        for finding in text.reading.findings { report.add(finding, in: path) }
        for (id, count) in text.reading.suppressed {
            if let rule = Rule.named(id) { report.add(count, of: rule) }
        }
        needsAddress.formUnion(text.needsAddress)
    }

    private mutating func load(_ playlist: MultivariantPlaylist, into set: inout PlaylistSet, bytes: Int) {
        var indices: [String: Int] = [:]
        var total = bytes
        for (uri, use) in playlist.references {
            let target = folder.find(uri, from: set.main.path)
            guard case .file(let path, let size) = target, path != set.main.path else {
                media.count(absentPlaylist: uri, target)
                set.isComplete = false
                continue
            }
            if let index = indices[path] {
                if index >= 0 { set.members[index].uses.append(use) }
                continue
            }
            indices[path] = -1
            total += size
            guard indices.count <= Bounds.playlists, total <= Bounds.bytes, let bytes = read(path) else {
                set.isComplete = false
                report.isCut = report.isCut || indices.count > Bounds.playlists || total > Bounds.bytes
                continue
            }
            let text = PlaylistText(path: path, bytes: bytes, variables: set.main.reading.variables)
            guard let playlist = text.reading.playlist.media else {
                set.isComplete = false
                continue
            }
            named.insert(path)
            note(text)
            indices[path] = set.members.count
            set.members.append(.init(text: text, playlist: playlist, uses: [use]))
        }
    }

    private func finished() -> Report {
        var report = report
        report.media = media.count
        report.unchecked = []
        if !needsAddress.isEmpty {
            report.unchecked.append(
                Unchecked(reason: "for want of the playlist's address", rules: needsAddress.map(\.id).sorted()))
        }
        return report
    }
}

extension MultivariantPlaylist {
    /// Every media playlist that is named, with what names it, in the order of the kinds.
    fileprivate var references: [(String, PlaylistSet.Use)] {
        variants.enumerated().map { ($1.uri, .variant($0)) }
            + renditions.enumerated().compactMap { index, rendition in rendition.uri.map { ($0, .rendition(index)) } }
            + iFrameVariants.enumerated().map { ($1.uri, .iFrameVariant($0)) }
    }
}
