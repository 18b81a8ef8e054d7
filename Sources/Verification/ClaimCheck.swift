package import Catalog
import MediaTypes
import Player

/// Whether a claim about one reel holds: functions from what plays left behind to rows.
package struct ClaimCheck: Sendable {
    let reel: ReelID
    let version: VersionID
    /// What a package says of itself; `nil` of somebody else's stream.
    let document: PackageDocument?
    private let learned: Learned

    /// What a first play showed of a stream that no package describes.
    private struct Learned: Sendable {
        var rungs: [RenditionID] = []
        /// How many segments there are, and the number of the first.
        var segments: [RenditionKind: (count: Int, first: Int)] = [:]
        /// Whether segments need an init section, which those of transport streams do not.
        var hasInitialization = false
    }

    package init(_ document: PackageDocument) {
        (reel, version, self.document, learned) = (document.reel, document.version, document, Learned())
    }

    /// - Parameter play: the first of a stream that no package describes.
    package init(foreign reel: ReelID, _ play: PlayRecord) {
        var learned = Learned()
        for entry in play.log {
            switch entry.what {
            case .fetched(_, .initialization, _, _): learned.hasInitialization = true
            case .rungs(let rungs): learned.rungs = rungs.map(\.id)
            case .playlist(let rendition, let listed, let segments, _):
                // Of a media playlist alone only its segments say what they are.
                let kind = play.decoded.first { $0.rendition == rendition }?.kind ?? listed
                let first = play.decoded.first { $0.kind == kind }?.number ?? 0
                if learned.segments[kind] == nil { learned.segments[kind] = (segments, first) }
            default: break
            }
        }
        (self.reel, version, document, self.learned) = (reel, .foreign, nil, learned)
    }

    /// - Parameter first: a play of it, which shows what there is where no package says it.
    init(_ subject: Subject, _ first: PlayRecord) {
        self = subject.document.map(ClaimCheck.init) ?? ClaimCheck(foreign: subject.reel, first)
    }

    /// Video rungs in the order of the ladder.
    var rungs: [RenditionID] {
        guard let document else { return learned.segments[.video] == nil ? [] : learned.rungs }
        return document.renditions.filter { $0.kind == .video }
            .sorted { $0.measured.peakBandwidth < $1.measured.peakBandwidth }.map(\.id)
    }

    func row(_ claim: Claim, _ figures: String, _ problems: [String]) -> ClaimRow {
        ClaimRow(reel: reel, claim: claim, figures: figures, problems: problems)
    }

    func skipped(_ claim: Claim, _ why: String) -> ClaimRow {
        ClaimRow(reel: reel, claim: claim, verdict: .notApplicable, figures: why)
    }

    func rendition(_ id: RenditionID) -> PackageDocument.Rendition? { document?.renditions.first { $0.id == id } }

    /// What is played: pictures, sound, or both.
    var kinds: Set<RenditionKind> {
        document.map { Set($0.renditions.map(\.kind)).intersection([.video, .audio]) } ?? Set(learned.segments.keys)
    }

    /// The numbers of the segments of a kind; a package's are those of its grid.
    func numbers(_ kind: RenditionKind) -> Range<Int> {
        if let document { return 0..<(document.grid.boundaries.count - 1) }
        let (count, first) = learned.segments[kind] ?? (0, 0)
        return first..<first + count
    }

    /// What a segment needs beside itself.
    var hasInitialization: Bool { document != nil || learned.hasInitialization }

    /// Segments of the main track.
    var segmentCount: Int { numbers(rungs.isEmpty ? .audio : .video).count }
}
