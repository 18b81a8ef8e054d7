package import Catalog
import MediaTypes
import Player

/// Whether a claim about one reel holds: functions from what plays left behind to rows.
package struct ClaimCheck: Sendable {
    let document: PackageDocument

    package init(_ document: PackageDocument) { self.document = document }

    var reel: ReelID { document.reel }

    /// Video rungs in the order of the ladder.
    var rungs: [PackageDocument.Rendition] {
        document.renditions.filter { $0.kind == .video }
            .sorted { $0.measured.peakBandwidth < $1.measured.peakBandwidth }
    }

    func row(_ claim: Claim, _ figures: String, _ problems: [String]) -> ClaimRow {
        ClaimRow(reel: reel, claim: claim, figures: figures, problems: problems)
    }

    func skipped(_ claim: Claim, _ why: String) -> ClaimRow {
        ClaimRow(reel: reel, claim: claim, verdict: .notApplicable, figures: why)
    }

    func rendition(_ id: RenditionID) -> PackageDocument.Rendition? { document.renditions.first { $0.id == id } }

    /// Segments of the reel, as its grid has them.
    var segmentCount: Int { document.grid.boundaries.count - 1 }
}
