import Catalog
import HTTP

// Objects: from the cache when they are there, else from the origin, in one piece or several.

extension Session {
    mutating func makeObject(_ track: Int, _ rung: Int, _ place: ObjectState.Place) -> ObjectID {
        var rendition = tracks[track].rungs[rung].id
        let index = tracks[track].rungs[rung].index
        let name: ObjectName
        switch place {
        case .segment(let at): name = .segment(index?.segments[at].number ?? 0)
        case .initialization: name = .initialization
        case .contentKey(let at):
            name = ContentKeyID.object
            rendition = index?.keys[at].id.rendition ?? rendition
        }
        let location = index?.location(of: place)
        // A name stands for one sequence of bytes, and there is one name for an initialization section.
        let isNamed = if case .initialization(1...) = place { false } else { true }
        let key = isNamed ? key(rendition, name, url: location?.url ?? "") : nil
        lastObject += 1
        let object = ObjectState(
            id: ObjectID(lastObject), track: track, rung: rung, place: place, object: name, rendition: rendition,
            key: key)
        objects[object.id] = object
        if let key { emit(.readCache(object.id, key)) }
        return object.id
    }

    func key(_ rendition: RenditionID, _ object: ObjectName, url: String) -> CacheKey? {
        guard let reel, let version else { return nil }
        let stable = CacheKey(reel: reel, version: version, rendition: rendition, object: object)
        return configuration.keys.key(stable, url: url)
    }

    mutating func hit(_ id: ObjectID, _ count: Int) {
        guard var object = objects[id], object.stage == .reading else { return }
        if let failure = Self.keyLength(object, count) { return fail(failure) }
        object.stage = .ready
        objects[id] = object
        record(.hit(rendition: object.rendition, object: object.object, bytes: count))
    }

    /// What is wrong with a content key of so many bytes.
    private static func keyLength(_ object: ObjectState, _ count: Int) -> PlaybackFailure? {
        guard object.object == ContentKeyID.object, count != 16 else { return nil }
        return .badAnswer("the content key \(object.rendition) has \(count) bytes, and not 16")
    }

    mutating func miss(_ id: ObjectID) {
        guard var object = objects[id], object.stage == .reading else { return }
        object.stage = .wanted
        objects[id] = object
        if let key = object.key { cached?.remove(key) }
        // What was chosen for being there is not there: choose again.
        if let arrival = tracks[object.track].arrival, arrival.piece.segment == id, arrival.reason == .cached {
            forgetArrival(object.track)
        } else if isOffline {
            fail(.notCached([what(.object(id))]))
        }
    }

    /// The beginning of an object is in the cache: only the rest is wanted.
    mutating func find(_ prefix: ObjectPrefix, of id: ObjectID) {
        guard objects[id]?.stage == .reading, prefix.length > 0, prefix.entityTag != nil else { return miss(id) }
        miss(id)
        guard var object = objects[id] else { return }
        (object.received, object.cachedPrefix) = (prefix.length, prefix.length)
        (object.entityTag, object.digest, object.total) = (prefix.entityTag, prefix.digest, prefix.total)
        objects[id] = object
        record(.foundPrefix(rendition: object.rendition, object: object.object, bytes: prefix.length))
    }

    mutating func leave(_ id: ObjectID, _ count: Int) {
        guard let object = objects[id], object.stage != .ready else { return }
        record(
            .leftPrefix(
                rendition: object.rendition, object: object.object, bytes: count,
                requests: count < object.received ? [] : object.requests))
    }

    mutating func forgetArrival(_ track: Int) {
        guard let arrival = tracks[track].arrival else { return }
        let id = arrival.piece.segment
        if let object = objects[id], object.received > 0 { discard(id, .unusable) }
        objects[id] = nil
        emit(.release(id))
        tracks[track].arrival = nil
    }

    /// Fetches what is wanted by a segment that is being got hold of.
    mutating func fetchWanted() {
        for track in tracks.indices {
            guard phase == .playing, let piece = tracks[track].arrival?.piece else { continue }
            for id in piece.objects where objects[id]?.stage == .wanted { fetchObject(id) }
        }
    }

