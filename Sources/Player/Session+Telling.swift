import Catalog
import HTTP
import MediaTypes

/// What a session has told of itself, and what there is to tell with its next request.
struct ToldData: Hashable, Sendable {
    /// The playhead stood still since the last request.
    var wasStarved = false
    /// From the start to the first frame, until it was told.
    var startDelay: Duration?
    var reports = 0
}

// Common Media Client Data of a session's own requests. Keys, units and rounding are those of CTA-5004 §3.1.

extension Session {
    /// The URL and the fields of a request with what the session tells of itself.
    mutating func telling(of purpose: Purpose, url: String, _ headers: Headers) -> (url: String, headers: Headers) {
        guard let reporting = configuration.reporting else { return (url, headers) }
        defer {
            told.wasStarved = false
            told.startDelay = nil
            told.reports += 1
        }
        return reporting.carry(data(of: purpose, reporting), url, headers)
    }

    private func data(of purpose: Purpose, _ reporting: ClientReporting) -> CMCD {
        var data = CMCD(["sid": .string(String(configuration.name.prefix(64))), "ot": .token(objectType(purpose))])
        if let reel { data.values["cid"] = .string(reel.text) }
        if purpose != .answer {
            data.values["sf"] = .token("h")
            data.values["st"] = .token("v")
        }
        if let speed = configuration.pace.speed, speed != 1, speed > 0 { data.values["pr"] = .decimal(speed) }
        if told.wasStarved { data.values["bs"] = .flag(true) }
        if isUrgent { data.values["su"] = .flag(true) }
        if let rate = estimator.estimate { data.values["mtp"] = .integer(Self.hundreds(rate / 1000)) }
        if case .object(let id) = purpose, let object = objects[id] { add(object, to: &data, reporting.version) }
        if reporting.version > 1 { makeLater(&data) } else { addUse(to: &data) }
        return data
    }

    /// CTA-5004 has no word in version 1 for what is fetched and may never be played.
    private func addUse(to data: inout CMCD) {
        if configuration.use != .play { data.values["com.reelrig-cause"] = .token(configuration.use.cause.rawValue) }
    }

    private func objectType(_ purpose: Purpose) -> String {
        switch purpose {
        case .answer: return "o"
        case .streams, .playlist: return "m"
        case .object(let id):
            guard let object = objects[id] else { return "o" }
            if case .initialization = object.place { return "i" }
            if case .contentKey = object.place { return "k" }
            if tracks[object.track].kind == .audio { return "a" }
            return hasMixedMedia ? "av" : "v"
        }
    }

    /// Whether sound comes in the same segments as the picture, as far as it is known.
    private var hasMixedMedia: Bool {
        tracks.count == 1
            && !(answer.map { !$0.renditions.isEmpty && $0.renditions.allSatisfy { $0.kind != .audio } } ?? false)
    }

    /// Playback waits for it: nothing was shown yet, or the buffer ran dry.
    private var isUrgent: Bool {
        guard configuration.use == .play else { return false }
        guard configuration.pace.speed != nil else { return !hasFirstFrame }
        if case .playing = playhead { return false }
        return true
    }

    private func add(_ object: ObjectState, to data: inout CMCD, _ version: Int) {
        // It is of no rung, and nothing follows it.
        if case .contentKey = object.place { return }
        let track = tracks[object.track]
        data.values["br"] = kilobits(track.rungs[object.rung])
        data.values["tb"] = track.rungs.last.flatMap(kilobits)
        guard let index = track.rungs[object.rung].index else { return }
        var here = index.initializations.first?.location
        var next: MediaIndex.Location?
        switch object.place {
        case .initialization(let at):
            here = index.initializations[at].location
            next = tracks[object.track].arrival.flatMap { arrival in
                index.segments.first { $0.number == arrival.piece.number }?.location
            }
        case .segment(let at):
            here = index.segments[at].location
            next = at + 1 < index.segments.count ? index.segments[at + 1].location : nil
            data.values["d"] = .integer(Int(index.segments[at].duration.wholeMilliseconds))
            addBuffer(object.track, to: &data)
        case .contentKey: break
        }
        if let here, let next { addNext(next, after: here, to: &data, version) }
    }

    /// Of segments only: what is ahead of the playhead, and when this one must be there.
    private func addBuffer(_ track: Int, to data: inout CMCD) {
        let buffered = max(.zero, buffered(track))
        data.values["bl"] = .integer(Self.hundreds(milliseconds(buffered)))
        if case .playing = playhead, let speed = configuration.pace.speed, speed > 0 {
            data.values["dl"] = .integer(Self.hundreds(milliseconds(buffered) / speed))
        }
    }

    /// The segment after this one, where it lies beside it. Its query may hold a token and is not told.
    private func addNext(
        _ next: MediaIndex.Location, after here: MediaIndex.Location, to data: inout CMCD, _ version: Int
    ) {
        let (folder, name) = Self.split(next.url)
        guard folder == Self.split(here.url).folder, !name.isEmpty else { return }
        if next.url != here.url || version > 1 { data.values["nor"] = .string(PercentEncoding.encoded(name)) }
        if let range = next.range, !range.isEmpty {
            data.values["nrr"] = .string("\(range.lowerBound)-\(range.upperBound - 1)")
        }
    }

    private static func split(_ url: String) -> (folder: Substring, name: String) {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        guard let slash = path.lastIndex(of: "/") else { return (path, "") }
        return (path[...slash], String(path[path.index(after: slash)...]))
    }

    /// What the origin says of the rendition itself, else of the variant with its sound.
    private func kilobits(_ rung: Track.Rung) -> CMCD.Value? {
        let own = answer?.renditions.first { $0.id == rung.id }?.peakBandwidth ?? rung.bandwidth
        return own.bitsPerSecond > 0 ? .integer((min(own.bitsPerSecond, 1 << 50) + 500) / 1000) : nil
    }

    /// Version 2: what may be several is a list, the next object has its range with it, and there are more keys.
    private func makeLater(_ data: inout CMCD) {
        for key in ["bl", "br", "mtp", "tb"] {
            if let value = data.values[key] { data.values[key] = .list([.init(value)]) }
        }
        let range = data.values.removeValue(forKey: "nrr")
        if case .string(let name)? = data.values["nor"] {
            data.values["nor"] = .list([
                .init(.string(PercentEncoding.decoded(name)), range.map { ["r": $0] } ?? [:])
            ])
        }
        data.values["v"] = .integer(2)
        data.values["sn"] = .integer(told.reports)
        data.values["sta"] = .token(state)
        guard configuration.use == .play, configuration.pace.speed != nil else { return }
        data.values["tbl"] = .list([.init(.integer(Self.hundreds(milliseconds(configuration.bufferTarget))))])
        if playhead != .before { data.values["pt"] = .integer(Int(position.wholeMilliseconds)) }
        if let delay = told.startDelay { data.values["msd"] = .integer(Int(delay.wholeMilliseconds)) }
    }

    private var state: String {
        guard configuration.use == .play else { return "d" }
        return switch playhead {
        case .before: configuration.pace.speed == nil && hasFirstFrame ? "p" : "s"
        case .playing: "p"
        case .stalled: "r"
        }
    }

    private func milliseconds(_ time: Duration) -> Double { Double(time.wholeMilliseconds) }

    /// To the nearest hundred, bounded.
    private static func hundreds(_ number: Double) -> Int { Int((min(max(number, 0), 1e12) / 100).rounded()) * 100 }
}
