import Catalog
import MediaTypes

// Which rung the next segment comes from, and getting hold of it.

extension Session {
    private struct Choice {
        var rung: Int
        var reason: RungReason
        var throughput: Int?
    }

    /// Begins with the next segment of a track when the buffer has room for it, and takes in the one that is whole.
    mutating func arrive(_ track: Int) {
        takeIn(track)
        if let length = configuration.length, tracks[track].end >= length { tracks[track].isComplete = true }
        guard phase == .playing, tracks[track].arrival == nil, !tracks[track].isComplete, cached != nil,
            buffered(track) < configuration.bufferTarget
        else { return }
        guard let choice = choose(track), hasIndex(track, choice.rung),
            !configuration.keys.needsURL || hasURLs(track, choice.rung),
            let index = tracks[track].rungs[choice.rung].index
        else { return }
        let next = index.segment(at: tracks[track].end)
        guard next < index.segments.count else {
            tracks[track].isComplete = true
            return
        }
        begin(index.segments[next], at: next, track, choice)
    }

    private mutating func choose(_ track: Int) -> Choice? {
        let rungs = tracks[track].rungs
        guard track == 0, rungs.count > 1 else { return Choice(rung: 0, reason: .only) }
        let allowed = rungs.indices.filter { $0 != tracks[0].refused?.rung }
        if configuration.keys.needsURL {
            let missing = allowed.filter { !hasURLs(0, $0) }
            guard missing.isEmpty else { return nil }
        }
        // What is to stay is the best there is.
        if configuration.use == .download, let best = allowed.last { return Choice(rung: best, reason: .fixed) }
        if let rung = allowed.last(where: isCached) { return Choice(rung: rung, reason: .cached) }
        if let refused = tracks[0].refused?.rung {
            return Choice(rung: refused > 0 ? refused - 1 : 1, reason: .fallback)
        }
        // What the audio's first objects teach meanwhile does not change where playback begins.
        let throughput = tracks[0].lastRung == nil ? priorEstimate : estimator.estimate
        let situation = RungSituation(
            rungs: rungs.map { .init(id: $0.id, bandwidth: $0.bandwidth) }, throughput: throughput,
            buffered: buffered(0), previous: tracks[0].lastRung.map { rungs[$0].id },
            speed: configuration.pace.speed ?? 1)
        let choice = configuration.policy.choose(situation)
        return Choice(rung: choice.rung, reason: choice.reason, throughput: throughput.map(wholeRate))
    }

    private func isCached(_ rung: Int) -> Bool {
        guard let number = tracks[0].nextNumber(in: rung) else { return false }
        if isOffline, let index = tracks[0].rungs[rung].index {
            let segment = index.segments[index.segment(at: tracks[0].end)]
            return absent(tracks[0].rungs[rung].id, segment, in: index).isEmpty
        }
        var url = ""
        if configuration.keys.needsURL, let index = tracks[0].rungs[rung].index {
            url = index.segments[index.segment(at: tracks[0].end)].location.url
        }
        return key(tracks[0].rungs[rung].id, .segment(number), url: url).map { cached?.contains($0) ?? false } ?? false
    }

    private mutating func begin(_ segment: MediaIndex.Segment, at place: Int, _ track: Int, _ choice: Choice) {
        let rung = tracks[track].rungs[choice.rung]
        if track == 0 {
            record(
                .decided(
                    Decision(
                        number: segment.number, rung: rung.id, reason: choice.reason, throughput: choice.throughput,
                        bufferedMilliseconds: buffered(0).wholeMilliseconds)))
        }
        let initialization = segment.initialization.map { initializationObject($0, track, choice.rung) }
        let section = segment.initialization.flatMap { rung.index?.initializations[$0] }
        var piece = Piece(
            segment: makeObject(track, choice.rung, .segment(place)), initialization: initialization,
            rendition: rung.id, kind: tracks[track].kind, number: segment.number, start: segment.start,
            duration: segment.duration, isDiscontinuity: segment.isDiscontinuity,
            firstFrameOnly: configuration.decode == .first)
        piece.isKindGuessed = tracks[track].isKindGuessed
        piece.segmentSeal = seal(segment.encryption, track, choice.rung)
        piece.initializationSeal = seal(section?.encryption, track, choice.rung)
        tracks[track].arrival = Track.Arrival(
            piece: piece, rung: choice.rung, reason: choice.reason, throughput: choice.throughput)
        if let refused = tracks[track].refused, refused.rung != choice.rung {
            freshRefusals[.object(piece.segment)] = refused.times
        }
    }

    private mutating func initializationObject(_ place: Int, _ track: Int, _ rung: Int) -> ObjectID {
        if let known = tracks[track].rungs[rung].initializations[place] { return known }
        let object = makeObject(track, rung, .initialization(place))
        tracks[track].rungs[rung].initializations[place] = object
        return object
    }

    /// With the object of its key, which is one for the session, whatever has it.
    private mutating func seal(_ encryption: MediaIndex.Encryption?, _ track: Int, _ rung: Int) -> Piece.Seal? {
        guard let encryption, let id = tracks[track].rungs[rung].index?.keys[encryption.key].id else { return nil }
        let known = contentKeys[id]
        let key = known ?? makeObject(track, rung, .contentKey(encryption.key))
        contentKeys[id] = key
        return Piece.Seal(key: key, vector: encryption.vector)
    }

    private mutating func takeIn(_ track: Int) {
        guard let arrival = tracks[track].arrival else { return }
        guard arrival.piece.objects.allSatisfy({ objects[$0]?.stage == .ready }) else { return }
        if track == 0 { reportSwitch(arrival) }
        tracks[track].arrival = nil
        tracks[track].refused = nil
        tracks[track].lastRung = arrival.rung
        tracks[track].end = arrival.piece.end
        tracks[track].waiting.append(arrival.piece)
        objects[arrival.piece.segment] = nil
    }

    private mutating func reportSwitch(_ arrival: Track.Arrival) {
        guard let before = tracks[0].lastRung, before != arrival.rung else { return }
        record(
            .switched(
                SwitchReport(
                    number: arrival.piece.number, from: tracks[0].rungs[before].id, to: arrival.piece.rendition,
                    isUp: arrival.rung > before, reason: arrival.reason, throughput: arrival.throughput,
                    atMilliseconds: arrival.piece.start.wholeMilliseconds)))
    }

    /// After a refusal that new URLs would not mend. `false` when nothing is left to try.
    mutating func takeAnotherRung(insteadOf purpose: Purpose) -> Bool {
        let refused: (track: Int, rung: Int)
        switch purpose {
        case .answer: return false
        case .streams: return true
        case .playlist(let track, let rung): refused = (track, rung)
        case .object(let id):
            guard let object = objects[id] else { return false }
            refused = (object.track, object.rung)
        }
        guard refused.track == 0, tracks[0].rungs.count > 1 else { return true }
        guard tracks[0].refused == nil else { return false }
        tracks[0].refused = (refused.rung, 1)
        forgetArrival(0)
        return true
    }
}
