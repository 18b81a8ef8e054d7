package import FFmpeg
package import MediaTypes

/// Where the times of a file start again or leap, as where recordings are joined byte by byte: libavformat hands on the
/// times of a transport stream as they are. What follows is put behind what is before, all streams alike.
package struct TimeJumps: Equatable, Sendable {
    /// By the number of the stream; in order.
    package internal(set) var shifts: [Int: [Input.Shift]] = [:]
    /// Where, from the beginning of the first part.
    package internal(set) var places: [MediaTime] = []

    package var isEmpty: Bool { places.isEmpty }

    var notes: [String] {
        guard let first = places.first else { return [] }
        return places.count == 1
            ? ["the time starts again at \(first) s; what follows is put behind it"]
            : ["the time starts again in \(places.count) places, first at \(first) s; what follows is put behind it"]
    }
}

/// Looks whether the times of a file may jump. Cheap, and wrong in one direction only: a stream that pauses may too.
struct JumpSuspicion {
    private var highest: [Int: Int64] = [:]
    private var latest: Int64?
    private(set) var isFounded = false

    mutating func add(_ packet: Packet, of stream: StreamInfo) {
        guard let stamp = TimeStamp(packet, of: stream, number: 0) else { return }
        if let before = highest[stamp.stream], stamp.time + TimeStamp.slack < before { isFounded = true }
        if let latest, stamp.time > latest + TimeStamp.leap { isFounded = true }
        highest[stamp.stream] = max(highest[stamp.stream] ?? stamp.time, stamp.time)
        latest = max(latest ?? stamp.time, stamp.time)
    }
}

/// When a packet is decoded and shown, in ticks of 90 kHz, which the clock of MPEG-2 systems is exactly.
struct TimeStamp {
    static let timescale = Timescale(90_000)
    /// Times of decoding that go back by less are a clock's rounding, or times of presentation in their stead: 0.1 s.
    static let slack: Int64 = 9000
    /// More is no gap within a recording: 10 s.
    static let leap: Int64 = 900_000

    let stream: Int
    /// Packets of the stream, counted from 0.
    let number: Int
    let time: Int64
    let shown: Int64
    let duration: Int64

    init?(_ packet: Packet, of stream: StreamInfo, number: Int) {
        let base = stream.timeBase
        guard let time = base.plausible(packet.dts ?? packet.pts)?.ticks(of: Self.timescale) else { return nil }
        self.stream = stream.index
        self.number = number
        self.time = time
        shown = base.plausible(packet.pts ?? packet.dts)?.ticks(of: Self.timescale) ?? time
        duration = base.plausible(max(0, packet.duration))?.ticks(of: Self.timescale) ?? 0
    }
}

/// Finds the jumps in the times of all packets, which come in the file's order.
struct JumpFinder {
    /// A stretch of the file within which no time jumps.
    private struct Part {
        var earliest: Int64
        var latest: Int64
        /// By stream: when the first picture or sound begins and the last ends.
        var begin: [Int: Int64] = [:]
        var end: [Int: Int64] = [:]
    }

    private struct State {
        var part: Int
        var highest: Int64
        /// When the next packet is to be expected.
        var next: Int64
        /// The same when the newest part began, which this stream has not reached.
        var awaited: Int64
    }

    /// How much of a stream may still come after another has jumped: what a multiplexer holds back, 2 s.
    private static let delay: Int64 = 180_000
    /// Times that come back so soon were those of damaged packets, or of pictures that are shown in another order (H.264 and
    /// HEVC hold back 16 at most) in a stream that has no times of decoding.
    private static let lookAhead = 16
    /// By how many parts a stream may be behind another: who makes each packet a part is not given the square of the time.
    private static let mostBehind = 64

    private let streams: [StreamInfo]
    private var stamps: [TimeStamp] = []
    private var counts: [Int: Int] = [:]
    private var parts: [Part] = []
    private var states: [Int: State] = [:]
    private var changes: [(stream: Int, packet: Int, part: Int)] = []

    init(_ streams: [StreamInfo]) { self.streams = streams }

    mutating func add(_ packet: Packet) {
        let stream = packet.streamIndex
        if let stamp = TimeStamp(packet, of: streams[stream], number: counts[stream, default: 0]) {
            stamps.append(stamp)
        }
        counts[stream, default: 0] += 1
    }

    /// None where a stream goes on as before while another jumps: that is damage of the one.
    mutating func finish() -> TimeJumps {
        var following: [Int: [Int64]] = [:]
        for stamp in stamps { following[stamp.stream, default: []].append(stamp.time) }
        var place: [Int: Int] = [:]
        for stamp in stamps {
            let index = place[stamp.stream, default: 0]
            place[stamp.stream] = index + 1
            let soon = (following[stamp.stream] ?? [])[(index + 1)...].prefix(Self.lookAhead)
            guard accept(stamp, soon) else { return TimeJumps() }
        }
        return jumps()
    }

