package import Catalog
package import HTTP

/// What a session tells its driver to do.
package enum Action: Hashable, Sendable {
    case fetch(FetchOrder)
    /// No longer wanted; the fetch ends all the same.
    case cancel(FetchID)
    /// Answered by ``Event/cacheListed(_:)``.
    case listCache(ReelID, VersionID)
    /// Answered by ``Event/cached(_:_:)``, ``Event/foundPrefix(_:_:)`` or ``Event/missed(_:)``.
    case readCache(ObjectID, CacheKey)
    /// Forget the bytes of an object that have arrived, in the cache too: it begins anew.
    case discard(ObjectID)
    /// A response of the object is what was asked for, and its bytes go where `length` says. The cache is to keep them
    /// under the key when there is one, so that what is there when the connection is cut is not fetched again.
    case begin(ObjectID, CacheKey?, ObjectPrefix)
    /// Check the whole bytes of an object against what the origin said of them, and keep them in the cache under the
    /// key when there is one. Answered by ``Event/stored(_:_:)``.
    case store(ObjectID, CacheKey?, digest: ContentDigest?)
    /// Keep this in the cache beside the objects.
    case remember(ReelOutline)
    /// Answered by ``Event/firstFrame(_:)``, once a session, and ``Event/decoded(_:_:)``.
    case decode(Piece)
    /// The bytes of an object are not needed any more.
    case release(ObjectID)
    /// Replaces the moment named before; `nil` is never.
    case wake(at: Duration?)
    case finish(Outcome)
}

/// A request to make.
package struct FetchOrder: Hashable, Sendable {
    package var id: FetchID
    package var request: FetchRequest
    package var sink: Sink

    /// Where the bytes of a response with status 200 or 206 go. Of any other, the first few are collected.
    package enum Sink: Hashable, Sendable {
        case document
        /// Added to those of the object.
        case object(ObjectID)
    }

    package init(id: FetchID, request: FetchRequest, sink: Sink) {
        self.id = id
        self.request = request
        self.sink = sink
    }
}

/// One segment of one rendition, to be decoded.
package struct Piece: Hashable, Sendable {
    package var segment: ObjectID
    /// `nil` when the segment stands alone.
    package var initialization: ObjectID?
    /// How each of the two is encrypted; `nil` when it is clear.
    package var segmentSeal: Seal?
    package var initializationSeal: Seal?
    package var rendition: RenditionID
    package var kind: RenditionKind
    /// Whether it may have sound alone, although its kind is video.
    package var isKindGuessed = false
    /// Media sequence number.
    package var number: Int
    /// On the timeline of the reel.
    package var start: Duration
    package var duration: Duration
    /// What comes here does not continue what came before.
    package var isDiscontinuity: Bool
    /// Nothing but the first frame is asked for.
    package var firstFrameOnly: Bool

    /// AES-128 of the whole object.
    package struct Seal: Hashable, Sendable {
        package var key: ObjectID
        /// 16 bytes.
        package var vector: [UInt8]

        package init(key: ObjectID, vector: [UInt8]) {
            self.key = key
            self.vector = vector
        }
    }

    package init(
        segment: ObjectID, initialization: ObjectID?, rendition: RenditionID, kind: RenditionKind, number: Int,
        start: Duration, duration: Duration, isDiscontinuity: Bool, firstFrameOnly: Bool
    ) {
        self.segment = segment
        self.initialization = initialization
        self.rendition = rendition
        self.kind = kind
        self.number = number
        self.start = start
        self.duration = duration
        self.isDiscontinuity = isDiscontinuity
        self.firstFrameOnly = firstFrameOnly
    }

    package var end: Duration { start + duration }

    /// All that must be there before it can be decoded.
    var objects: [ObjectID] {
        [initializationSeal?.key, segmentSeal?.key, initialization, segment].compactMap(\.self)
    }
}

/// What to do, in order, and what happened meanwhile. A driver may reuse it from call to call.
package struct ActionList: Hashable, Sendable {
    package private(set) var actions: [Action] = []
    package private(set) var log: [LogEntry] = []

    package init() {}

    package mutating func removeAll() {
        actions.removeAll(keepingCapacity: true)
        log.removeAll(keepingCapacity: true)
    }

    mutating func append(_ action: Action) { actions.append(action) }

    mutating func record(_ entry: LogEntry) { log.append(entry) }
}
