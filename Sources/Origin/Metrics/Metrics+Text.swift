import Platform

extension Metrics {
    static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    /// The text format of Prometheus, version 0.0.4.
    static func text(_ totals: Totals, _ reels: ReelCounts?, _ gauges: Gauges) -> String {
        var text = MetricsText()
        text.family("reelrig_http_responses_total", "counter", "Responses that have ended.")
        for (kind, count) in totals.responses.sorted(by: { $0.key < $1.key }) {
            text.sample(
                [("route", kind.route.rawValue), ("status", "\(kind.status)"), ("verdict", kind.verdict)], count)
        }
        let routes = totals.routes.sorted { $0.key.rawValue < $1.key.rawValue }
        text.family("reelrig_http_response_bytes_total", "counter", "Body bytes sent.")
        for (route, sums) in routes { text.sample([("route", route.rawValue)], sums.bytes) }
        text.family("reelrig_http_responses_cut_total", "counter", "Responses whose client went away.")
        for (route, sums) in routes { text.sample([("route", route.rawValue)], sums.cut) }
        text.family(
            "reelrig_http_response_duration_seconds", "histogram", "From a request's arrival to its response's end.")
        for (route, sums) in routes { text.histogram(route, sums) }
        if let reels {
            text.family("reelrig_reels", "gauge", "Reels below the folder that is served.")
            text.sample([("state", "served")], reels.served)
            text.sample([("state", "removed")], reels.removed)
            text.sample([("state", "broken")], reels.broken)
        }
        if let connections = gauges.connections {
            text.family("reelrig_http_connections", "gauge", "Connections that are open.")
            text.sample([], connections)
        }
        if let process = gauges.process {
            text.family("process_resident_memory_bytes", "gauge", "Resident memory.")
            text.sample([], process.residentBytes)
            text.family("process_open_fds", "gauge", "Open file descriptors.")
            text.sample([], process.openFiles)
        }
        return text.text
    }
}

extension Metrics.Totals.Kind: Comparable {
    static func < (left: Self, right: Self) -> Bool {
        (left.route.rawValue, left.status, left.verdict) < (right.route.rawValue, right.status, right.verdict)
    }
}

/// Lines of the text format. Label values are our own words: they hold nothing that needs an escape.
private struct MetricsText {
    private(set) var text = ""
    private var name = ""

    mutating func family(_ name: String, _ type: String, _ help: String) {
        self.name = name
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
    }

    mutating func sample(_ labels: [(String, String)], _ value: some Numeric, suffix: String = "") {
        let list = labels.map { "\($0)=\"\($1)\"" }.joined(separator: ",")
        text += "\(name)\(suffix)\(list.isEmpty ? "" : "{\(list)}") \(value)\n"
    }

    mutating func histogram(_ route: RouteLabel, _ sums: Metrics.Totals.Sums) {
        var count = 0
        for (slot, more) in sums.durations.enumerated() {
            count += more
            let bound = slot < Metrics.Totals.bounds.count ? "\(Double(Metrics.Totals.bounds[slot]) / 1000)" : "+Inf"
            sample([("route", route.rawValue), ("le", bound)], count, suffix: "_bucket")
        }
        sample([("route", route.rawValue)], sums.seconds, suffix: "_sum")
        sample([("route", route.rawValue)], count, suffix: "_count")
    }
}
