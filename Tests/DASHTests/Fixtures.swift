import DASH
import Platform
import TestSupport
import Testing

/// A presentation with everything that is modelled.
func fullMPD() -> MPD {
    var video = MPD.AdaptationSet(
        id: 0, contentType: .video,
        representations: [
            MPD.Representation(id: "video/360", bandwidth: 400_000), MPD.Representation(id: "video/720", bandwidth: 1),
        ])
    video.par = MPD.Ratio(9, 16)
    video.maxWidth = 720
    video.maxHeight = 1280
    video.maxFrameRate = MPD.FrameRate(30_000, 1001)
    video.segmentAlignment = true
    video.bitstreamSwitching = false
    video.mimeType = "video/mp4"
    video.containerProfiles = ["cmfc"]
    video.segmentProfiles = ["cmfs", "cmff"]
    video.startWithSAP = 1
    video.roles = [.role("main")]
    video.segmentTemplate = MPD.SegmentTemplate(
        timescale: 30_000, startNumber: 0, initialization: "$RepresentationID$/init.mp4",
        media: "$RepresentationID$/$Number%05d$.m4s",
        timeline: MPD.SegmentTimeline(cuts: [0, 60_060, 120_120, 130_130]))
    for index in video.representations.indices {
        video.representations[index].codecs = "avc1.64001F"
        video.representations[index].width = 360
        video.representations[index].height = 640
        video.representations[index].sar = MPD.Ratio(1, 1)
        video.representations[index].frameRate = MPD.FrameRate(30_000, 1001)
    }

    var audio = MPD.AdaptationSet(
        id: 1, contentType: .audio, representations: [MPD.Representation(id: "audio/main", bandwidth: 64_000)])
    audio.lang = "de"
    audio.audioSamplingRate = [48_000]
    audio.audioChannelConfigurations = [.audioChannels(2)].compactMap { $0 }
    audio.accessibilities = [MPD.Descriptor(schemeIdUri: "urn:tva:metadata:cs:AudioPurposeCS:2007", value: "1")]
    audio.labels = [MPD.Label("Deutsch", lang: "de")]
    audio.supplementalProperties = [MPD.Descriptor(schemeIdUri: "urn:x", id: "7")]
    audio.representations[0].baseURLs = ["a/"]

    var trick = MPD.AdaptationSet(
        id: 2, contentType: .video, representations: [MPD.Representation(id: "trick", bandwidth: 9)])
    trick.essentialProperties = [.trickMode(ofSet: 0)]
    trick.maxPlayoutRate = 8
    trick.codingDependency = false
    trick.scanType = "progressive"

    var tiles = MPD.AdaptationSet(
        id: 3, contentType: .image, representations: [MPD.Representation(id: "tiles", bandwidth: 900)])
    tiles.mimeType = "image/jpeg"
    tiles.representations[0].essentialProperties = [.thumbnailTiles(columns: 10, rows: 2)]
    tiles.segmentTemplate = MPD.SegmentTemplate()
    tiles.segmentTemplate?.duration = 20
    tiles.segmentTemplate?.endNumber = 3
    tiles.segmentTemplate?.presentationTimeOffset = 5
    tiles.segmentTemplate?.media = "tiles/$Number$.jpg"

    var mpd = MPD(
        profiles: [MPD.Profile.isoffLive, MPD.Profile.cmaf], mediaPresentationDuration: .milliseconds(4337),
        minBufferTime: .seconds(2),
        periods: [MPD.Period(id: "0", start: .zero, adaptationSets: [video, audio, trick, tiles])])
    mpd.id = "r"
    mpd.maxSegmentDuration = .milliseconds(2002)
    mpd.baseURLs = ["https://example.com/a%20b/"]
    mpd.periods[0].baseURLs = ["p/"]
    mpd.periods[0].duration = .milliseconds(4337)
    return mpd
}

/// A manifest with one period of the given text.
func manifest(period: String = "", attributes: String = "profiles=\"urn:x\" minBufferTime=\"PT2S\"") -> [UInt8] {
    Array("<MPD xmlns=\"\(MPD.namespace)\" \(attributes)><Period>\(period)</Period></MPD>".utf8)
}

/// The schema of ISO/IEC 23009-1, where it is beside the repository.
enum OracleSchema {
    static let path = Folders.shared("oracle/mpd/DASH-MPD.xsd")
    static let isThere = path != nil
    static let note: Comment = "needs ../shared/oracle/mpd"
}
