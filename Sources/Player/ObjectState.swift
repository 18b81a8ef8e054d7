import Catalog

/// An object on its way: from the cache or from the origin, whole or in parts.
struct ObjectState: Sendable {
    enum Stage: Hashable, Sendable {
        case reading
        /// Not in the cache. Fetched as soon as there are URLs that work.
        case wanted
        case fetching(FetchID)
        case storing
        case ready
    }

    let id: ObjectID
    let track: Int
    let rung: Int
    /// Which of the rung's index: a segment by its place, or an initialization section.
    let place: Place
    /// What it is; known as `key` to the cache, when it can be kept.
    let object: ObjectName
    let rendition: RenditionID
    var key: CacheKey?
    var stage: Stage

    /// Bytes that have arrived, and the responses that brought them.
    var received = 0
    /// Those of them that the cache had.
    var cachedPrefix = 0
    var requests: [FetchID] = []
    var entityTag: String?
    var digest: ContentDigest?
    var total: Int?
    var mismatches = 0

    enum Place: Hashable, Sendable {
        case segment(Int)
        case initialization(Int)
        case contentKey(Int)
    }

    init(
        id: ObjectID, track: Int, rung: Int, place: Place, object: ObjectName, rendition: RenditionID, key: CacheKey?
    ) {
        self.id = id
        self.track = track
        self.rung = rung
        self.place = place
        self.object = object
        self.rendition = rendition
        self.key = key
        stage = key == nil ? .wanted : .reading
    }

    /// Whether the rest can be asked for: the origin named what it sent by a strong validator (RFC 9110 §13.1.5).
    var canResume: Bool { received > 0 && entityTag != nil }

    mutating func forget() {
        (received, cachedPrefix, requests, entityTag, digest, total) = (0, 0, [], nil, nil, nil)
    }
}
