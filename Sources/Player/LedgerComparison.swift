package import Catalog

/// A client's ledger beside the origin's access log, joined by request id.
package struct LedgerComparison: Hashable, Sendable {
    /// What does not agree, one sentence each.
    package private(set) var differences: [String] = []
    /// Responses that agree.
    package private(set) var matched = 0
    package private(set) var clientBytes = 0
    package private(set) var originBytes = 0
    /// Sent by the origin of responses that the client did not take to the end.
    package private(set) var lostInFlight = 0

    /// - Parameters:
    ///   - lines: of one session or of several.
    ///   - log: may have other clients' lines; those whose id is none of `sessions`' are left out.
    package init(_ lines: [Ledger.Line], _ log: [AccessLogEntry], sessions: [String]) {
        let ours = log.filter { entry in sessions.contains { Self.belongs(entry.id, to: $0) } }
        let byID = Dictionary(grouping: ours, by: \.id)
        for line in lines { compare(line, byID[line.id] ?? []) }
        let known = Set(lines.map(\.id))
        for entry in ours where !known.contains(entry.id) {
            differences.append("\(entry.id): the log has \(entry.bytes) bytes of a request the client did not make")
        }
        originBytes = ours.reduce(0) { $0 + $1.bytes }
    }

    private mutating func compare(_ line: Ledger.Line, _ entries: [AccessLogEntry]) {
        clientBytes += line.bytes
        guard let entry = entries.first else {
            if line.status != nil { differences.append("\(line.id): the log has no line") }
            return
        }
        if let problem = Self.problem(line, entry, entries.count) {
            return differences.append("\(line.id): \(problem)")
        }
        matched += 1
        lostInFlight += entry.bytes - line.bytes
    }

    private static func problem(_ line: Ledger.Line, _ entry: AccessLogEntry, _ count: Int) -> String? {
        guard count == 1 else { return "the log has \(count) lines" }
        if let status = line.status, status != entry.status { return "status \(status), the log says \(entry.status)" }
        if line.end == .complete {
            guard entry.complete else { return "it is complete, the log says it is not" }
            return line.bytes == entry.bytes ? nil : "\(line.bytes) bytes came, the log says \(entry.bytes)"
        }
        return line.bytes <= entry.bytes ? nil : "\(line.bytes) bytes came, the log says at most \(entry.bytes)"
    }

    private static func belongs(_ id: String, to session: String) -> Bool {
        guard id.hasPrefix("\(session)-") else { return false }
        return id.dropFirst(session.count + 1).allSatisfy(\.isNumber)
    }
}
