package import Catalog
package import HTTP
import MediaTypes
import Platform
package import Player

/// Plays one reel in real time: gives a ``Session`` what comes from the wire, the cache, the decoder and the clock, and
/// does what it says.
package final class RealTimePlayer {
    /// What playback needs from outside.
    package struct Surroundings: Sendable {
        package var fetcher: any Fetcher
        /// `nil` plays without one.
        package var cache: (any ObjectCache)?
        /// Reels that will be played after this one: like it, they are not evicted.
        package var next: Set<ReelID> = []
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
    private let use: ObjectUse
    private let mailbox = Mailbox<Message>()
    private let storage: WorkQueue<ObjectStorage>
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
        var isCancelled = false
    }

    private enum Message: Sendable {
        case fetch(FetchID, FetchEvent, at: Duration)
        case read(ObjectID, ObjectStorage.Found, at: Duration)
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
        use = configuration.use
        storage = WorkQueue { [cache = surroundings.cache, use = configuration.use] in ObjectStorage(cache, for: use) }
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

    /// Tells of a warning, and what it made of the budget. May be called from any thread, and at any time: before the
    /// play it is the first thing that it hears, and after it nothing.
    package var warn: @Sendable (MediaBudget.Shortage, [MediaBudget.Step]) -> Void {
        let (mailbox, clock) = (mailbox, surroundings.clock)
        return { shortage, steps in mailbox.post { .event(.warned(of: shortage, steps), at: clock()) } }
    }

    /// Waits for the ends of what was called off, so that every byte is accounted for.
    private func sayFarewell() {
        let deadline = surroundings.clock() + Self.farewell
        while !responses.isEmpty, surroundings.clock() < deadline {
            mailbox.take(within: max(.zero, deadline - surroundings.clock())).forEach(take)
        }
        leavePrefixes()
        storage.finish()
        decoding.finish()
        mailbox.take(within: .zero).forEach(take)
        surroundings.cache?.protect(surroundings.next)
    }

    private func leavePrefixes() {
        let (mailbox, clock) = (mailbox, surroundings.clock)
        storage.add { storage in
            for (object, count) in storage.close() {
                mailbox.post { .event(.leftPrefix(object, count), at: clock()) }
            }
        }
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
        case .read(let object, let found, let now): receive(object, found, now)
        case .fetch(let id, let event, let now): receive(id, event, now)
        }
    }

    private func receive(_ object: ObjectID, _ found: ObjectStorage.Found, _ now: Duration) {
        switch found {
        case .nothing: tell(.missed(object), at: now)
        case .prefix(let bytes, let prefix):
            bodies[object] = bytes
            tell(.foundPrefix(object, prefix), at: now)
        case .whole(let bytes):
            bodies[object] = bytes
            tell(.cached(object, bytes.count), at: now)
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
        guard let response = responses[id], !response.isCancelled else { return }
        let isSuccess = response.status == 200 || response.status == 206
        switch response.sink {
        case .object(let object) where isSuccess:
            bodies[object]?.append(contentsOf: bytes)
            store(object) { $0.append(bytes, to: object) }
        case .document where isSuccess: responses[id]?.collected += bytes
        default: responses[id]?.collected += bytes.prefix(Self.errorBodyLimit - response.collected.count)
        }
    }

    private func perform(_ action: Action) {
        switch action {
        case .fetch(let order): fetch(order)
        case .cancel(let id):
            responses[id]?.isCancelled = true
            responses[id]?.fetch?.cancel()
        case .listCache(let reel, let version): listCache(reel, version)
        case .readCache(let object, let key): readCache(object, key)
        case .discard(let object):
            bodies[object] = []
            storage.add { $0.discard(object) }
        case .begin(let object, let key, let response):
            if let key { store(object) { $0.begin(object, key, response) } }
        case .store(let object, let key, let digest): store(object, key, digest)
        case .remember(let outline):
            if let cache = surroundings.cache { storage.add { _ in cache.remember(outline) } }
        case .decode(let piece): decode(piece)
        case .release(let object):
            bodies[object] = nil
            storage.add { $0.release(object) }
        case .wake(let moment): wake = moment
        case .finish(let outcome): self.outcome = outcome
        }
    }

    private func fetch(_ order: FetchOrder) {
        if case .object(let object) = order.sink, bodies[object] == nil { bodies[object] = [] }
        responses[order.id] = Response(sink: order.sink)
        let (mailbox, clock, id) = (mailbox, surroundings.clock, order.id)
        let fetch = surroundings.fetcher.start(bounded(order)) { event in
            mailbox.post { .fetch(id, event, at: clock()) }
        }
        responses[order.id]?.fetch = fetch
    }

    /// What must be kept and is longer than there is room for is refused at the head of its response. What an origin says
    /// beside a refusal is short.
    private func bounded(_ order: FetchOrder) -> FetchRequest {
        var request = order.request
        if case .object(let object) = order.sink, let room = surroundings.cache?.room(for: use) {
            request.bodyLimit = min(request.bodyLimit, max(room + (bodies[object]?.count ?? 0), 1024))
        }
        return request
    }

    private func post(_ event: Event) {
        let clock = surroundings.clock
        mailbox.post { .event(event, at: clock()) }
    }

    private func listCache(_ reel: ReelID, _ version: VersionID) {
        guard let cache = surroundings.cache else { return post(.cacheListed([])) }
        let (mailbox, clock) = (mailbox, surroundings.clock)
        let protected = surroundings.next.union([reel])
        storage.add { _ in
            cache.protect(protected)
            let keys = cache.completeObjects(reel: reel, version: version)
            mailbox.post { .event(.cacheListed(keys), at: clock()) }
        }
    }

    private func readCache(_ object: ObjectID, _ key: CacheKey) {
        let finder = ObjectFinder(
            mailbox: mailbox, clock: surroundings.clock, storage: storage, object: object, key: key)
        storage.add { storage in finder.answer(storage.find(object, key, notify: finder.hear)) }
    }

    /// Does something for an object that is on its way, and tells the session when it is not kept for that.
    private func store(_ object: ObjectID, _ step: @escaping @Sendable (inout ObjectStorage) -> String?) {
        let (mailbox, clock) = (mailbox, surroundings.clock)
        storage.add { storage in
            guard let reason = step(&storage) else { return }
            mailbox.post { .event(.refused(object, reason), at: clock()) }
        }
    }

    private func store(_ object: ObjectID, _ key: CacheKey?, _ digest: ContentDigest?) {
        let (mailbox, clock) = (mailbox, surroundings.clock)
        let bytes = bodies[object] ?? []
        storage.add { storage in
            let result = storage.finish(object, key, bytes, digest)
            mailbox.post { .event(.stored(object, result), at: clock()) }
        }
    }

    private func decode(_ piece: Piece) {
        let initialization = sealed(piece.initialization, piece.initializationSeal)
        let segment = sealed(piece.segment, piece.segmentSeal)
        let (mailbox, clock, strip) = (mailbox, surroundings.clock, session.strip)
        decoding.add { decoder in
            let report: DecodeReport
            do {
                report = try decoder.decode(piece, initialization.opened(), segment.opened(), strip) {
                    mailbox.post { .event(.firstFrame(piece.segment), at: clock()) }
                }
            } catch {
                report = DecodeReport(sealed: piece.kind, problem: "\(error)")
            }
            mailbox.post { .event(.decoded(piece.segment, report), at: clock()) }
        }
    }

    private func sealed(_ object: ObjectID?, _ seal: Piece.Seal?) -> SealedBytes {
        let bytes = object.flatMap { bodies[$0] } ?? []
        return SealedBytes(bytes: bytes, key: seal.map { bodies[$0.key] ?? [] }, vector: seal?.vector ?? [])
    }

    /// Looks for an object, now or when somebody else has fetched it, and tells the player.
    private struct ObjectFinder: Sendable {
        let mailbox: Mailbox<Message>
        let clock: @Sendable () -> Duration
        let storage: WorkQueue<ObjectStorage>
        let object: ObjectID
        let key: CacheKey

        func answer(_ found: ObjectStorage.Found?) {
            guard let found else { return }
            mailbox.post { [object, clock] in .read(object, found, at: clock()) }
        }

        func hear(_ news: ObjectNews) {
            if case .grew = news { return }
            storage.add { [self] storage in answer(storage.hear(news, of: object, key, notify: hear)) }
        }
    }
}
