internal import Catalog
internal import HTTP
internal import MediaCache
internal import MediaTypes
internal import Origin
internal import Platform
internal import Playback
internal import Player
internal import QoE
internal import Signing
internal import Synchronization

/// What is done with one reel in one form. What it finds are rows once the origin has stopped and its log is whole.
final class Trial {
    private let rehearsal: Rehearsal
    private let folder: String
    private var check: ClaimCheck
    /// Inside the subject's folder.
    private var firstObject = ""
    private var rows: [(inout [ClaimRow], [AccessLogEntry]) -> Void] = []
    /// By ascending bandwidth, as the first play found it.
    private(set) var ladder: [RenditionID] = []
    /// Why it did not come to the end.
    private(set) var stop: TrialStop?

    private var subject: Subject { rehearsal.subject }
    private var stage: Stage { rehearsal.stage }
    private var form: CarriageForm { rehearsal.form }

    /// - Parameters:
    ///   - form: how tokens travel.
    ///   - isOneOfSeveral: whether the reel is tried in other forms too.
    ///   - folder: an empty directory for the caches.
    init(_ subject: Subject, on stage: Stage, form: CarriageForm, isOneOfSeveral: Bool, folder: String) {
        // No reel id has a colon.
        let name = isOneOfSeveral ? "\(subject.reel):\(form.rawValue)" : subject.reel.text
        rehearsal = Rehearsal(subject, on: stage, form: form, name: name)
        self.folder = folder
        check = ClaimCheck(subject, PlayRecord(session: "", log: [], access: []))
    }

    /// Plays, moves the clock, changes the key and probes, in the order in which the claims need it.
    func run(progress: (String) -> Void) throws {
        do {
            try tryClaims(progress)
        } catch let failure as TrialFailure {
            stop = .broken(failure.text)
        }
    }

    private func tryClaims(_ progress: (String) -> Void) throws {
        let stable = try DiskCache("\(folder)/stable", limit: Self.cacheLimit)
        let control = try DiskCache("\(folder)/url", limit: Self.cacheLimit)

        progress("cold play")
        let cold = rehearsal.play("cold", stable)
        (check, ladder) = (ClaimCheck(subject, cold.record([])), cold.ladder)
        firstObject = cold.fetched(of: subject).map(\.path).min() ?? ""
        later { rows, access in rows.append(self.check.frames(cold.record(access), .coldFrames)) }
        guard cold.record([]).failure == nil else {
            stop = .afterFalse("the first play failed")
            return
        }
        later { rows, access in
            rows += [self.check.coldStart(cold.record(access)), self.check.seams(cold.record(access))]
        }
        progress("control with unchanged URLs")
        _ = rehearsal.play("control-cold", control, keys: .urls)
        let same = rehearsal.play("control-same", control, keys: .urls)

        let old = try signedURL(of: cold)
        let oldKey = stage.origin.keys.active.kid
        stage.expireEverything()
        try stage.changeKey()
        let newKey = stage.origin.keys.active.kid
        let expired = [subject.playlist, firstObject].map { path in
            (probe: stage.prober.probe("old \(path)", old.request(for: path)), expected: RefusalReason.expired)
        }
        later { rows, _ in rows.append(self.check.refused(.expired, expired, "; key \(oldKey) → \(newKey)")) }

        progress("warm play")
        let warm = rehearsal.play("warm", stable)
        let new = try signedURL(of: warm)
        later { rows, access in
            let record = warm.record(access)
            rows.append(self.check.warmPlaylists(record, tokens: warm.tokens, new: new.token, old: old.token))
            rows += [self.check.warmObjects(record), self.check.frames(record, .warmFrames)]
        }
        progress("control with re-signed URLs")
        let signedAgain = rehearsal.play("control-again", control, keys: .urls)
        later { rows, access in
            rows.append(self.check.controlHits(same.record(access)))
            let record = signedAgain.record(access)
            rows.append(
                self.form == .cookie ? self.check.controlHits(record, .controlStays) : self.check.controlMisses(record))
        }
        try playAcrossExpiry(progress)
        probeRefusals(try signedURL(of: warm))
        probeRemoval(try signedURL(of: warm))
        let cached = try digests(of: stable)
        later { rows, access in
            rows.append(
                self.subject.stream.map { self.check.digests(cached, read: self.digests(onDiskOf: $0, cold, access)) }
                    ?? self.check.digests(cached))
            rows.append(self.check.ledger(self.rehearsal.records(access)))
        }
    }

    /// A row for each claim, from the whole access log.
    func conclude(_ access: [AccessLogEntry]) -> [ClaimRow] {
        var all = [ClaimRow]()
        for make in rows { make(&all, access) }
        return ClaimRow.complete(all, Claim.playing(form), of: subject.reel, form: form, stop: stop)
    }

    var eventLogs: [(session: String, log: [LogEntry])] { rehearsal.eventLogs }

