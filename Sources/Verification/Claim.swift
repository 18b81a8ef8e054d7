/// What `verify` proves, one row each. The raw value is the claim's name in `--json`.
package enum Claim: String, Hashable, Sendable, Codable, CaseIterable {
    case package
    case coldStart = "cold-start"
    case coldFrames = "cold-frames"
    case seams
    case expired
    case warmPlaylists = "warm-playlists"
    case warmObjects = "warm-objects"
    case warmFrames = "warm-frames"
    case controlHits = "control-hits"
    case controlMisses = "control-misses"
    /// In place of the one before where tokens travel in cookies.
    case controlStays = "control-stays"
    case midplayRefresh = "midplay-refresh"
    case midplayObjects = "midplay-objects"
    case refusals
    case removed
    case digests
    case ledger
    case resumed
    case faults
    case index
    case fullDisk = "full-disk"
    case readOnly = "read-only"
    case eviction
    case memoryWarning = "memory-warning"

    /// The claim in words.
    package var statement: String {
        switch self {
        case .package: "the package is what package.json says"
        case .coldStart: "a cold play begins on the start rung and goes up"
        case .coldFrames: "cold: every frame is the one expected"
        case .seams: "cold: segments meet exactly"
        case .expired: "an old URL is refused as expired after the signing key changed"
        case .warmPlaylists: "warm: playlists are fetched under a new token"
        case .warmObjects: "warm: no object is requested"
        case .warmFrames: "warm: every frame is the one expected"
        case .controlHits: "control: a cache keyed by URL hits while URLs stay"
        case .controlMisses: "control: a cache keyed by URL misses everything once they are signed again"
        case .controlStays: "control: a cache keyed by URL hits as well, since no URL has a token"
        case .midplayRefresh: "URLs that expire in mid-play are signed again once"
        case .midplayObjects: "and nothing is fetched twice, no stall, no rung lost"
        case .refusals: "tampered, foreign and absent tokens are refused by name"
        case .removed: "a removed reel is gone"
        case .resumed: "of a body whose connection was cut the rest alone is fetched"
        case .faults: "objects deleted, cut and changed on the disk are found, told and fetched once"
        case .index: "a cache whose index is gone or damaged begins anew, tells it and plays on"
        case .fullDisk: "a full disk is told, and playing goes on without the cache"
        case .readOnly: "from a directory that cannot be written what is there is played"
        case .eviction: "under a small limit it evicts while it plays, and never exceeds it"
        case .memoryWarning: "a memory warning ends preloading and halves the buffer, and no frame is lost"
        case .digests: "cached bytes are the packaged bytes"
        case .ledger: "the client's ledger equals the access log"
        }
    }
}
