import Catalog
import HTTP
import MediaTypes

// Requests, their ends, and what to do about those that went wrong.

extension Session {
    private static let documentLimit = 16 << 20
    private static let objectLimit = 512 << 20
    private static let contentKeyLimit = 4096

    /// Makes a request unless one for the same purpose is under way or has to wait.
    mutating func request(_ purpose: Purpose, url: String, cause: ByteCause, headers: Headers = [:]) {
        guard !isOffline else { return fail(.notCached([what(purpose)])) }
        guard !underWay.contains(purpose), notBefore[purpose].map({ $0 <= now }) ?? true else { return }
        lastFetch += 1
        let id = FetchID(lastFetch)
        var headers = headers
        headers["X-Request-Id"] = "\(configuration.name)-\(id)"
        if let field = cookies.field(for: url, at: now) { headers["Cookie"] = field }
        underWay.insert(purpose)
        notBefore[purpose] = nil
        attempts[purpose, default: 0] += 1
        let object = objectOf(purpose)
        transfers[id] = Transfer(
            purpose: purpose, startedAt: now, generation: generation, offset: object?.received ?? 0)
        record(
            .requested(
                id: id, cause: cause, rendition: renditionOf(purpose), object: object?.object,
                from: object.flatMap { $0.received > 0 ? $0.received : nil }))
        let told = telling(of: purpose, url: url, headers)
        let limit =
            switch object?.object {
            case nil: Self.documentLimit
            case .contentKey: Self.contentKeyLimit
            default: Self.objectLimit
            }
        let request = FetchRequest(url: told.url, headers: told.headers, bodyLimit: limit, redirectLimit: 5)
        emit(.fetch(FetchOrder(id: id, request: request, sink: object.map { .object($0.id) } ?? .document)))
        if let object { objects[object.id]?.stage = .fetching(id) }
    }

    private func objectOf(_ purpose: Purpose) -> ObjectState? {
        if case .object(let id) = purpose { objects[id] } else { nil }
    }

    private func renditionOf(_ purpose: Purpose) -> RenditionID? {
        switch purpose {
        case .answer, .streams: nil
        case .playlist(let track, let rung): tracks[track].rungs[rung].id
        case .object(let id): objects[id]?.rendition
        }
    }

    mutating func receive(_ id: FetchID, _ head: FetchHead) {
        guard var transfer = transfers[id] else { return }
        var head = head
        if let reporting = configuration.reporting { head.url = reporting.plain(head.url) }
        transfer.head = head
        transfers[id] = transfer
        cookies.receive(head.headers, from: head.url, at: now)
        record(.responded(id: id, status: head.status))
        guard !transfer.isForgotten, transfer.isSuccess, case .object(let object) = transfer.purpose else { return }
        meter.begin(id, at: now)
        switch accept(head, of: object, transfer, id) {
        case .accepted: break
        case .otherBytes(let text): startOver(id, transfer, object, text)
        case .failed(let failure): fail(failure)
        }
    }

    /// Calls a response off that does not go on with the bytes that are there, and wants the whole object.
    private mutating func startOver(_ id: FetchID, _ transfer: Transfer, _ object: ObjectID, _ text: String) {
        transfers[id]?.isForgotten = true
        emit(.cancel(id))
        underWay.remove(transfer.purpose)
        discard(object, .unusable)
        let state = objects[object]
        let failure = state.map { PlaybackFailure.incomplete($0.rendition, $0.object, text) }
        retry(id, transfer, why: text, else: failure ?? .unreachable(text))
    }

    mutating func receive(_ id: FetchID, _ count: Int) {
        guard let transfer = transfers[id] else { return }
        transfers[id]?.received += count
        guard !transfer.isForgotten, transfer.isSuccess, case .object(let object) = transfer.purpose else { return }
        meter.receive(id, count)
        objects[object]?.received += count
    }

    mutating func close(_ id: FetchID, _ end: FetchEnd, _ body: [UInt8]) {
        guard let transfer = transfers.removeValue(forKey: id) else { return }
        let status = transfer.head?.status
        record(.ended(id: id, status: status, bytes: transfer.received, end: ResponseEnd(end)))
        guard phase != .finished, !transfer.isForgotten else { return meter.abandon(id, at: now) }
        underWay.remove(transfer.purpose)
        measure(id, transfer, end)
        guard let head = transfer.head else { return retryNetworkFailure(id, transfer, end) }
        switch head.status {
        case 200, 206:
            guard end == .complete else { return retryNetworkFailure(id, transfer, end) }
            succeed(transfer, head, body)
        case 401, 403: refuse(id, transfer, head, body)
        case 404: fail(transfer.purpose == .answer ? .unknownReel : .missing(what(transfer.purpose)))
        case 410: fail(.removed)
        case 416: receiveNothingMore(id, transfer, head)
        case 429, 500...599: retry(id, transfer, why: "status \(head.status)", else: .badStatus(head.status))
        default: fail(.badStatus(head.status))
        }
    }

    private mutating func succeed(_ transfer: Transfer, _ head: FetchHead, _ body: [UInt8]) {
        switch transfer.purpose {
        case .answer: receiveAnswer(transfer, head, body)
        case .streams: receiveStreams(head, body, generation: transfer.generation)
        case .playlist(let track, let rung):
            receivePlaylist(track, rung, head, body, generation: transfer.generation)
        case .object(let object):
            guard receiveWhole(object, transfer) else { return }
        }
        attempts[transfer.purpose] = nil
        freshRefusals[transfer.purpose] = nil
    }

