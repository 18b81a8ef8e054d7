import Catalog
import MediaTypes

/// Where playback stands. Times are media times; `since` is on the session's clock.
enum Playhead: Hashable, Sendable {
    case before
    case playing(since: Duration, from: Duration)
    case stalled(since: Duration, at: Duration)
}

// Decoding, the playhead and the end.

extension Session {
    /// What a warning has made of the budget, also when it comes at the end of all. Nothing grows again.
    mutating func shrink(_ shortage: MediaBudget.Shortage, _ steps: [MediaBudget.Step]) {
        record(.warned(of: shortage, steps: steps))
        for step in steps {
            switch step.number {
            case .buffer: configuration.bufferTarget = min(configuration.bufferTarget, .milliseconds(step.to))
            case .preload: if configuration.use == .preload { finish(.stopped) }
            case .cache, .downloads: break
            }
        }
    }

    /// How far ahead of the playhead segments are decoded.
    private static let decodeAhead: Duration = .seconds(4)

    /// Media of a track that waits to be shown.
    func buffered(_ track: Int) -> Duration {
        tracks[track].end - (configuration.pace.speed == nil ? tracks[track].shownEnd : position)
    }

    /// Media time of the playhead. It does not pass the end of what has arrived.
    var position: Duration {
        switch playhead {
        case .before: .zero
        case .playing(let since, let from):
            min(from + (now - since) * (configuration.pace.speed ?? 1), max(from, arrivedEnd ?? reelEnd))
        case .stalled(_, let position): position
        }
    }

    /// Where what has arrived of all tracks ends; `nil` when everything has.
    private var arrivedEnd: Duration? { tracks.filter { !$0.isComplete }.map(\.end).min() }

    private var reelEnd: Duration { tracks.map(\.end).max() ?? .zero }

    /// Hands the next segment to the decoder, or takes it as shown where nothing is decoded.
    mutating func show(_ track: Int) {
        while tracks[track].decoding == nil, let piece = tracks[track].waiting.first {
            if configuration.pace.speed != nil, piece.start - position > Self.decodeAhead { return }
            tracks[track].waiting.removeFirst()
            if isDecoded(piece, track) {
                tracks[track].decoding = piece
                emit(.decode(piece))
            } else {
                finishShowing(piece, track)
                if track == 0 { showFirstFrame() }
            }
        }
    }

    private func isDecoded(_ piece: Piece, _ track: Int) -> Bool {
        guard configuration.use == .play else { return false }
        return switch configuration.decode {
        case .none: false
        case .first: track == 0 && !hasFirstFrame
        case .all: true
        }
    }

    mutating func showFirstFrame() {
        guard !hasFirstFrame, configuration.use == .play else { return }
        hasFirstFrame = true
        told.startDelay = now - startedAt
        record(.firstFrame)
    }

    mutating func finishDecoding(_ segment: ObjectID, _ report: DecodeReport) {
        guard phase != .finished, let track = tracks.firstIndex(where: { $0.decoding?.segment == segment }),
            var piece = tracks[track].decoding
        else { return }
        if piece.isKindGuessed, report.framesExpected == 0, report.framesSeen == 0, report.samplesSeen > 0 {
            piece.kind = .audio
            tracks[track].kind = .audio
        }
        record(.decoded(rendition: piece.rendition, kind: piece.kind, number: piece.number, report: report))
        tracks[track].decoding = nil
        if track == 0, report.framesSeen + report.samplesSeen > 0 { showFirstFrame() }
        finishShowing(piece, track)
    }

    private mutating func finishShowing(_ piece: Piece, _ track: Int) {
        tracks[track].shownEnd = piece.end
        if configuration.use == .play {
            for key in Set([piece.initializationSeal?.key, piece.segmentSeal?.key].compactMap(\.self)).sorted() {
                noteUse(of: key)
            }
            record(
                .played(
                    rendition: piece.rendition, kind: piece.kind, number: piece.number,
                    milliseconds: piece.duration.wholeMilliseconds))
        }
        emit(.release(piece.segment))
    }

    private mutating func noteUse(of key: ObjectID) {
        guard usedKeys.insert(key).inserted, let object = objects[key] else { return }
        record(.unlocked(rendition: object.rendition, object: object.object))
    }

    /// Starts when there is a picture to show and every track has something to play, also after a stall.
    mutating func startPlayhead() {
        guard let speed = configuration.pace.speed, speed > 0 else { return }
        switch playhead {
        case .before:
            guard hasFirstFrame || isOver, arrivedEnd.map({ $0 > .zero }) ?? true else { return }
            playhead = .playing(since: now, from: .zero)
        case .stalled(let since, let position):
            guard arrivedEnd.map({ $0 > position }) ?? true else { return }
            record(.resumed(microseconds: (now - since).wholeMicroseconds))
            playhead = .playing(since: now, from: position)
        case .playing: return
        }
    }

    /// A stall is the playhead at the end of what has arrived, when that is not the end of the reel.
    mutating func movePlayhead() {
        guard case .playing(let since, let from) = playhead, let end = arrivedEnd, position >= end else { return }
        let speed = configuration.pace.speed ?? 1
        let at = since + max(.zero, end - from) / speed
        record(.stalled(atMilliseconds: end.wholeMilliseconds))
        playhead = .stalled(since: at, at: end)
        told.wasStarved = true
    }

    private var isOver: Bool { !tracks.isEmpty && tracks.allSatisfy(\.isDrained) }

    mutating func finishWhenPlayed() {
        guard phase == .playing, isOver else { return }
        if configuration.pace.speed != nil, ending == nil, position < reelEnd { return }
        finish(ending ?? .played)
    }

    /// Names the next moment at which something is due without anything happening.
    mutating func scheduleWake() {
        guard phase != .finished else { return }
        let moments = notBefore.values.filter { $0 > now } + playheadMoments()
        let next = moments.min()
        guard next != wake else { return }
        wake = next
        emit(.wake(at: next))
    }

    private func playheadMoments() -> [Duration] {
        guard let speed = configuration.pace.speed, case .playing(let since, let from) = playhead else { return [] }
        var places = [arrivedEnd ?? reelEnd]
        for track in tracks {
            if !track.isComplete, track.arrival == nil { places.append(track.end - configuration.bufferTarget) }
            if let piece = track.waiting.first, track.decoding == nil { places.append(piece.start - Self.decodeAhead) }
        }
        // Rounding must not make a moment come before its time.
        return places.map { max(since + ($0 - from) / speed, now) + .microseconds(1) }
    }
}
