import Catalog
import HTTP

extension Origin {
    /// For a monitoring system. Nothing in it is a secret; pages of other sites may not read it.
    func metrics(_ request: Request) -> Reply {
        let reels = try? packages.counts(isRemoved: isRemoved)
        return Reply(
            status: 200, headers: ["Content-Type": Metrics.mediaType, "Cache-Control": "no-store"],
            body: .bytes(Array(Metrics.text(metrics.totals, reels, settings.gauges()).utf8)))
    }
}