    /// A hit is never here, a refusal has no sample, and what failed says nothing of the wire.
    private mutating func measure(_ id: FetchID, _ transfer: Transfer, _ end: FetchEnd) {
        guard end == .complete, transfer.isSuccess else { return meter.abandon(id, at: now) }
        guard let sample = meter.end(id, at: now) else { return }
        estimator.add(bytes: sample.bytes, in: sample.duration)
        record(
            .sampled(
                bytes: sample.bytes, microseconds: sample.duration.wholeMicroseconds,
                estimate: estimator.estimate.map(wholeRate) ?? 0))
    }

    private mutating func retryNetworkFailure(_ id: FetchID, _ transfer: Transfer, _ end: FetchEnd) {
        var text = "the answer was cut short"
        if case .failed(let failure) = end {
            text = failure.text
            let isFirst = transfer.purpose == .answer && answer == nil
            switch failure.kind {
            case .badURL: return fail(.badAnswer(text))
            case .untrusted: return fail(.untrusted(text))
            case .tooLarge where refuseTooLarge(transfer): return
            case .tooLarge: return fail(.badAnswer("\(what(transfer.purpose)) is too large"))
            case .unreachable where isFirst: return fail(.unreachable(text))
            default: break
            }
        }
        let failure: PlaybackFailure =
            switch objectOf(transfer.purpose) {
            case let object? where transfer.head != nil: .incomplete(object.rendition, object.object, text)
            default: .unreachable(text)
            }
        retry(id, transfer, why: text, else: failure)
    }

    private mutating func retry(_ id: FetchID, _ transfer: Transfer, why: String, else failure: PlaybackFailure) {
        let purpose = transfer.purpose
        let attempt = attempts[purpose] ?? 1
        guard attempt < RetryRule.mostAttempts else { return giveUp(purpose, failure) }
        let delay = RetryRule.delay(after: attempt, retryAfter: transfer.head?.headers["Retry-After"])
        notBefore[purpose] = now + delay
        record(.retrying(id: id, microseconds: delay.wholeMicroseconds, why: why))
        reopen(purpose)
    }

    /// New URLs that cannot be had do no harm while the old ones work.
    private mutating func giveUp(_ purpose: Purpose, _ failure: PlaybackFailure) {
        guard purpose == .answer, isRefreshing, let access, access.isValid(at: now) else { return fail(failure) }
        isRefreshing = false
        attempts[purpose] = nil
        refreshNotBefore = now + .seconds(5)
    }

    /// Makes an object wanted again, with what has arrived of it when the rest can be asked for.
    private mutating func reopen(_ purpose: Purpose) {
        guard case .object(let id) = purpose, var object = objects[id] else { return }
        object.stage = .wanted
        objects[id] = object
        if object.received > 0, !object.canResume { discard(id, .unusable) }
    }

    /// A refusal is no failure of the rung, no sample and no reason to ask the same URL again.
    private mutating func refuse(_ id: FetchID, _ transfer: Transfer, _ head: FetchHead, _ body: [UInt8]) {
        let purpose = transfer.purpose
        let reason = try? CanonicalJSON.decode(Refusal.self, from: body).reason
        attempts[purpose] = nil
        guard let access, purpose != .answer else {
            return purpose == .answer ? fail(.authDenied(reason)) : tryAnother(purpose, reason)
        }
        reopen(purpose)
        guard transfer.generation == generation, !isRefreshing else { return }
        let date = head.headers["Date"].flatMap(HTTPDate.seconds).map(UnixTime.init(seconds:))
        if access.isFresh(refusedAt: date, saysExpired: reason == .expired, now: now) {
            return tryAnother(purpose, reason)
        }
        refusals[purpose, default: 0] += 1
        guard refusals[purpose, default: 0] <= RefreshBudget.perObject, budget.take(at: now) else {
            return fail(.authDenied(reason))
        }
        refresh(.forbidden)
    }

    /// New URLs would be refused as well: another rung, when there is one, or the same once more, and that is all.
    private mutating func tryAnother(_ purpose: Purpose, _ reason: RefusalReason?) {
        freshRefusals[purpose, default: 0] += 1
        reopen(purpose)
        guard freshRefusals[purpose, default: 0] == 1, takeAnotherRung(insteadOf: purpose) else {
            return fail(.authDenied(reason))
        }
    }

    /// A range that begins where the object ends asks for nothing, and what is there is the whole (RFC 9110 §15.5.17).
    /// `If-Range` has been looked at before: of another representation the whole would have come.
    private mutating func receiveNothingMore(_ id: FetchID, _ transfer: Transfer, _ head: FetchHead) {
        guard case .object(let object) = transfer.purpose, transfer.offset > 0 else { return fail(.badStatus(416)) }
        if endsThere(transfer.offset, object, head) {
            attempts[transfer.purpose] = nil
            return keepAsIs(object)
        }
        discard(object, .unusable)
        retry(id, transfer, why: "status 416", else: .badStatus(416))
    }

    func what(_ purpose: Purpose) -> String {
        switch purpose {
        case .answer: return "the playback answer"
        case .streams: return "the multivariant playlist"
        case .playlist(let track, let rung): return "the playlist of \(tracks[track].rungs[rung].id)"
        case .object(let id):
            guard let object = objects[id] else { return "an object" }
            return "\(object.rendition) \(object.object)"
        }
    }

    /// Bits per second, bounded.
    func wholeRate(_ rate: Double) -> Int { Int(min(rate, 1e15)) }
}

extension ResponseEnd {
    init(_ end: FetchEnd) {
        switch end {
        case .complete: self = .complete
        case .cancelled: self = .cancelled
        case .failed: self = .failed
        }
    }
}
