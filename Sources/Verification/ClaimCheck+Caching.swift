package import Catalog
import Player

extension ClaimCheck {
    /// The playlists of a warm play were answered, each under the token of the new answer and none under the old one.
    ///
    /// - Parameters:
    ///   - tokens: of every request that the play made; `nil` where there was none.
    ///   - new: the token of the new answer; `old`, of the old one.
    package func warmPlaylists(_ play: PlayRecord, tokens: [String?], new: String, old: String) -> ClaimRow {
        let answered = play.playlistRequests.filter { $0.status == 200 }
        let stale = tokens.count { $0 == old }
        let fresh = tokens.count { $0 == new }
        var problems = [play.failure].compactMap(\.self)
        if new == old { problems.append("the new answer has the old token") }
        if stale > 0 { problems.append("\(stale) requests were made under the old token") }
        if answered.isEmpty { problems.append("no playlist was fetched") }
        if fresh < answered.count { problems.append("\(answered.count - fresh) playlists were fetched without it") }
        if answered.count != play.playlistRequests.count {
            problems.append("\(play.playlistRequests.count - answered.count) playlist requests were refused")
        }
        return row(.warmPlaylists, "\(answered.count) playlists, \(fresh) requests under the new token", problems)
    }

    /// The origin saw no request for an object.
    package func warmObjects(_ play: PlayRecord) -> ClaimRow {
        let requested = play.objectRequests.map { "\($0.objectName) was requested" }
        let hits = play.hits == 0 ? ["nothing came from the cache"] : []
        return row(.warmObjects, "\(requested.count) requests, \(play.hits) hits", requested + hits)
    }

    /// The control can hit: with the very same URLs it requests no object.
    ///
    /// - Parameter claim: `controlStays` of a play under a new token that no URL holds.
    package func controlHits(_ play: PlayRecord, _ claim: Claim = .controlHits) -> ClaimRow {
        let requested = play.objectRequests.map { "\($0.objectName) was requested" }
        return row(
            claim, "\(requested.count) requests, \(play.hits) hits",
            [play.failure].compactMap(\.self) + requested + (play.hits == 0 ? ["nothing came from the cache"] : []))
    }

    /// The control is worthless under new URLs: it hits nothing and fetches an object for each that it played.
    package func controlMisses(_ play: PlayRecord) -> ClaimRow {
        let needed = neededObjects(play)
        let missing = needed.subtracting(play.fetchedObjects).sorted().map { "\($0) was not fetched again" }
        let hits = play.hits == 0 ? [] : ["\(play.hits) objects came from the cache"]
        return row(
            .controlMisses, "\(play.fetchedObjects.count) of \(needed.count) objects fetched again",
            [play.failure].compactMap(\.self) + missing + hits)
    }

    /// Segments that were decoded, and the init sections they needed.
    private func neededObjects(_ play: PlayRecord) -> Set<String> {
        Set(
            play.decoded.flatMap { segment in
                ["\(segment.rendition):\(segment.number)"] + (hasInitialization ? ["\(segment.rendition):init"] : [])
            })
    }

    /// Each object in the cache has the digest that the package lists for it.
    ///
    /// - Parameter cached: digests computed from the cache's files, not those of its index.
    package func digests(_ cached: [(key: CacheKey, digest: ContentDigest?)]) -> ClaimRow {
        guard let document else { return skipped(.digests, "there is no package.json") }
        let listed = Dictionary(uniqueKeysWithValues: document.objects.map { ($0.path, $0.sha256) })
        let ours = cached.filter { $0.key.reel == reel && $0.key.version == document.version }
        let problems = ours.compactMap { entry -> String? in
            let path = PackageLayout.path(of: entry.key.object, in: entry.key.rendition)
            guard let path, let expected = listed[path] else { return "\(entry.key) is not in package.json" }
            return entry.digest == expected ? nil : "\(entry.key) has other bytes than \(path)"
        }
        return row(
            .digests, "\(ours.count - problems.count) of \(ours.count) objects",
            problems + (ours.isEmpty ? ["the cache is empty"] : []))
    }

    /// Each object in the cache has the bytes that the origin read from the disk for it.
    ///
    /// - Parameter read: of each object that was fetched, by `rendition:object`, the digest of those bytes on the disk.
    package func digests(_ cached: [(key: CacheKey, digest: ContentDigest?)], read: [String: ContentDigest]) -> ClaimRow
    {
        let problems = cached.compactMap { entry -> String? in
            guard let expected = read[entry.key.shortName] else { return "\(entry.key) was never fetched" }
            return entry.digest == expected ? nil : "\(entry.key) has other bytes than the file on the disk"
        }
        return row(
            .digests, "\(cached.count - problems.count) of \(cached.count) objects",
            problems + (cached.isEmpty ? ["the cache is empty"] : []))
    }

    /// Every response of every play is in both accounts with the same bytes.
    package func ledger(_ plays: [PlayRecord]) -> ClaimRow {
        let lines = plays.flatMap { Ledger($0.log).lines }
        let comparison = LedgerComparison(lines, plays.flatMap(\.requests), sessions: plays.map(\.session))
        return row(
            .ledger,
            "\(comparison.matched) responses, \(comparison.clientBytes) bytes here, \(comparison.originBytes) there",
            comparison.differences + (lines.isEmpty ? ["no response was accounted for"] : []))
    }
}
