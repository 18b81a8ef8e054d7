import Catalog
package import HTTP
import MediaTypes
import Platform
package import Player
import Signing

/// Plays one reel in real time: gives a ``Session`` what comes from the wire, the cache, the decoder and the clock, and
/// does what it says.
package final class RealTimePlayer {
    /// What playback needs from outside.
    package struct Surroundings: Sendable {
        package var fetcher: any Fetcher
        /// `nil` plays without one.
        package var cache: (any ObjectCache)?
        /// Never goes back. Read on several threads.
        package var clock: @Sendable () -> Duration
        /// Called for every event of the log on the thread of ``RealTimePlayer/run()``, before what follows from it is
        /// done: a request that comes after an event is not yet made.
        package var observe: @Sendable (LogEntry) -> Void

        package init(
            fetcher: any Fetcher, cache: (any ObjectCache)? = nil, clock: @escaping @Sendable () -> Duration,
            observe: @escaping @Sendable (LogEntry) -> Void = { _ in }
        ) {
            self.fetcher = fetcher
            self.cache = cache
            self.clock = clock
            self.observe = observe
        }
    }

    private let surroundings: Surroundings
    private var session: Session
    private let mailbox = Mailbox<Message>()
    private let storage = WorkQueue {}
    private let decoding = WorkQueue { PieceDecoder() }

    private var list = ActionList()
    private var log: [LogEntry] = []
    private var responses: [FetchID: Response] = [:]
    private var bodies: [ObjectID: [UInt8]] = [:]
    private var wake: Duration?
    private var outcome: Outcome?

    /// A response under way.
    private struct Response {
        var fetch: (any Fetch)?
        var sink: FetchOrder.Sink
        var status: Int?
        var collected: [UInt8] = []
    }

    private enum Message: Sendable {
        case fetch(FetchID, FetchEvent, at: Duration)
        case read(ObjectID, [UInt8]?, at: Duration)
        case event(Event, at: Duration)

        var at: Duration {
            switch self {
            case .fetch(_, _, let at), .read(_, _, let at), .event(_, let at): at
            }
        }
    }

    /// Most of an error's body that is kept.
    private static let errorBodyLimit = 64 << 10
    /// How long calling fetches off may take.
    private static let farewell: Duration = .seconds(5)

    package init(
        _ configuration: SessionConfiguration, in surroundings: Surroundings,
        estimator: ThroughputEstimator = ThroughputEstimator()
    ) {
        self.surroundings = surroundings
        session = Session(configuration, estimator: estimator)
    }

    /// Plays to the end on this thread. Called once.
    package func run() -> PlaybackReport {
        tell(.start, at: surroundings.clock())
        while outcome == nil {
            let limit = wake.map { max(.zero, $0 - surroundings.clock()) }
            let messages = mailbox.take(within: limit)
            messages.forEach(take)
            if let wake, surroundings.clock() >= wake { tell(.timer, at: surroundings.clock()) }
        }
        sayFarewell()
        return PlaybackReport(
            outcome: outcome ?? .stopped, answer: session.answer, log: log, estimator: session.estimator)
    }

    /// Ends playback soon. May be called from any thread.
    package var stopper: @Sendable () -> Void {
        let (mailbox, clock) = (mailbox, surroundings.clock)
        return { mailbox.post { .event(.stop, at: clock()) } }
    }

    /// Waits for the ends of what was called off, so that every byte is accounted for.
    private func sayFarewell() {
        let deadline = surroundings.clock() + Self.farewell
        while !responses.isEmpty, surroundings.clock() < deadline {
            mailbox.take(within: max(.zero, deadline - surroundings.clock())).forEach(take)
        }
        storage.finish()
        decoding.finish()
    }

    private func tell(_ event: Event, at now: Duration) {
        list.removeAll()
        session.handle(event, at: now, into: &list)
        log += list.log
        list.log.forEach(surroundings.observe)
        list.actions.forEach(perform)
    }

    private func take(_ message: Message) {
        switch message {
        case .event(let event, let now): tell(event, at: now)
        case .read(let object, let bytes, let now):
            guard let bytes else { return tell(.missed(object), at: now) }
            bodies[object] = bytes
            tell(.cached(object, bytes.count), at: now)
        case .fetch(let id, let event, let now): receive(id, event, now)
        }
    }

    private func receive(_ id: FetchID, _ event: FetchEvent, _ now: Duration) {
        switch event {
        case .head(let head):
            responses[id]?.status = head.status
            tell(.head(id, head), at: now)
        case .body(let bytes):
            keep(bytes, of: id)
            tell(.received(id, bytes.count), at: now)
        case .timing: break
        case .end(let end):
            let body = responses.removeValue(forKey: id)?.collected ?? []
            tell(.ended(id, end, body: body), at: now)
        }
    }

    private func keep(_ bytes: [UInt8], of id: FetchID) {
        guard let response = responses[id] else { return }
        let isSuccess = response.status == 200 || response.status == 206
        switch response.sink {
        case .object(let object) where isSuccess: bodies[object]?.append(contentsOf: bytes)
        case .document where isSuccess: responses[id]?.collected += bytes
        default: responses[id]?.collected += bytes.prefix(Self.errorBodyLimit - response.collected.count)
        }
    }

    private func perform(_ action: Action) {
        switch action {
        case .fetch(let order): fetch(order)
        case .cancel(let id): responses[id]?.fetch?.cancel()
        case .listCache(let reel, let version): listCache(reel, version)
        case .readCache(let object, let key): readCache(object, key)
        case .discard(let object): bodies[object] = []
        case .store(let object, let key, let digest): store(object, key, digest)
        case .decode(let piece): decode(piece)
        case .release(let object): bodies[object] = nil
        case .wake(let moment): wake = moment
        case .finish(let outcome): self.outcome = outcome
        }
    }

    private func fetch(_ order: FetchOrder) {
        if case .object(let object) = order.sink, bodies[object] == nil { bodies[object] = [] }
        responses[order.id] = Response(sink: order.sink)
        let (mailbox, clock, id) = (mailbox, surroundings.clock, order.id)
        let fetch = surroundings.fetcher.start(order.request) { event in
            mailbox.post { .fetch(id, event, at: clock()) }
        }
        responses[order.id]?.fetch = fetch
    }

    private func post(_ event: Event) {
        let clock = surroundings.clock
        mailbox.post { .event(event, at: clock()) }
    }

    private func listCache(_ reel: ReelID, _ version: VersionID) {
        guard let cache = surroundings.cache else { return post(.cacheListed([])) }
        let (mailbox, clock) = (mailbox, surroundings.clock)
        storage.add { _ in
            let keys = (try? cache.completeObjects(reel: reel, version: version)) ?? []
            mailbox.post { .event(.cacheListed(keys), at: clock()) }
        }
    }

    /// A cache that fails is one that has nothing.
    private func readCache(_ object: ObjectID, _ key: CacheKey) {
        guard let cache = surroundings.cache else { return post(.missed(object)) }
        let (mailbox, clock) = (mailbox, surroundings.clock)
        storage.add { _ in
            let bytes = (try? cache.read(key)) ?? nil
            mailbox.post { .read(object, bytes, at: clock()) }
        }
    }

    private func store(_ object: ObjectID, _ key: CacheKey?, _ digest: ContentDigest?) {
        let (mailbox, clock, cache) = (mailbox, surroundings.clock, surroundings.cache)
        let bytes = bodies[object] ?? []
        storage.add { _ in
            let result = Self.keep(bytes, key, digest, in: cache)
            mailbox.post { .event(.stored(object, result), at: clock()) }
        }
    }

    private static func keep(
        _ bytes: [UInt8], _ key: CacheKey?, _ digest: ContentDigest?, in cache: (any ObjectCache)?
    ) -> StoreResult {
        if let digest, SHA256.digest(bytes) != digest { return .digestMismatch }
        guard let cache, let key else { return .notKept(reason: nil) }
        do {
            switch try cache.store(bytes, for: key, digest: digest) {
            case .stored(let evicted): return .kept(evicted: evicted)
            case .alreadyStored: return .kept(evicted: [])
            case .tooLarge: return .notKept(reason: "it is larger than the cache")
            case .notKept(let reason): return .notKept(reason: reason)
            case .digestMismatch: return .notKept(reason: "the cache has other bytes under its key")
            }
        } catch {
            return .notKept(reason: "\(error)")
        }
    }

    private func decode(_ piece: Piece) {
        let initialization = piece.initialization.flatMap { bodies[$0] } ?? []
        let segment = bodies[piece.segment] ?? []
        let (mailbox, clock, strip) = (mailbox, surroundings.clock, session.answer?.strip)
        decoding.add { decoder in
            let report = decoder.decode(piece, initialization, segment, strip) {
                mailbox.post { .event(.firstFrame(piece.segment), at: clock()) }
            }
            mailbox.post { .event(.decoded(piece.segment, report), at: clock()) }
        }
    }
}
