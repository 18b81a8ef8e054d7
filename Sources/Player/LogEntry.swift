package import Catalog
package import MediaTypes

/// One line of a session's event log: when, and what. Metrics, the ledger and reports are folds over the log.
package struct LogEntry: Hashable, Sendable, Codable {
    /// Microseconds since the session began.
    package var t: Int64
    package var what: Occurrence

    package init(t: Int64, _ what: Occurrence) {
        self.t = t
        self.what = what
    }

    private enum CodingKeys: String, CodingKey { case t }

    package init(from decoder: any Decoder) throws {
        t = try decoder.container(keyedBy: CodingKeys.self).decode(Int64.self, forKey: .t)
        what = try Occurrence(from: decoder)
    }

    /// `{"firstFrame": {…}, "t": 4211}`.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(t, forKey: .t)
        try what.encode(to: encoder)
    }

    package var time: Duration { .microseconds(t) }
}

/// What can happen in a session. No URL is in it, since URLs carry tokens.
package enum Occurrence: Hashable, Sendable, Codable {
    case started(session: String, policy: String, speed: Double?)
    case requested(id: FetchID, cause: ByteCause, rendition: RenditionID?, object: ObjectName?, from: Int?)
    case responded(id: FetchID, status: Int)
    /// The end of a response. `bytes` is what its body brought, as transferred.
    case ended(id: FetchID, status: Int?, bytes: Int, end: ResponseEnd)
    /// A playback answer came; `refresh` is 0 for the first.
    case answered(reel: ReelID, version: VersionID, signedAt: UnixTime, expiresAt: UnixTime, refresh: Int)
    /// The cache alone says what there is to play.
    case remembered(reel: ReelID, version: VersionID)
    /// A stream that no playback answer describes.
    case foreign(reel: ReelID)
    /// New URLs are being asked for.
    case refreshing(why: RefreshCause)
    case rungs([LadderRung])
    case playlist(rendition: RenditionID, kind: RenditionKind, segments: Int, milliseconds: Int64)
    case decided(Decision)
    case switched(SwitchReport)
    /// An object came from the cache.
    case hit(rendition: RenditionID, object: ObjectName, bytes: Int)
    /// The first bytes of an object came from the cache: the rest is fetched.
    case foundPrefix(rendition: RenditionID, object: ObjectName, bytes: Int)
    /// What had arrived of an object that is not whole stays in the cache.
    case leftPrefix(rendition: RenditionID, object: ObjectName, bytes: Int, requests: [FetchID])
    /// An object arrived whole over the wire. `key` is what it is kept under.
    case fetched(rendition: RenditionID, object: ObjectName, bytes: Int, requests: [FetchID])
    case stored(rendition: RenditionID, object: ObjectName, result: StoreResult)
    /// What had arrived of an object was thrown away.
    case discarded(rendition: RenditionID, object: ObjectName, requests: [FetchID], why: DiscardCause)
    case sampled(bytes: Int, microseconds: Int64, estimate: Int)
    /// A request is made again later.
    case retrying(id: FetchID, microseconds: Int64, why: String)
    case firstFrame
    case decoded(rendition: RenditionID, kind: RenditionKind, number: Int, report: DecodeReport)
    /// A segment was taken out of the buffer and shown, as far as the session's mode shows anything.
    case played(rendition: RenditionID, kind: RenditionKind, number: Int, milliseconds: Int64)
    /// A content key is used for the first time.
    case unlocked(rendition: RenditionID, object: ObjectName)
    case stalled(atMilliseconds: Int64)
    /// The end of a stall.
    case resumed(microseconds: Int64)
    /// Memory or the disk is short, and these numbers of the budget became less, in this order.
    case warned(of: MediaBudget.Shortage, steps: [MediaBudget.Step])
    case finished(Outcome)
}

/// A rung as the log lists them, by ascending bandwidth.
package struct LadderRung: Hashable, Sendable, Codable {
    package var id: RenditionID
    package var bandwidth: BitRate

    package init(id: RenditionID, bandwidth: BitRate) {
        self.id = id
        self.bandwidth = bandwidth
    }
}

/// Which rung a segment is taken from, why, and what was known.
package struct Decision: Hashable, Sendable, Codable {
    package var number: Int
    package var rung: RenditionID
    package var reason: RungReason
    /// Bits per second.
    package var throughput: Int?
    package var bufferedMilliseconds: Int64

    package init(
        number: Int, rung: RenditionID, reason: RungReason, throughput: Int?, bufferedMilliseconds: Int64
    ) {
        self.number = number
        self.rung = rung
        self.reason = reason
        self.throughput = throughput
        self.bufferedMilliseconds = bufferedMilliseconds
    }
}

/// Two consecutive segments of two rungs.
package struct SwitchReport: Hashable, Sendable, Codable {
    /// Media sequence number of the first segment of `to`.
    package var number: Int
    package var from: RenditionID
    package var to: RenditionID
    package var isUp: Bool
    package var reason: RungReason
    /// Bits per second.
    package var throughput: Int?
    /// When it begins on the reel's timeline.
    package var atMilliseconds: Int64

    package init(
        number: Int, from: RenditionID, to: RenditionID, isUp: Bool, reason: RungReason, throughput: Int?,
        atMilliseconds: Int64
    ) {
        self.number = number
        self.from = from
        self.to = to
        self.isUp = isUp
        self.reason = reason
        self.throughput = throughput
        self.atMilliseconds = atMilliseconds
    }
}

/// What a body byte was asked for.
package enum ByteCause: String, Hashable, Sendable, Codable, CaseIterable {
    case play, preload, contentKey, playlist, probe, download
    /// A playback answer.
    case answer
    /// The body of a response that is no 200 and no 206, whatever was asked for.
    case error
}

package enum ResponseEnd: String, Hashable, Sendable, Codable {
    case complete, cancelled, failed
}

package enum RefreshCause: String, Hashable, Sendable, Codable {
    /// The URLs are about to expire.
    case expiring
    /// One was refused.
    case forbidden
}

package enum DiscardCause: String, Hashable, Sendable, Codable {
    case digestMismatch
    /// The origin sent the whole again where the rest was asked for.
    case restarted
    /// The object itself was of no use.
    case unusable
}
