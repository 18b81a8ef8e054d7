import Catalog
import HTTP
import MediaTypes

// From a URL to tracks: the playback answer, the multivariant playlist, and both again when URLs have aged.

extension Session {
    mutating func open() {
        guard reel != nil else { return request(.answer, url: configuration.url, cause: .answer) }
        guard let answer, streams == nil else { return }
        request(.streams, url: answer.url, cause: .playlist)
    }

    mutating func receiveAnswer(_ transfer: Transfer, _ head: FetchHead, _ body: [UInt8]) {
        let isPlaylist =
            head.headers["Content-Type"].map(Self.isPlaylistType) ?? body.starts(with: Array("#EXTM3U".utf8))
        guard isPlaylist, answer == nil else { return receivePlaybackAnswer(transfer, body) }
        let reel = configuration.foreignReel(configuration.url)
        (self.reel, version) = (reel, .foreign)
        record(.foreign(reel: reel))
        emit(.listCache(reel, .foreign))
        receiveStreams(head, body, generation: generation)
    }

    private mutating func receivePlaybackAnswer(_ transfer: Transfer, _ body: [UInt8]) {
        let answer: PlaybackAnswer
        do {
            answer = try CanonicalJSON.decode(PlaybackAnswer.self, from: body)
            try Format.check(answer.format, of: "the playback answer")
        } catch {
            return fail(.badAnswer("the playback answer cannot be read: \(error)"))
        }
        let isFirst = self.answer == nil
        if !isFirst, answer.id != reel || answer.version != version {
            isRefreshing = false
            return end(.failed(.contentChanged))
        }
        self.answer = answer
        access = URLAccess(
            signedAt: answer.serverTime, expiresAt: answer.expiresAt,
            clock: ServerClock(answer.serverTime, asked: transfer.startedAt, answered: now))
        record(
            .answered(
                reel: answer.id, version: answer.version, signedAt: answer.serverTime, expiresAt: answer.expiresAt,
                refresh: isFirst ? 0 : generation + 1))
        if isFirst {
            (reel, version) = (answer.id, answer.version)
            emit(.listCache(answer.id, answer.version))
        } else {
            isRefreshing = false
            generation += 1
        }
    }

    mutating func receiveStreams(_ head: FetchHead, _ body: [UInt8], generation: Int) {
        let map: StreamMap
        do {
            map = try StreamMap(playlist: body, url: head.url, answer: answer)
        } catch {
            return fail(error)
        }
        if let streams {
            guard streams.describesSameMedia(as: map) else { return end(.failed(.contentChanged)) }
            replaceURLs(map, generation: generation)
        } else {
            makeTracks(map, generation: generation)
        }
        streams = map
        streamsGeneration = generation
    }

    private mutating func makeTracks(_ map: StreamMap, generation: Int) {
        if let failure = missingRung(map) { return fail(failure) }
        let top = map.variants.firstIndex { $0.id == configuration.maxRung } ?? map.variants.count - 1
        let variants = map.variants[...top]
        tracks = [
            Track(
                kind: variants[0].isAudioOnly ? .audio : .video,
                rungs: variants.map {
                    .init(id: $0.id, bandwidth: $0.bandwidth, url: $0.url, urlGeneration: generation)
                })
        ]
        if let audio = map.audio(of: variants[0]) {
            let rung = Track.Rung(
                id: audio.id, bandwidth: BitRate(0), url: audio.url, urlGeneration: generation)
            tracks.append(Track(kind: .audio, rungs: [rung]))
        }
        record(.rungs(variants.map { LadderRung(id: $0.id, bandwidth: $0.bandwidth) }))
        phase = .playing
    }

    private func missingRung(_ map: StreamMap) -> PlaybackFailure? {
        let known = map.variants.map(\.id)
        let named = [configuration.maxRung, (configuration.policy as? FixedPolicy)?.rung]
        return named.lazy.compactMap { $0 }.first { !known.contains($0) }.map { .unknownRung($0, known: known) }
    }

