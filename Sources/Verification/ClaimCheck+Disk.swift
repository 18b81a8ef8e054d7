package import Catalog
package import MediaCache
import Player

extension ClaimCheck {
    /// What a disk showed of a cache while it was played from, and what the cache said.
    package struct DiskRecord: Sendable {
        /// Bytes; `nil` where none was set.
        package var limit: Int?
        /// The largest sum of all files that was seen.
        package var most = 0
        package var events: [CacheEvent] = []
        /// What was there before.
        package var before: Set<CacheKey> = []
        /// What is there now, and whether every byte of it is right.
        package var after: Set<CacheKey> = []
        package var verification: CacheVerification?

        package init(limit: Int? = nil) { self.limit = limit }
    }

    /// A small cache evicts while it is played from: what is on the disk stays within the limit, every frame is right,
    /// and a second play asks for nothing that is there.
    ///
    /// - Parameters:
    ///   - others: what was in the cache before the first play, of other reels.
    package func eviction(
        _ first: PlayRecord, _ second: PlayRecord, _ disk: DiskRecord, others: Set<CacheKey>
    ) -> ClaimRow {
        let limit = disk.limit ?? 0
        let evicted = others.subtracting(disk.after).count
        let requested = second.objectRequests.filter(\.isDelivered).map(\.objectName)
        var problems = frameProblems(first) + frameProblems(second)
        if disk.most > limit { problems.append("\(disk.most) bytes were on the disk, the limit is \(limit)") }
        if evicted == 0 { problems.append("nothing was evicted") }
        problems += Set(requested).intersection(disk.before.map(\.shortName)).sorted()
            .map { "\($0) was there and was requested" }
        problems += twice(requested) + unsound(disk)
        return row(
            .eviction,
            "limit \(limit) bytes, at most \(disk.most) on the disk; \(evicted) of \(others.count) objects evicted, "
                + "\(disk.after.count) kept; again: \(second.hits) hits, \(requested.count) requests", problems)
    }

    /// Of a body whose connection was cut behind `cut` bytes, the rest alone was asked for.
    package func resumed(_ play: PlayRecord, object: FetchedObject, cut: Int) -> ClaimRow {
        let lines = Ledger(play.log).lines.filter { $0.rendition == object.rendition && $0.object == object.name }
        let ids = Set(lines.map(\.id))
        let answers = play.requests.filter { ids.contains($0.id) }
        let (rest, wanted) = (object.size - cut, object.range(after: cut))
        var problems = frameProblems(play)
        if lines.map(\.bytes) != [cut, rest] {
            problems.append("\(lines.map(\.bytes)) bytes came, not \(cut) and \(rest)")
        }
        if lines.contains(where: { $0.excess > 0 }) { problems.append("bytes came twice") }
        if answers.map(\.status) != [object.first == nil ? 200 : 206, 206] {
            problems.append("the origin answered \(answers.map(\.status))")
        }
        if answers.last?.range != wanted {
            problems.append("what was asked for last is \(answers.last?.range ?? "the whole"), not \(wanted)")
        }
        return row(
            .resumed, "\(object.rendition) \(object.name): \(cut) bytes, then \(rest) of \(object.size) by range",
            problems)
    }

    /// Objects that were deleted, cut and changed underneath are each found, dropped, told and fetched once; nothing else
    /// is fetched.
    package func repaired(
        _ plays: [(play: PlayRecord, disk: DiskRecord, damaged: [(key: CacheKey, fault: CacheFault)])]
    ) -> ClaimRow {
        var (problems, requests) = ([String](), 0)
        for (play, disk, damaged) in plays {
            let requested = play.objectRequests.filter(\.isDelivered).map(\.objectName)
            requests += requested.count
            problems += frameProblems(play) + twice(requested) + unsound(disk)
            for (key, fault) in damaged {
                let told = disk.events.count { $0 == .dropped(key, fault) }
                if told != 1 { problems.append("\(key.shortName): \(fault.text), which was told \(told) times") }
                if !requested.contains(key.shortName) { problems.append("\(key.shortName) was not fetched again") }
            }
            problems += Set(requested).subtracting(damaged.map(\.key.shortName)).sorted().map { "\($0) was requested" }
            problems += disk.before.subtracting(disk.after).sorted().map { "\($0) is not there any more" }
        }
        let figures = plays.flatMap(\.damaged).map { "\($0.key.shortName) \($0.fault.text)" }.joined(separator: ", ")
        let hits = plays.reduce(0) { $0 + $1.play.hits }
        if plays.isEmpty { problems.append("there was nothing to damage") }
        return row(.faults, "\(figures); \(requests) requests, \(hits) hits", problems)
    }