    private func later(_ make: @escaping (inout [ClaimRow], [AccessLogEntry]) -> Void) { rows.append(make) }

    private static let cacheLimit = 4 << 30

    // MARK: Steps

    /// URLs expire when the second segment has come, or the only playlist of a reel that has no third one to fetch.
    private func playAcrossExpiry(_ progress: (String) -> Void) throws {
        progress("play across an expiry")
        let cache = try DiskCache("\(folder)/expiry", limit: Self.cacheLimit)
        let kind: RenditionKind = check.rungs.isEmpty ? .audio : .video
        let (segmentCount, second) = (check.segmentCount, check.numbers(kind).lowerBound + 1)
        let main = Set(ladder)
        let trigger = OnceTrigger { [stage] in stage.expireEverything() }
        let look: @Sendable (LogEntry) -> Void = { entry in
            switch entry.what {
            case .fetched(let rendition, .segment(second), _, _) where segmentCount > 2:
                if main.contains(rendition) { trigger.fire() }
            case .playlist(let rendition, _, _, _) where segmentCount <= 2:
                if main.contains(rendition) { trigger.fire() }
            default: break
            }
        }
        let across = rehearsal.play("expiry", cache, observe: look)
        later { rows, access in
            rows += [
                self.check.midplayRefresh(across.record(access)), self.check.midplayObjects(across.record(access)),
            ]
        }
    }

    private func probeRefusals(_ signed: SignedURL) {
        let stranger = stage.token(forFolder: subject.strangersFolder)
        let path = firstObject
        let probes: [(String, String?, RefusalReason)] = [
            ("tampered token", signed.tamperedToken, .signature),
            ("prolonged token", signed.prolongedToken, .signature),
            ("another reel's token", stranger, .scope), ("no token", nil, .missing),
        ]
        let found = probes.map { what, token, expected in
            (probe: stage.prober.probe(what, signed.request(for: path, token: token)), expected: expected)
        }
        later { rows, _ in rows.append(self.check.refused(.refusals, found)) }
    }

    private func probeRemoval(_ signed: SignedURL) {
        let fresh = stage.token(forFolder: subject.folder)
        let media = signed.request(for: firstObject, token: fresh)
        stage.origin.setRemoved(true, subject.reel)
        let gone = [
            stage.prober.probe("playback", FetchRequest(url: stage.playbackURL(subject.reel, form))),
            stage.prober.probe("media", media),
        ]
        stage.origin.setRemoved(false, subject.reel)
        let back = stage.prober.probe("restored", media)
        later { rows, _ in rows.append(self.check.removed(gone, restored: back)) }
    }

    /// What the origin read from the disk for each object that a play fetched, by `rendition:object`.
    private func digests(
        onDiskOf stream: ForeignStream, _ play: Played, _ access: [AccessLogEntry]
    ) -> [String: ContentDigest] {
        let read = play.record(access).objectRequests.filter(\.isDelivered).compactMap { entry in
            stream.path(ofTarget: entry.target).flatMap { Self.digest(ofFile: $0, entry.range) }
                .map { (entry.objectName, $0) }
        }
        return Dictionary(read) { first, _ in first }
    }

    /// Of a whole file, or of the bytes of it that a range of a request names.
    private static func digest(ofFile path: String, _ range: String?) -> ContentDigest? {
        guard let file = try? File.openForReading(path), let size = try? file.status().size else { return nil }
        var part = 0..<size
        if let range {
            guard case .one(let wanted) = ByteRange.parse(range), let resolved = wanted.resolved(in: size) else {
                return nil
            }
            part = resolved
        }
        var hash = SHA256()
        while !part.isEmpty {
            guard let piece = try? file.read(at: part.lowerBound, count: min(pieceSize, part.count)), !piece.isEmpty
            else { return nil }
            hash.update(piece)
            part = part.dropFirst(piece.count)
        }
        return hash.digest()
    }

    private static let pieceSize = 1 << 20

    private func digests(of cache: DiskCache) throws -> [(key: CacheKey, digest: ContentDigest?)] {
        cache.entries().map { entry in (entry.key, cache.read(entry.key).map { SHA256.digest($0) }) }
    }

    private func signedURL(of play: Played) throws -> SignedURL {
        guard let answer = play.report.answer,
            let signed = SignedURL(answer.url, cookie: play.requests.lazy.compactMap(\.tokenCookie).first)
        else {
            throw TrialFailure(text: play.record([]).failure ?? "the origin's answer has no token")
        }
        var whole = signed
        whole.folder = subject.folder
        return whole
    }
}

/// Why a reel could not be tried to the end.
private struct TrialFailure: Error {
    var text: String
}

/// Does something the first time only.
private final class OnceTrigger: Sendable {
    private let work: Mutex<(@Sendable () -> Void)?>

    init(_ work: @escaping @Sendable () -> Void) { self.work = Mutex(work) }

    func fire() {
        let now = work.withLock { work in
            defer { work = nil }
            return work
        }
        now?()
    }
}
