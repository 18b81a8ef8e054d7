package import Catalog
package import MediaTypes
internal import Origin
internal import Platform
package import Player
package import Signing
internal import Synchronization

/// Proves by playing that a client's disk cache still hits after every URL was signed again.
package struct CacheProof: Sendable {
    package struct Settings: Sendable {
        /// What the origin's clock says at first.
        package var start: UnixTime
        package var pace: SessionConfiguration.Pace
        /// How tokens travel: everything is proved for each.
        package var forms: [CarriageForm]
        /// Never goes back.
        package var uptime: @Sendable () -> Duration

        package init(
            start: UnixTime, pace: SessionConfiguration.Pace = .asFastAsPossible,
            forms: [CarriageForm] = [.path], uptime: @escaping @Sendable () -> Duration
        ) {
            self.start = start
            self.pace = pace
            self.forms = forms
            self.uptime = uptime
        }
    }

    /// Everything that `--report` keeps.
    package struct Evidence: Sendable {
        package var report: VerificationReport
        package var access: [AccessLogEntry]
        package var events: [(session: String, log: [LogEntry])]
    }

    private let root: String
    private let settings: Settings
    private let makeKey: @Sendable (String) throws -> SigningKey

    /// - Parameter makeKey: a signing key of the given id with a new secret.
    package init(root: String, settings: Settings, makeKey: @escaping @Sendable (String) throws -> SigningKey) {
        self.root = root
        self.settings = settings
        self.makeKey = makeKey
    }

    /// Tries every reel below the root, or those named.
    ///
    /// - Parameters:
    ///   - workDirectory: an empty directory for caches; the caller removes it.
    ///   - progress: a reel and what is done with it.
    package func run(
        _ reels: Set<ReelID> = [], workDirectory: String, progress: (ReelID, String) -> Void
    ) throws -> Evidence {
        let access = AccessCollector()
        let stage = try Stage(root: root, settings: settings, makeKey: makeKey) { access.add($0) }
        var trials = [(whole: ClaimRow, forms: [Trial], disk: DiskTrial?)]()
        for document in try documents(reels) {
            progress(document.reel, "reading the package")
            let whole = ClaimCheck(document).package(below: "\(root)/\(document.reel)/\(document.version)")
            // A broken package is not played: every claim after it would be false for the same reason.
            let forms = whole.verdict == .holds ? settings.forms : []
            let made = try forms.map { form in
                let folder = "\(workDirectory)/\(document.reel)"
                try FileSystem.createDirectories(folder)
                let trial = Trial(
                    Subject(document), on: stage, form: form, isOneOfSeveral: forms.count > 1, folder: folder)
                try trial.run { progress(document.reel, forms.count > 1 ? "\(form.rawValue): \($0)" : $0) }
                try FileSystem.removeTree(folder)
                return trial
            }
            var disk: DiskTrial?
            // What a disk does has nothing to do with how tokens travel.
            if let form = forms.first {
                let folder = "\(workDirectory)/\(document.reel)"
                try FileSystem.createDirectories(folder)
                disk = DiskTrial(document, on: stage, form: form, folder: folder)
                try disk?.run { progress(document.reel, $0) }
                try FileSystem.removeTree(folder)
            }
            trials.append((whole, made, disk))
        }
        stage.server.stop()
        let rows = trials.flatMap { trial in
            [trial.whole] + trial.forms.flatMap { $0.conclude(access.entries) }
                + (trial.disk?.conclude(access.entries) ?? [])
        }
        return Evidence(
            report: VerificationReport(rows: rows), access: access.entries,
            events: trials.flatMap { $0.forms.flatMap(\.eventLogs) + ($0.disk?.eventLogs ?? []) })
    }

    /// Tries somebody else's stream in a folder, for which there is no package.json.
    ///
    /// - Throws: ``ForeignProblem`` when the folder has no stream.
    package func runForeign(workDirectory: String, progress: (ReelID, String) -> Void) throws -> Evidence {
        let stream = try ForeignStream(root)
        let access = AccessCollector()
        let stage = try Stage(root: root, foreign: stream, settings: settings, makeKey: makeKey) { access.add($0) }
        let trials = try settings.forms.map { form in
            let folder = "\(workDirectory)/\(stream.id)-\(form.rawValue)"
            try FileSystem.createDirectories(folder)
            let trial = Trial(
                Subject(stream), on: stage, form: form, isOneOfSeveral: settings.forms.count > 1, folder: folder)
            try trial.run { progress(stream.id, $0) }
            try FileSystem.removeTree(folder)
            return trial
        }
        stage.server.stop()
        return Evidence(
            report: VerificationReport(rows: trials.flatMap { $0.conclude(access.entries) }), access: access.entries,
            events: trials.flatMap(\.eventLogs))
    }

    /// The `package.json` of every current version that is not removed, by reel id.
    private func documents(_ wanted: Set<ReelID>) throws -> [PackageDocument] {
        var found = [PackageDocument]()
        for name in try FileSystem.list(root) {
            guard let reel = ReelID(name), wanted.isEmpty || wanted.contains(reel),
                FileSystem.exists("\(root)/\(name)/\(PackageLayout.reelDocument)")
            else { continue }
            do {
                let document = try currentReel(reel)
                if !document.removed { found.append(try package(reel, document.version)) }
            } catch let error as UnreadablePackage {
                throw error
            } catch {
                throw UnreadablePackage(reel: reel, text: "\(error)")
            }
        }
        if let missing = wanted.subtracting(found.map(\.reel)).sorted().first {
            throw UnreadablePackage(reel: missing, text: "there is no such reel")
        }
        guard !found.isEmpty else { throw NoReels(root: root) }
        return found
    }

    private static let documentLimit = 64 << 20

    private func currentReel(_ reel: ReelID) throws -> ReelDocument {
        let bytes = try FileSystem.read("\(root)/\(reel)/\(PackageLayout.reelDocument)", limit: Self.documentLimit)
        let document = try CanonicalJSON.decode(ReelDocument.self, from: bytes)
        try Format.check(document.format, of: PackageLayout.reelDocument)
        return document
    }

    private func package(_ reel: ReelID, _ version: VersionID) throws -> PackageDocument {
        let path = "\(root)/\(reel)/\(version)/\(PackageLayout.document)"
        let document = try CanonicalJSON.decode(
            PackageDocument.self, from: try FileSystem.read(path, limit: Self.documentLimit))
        try Format.check(document.format, of: PackageLayout.document)
        guard document.reel == reel, document.version == version, !document.grid.boundaries.isEmpty else {
            throw UnreadablePackage(reel: reel, text: "\(PackageLayout.document) is that of another version")
        }
        return document
    }
}

/// A package that `verify` cannot begin with.
package struct UnreadablePackage: Error, CustomStringConvertible {
    var reel: ReelID
    var text: String

    package var description: String { "\(reel): \(text)" }
}

/// A folder without a package in it.
package struct NoReels: Error, CustomStringConvertible {
    package var root: String

    package var description: String { "there is no packaged reel here" }
}

/// Access-log lines from the server's threads.
private final class AccessCollector: Sendable {
    private let lines = Mutex<[AccessLogEntry]>([])

    var entries: [AccessLogEntry] { lines.withLock { $0 } }

    func add(_ entry: AccessLogEntry) { lines.withLock { $0.append(entry) } }
}
