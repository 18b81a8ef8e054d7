package import Catalog

/// The account of every body byte a session received: what it was asked for, and what became of it. A fold over the
/// event log.
package struct Ledger: Hashable, Sendable {
    /// One response, or one request that got none.
    package struct Line: Hashable, Sendable, Codable {
        /// The `X-Request-Id` that the access log has as well.
        package var id: String
        package var cause: ByteCause
        package var rendition: RenditionID?
        package var object: ObjectName?
        package var status: Int?
        /// Body bytes as transferred.
        package var bytes: Int
        package var end: ResponseEnd
        package var fate: ByteFate
        /// Those of a 200 in answer to a range that were there already and came again.
        package var excess = 0
    }

    package private(set) var lines: [Line] = []
    /// Bytes that the cache gave, which crossed no wire.
    package private(set) var cacheBytes = 0
    package private(set) var cacheHits = 0

    private var session = ""
    private var reel: ReelID?
    private var version: VersionID?
    private var places: [FetchID: Int] = [:]
    /// The lines that brought an object that is whole.
    private var whole: [Name: [Int]] = [:]
    private var kept: Set<Name> = []
    /// Where the range began that a request asked for.
    private var offsets: [FetchID: Int] = [:]
    /// First bytes that the cache gave of objects that are not whole yet.
    private var prefixes: [Name: Int] = [:]

    private struct Name: Hashable, Sendable {
        var rendition: RenditionID
        var object: ObjectName
    }

    package init(_ log: some Sequence<LogEntry>) {
        for entry in log { take(entry.what) }
    }

    package var wireBytes: Int { lines.reduce(0) { $0 + $1.bytes } }

    package var excessBytes: Int { lines.reduce(0) { $0 + $1.excess } }

    package func bytes(_ cause: ByteCause) -> Int {
        lines.reduce(0) { $0 + ($1.cause == cause ? $1.bytes : 0) }
    }

    package func bytes(_ fate: ByteFate) -> Int {
        lines.reduce(0) { $0 + ($1.fate == fate ? $1.bytes : 0) }
    }

    private mutating func take(_ what: Occurrence) {
        switch what {
        case .started(let name, _, _): session = name
        case .answered(let reel, let version, _, _, _): (self.reel, self.version) = (reel, version)
        case .remembered(let reel, let version): (self.reel, self.version) = (reel, version)
        case .foreign(let reel):
            (self.reel, version) = (reel, .foreign)
            for index in lines.indices where lines[index].cause == .answer { lines[index].cause = .playlist }
        case .requested(let id, let cause, let rendition, let object, let offset):
            places[id] = lines.count
            offsets[id] = offset
            lines.append(
                Line(
                    id: "\(session)-\(id)", cause: cause, rendition: rendition, object: object, status: nil, bytes: 0,
                    end: .cancelled, fate: .aborted))
        case .responded(let id, let status): update(id) { $0.status = status }
        case .ended(let id, let status, let bytes, let end): close(id, status, bytes, end)
        case .stored(let rendition, let object, let result): store(Name(rendition: rendition, object: object), result)
        case .fetched(let rendition, let object, _, let requests):
            arrive(Name(rendition: rendition, object: object), requests)
        case .foundPrefix(let rendition, let object, let bytes):
            prefixes[Name(rendition: rendition, object: object)] = bytes
        case .leftPrefix(_, _, _, let requests): for id in requests { update(id) { $0.fate = .cachedUnplayed } }
        case .discarded(let rendition, let object, let requests, let why):
            prefixes[Name(rendition: rendition, object: object)] = nil
            for id in requests { update(id) { $0.fate = why == .restarted ? .duplicate : .discarded } }
        case .hit(_, _, let bytes):
            cacheBytes += bytes
            cacheHits += 1
        case .played(let rendition, _, let number, _):
            play(Name(rendition: rendition, object: .segment(number)))
            play(Name(rendition: rendition, object: .initialization))
        case .unlocked(let rendition, let object): play(Name(rendition: rendition, object: object))
        default: break
        }
    }

    private mutating func update(_ id: FetchID, _ change: (inout Line) -> Void) {
        if let place = places[id] { change(&lines[place]) }
    }

    private mutating func close(_ id: FetchID, _ status: Int?, _ bytes: Int, _ end: ResponseEnd) {
        let offset = offsets.removeValue(forKey: id) ?? 0
        update(id) { line in
            (line.status, line.bytes, line.end) = (status, bytes, end)
            if status == 200 { line.excess = min(bytes, offset) }
            if let status, status != 200, status != 206 {
                (line.cause, line.fate) = (.error, .discarded)
            } else if end == .cancelled {
                line.fate = .aborted
            } else {
                line.fate = line.object == nil && end == .complete ? .played : .discarded
            }
        }
    }

    private mutating func store(_ name: Name, _ result: StoreResult) {
        guard case .kept(let evicted) = result else { return }
        kept.insert(name)
        for key in evicted where key.reel == reel && key.version == version {
            let name = Name(rendition: key.rendition, object: key.object)
            kept.remove(name)
            for line in whole[name] ?? [] where lines[line].fate == .cachedUnplayed {
                lines[line].fate = .evictedUnplayed
            }
        }
    }

    private mutating func arrive(_ name: Name, _ requests: [FetchID]) {
        cacheBytes += prefixes.removeValue(forKey: name) ?? 0
        let lines = requests.compactMap { places[$0] }
        whole[name] = lines
        for line in lines { self.lines[line].fate = kept.contains(name) ? .cachedUnplayed : .discarded }
    }

    private mutating func play(_ name: Name) {
        for line in whole[name] ?? [] { lines[line].fate = .played }
    }
}

/// What became of a body byte.
package enum ByteFate: String, Hashable, Sendable, Codable, CaseIterable {
    /// Decoded or shown, or read as an answer or a playlist.
    case played
    /// In the cache for another time.
    case cachedUnplayed
    case evictedUnplayed
    /// Of a fetch that was called off.
    case aborted
    /// Received once more later, because the rest could not be had alone.
    case duplicate
    /// Of no use: an error's body, wrong bytes, an object that nothing kept and nothing played.
    case discarded
    /// Sent by the origin and never received; only the comparison with its log can tell.
    case lostInFlight
}
