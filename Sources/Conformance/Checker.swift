import HLS
package import Platform

/// Holds playlists on disk against a profile.
package struct Checker {
    /// How much is read for one presentation.
    private enum Bounds {
        static let playlists = 4_000
        static let bytes = 256 << 20
        /// Tags of a multivariant playlist for Apple's rules, which compare each with all.
        static let compared = 2_000
    }

    private let folder: Folder
    private var report: Report
    private var media: MediaFiles
    private var needsAddress: Set<Rule> = []
    /// Rules between playlists that were looked at without some of the playlists.
    private var incomplete: Set<Rule> = []
    /// What was found in each playlist, so that one that several name is reported once.
    private var noted: [String: Set<Finding>] = [:]
    /// Rules that ask for a whole multivariant playlist, or a whole media playlist alone, where one was read in part.
    private var unread: Set<Rule> = []
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
                report.playlists.append(.init(path: folder.shown(path), kind: .unreadable, reason: error.reason))
            }
            return nil
        }
    }

    private mutating func check(_ path: String, _ bytes: [UInt8]) {
        let text = PlaylistText(path: path, bytes: bytes)
        note(text)
        var set = PlaylistSet(path: path, reading: text.reading)
        if let presentation = PresentationPlaylists(text.reading) {
            load(presentation, into: &set, bytes: bytes.count)
        } else if let playlist = text.reading.playlist.media {
            set.members = [
                .init(path: path, playlist: playlist, locations: text.reading.locations, roles: [])
            ]
        }
        for member in set.members {
            for finding in media.look(for: member.playlist, member.locations, at: member.path) {
                report.add(finding, in: folder.shown(member.path))
            }
        }
        if report.profile == .apple { checkAppleRules(set) }
    }

    private mutating func checkAppleRules(_ set: PlaylistSet) {
        guard set.reading.isReadToEnd else {
            return unread.formUnion(AppleRule.rules(for: report.platforms).map(\.rule))
        }
        guard set.entries <= Bounds.compared else { return report.isCut = true }
        var rates: [String: MeasuredRates] = [:]
        for member in set.members where rates[member.path] == nil {
            rates[member.path] = MeasuredRates(member.playlist) { segment in
                segment.byteRange?.length ?? media.size(of: segment.uri, from: member.path).map(UInt64.init)
            }
        }
        let subject = Subject(set, rates: rates)
        for rule in AppleRule.rules(for: report.platforms) {
            for problem in rule.check(subject) {
                let finding = Finding(rule.rule, at: problem.position, problem.message)
                report.add(finding, in: folder.shown(problem.path))
            }
        }
    }

    /// The findings of one text.
    private mutating func note(_ text: PlaylistText) {
        let path = folder.shown(text.path)
        let media = text.reading.playlist.media
        let limit = text.reading.limit
        let isFirst = noted[path] == nil
        if isFirst {
            report.playlists.append(
                .init(
                    path: path, kind: media == nil ? .multivariant : .media, segments: media?.segments.count,
                    reason: limit?.message))
        }
        if let limit, report.partlyRead[path] == nil { report.partlyRead[path] = limit }
        for finding in text.reading.findings where noted[path, default: []].insert(finding).inserted {
            report.add(finding, in: path)
        }
        needsAddress.formUnion(text.needsAddress)
        guard isFirst else { return }
        if noted[path] == nil { noted[path] = [] }
        for (id, count) in text.reading.suppressed {
            if let rule = Rule.named(id) { report.add(count, of: rule) }
        }
    }

    private mutating func load(_ presentation: PresentationPlaylists, into set: inout PlaylistSet, bytes: Int) {
        var presentation = presentation
        var paths: [String: String] = [:]
        var total = bytes
        for member in presentation.members {
            let target = folder.find(member.uri, from: set.path)
            guard case .file(let path, let size) = target else {
                media.count(absentPlaylist: member.uri, target)
                set.isComplete = false
                continue
            }
            total += size
            guard paths.count < Bounds.playlists, total <= Bounds.bytes else {
                report.isCut = true
                set.isComplete = false
                break
            }
            guard let bytes = read(path), let reading = presentation.read(bytes, for: member.uri) else { continue }
            paths[member.uri] = path
            named.insert(path)
            let text = PlaylistText(path: path, bytes: bytes, member: reading, of: set.reading)
            if path != set.path { note(text) }
            guard let playlist = text.reading.playlist.media, text.reading.refusal == nil else {
                set.isComplete = false
                continue
            }
            set.members.append(
                .init(path: path, playlist: playlist, locations: text.reading.locations, roles: member.roles))
        }
        let between = presentation.report()
        note(between, paths, of: set.path)
        if !set.reading.isReadToEnd { unread.formUnion(between.notChecked) }
    }

    /// The findings between playlists.
    private mutating func note(_ between: PresentationReport, _ paths: [String: String], of main: String) {
        for finding in between.findings {
            let path = finding.playlist.flatMap { paths[$0] } ?? main
            report.add(finding.finding, in: folder.shown(path))
        }
        for (id, count) in between.suppressed {
            if let rule = Rule.named(id) { report.add(count, of: rule) }
        }
        if !between.absent.isEmpty { incomplete.formUnion(between.notChecked) }
    }

    private func finished() -> Report {
        var report = report
        report.media = media.count
        report.unchecked = Unchecked.rules(
            of: report.profile, report.platforms, needsAddress: needsAddress, incomplete: incomplete, unread: unread)
        return report
    }
}