    /// A cache that lost its index begins anew and says so; every object is fetched once.
    package func anew(_ plays: [(what: String, play: PlayRecord, disk: DiskRecord)]) -> ClaimRow {
        var (problems, figures) = ([String](), [String]())
        for (what, play, disk) in plays {
            let requested = play.objectRequests.filter(\.isDelivered).map(\.objectName)
            let told = disk.events.count { if case .emptied = $0 { true } else { false } }
            problems += (frameProblems(play) + twice(requested) + unsound(disk)).map { "\(what): \($0)" }
            if told != 1 { problems.append("\(what): that it was emptied was told \(told) times") }
            let lost = Set(requested).subtracting(disk.after.map(\.shortName)).sorted()
            problems += lost.map { "\(what): \($0) was fetched and not kept" }
            figures.append("\(what): \(requested.count) objects fetched once")
        }
        return row(.index, figures.joined(separator: ", "), problems)
    }

    /// A disk that is full from some byte on: playing goes on without the cache, and what is in it is right.
    package func fullDisk(_ play: PlayRecord, _ disk: DiskRecord, room: Int) -> ClaimRow {
        var problems = frameProblems(play) + unsound(disk)
        let requested = play.objectRequests.filter(\.isDelivered).map(\.objectName)
        problems += twice(requested)
        if disk.most > room { problems.append("\(disk.most) bytes are on a disk with room for \(room)") }
        let told = disk.events.count { if case .noSpace = $0 { true } else { false } }
        if told == 0 { problems.append("nothing was told") }
        return row(
            .fullDisk, "room for \(room) bytes; \(requested.count) objects played, \(disk.after.count) kept", problems)
    }

    /// Where nothing can be written, what is there is played and nothing is changed.
    package func readOnly(_ play: PlayRecord, isChanged: Bool) -> ClaimRow {
        let requested = play.objectRequests.map { "\($0.objectName) was requested" }
        return row(
            .readOnly, "\(requested.count) requests, \(play.hits) hits",
            frameProblems(play) + requested + (isChanged ? ["the directory has changed"] : [])
                + (play.hits == 0 ? ["nothing came from the cache"] : []))
    }

    /// A memory warning in mid-play: nothing is preloaded any more, less is held ahead of the playhead, in that order;
    /// every frame is shown and every byte accounted for.
    ///
    /// - Parameters:
    ///   - preloads: how many objects were kept that might be played later, before the warning and after it.
    ///   - faults: of what the play has kept.
    package func warned(_ play: PlayRecord, preloads: (before: Int, after: Int), faults: [String]) -> ClaimRow {
        var (warnings, ahead) = ([[MediaBudget.Step]](), Int64(0))
        for entry in play.log {
            switch entry.what {
            case .warned(.memory, let steps): warnings.append(steps)
            case .decided(let decision) where !warnings.isEmpty: ahead = max(ahead, decision.bufferedMilliseconds)
            default: break
            }
        }
        let steps = warnings.first ?? []
        var problems = frameProblems(play) + ledger([play]).problems + faults
        if warnings.count != 1 { problems.append("the play was told \(warnings.count) times") }
        if steps.map(\.number) != [.preload, .buffer] || steps.contains(where: { $0.to >= $0.from }) {
            problems.append("what shrank is \(steps.isEmpty ? "nothing" : Self.text(steps))")
        }
        if let buffer = steps.last(where: { $0.number == .buffer }), ahead >= buffer.to {
            problems.append("a segment was fetched with \(ahead) ms ahead of the playhead")
        }
        if preloads.before == 0 { problems.append("nothing could be preloaded before") }
        if preloads.after > 0 { problems.append("\(preloads.after) objects were preloaded afterwards") }
        return row(
            .memoryWarning,
            "\(Self.text(steps)); \(preloads.before) objects preloaded before it, \(preloads.after) after", problems)
    }

    private static func text(_ steps: [MediaBudget.Step]) -> String {
        steps.map { "\($0.number.rawValue) \($0.from) to \($0.to) \($0.number == .buffer ? "ms" : "bytes")" }
            .joined(separator: ", ")
    }

    private func frameProblems(_ play: PlayRecord) -> [String] { frames(play, .coldFrames).problems }

    private func twice(_ names: [String]) -> [String] {
        Dictionary(grouping: names) { $0 }.filter { $0.value.count > 1 }.keys.sorted().map { "\($0) was fetched twice" }
    }

    private func unsound(_ disk: DiskRecord) -> [String] {
        disk.verification.map { $0.faults.map { "\($0.key): \($0.fault.text)" } } ?? ["the cache was not checked"]
    }
}

extension CacheKey {
    /// As the access log's lines are compared: `video/360:4`.
    var shortName: String { "\(rendition):\(object)" }
}