    private mutating func fetchObject(_ id: ObjectID) {
        guard let object = objects[id], hasURLs(object.track, object.rung),
            let location = location(of: object)
        else { return }
        // The connection was cut behind the last byte.
        if let total = object.total, object.received == total, object.received > 0 {
            return keepAsIs(id)
        }
        var headers = Headers()
        if object.received > 0 || location.range != nil {
            let first = (location.range?.lowerBound ?? 0) + object.received
            headers["Range"] = "bytes=\(first)-\(location.range.map { "\($0.upperBound - 1)" } ?? "")"
            if let tag = object.entityTag { headers["If-Range"] = tag }
        }
        let cause = object.object == ContentKeyID.object ? .contentKey : configuration.use.cause
        request(.object(id), url: location.url, cause: cause, headers: headers)
    }

    enum Acceptance: Hashable, Sendable {
        case accepted
        /// It is not the rest of what has arrived: the whole may be had.
        case otherBytes(String)
        case failed(PlaybackFailure)
    }

    /// Looks at what a successful response brings before its body does. A 206 must begin where the bytes that are there
    /// end, and be of the same representation by its entity tag, its length and its digest.
    mutating func accept(
        _ head: FetchHead, of id: ObjectID, _ transfer: Transfer, _ fetch: FetchID
    ) -> Acceptance {
        guard let object = objects[id] else { return .accepted }
        let location = location(of: object)
        let first = (location?.range?.lowerBound ?? 0) + transfer.offset
        let range = head.headers["Content-Range"].flatMap(ContentRange.init)
        let tag = head.headers["ETag"].flatMap { $0.hasPrefix("W/") ? nil : $0 }
        let digest = head.headers["Repr-Digest"].flatMap(ReprDigest.sha256)
        if head.status == 206 {
            guard let range, range.range.lowerBound == first, first > 0 || location?.range != nil else {
                return refuseRange(object, transfer, "the origin sent another range")
            }
            let isSame =
                tag == object.entityTag && (location?.range != nil || isSame(object.total, range.total))
                && isSame(object.digest, location?.range == nil ? digest : nil)
            if transfer.offset > 0, !isSame {
                return refuseRange(object, transfer, "the origin sent the rest of other bytes")
            }
        } else {
            if location?.range != nil {
                return .failed(
                    .unsupported("\(object.rendition) is one file, and the origin serves no ranges of it"))
            }
            if transfer.offset > 0 { discard(id, .restarted) }
        }
        objects[id]?.requests.append(fetch)
        if let tag { objects[id]?.entityTag = tag }
        if let whole = location?.range {
            objects[id]?.total = whole.count
        } else {
            objects[id]?.total = head.status == 206 ? range?.total ?? object.total : Self.bodyLength(head)
            if let digest { objects[id]?.digest = digest }
        }
        if let known = objects[id] {
            let prefix = ObjectPrefix(
                length: known.received, total: known.total, entityTag: known.entityTag, digest: known.digest)
            emit(.begin(id, known.key, prefix))
        }
        return .accepted
    }

    /// A chunked body has none, whatever a header field says (RFC 9112 §6.3).
    private static func bodyLength(_ head: FetchHead) -> Int? {
        guard head.headers["Transfer-Encoding"] == nil else { return nil }
        return head.headers["Content-Length"].flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
    }

    /// With something to go back on, the whole is fetched instead.
    private func refuseRange(_ object: ObjectState, _ transfer: Transfer, _ text: String) -> Acceptance {
        transfer.offset > 0 ? .otherBytes(text) : .failed(.incomplete(object.rendition, object.object, text))
    }

    /// Whether what was said before and what is said now, as far as it is, agree.
    private func isSame<Value: Equatable>(_ before: Value?, _ now: Value?) -> Bool {
        before == nil || now == nil || before == now
    }

