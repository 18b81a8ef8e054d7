internal import Catalog
internal import HTTP
internal import Playback
internal import Player
internal import Signing

/// Plays one subject again and again in one form, and keeps what each play left behind.
final class Rehearsal {
    let subject: Subject
    let stage: Stage
    let form: CarriageForm
    /// What the names of its sessions begin with.
    private let name: String
    private(set) var plays: [Played] = []

    init(_ subject: Subject, on stage: Stage, form: CarriageForm, name: String) {
        (self.subject, self.stage, self.form, self.name) = (subject, stage, form, name)
    }

    enum Keys { case stable, urls }

    /// - Parameters:
    ///   - rung: the only one that is taken; `nil` where the wire decides.
    ///   - buffer: how much media is held ahead of the playhead; `nil` for what a player holds.
    ///   - fetcher: another wire than the stage's.
    ///   - begin: is given the player before it plays.
    func play(
        _ name: String, _ cache: any ObjectCache, keys: Keys = .stable, rung: RenditionID? = nil,
        buffer: Duration? = nil, over fetcher: (any Fetcher)? = nil, begin: (RealTimePlayer) -> Void = { _ in },
        observe: @escaping @Sendable (LogEntry) -> Void = { _ in }
    ) -> Played {
        let session = "\(self.name)-\(name)"
        let recorder = RecordingFetcher(fetcher ?? stage.fetcher)
        var configuration = SessionConfiguration(name: session, url: stage.playbackURL(subject.reel, form)) {
            [reel = subject.reel] _ in
            // Only asked for a stream that no playback answer describes.
            reel
        }
        configuration.pace = stage.pace
        configuration.digest = { SHA256.digest($0) }
        if keys == .urls { configuration.keys = .url(digest: { SHA256.digest($0) }) }
        if let buffer { configuration.bufferTarget = buffer }
        if let rung { configuration.policy = FixedPolicy(rung: rung) }
        let player = RealTimePlayer(
            configuration,
            in: RealTimePlayer.Surroundings(fetcher: recorder, cache: cache, clock: stage.uptime, observe: observe))
        begin(player)
        let played = Played(session: session, report: player.run(), requests: recorder.requests)
        plays.append(played)
        return played
    }

    /// The event logs, by session.
    var eventLogs: [(session: String, log: [LogEntry])] { plays.map { ($0.session, $0.report.log) } }

    func records(_ access: [AccessLogEntry]) -> [PlayRecord] { plays.map { $0.record(access) } }
}