    private mutating func replaceURLs(_ map: StreamMap, generation: Int) {
        for rung in tracks[0].rungs.indices {
            guard let variant = map.variants.first(where: { $0.id == tracks[0].rungs[rung].id }) else { continue }
            tracks[0].rungs[rung].url = variant.url
            tracks[0].rungs[rung].urlGeneration = generation
        }
        if tracks.count > 1, let audio = map.audio.first(where: { $0.id == tracks[1].rungs[0].id }) {
            tracks[1].rungs[0].url = audio.url
            tracks[1].rungs[0].urlGeneration = generation
        }
    }

    mutating func receivePlaylist(_ track: Int, _ rung: Int, _ head: FetchHead, _ body: [UInt8], generation: Int) {
        let index: MediaIndex
        do {
            index = try MediaIndex(
                playlist: body, url: head.url, variables: streams?.variables, digest: configuration.digest)
        } catch {
            return fail(error)
        }
        if let before = tracks[track].rungs[rung].index, !before.describesSameMedia(as: index) {
            return end(.failed(.contentChanged))
        }
        tracks[track].rungs[rung].index = index
        tracks[track].rungs[rung].indexGeneration = generation
        record(
            .playlist(
                rendition: tracks[track].rungs[rung].id, kind: tracks[track].kind, segments: index.segments.count,
                milliseconds: index.duration.wholeMilliseconds))
        if let outline { emit(.remember(outline)) }
    }

    /// Whether a rung's playlist is there, however old its URLs are; asks for it when it is not.
    mutating func hasIndex(_ track: Int, _ rung: Int) -> Bool {
        if tracks[track].rungs[rung].index != nil { return true }
        requestPlaylist(track, rung)
        return false
    }

    /// Whether a rung's playlist is there with URLs that work; asks for what is missing when it is not.
    mutating func hasURLs(_ track: Int, _ rung: Int) -> Bool {
        if tracks[track].rungs[rung].indexGeneration == generation, haveURLsTime() { return true }
        requestPlaylist(track, rung)
        return false
    }

    private mutating func requestPlaylist(_ track: Int, _ rung: Int) {
        guard haveURLsTime() else { return }
        guard streamsGeneration == generation else {
            if let answer { request(.streams, url: answer.url, cause: .playlist) }
            return
        }
        request(.playlist(track: track, rung: rung), url: tracks[track].rungs[rung].url, cause: .playlist)
    }

    /// Whether URLs of this generation may still be used. Asks for new ones when it is time.
    private mutating func haveURLsTime() -> Bool {
        if isRefreshing {
            askAgain()
            return false
        }
        guard let access, access.isDue(at: now), now >= refreshNotBefore else { return true }
        refresh(.expiring)
        return false
    }

    /// One for the whole reel, however many of its requests want it.
    mutating func refresh(_ cause: RefreshCause) {
        guard !isRefreshing else { return }
        isRefreshing = true
        record(.refreshing(why: cause))
        askAgain()
    }

    private mutating func askAgain() {
        request(.answer, url: configuration.url, cause: .answer)
    }

    /// Comes to an end when what has arrived is shown.
    mutating func end(_ outcome: Outcome) {
        guard phase == .playing else { return finish(outcome) }
        ending = outcome
        for id in transfers.keys.sorted() where transfers[id]?.isForgotten == false {
            transfers[id]?.isForgotten = true
            emit(.cancel(id))
        }
        underWay.removeAll()
        for track in tracks.indices {
            tracks[track].arrival = nil
            tracks[track].isComplete = true
        }
    }

    private static func isPlaylistType(_ value: String) -> Bool {
        let type = value.prefix { $0 != ";" }.lowercased()
        return ["application/vnd.apple.mpegurl", "application/x-mpegurl", "audio/mpegurl", "audio/x-mpegurl"]
            .contains(type)
    }
}