    /// Whether an answer of 416 says that an object of a file of its own ends at `offset`: `Content-Range: bytes */5000`.
    func endsThere(_ offset: Int, _ id: ObjectID, _ head: FetchHead) -> Bool {
        guard let object = objects[id], location(of: object)?.range == nil,
            let field = head.headers["Content-Range"], field.lowercased().hasPrefix("bytes */"),
            isSame(object.entityTag, head.headers["ETag"])
        else { return false }
        return Int(field.dropFirst(8)) == offset
    }

    private func location(of object: ObjectState) -> MediaIndex.Location? {
        tracks[object.track].rungs[object.rung].index?.location(of: object.place)
    }

    /// A response of the object is complete; `false` when that is not the whole object.
    mutating func receiveWhole(_ id: ObjectID, _ transfer: Transfer) -> Bool {
        guard let object = objects[id] else { return true }
        if let total = object.total, total != object.received {
            fail(.incomplete(object.rendition, object.object, "\(object.received) bytes of \(total) came"))
            return false
        }
        if let failure = Self.keyLength(object, object.received) {
            fail(failure)
            return false
        }
        keepWhole(id)
        return true
    }

    /// Every byte of the object is there, and another answer has said so.
    mutating func keepAsIs(_ id: ObjectID) {
        guard let object = objects[id] else { return }
        let prefix = ObjectPrefix(
            length: object.received, total: object.received, entityTag: object.entityTag, digest: object.digest)
        emit(.begin(id, object.key, prefix))
        keepWhole(id)
    }

    private mutating func keepWhole(_ id: ObjectID) {
        guard let object = objects[id] else { return }
        objects[id]?.stage = .storing
        emit(.store(id, object.key, digest: object.digest))
    }

    mutating func keep(_ id: ObjectID, _ result: StoreResult) {
        guard var object = objects[id], object.stage == .storing else { return }
        record(.stored(rendition: object.rendition, object: object.object, result: result))
        switch result {
        case .digestMismatch:
            object.mismatches += 1
            object.stage = .wanted
            objects[id] = object
            discard(id, .digestMismatch)
            if object.mismatches > 1 { fail(.digestMismatch(object.rendition, object.object)) }
            return
        case .kept(let evicted):
            if let key = object.key { cached?.insert(key) }
            cached?.subtract(evicted)
        case .notKept(let reason):
            if configuration.use == .download { return refuse(id, reason ?? "it was not kept") }
        }
        object.stage = .ready
        objects[id] = object
        record(
            .fetched(
                rendition: object.rendition, object: object.object, bytes: object.received,
                requests: object.requests))
    }

    /// What is played can do without being kept; a download cannot.
    mutating func refuse(_ id: ObjectID, _ reason: String) {
        guard configuration.use == .download, let object = objects[id], object.stage != .ready else { return }
        fail(.notKept(object.rendition, object.object, reason))
    }

    /// The driver breaks a download off whose length leaves no room for it, before its first byte.
    mutating func refuseTooLarge(_ transfer: Transfer) -> Bool {
        guard configuration.use == .download, case .object(let id) = transfer.purpose, objects[id] != nil else {
            return false
        }
        let length = transfer.head.flatMap(Self.bodyLength)
        refuse(id, ObjectPrefix.noRoom(for: length.map { transfer.offset + $0 }))
        return true
    }

    /// Throws away what has arrived of an object.
    mutating func discard(_ id: ObjectID, _ why: DiscardCause) {
        guard var object = objects[id] else { return }
        emit(.discard(id))
        if !object.requests.isEmpty || object.cachedPrefix > 0 {
            record(
                .discarded(
                    rendition: object.rendition, object: object.object, requests: object.requests, why: why))
        }
        object.forget()
        objects[id] = object
    }
}

extension MediaIndex {
    fileprivate func location(of place: ObjectState.Place) -> Location {
        switch place {
        case .segment(let at): segments[at].location
        case .initialization(let at): initializations[at].location
        case .contentKey(let at): keys[at].location
        }
    }
}
