package import Catalog

/// What a session is told before it begins.
package struct SessionConfiguration: Sendable {
    /// Requests are numbered after it: `X-Request-Id: <name>-<n>`.
    package var name: String
    /// Answers with a playback answer or with a playlist; its content type says which.
    package var url: String
    package var pace: Pace = .asFastAsPossible
    package var decode: DecodeMode = .all
    package var policy: any RungPolicy = ThroughputPolicy()
    /// No rung above this one.
    package var maxRung: RenditionID?
    /// Media to hold ahead of the playhead.
    package var bufferTarget: Duration = .seconds(10)
    package var keys: KeyStrategy = .stable
    /// What objects are fetched for. Only what is fetched to be played is decoded and shown.
    package var use: ObjectUse = .play
    /// No segment that begins later than this; `nil` is all of them.
    package var length: Duration?
    /// Plays by this and the cache alone: nothing is requested.
    package var outline: ReelOutline?
    /// How the session tells of itself with each request; `nil` is not at all.
    package var reporting: ClientReporting?
    /// SHA-256 of bytes, by which content keys get their ids. Without it encrypted streams are refused.
    package var digest: (@Sendable ([UInt8]) -> ContentDigest)?
    /// The id of a stream that no playback answer describes, from the URL of its multivariant playlist.
    package var foreignReel: @Sendable (_ url: String) -> ReelID

    package init(name: String, url: String, foreignReel: @escaping @Sendable (String) -> ReelID) {
        self.name = name
        self.url = url
        self.foreignReel = foreignReel
    }

    /// How media time goes by.
    package enum Pace: Hashable, Sendable {
        /// `speed` seconds of media a second.
        case realTime(speed: Double)
        /// Media is taken as fast as it is decoded. There is no playhead that could run dry, so no stalls are counted.
        case asFastAsPossible
    }

    package enum DecodeMode: String, Hashable, Sendable, Codable {
        /// Nothing is decoded: a segment counts as shown when it has arrived.
        case none
        /// The first frame only.
        case first
        case all
    }
}
