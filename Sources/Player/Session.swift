package import Catalog
import HTTP
import MediaTypes

/// A playback session: what happened, and when, goes in; what to do next comes out.
///
/// It plays one reel: answer, playlists, objects through the cache, buffer, decode. It reads no clock and does no I/O.
/// Media bytes never pass through it: the driver keeps them by ``ObjectID``. Every event ends in `advance`, which asks
/// what is missing and orders it, so that there is one place for each decision whatever came before.
package struct Session: Sendable {
    enum Phase: Hashable, Sendable { case idle, opening, playing, finished }

    var configuration: SessionConfiguration
    var phase = Phase.idle
    var startedAt: Duration = .zero

    /// Set for the length of one call of ``handle(_:at:into:)``.
    var now: Duration = .zero
    var output = ActionList()

    // Who and where.
    package internal(set) var answer: PlaybackAnswer?
    package internal(set) var reel: ReelID?
    package internal(set) var version: VersionID?
    var access: URLAccess?
    /// Counts the answers: URLs of an older generation are replaced before they are used.
    var generation = 0
    var isRefreshing = false
    var budget = RefreshBudget()
    /// No refresh ahead of expiry before this, after one that failed.
    var refreshNotBefore: Duration = .zero

    // What there is to play.
    var streams: StreamMap?
    var streamsGeneration = 0
    /// The main track first, then its audio when that comes apart.
    var tracks: [Track] = []
    var cached: Set<CacheKey>?

    // Requests.
    var transfers: [FetchID: Transfer] = [:]
    var underWay: Set<Purpose> = []
    var attempts: [Purpose: Int] = [:]
    var notBefore: [Purpose: Duration] = [:]
    var refusals: [Purpose: Int] = [:]
    var freshRefusals: [Purpose: Int] = [:]
    var lastFetch = 0
    /// What answers set, so that a token may travel in a cookie.
    var cookies = CookieJar()

    // Objects.
    var objects: [ObjectID: ObjectState] = [:]
    var lastObject = 0
    var contentKeys: [ContentKeyID: ObjectID] = [:]
    var usedKeys: Set<ObjectID> = []

    // Rungs and throughput.
    package internal(set) var estimator: ThroughputEstimator
    /// What was known of the wire before the session began.
    let priorEstimate: Double?
    var meter = ThroughputMeter()

    // The playhead.
    var playhead = Playhead.before
    var hasFirstFrame = false
    /// What was told of the session.
    var told = ToldData()
    var wake: Duration?
    /// How it will end once what has arrived is shown.
    var ending: Outcome?

    /// - Parameter estimator: what is known of the wire already.
    package init(_ configuration: SessionConfiguration, estimator: ThroughputEstimator = ThroughputEstimator()) {
        self.configuration = configuration
        self.estimator = estimator
        priorEstimate = estimator.estimate
    }

    /// - Parameter now: on a clock that never goes back.
    package mutating func handle(_ event: Event, at now: Duration, into list: inout ActionList) {
        self.now = now
        swap(&output, &list)
        defer { swap(&output, &list) }
        take(event)
        guard phase != .finished, phase != .idle else { return }
        if case .received = event { return }
        advance()
    }

    private mutating func take(_ event: Event) {
        switch event {
        case .start: begin()
        case .stop: finish(.stopped)
        case .head(let id, let head): receive(id, head)
        case .received(let id, let count): receive(id, count)
        case .ended(let id, let end, let body): close(id, end, body)
        case .cacheListed(let keys):
            cached = keys
            checkOffline()
        case .cached(let object, let count): hit(object, count)
        case .missed(let object): miss(object)
        case .foundPrefix(let object, let prefix): find(prefix, of: object)
        case .leftPrefix(let object, let count): leave(object, count)
        case .refused(let object, let reason): refuse(object, reason)
        case .stored(let object, let result): keep(object, result)
        case .firstFrame: showFirstFrame()
        case .decoded(let object, let report): finishDecoding(object, report)
        case .warned(let shortage, let steps): shrink(shortage, steps)
        case .timer: wake = nil
        }
    }

    private mutating func begin() {
        guard phase == .idle else { return }
        phase = .opening
        startedAt = now
        record(
            .started(
                session: configuration.name, policy: configuration.policy.name, speed: configuration.pace.speed))
        if let outline = configuration.outline { open(outline) }
    }

    /// Orders whatever is missing and can be had now.
    private mutating func advance() {
        if phase == .opening { open() }
        guard phase == .playing, cached != nil || !isOffline else { return scheduleWake() }
        movePlayhead()
        for track in tracks.indices {
            guard phase == .playing else { return }
            arrive(track)
        }
        fetchWanted()
        for track in tracks.indices { show(track) }
        startPlayhead()
        finishWhenPlayed()
        scheduleWake()
    }

    mutating func fail(_ failure: PlaybackFailure) { finish(.failed(failure)) }

    mutating func finish(_ outcome: Outcome) {
        guard phase != .finished, phase != .idle else { return }
        phase = .finished
        for (id, transfer) in transfers.sorted(by: { $0.key < $1.key }) where !transfer.isForgotten {
            transfers[id]?.isForgotten = true
            emit(.cancel(id))
        }
        record(.finished(outcome))
        emit(.finish(outcome))
    }

    mutating func emit(_ action: Action) { output.append(action) }

    mutating func record(_ what: Occurrence) {
        output.record(LogEntry(t: (now - startedAt).wholeMicroseconds, what))
    }
}

extension Duration {
    /// Rounded toward zero.
    var wholeMicroseconds: Int64 { components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000 }
}

extension SessionConfiguration.Pace {
    /// `nil` when there is no playhead.
    var speed: Double? {
        switch self {
        case .realTime(let speed): speed
        case .asFastAsPossible: nil
        }
    }
}
