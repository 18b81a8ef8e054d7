import Catalog
import MediaTypes
import Packaging

/// A line of `package --events`.
struct PackageEvent: Encodable {
    enum Kind: String, Encodable {
        /// The file is being looked at.
        case started
        /// Another hundredth of the reel is encoded.
        case progress
        /// Another tenth of what comes after encoding is done.
        case step
        /// Of a dry run: what would be made.
        case planned
        /// The version is there.
        case finished
        case failed
    }

    var event: Kind
    /// When it happened.
    var t: UnixTime
    var file: String
    var id: ReelID?
    /// How much of the reel is encoded.
    var doneMs: Int64?
    var durationMs: Int64?
    /// Seconds of the reel for each second of the clock, since its encoding began.
    var speed: Double?
    /// Until the reel is encoded, at this speed.
    var leftMs: Int64?
    /// Of a step: which, and what share of it is done, from 0 to 1.
    var step: Packager.Step?
    var share: Double?
    var change: Packager.Outcome.Change?
    /// The version whose objects it has, when nothing was encoded.
    var madeFrom: VersionID?
    var version: VersionID?
    var folder: String?
    var warnings: [String]?
    var error: String?
    /// What this file alone would have given.
    var exitCode: Int32?

    init(_ event: Kind, _ file: String, at t: UnixTime) {
        self.event = event
        self.t = t
        self.file = file
    }
}