    /// `soon` are the next times of the same stream. `false` when it goes on as if nothing had jumped.
    private mutating func accept(_ stamp: TimeStamp, _ soon: ArraySlice<Int64>) -> Bool {
        guard let state = states[stamp.stream] else {
            if parts.isEmpty { parts.append(Part(earliest: stamp.time, latest: stamp.time)) }
            enter(parts.count - 1, stamp)
            return true
        }
        let limit = max(parts[state.part].latest, state.next) + TimeStamp.leap
        if stamp.time + TimeStamp.slack < state.highest || stamp.time > limit {
            guard !soon.contains(where: { $0 > state.highest && $0 <= limit }) else { return true }
            enter(newer(than: state.part, for: stamp) ?? begin(stamp), stamp)
        } else if let part = newer(than: state.part, for: stamp), stamp.time > state.next + TimeStamp.timescale.second {
            // A stream that had paused, so that it does not seem to jump.
            enter(part, stamp)
        } else {
            if state.part < parts.count - 1, stamp.time > state.awaited + Self.delay { return false }
            extend(state.part, stamp)
        }
        return true
    }

    /// A part after a stream's own which the time is one of.
    private func newer(than part: Int, for stamp: TimeStamp) -> Int? {
        (max(part + 1, parts.count - Self.mostBehind)..<max(part + 1, parts.count)).first {
            stamp.time >= parts[$0].earliest - Self.delay && stamp.time <= parts[$0].latest + TimeStamp.leap
        }
    }

    private mutating func begin(_ stamp: TimeStamp) -> Int {
        parts.append(Part(earliest: stamp.time, latest: stamp.time))
        for (stream, state) in states { states[stream]?.awaited = state.next }
        return parts.count - 1
    }

    private mutating func enter(_ part: Int, _ stamp: TimeStamp) {
        if part > 0 { changes.append((stamp.stream, stamp.number, part)) }
        states[stamp.stream] = State(part: part, highest: stamp.time, next: stamp.time, awaited: stamp.time)
        extend(part, stamp)
    }

    private mutating func extend(_ part: Int, _ stamp: TimeStamp) {
        let (time, stream) = (stamp.time, stamp.stream)
        if var state = states[stream] {
            state.highest = max(state.highest, time)
            state.next = max(state.next, time + stamp.duration)
            states[stream] = state
        }
        parts[part].earliest = min(parts[part].earliest, time)
        parts[part].latest = max(parts[part].latest, time)
        parts[part].begin[stream] = min(parts[part].begin[stream] ?? stamp.shown, stamp.shown)
        parts[part].end[stream] = max(parts[part].end[stream] ?? stamp.shown, stamp.shown + stamp.duration)
    }

    private func jumps() -> TimeJumps {
        guard let first = parts.first, let start = first.begin.values.min(), parts.count > 1 else { return TimeJumps() }
        var jumps = TimeJumps()
        var shifts: [Int64] = [0]
        var ends = first.end
        for part in parts.dropFirst() {
            let shift = shift(of: part, behind: ends)
            shifts.append(shift)
            let place = (part.begin.values.min() ?? part.earliest) + shift - start
            jumps.places.append(MediaTime(max(0, place), TimeStamp.timescale))
            for (stream, end) in part.end { ends[stream] = max(ends[stream] ?? end + shift, end + shift) }
        }
        for (stream, packet, part) in changes {
            let base = streams[stream].timeBase
            let ticks = MediaTime(shifts[part], TimeStamp.timescale).ticks(of: base.timescale) / Int64(base.numerator)
            jumps.shifts[stream, default: []].append(Input.Shift(packet: packet, ticks: ticks))
        }
        return jumps
    }

    /// Pictures go on without a gap; sound that would overlap by more than rounding makes one.
    private func shift(of part: Part, behind ends: [Int: Int64]) -> Int64 {
        let shifts = part.begin.compactMap { stream, begin in ends[stream].map { (stream, $0 - begin) } }
        let most = shifts.map(\.1).max() ?? (ends.values.max() ?? 0) - (part.begin.values.min() ?? 0)
        let ofPictures = shifts.filter { streams[$0.0].kind == .video }.map(\.1).max()
        return ofPictures.flatMap { most <= $0 + TimeStamp.slack ? $0 : nil } ?? most
    }
}

extension Timescale {
    fileprivate var second: Int64 { Int64(ticksPerSecond) }
}
