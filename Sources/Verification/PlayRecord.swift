package import Catalog
package import Player

/// What one play left behind: the client's event log, and the origin's lines of its requests.
package struct PlayRecord: Hashable, Sendable {
    /// The prefix of the play's request ids.
    package var session: String
    package var log: [LogEntry]
    package var requests: [AccessLogEntry]

    /// - Parameter access: may hold other sessions' lines too.
    package init(session: String, log: [LogEntry], access: [AccessLogEntry]) {
        self.session = session
        self.log = log
        let wanted = Self.objects(in: log, session)
        requests = access.filter { $0.id.hasPrefix("\(session)-") }.map { entry in
            // What a file of somebody else's stream is, only the player knows.
            guard entry.version == .foreign, entry.object == nil, let object = wanted[entry.id] else { return entry }
            var entry = entry
            (entry.rendition, entry.object) = (object.rendition, object.name)
            return entry
        }
    }

    /// By the ids of requests, the objects that they asked for.
    private static func objects(
        in log: [LogEntry], _ session: String
    ) -> [String: (rendition: RenditionID, name: ObjectName)] {
        var objects: [String: (rendition: RenditionID, name: ObjectName)] = [:]
        for entry in log {
            if case .requested(let id, _, let rendition?, let name?, _) = entry.what {
                objects["\(session)-\(id)"] = (rendition, name)
            }
        }
        return objects
    }

    /// What ended it, when it did not end by playing to the end.
    package var failure: String? {
        for entry in log {
            guard case .finished(let outcome) = entry.what else { continue }
            switch outcome {
            case .played: return nil
            case .stopped: return "the play was stopped"
            case .failed(let failure): return "the play failed: \(failure)"
            }
        }
        return "the play did not end"
    }

    /// By segment, the last decision for each.
    package var decisions: [Decision] {
        var last = [Int: Decision]()
        for entry in log {
            if case .decided(let decision) = entry.what { last[decision.number] = decision }
        }
        return last.values.sorted { $0.number < $1.number }
    }

    package var switches: [SwitchReport] {
        log.compactMap { if case .switched(let report) = $0.what { report } else { nil } }
    }

    package var decoded: [DecodedSegment] {
        log.compactMap { entry in
            guard case .decoded(let rendition, let kind, let number, let report) = entry.what else { return nil }
            return DecodedSegment(rendition: rendition, kind: kind, number: number, report: report)
        }
    }

    package struct DecodedSegment: Hashable, Sendable {
        package var rendition: RenditionID
        package var kind: RenditionKind
        package var number: Int
        package var report: DecodeReport
    }

    package var refreshes: Int {
        log.count { if case .refreshing = $0.what { true } else { false } }
    }

    package var stalls: Int {
        log.count { if case .stalled = $0.what { true } else { false } }
    }

    package var hits: Int {
        log.count { if case .hit = $0.what { true } else { false } }
    }

    /// The origin's lines about objects, refused ones too.
    package var objectRequests: [AccessLogEntry] { requests.filter { $0.object != nil } }

    /// Its answers to playlist requests.
    package var playlistRequests: [AccessLogEntry] {
        requests.filter { $0.reel != nil && $0.object == nil && $0.target.prefix { $0 != "?" }.hasSuffix(".m3u8") }
    }

    /// The objects that this play got by the wire, each once.
    package var fetchedObjects: Set<String> { Set(objectRequests.filter(\.isDelivered).map(\.objectName)) }
}

extension AccessLogEntry {
    /// Whether it sent an object's bytes.
    var isDelivered: Bool { status == 200 || status == 206 }

    /// `video/360:4`
    var objectName: String { "\(rendition?.text ?? "?"):\(object?.text ?? "?")" }
}
