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
        let found = try documents(reels).map(Subject.init)
        return try run(found, foreign: nil, workDirectory, progress)
    }

    /// Tries somebody else's stream in a folder, for which there is no package.json.
    ///
    /// - Throws: ``ForeignProblem`` when the folder has no stream.
    package func runForeign(workDirectory: String, progress: (ReelID, String) -> Void) throws -> Evidence {
        let stream = try ForeignStream(root)
        return try run([Subject(stream)], foreign: stream, workDirectory, progress)
    }

    private func run(
        _ subjects: [Subject], foreign: ForeignStream?, _ workDirectory: String, _ progress: (ReelID, String) -> Void
    ) throws -> Evidence {
        let access = AccessCollector()
        let stage = try Stage(root: root, foreign: foreign, settings: settings, makeKey: makeKey) { access.add($0) }
        let trials = try subjects.map { subject in
            let trial = SubjectTrial(
                subject, on: stage, forms: settings.forms, root: root, folder: "\(workDirectory)/\(subject.reel)")
            try trial.run { progress(subject.reel, $0) }
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
