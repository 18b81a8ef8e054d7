package import Catalog
import Platform
package import Player
import Signing

extension DiskCache {
    /// The object, or the right to fetch it, or somebody who does. Reading it to play it counts as its latest use.
    ///
    /// `notify` is called only when the answer is ``ObjectAccess/follow(_:)``, until the follower is let go of or the
    /// news is other than growth.
    package func access(
        _ key: CacheKey, for use: ObjectUse = .play, notify: @escaping @Sendable (ObjectNews) -> Void = { _ in }
    ) -> ObjectAccess {
        // An index that cannot be changed goes on saying that a faulty object is there.
        for _ in 0..<4 {
            if let bytes = read(key, for: use) { return .complete(bytes) }
            switch locked({ $0.claim(key, for: use, notify) }) {
            // It came between the two looks.
            case .complete: continue
            case .lead(let flight):
                let writer = DiskWriter(self, flight)
                // A process that was killed between the last byte and the index leaves a prefix that is whole.
                guard flight.prefix.isWhole else { return .write(writer) }
                if case .stored = completeWhole(writer) { continue }
            case .follow(let flight, let id): return .follow(DiskFollower(self, flight, id: id))
            }
        }
        return .write(NoWriter())
    }

    private func completeWhole(_ writer: DiskWriter) -> StoreOutcome {
        let prefix = writer.prefix
        let isReady = writer.begin(
            at: prefix.length, total: prefix.total, entityTag: prefix.entityTag, digest: prefix.digest)
        return isReady ? writer.finish() : .notKept("its prefix could not be read")
    }

    package func store(
        _ bytes: [UInt8], for key: CacheKey, digest: ContentDigest?, use: ObjectUse = .play
    ) -> StoreOutcome {
        guard bytes.count <= largest else { return .tooLarge }
        switch locked({ $0.claim(key, for: use, nil) }) {
        case .complete(let entry):
            let actual = SHA256.digest(bytes)
            let isSame = entry.digest == actual && (digest == nil || digest == actual)
            return isSame ? .alreadyStored : .digestMismatch
        case .follow: return .notKept("the same object is being stored")
        case .lead(let flight):
            let writer = DiskWriter(self, flight)
            guard writer.begin(total: bytes.count, digest: digest), writer.append(bytes) else {
                return .notKept("there is no room for it")
            }
            return writer.finish()
        }
    }

    // MARK: What a writer does

    func begin(_ flight: Flight, _ description: ObjectPrefix) -> Bool {
        guard let prefix = flight.prefix.continued(description) else { return giveUp(flight) }
        guard reserve(prefix.total ?? prefix.length, for: flight) else { return giveUp(flight) }
        return attempt(flight) {
            try flight.begin(at: prefix.length, prefix)
            locked { $0.announce(flight) }
        }
    }

    func append(_ bytes: [UInt8], to flight: Flight) -> Bool {
        let prefix = flight.prefix
        let length = prefix.length + bytes.count
        // More than was announced is not the object.
        guard length <= prefix.total ?? Int.max else { return giveUp(flight) }
        guard prefix.total != nil || reserve(length, for: flight) else { return giveUp(flight) }
        return attempt(flight) { try flight.append(bytes) }
    }

    func finish(_ flight: Flight, digest: ContentDigest?) -> StoreOutcome {
        let prefix = flight.prefix
        guard prefix.total == nil || prefix.total == prefix.length else {
            leave(flight)
            return .notKept("it was cut short")
        }
        guard let actual = flight.digest, [digest, prefix.digest].allSatisfy({ $0 == nil || $0 == actual }) else {
            discard(flight)
            return .digestMismatch
        }
        let outcome = locked { $0.complete(flight, digest: actual) }
        let isStored = if case .stored = outcome { true } else { false }
        for notify in flight.takeFollowers() { notify(isStored ? .complete : .gone) }
        return outcome
    }

    /// The writer is gone. How many of its bytes stay.
    @discardableResult
    func leave(_ flight: Flight) -> Int {
        let (heir, kept) = locked { $0.leave(flight) }
        heir?(.write(DiskWriter(self, flight)))
        return kept
    }

    func discard(_ flight: Flight) { _ = giveUp(flight) }

    func prefixBytes(_ flight: Flight, from offset: Int) -> [UInt8] {
        do { return try flight.bytes(from: offset) } catch {
            tell(.failed("\(error)"))
            return []
        }
    }

    private func reserve(_ length: Int, for flight: Flight) -> Bool {
        guard let evicted = locked({ $0.reserve(length, for: flight) }) else { return false }
        flight.addEvicted(evicted)
        return true
    }

    private func attempt(_ flight: Flight, _ step: () throws -> Void) -> Bool {
        do {
            try step()
            return true
        } catch let error as SystemError where error.isNoSpace {
            _ = giveUp(flight)
            locked { $0.keepWithinDisk() }
            return false
        } catch {
            tell(.failed("\(error)"))
            return giveUp(flight)
        }
    }

    /// Nothing of it is kept; its readers ask again.
    private func giveUp(_ flight: Flight) -> Bool {
        locked { $0.discard(flight) }
        for notify in flight.takeFollowers() { notify(.gone) }
        return false
    }
}

extension ObjectPrefix {
    /// What is known once a response has come that begins at the other's length; `nil` when it is not a response that
    /// goes on with the same bytes.
    func continued(_ other: ObjectPrefix) -> ObjectPrefix? {
        guard other.length > 0 else { return other }
        let isSame = entityTag == nil || other.entityTag == nil || entityTag == other.entityTag
        let isAsLong = total == nil || other.total == nil || total == other.total
        guard other.length == length, isSame, isAsLong, length <= other.total ?? length else { return nil }
        var whole = other
        whole.total = other.total ?? total
        whole.entityTag = other.entityTag ?? entityTag
        whole.digest = other.digest ?? digest
        return whole
    }

    /// Whether nothing is missing, and something says how to check it.
    var isWhole: Bool { length > 0 && length == total && digest != nil }
}
