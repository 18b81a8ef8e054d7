import Catalog
import MediaTypes

/// The main track of a session, whose rungs the policy chooses between, or the audio that goes with it.
struct Track: Sendable {
    struct Rung: Sendable {
        var id: RenditionID
        var bandwidth: BitRate
        /// Of its playlist, signed in generation `urlGeneration`.
        var url: String
        var urlGeneration: Int
        var index: MediaIndex?
        var indexGeneration: Int?
        /// Objects of the index's initialization sections, as far as they were needed.
        var initializations: [Int: ObjectID] = [:]
    }

    /// A segment that is being got hold of.
    struct Arrival: Sendable {
        var piece: Piece
        var rung: Int
        var reason: RungReason
        var throughput: Int?
    }

    var kind: RenditionKind
    /// By ascending bandwidth, within the caps.
    var rungs: [Rung]
    var arrival: Arrival?
    /// Arrived, and not yet decoded or shown; in order.
    var waiting: [Piece] = []
    var decoding: Piece?
    /// Where what has arrived ends, without a gap, and where what was shown ends.
    var end: Duration = .zero
    var shownEnd: Duration = .zero
    /// Nothing is to come.
    var isComplete = false
    /// The rung of the last segment that arrived.
    var lastRung: Int?
    /// A rung whose URLs were refused for the segment that comes next, and how often.
    var refused: (rung: Int, times: Int)?

    init(kind: RenditionKind, rungs: [Rung]) {
        self.kind = kind
        self.rungs = rungs
    }

    /// Whether nothing has said yet what is in it: a media playlist in the place of a multivariant one has no bandwidth, no
    /// codecs and no resolution. It is taken for video until a segment of it turns out to have sound alone.
    var isKindGuessed: Bool { kind == .video && rungs.count == 1 && rungs[0].bandwidth == BitRate(0) }

    var isDrained: Bool { isComplete && arrival == nil && waiting.isEmpty && decoding == nil }

    /// The media sequence number of what comes next, by the rung's own playlist or, before that is known, by
    /// another's; a playlist begins at 0 unless it says otherwise (RFC 8216bis §4.4.3.2).
    func nextNumber(in rung: Int) -> Int? {
        let index = rungs[rung].index ?? rungs.lazy.compactMap(\.index).first
        guard let index else { return 0 }
        let next = index.segment(at: end)
        return next < index.segments.count ? index.segments[next].number : nil
    }
}
