import Catalog
import MediaTypes
import Player

@testable import Verification

/// A reel of three segments on two rungs, and what plays of it leave behind.
enum Evidence {
    static let reel = ReelID("bars")!
    static let version = VersionID("0123456789abcdef")!
    static let low = RenditionID("video/234")!
    static let high = RenditionID("video/360")!
    static let audio = RenditionID("audio/main")!

    static func digest(_ byte: UInt8) -> ContentDigest { ContentDigest(bytes: [UInt8](repeating: byte, count: 32))! }

    /// 25 frames a second; segments of 2, 2 and 1 s. Objects: init and segments of each rendition, each its own digest.
    static func package(hasStrip: Bool = true) -> PackageDocument {
        let cuts = [Int64](arrayLiteral: 0, 50, 100, 125)
        let rates = PackageDocument.Rates(peakBandwidth: .kilobits(1), averageBandwidth: .kilobits(1))
        var renditions = [low, high].enumerated().map { index, id in
            var declared = rates
            declared.peakBandwidth = .kilobits(index + 1)
            return PackageDocument.Rendition(
                id: id, kind: .video, codecs: "avc1.4D401E", timescale: Timescale(25), cuts: cuts,
                sampleCounts: [50, 50, 25], declared: declared, measured: declared)
        }
        renditions.append(
            PackageDocument.Rendition(
                id: audio, kind: .audio, codecs: "mp4a.40.2", timescale: Timescale(48000),
                cuts: [0, 96256, 192512, 240640], sampleCounts: [95, 94, 47], declared: rates, measured: rates))
        let objects = renditions.enumerated().flatMap { place, rendition in
            ([ObjectName.initialization] + (0..<3).map(ObjectName.segment)).enumerated().map { number, object in
                PackageDocument.File(
                    path: PackageLayout.path(of: object, in: rendition.id)!, size: 1,
                    sha256: digest(UInt8(place * 4 + number)))
            }
        }
        return PackageDocument(
            reel: reel, version: version, recipe: digest(255), duration: MediaTime(5, perSecond: 1),
            grid: .init(timescale: Timescale(25), boundaries: cuts), renditions: renditions, objects: objects,
            playlists: [], strip: hasStrip ? .init(reel: 1, frames: 125, frameRate: FrameRate(25)!) : nil)
    }

    static func record(_ what: [Occurrence], _ access: [AccessLogEntry] = []) -> PlayRecord {
        PlayRecord(session: "s", log: what.map { LogEntry(t: 0, $0) }, access: access)
    }

    static func decided(_ number: Int, _ rung: RenditionID) -> Occurrence {
        .decided(Decision(number: number, rung: rung, reason: .throughput, throughput: nil, bufferedMilliseconds: 0))
    }

    static func switched(_ number: Int, from: RenditionID, to: RenditionID) -> Occurrence {
        .switched(
            SwitchReport(
                number: number, from: from, to: to, isUp: from < to, reason: .throughput, throughput: nil,
                atMilliseconds: 0))
    }

    /// A segment decoded as it should be, but for what is given.
    static func video(_ number: Int, _ rung: RenditionID, seen: Int? = nil, verified: Int? = nil, bad: Int = 0)
        -> Occurrence
    {
        let count = [50, 50, 25][number]
        return .decoded(
            rendition: rung, kind: .video, number: number,
            report: DecodeReport(
                framesExpected: count, framesSeen: seen ?? count, framesBad: bad,
                framesVerified: verified ?? seen ?? count))
    }

    static func sound(_ number: Int) -> Occurrence {
        .decoded(
            rendition: audio, kind: .audio, number: number,
            report: DecodeReport(framesExpected: 0, samplesExpected: 96256, samplesSeen: 96256))
    }

    /// The origin's line of an object, or of a playlist.
    static func line(
        _ id: Int, _ rendition: RenditionID?, _ object: ObjectName?, status: Int = 200, bytes: Int = 10,
        target: String = "/x", verdict: String = "ok"
    ) -> AccessLogEntry {
        AccessLogEntry(
            t: UnixTime(seconds: 1), id: "s-\(id)", method: "GET", target: target, reel: reel, version: version,
            rendition: rendition, object: object, status: status, bytes: bytes, complete: true, verdict: verdict, ms: 1)
    }
}
