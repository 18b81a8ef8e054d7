internal import Catalog
internal import HTTP
internal import Playback
internal import Player

/// A play and how to find its requests.
struct Played {
    var session: String
    var report: PlaybackReport
    /// They carry tokens: they are compared and never shown.
    var requests: [FetchRequest]

    var tokens: [String?] { requests.map(\.carriedToken) }

    /// - Parameter access: the origin's lines, other sessions' too.
    func record(_ access: [AccessLogEntry]) -> PlayRecord {
        PlayRecord(session: session, log: report.log, access: access)
    }

    /// The rungs that there were, by ascending bandwidth.
    var ladder: [RenditionID] {
        for entry in report.log { if case .rungs(let rungs) = entry.what { return rungs.map(\.id) } }
        return []
    }

    /// What came whole over the wire, in that order.
    ///
    /// - Parameter subject: what was played, in whose folder they are.
    func fetched(of subject: Subject) -> [FetchedObject] {
        let asked = Dictionary(requests.map { ($0.headers["X-Request-Id"] ?? "", $0) }) { first, _ in first }
        return report.log.compactMap { entry in
            guard case .fetched(let rendition, let name, let bytes, let ids) = entry.what,
                let request = ids.first.flatMap({ asked["\(session)-\($0)"] }),
                let path = subject.path(of: request.url)
            else { return nil }
            return FetchedObject(
                rendition: rendition, name: name, size: bytes, path: path,
                first: request.headers["Range"].flatMap(FetchedObject.beginning))
        }
    }
}
