import Catalog
import DASH
import MediaTypes
import Packaging
import Testing

private func track(
    _ id: String, _ codecs: String = "avc1.64001F", scale: UInt32 = 1000, cuts: [Int64], bytes: [Int],
    size: PixelSize? = nil, frames: Int? = nil, language: String? = nil, channels: Int? = nil
) -> Presentation.Track {
    var track = Presentation.Track(
        id: RenditionID(id)!, codecs: codecs, size: size, channels: channels, language: language,
        timescale: Timescale(scale), cuts: cuts, sizes: bytes)
    track.sampleCount = frames
    return track
}

private func audio(_ id: String = "audio/main", cuts: [Int64], language: String? = nil) -> Presentation.Track {
    var track = track(
        id, "mp4a.40.2", scale: 48_000, cuts: cuts, bytes: cuts.dropLast().map { _ in 16_000 }, language: language,
        channels: 2)
    track.samplingRate = 48_000
    return track
}

private func sets(_ presentation: Presentation) -> [MPD.AdaptationSet] {
    presentation.mediaPresentationDescription(duration: MediaTime(4, Timescale(1))).periods[0].adaptationSets
}

struct StreamingRateTests {
    private func rate(_ seconds: [Double], _ bytes: [Int], buffer: Int64) -> Int {
        let cuts = seconds.reduce(into: [Int64(0)]) { $0.append($0[$0.count - 1] + Int64($1 * 1000)) }
        return track("video/a", cuts: cuts, bytes: bytes).streamingRate(minBufferMilliseconds: buffer).bitsPerSecond
    }

    @Test func `a buffer of one segment needs the rate of the largest`() {
        // 2,400,000 bits in the two seconds that are buffered; with the one before it 3,200,000 in four.
        #expect(rate([2, 2, 2], [100_000, 300_000, 100_000], buffer: 2000) == 1_200_000)
    }

    @Test func `a larger buffer evens rates out`() {
        // 2,400,000 bits in four seconds; 3,200,000 in six are less.
        #expect(rate([2, 2, 2], [100_000, 300_000, 100_000], buffer: 4000) == 600_000)
        // All alike: 800,000 bits in four seconds, 1,600,000 in six, 2,400,000 in eight.
        #expect(rate([2, 2, 2], [100_000, 100_000, 100_000], buffer: 4000) == 300_000)
    }

    @Test func `it is another quantity than HLS's bandwidth`() {
        // The tail alone: 4,800,000 bits in the two seconds of the buffer. HLS has 5,600,000 in 2.6 s.
        #expect(rate([2, 2, 0.6], [100_000, 100_000, 600_000], buffer: 2000) == 2_400_000)
    }

    @Test func `it is rounded up`() {
        // 8 bits in three seconds.
        #expect(rate([3], [1], buffer: 3000) == 3)
    }

    @Test func `it is the largest over every run of segments`() {
        // Σ bits of segments i to j over the buffer and the time from i's start to j's start: the definition itself.
        let seconds = [2.0, 1.3, 0.5, 2, 2.4, 0.7, 1.9]
        let bytes = [90_000, 400_000, 12_000, 350_000, 600_000, 310_000, 5]
        for buffer in [500, 2400, 9000] as [Int64] {
            var expected = 0.0
            for first in bytes.indices {
                for last in first..<bytes.count {
                    let bits = Double(bytes[first...last].reduce(0, +) * 8)
                    let time = Double(buffer) / 1000 + seconds[first..<last].reduce(0, +)
                    expected = max(expected, bits / time)
                }
            }
            #expect(rate(seconds, bytes, buffer: buffer) == Int(expected.rounded(.up)), "\(buffer)")
        }
    }

    @Test func `a rate beyond what an MPD can say is the largest that it can`() {
        #expect(rate([0.001], [1_000_000_000], buffer: 1) == Int(UInt32.max))
    }
}

struct ManifestTests {
    private let video = [
        track(
            "video/360", scale: 30_000, cuts: [0, 60_060, 120_120], bytes: [90_000, 100_000],
            size: PixelSize(360, 640), frames: 120),
        track(
            "video/720", scale: 30_000, cuts: [0, 60_060, 120_120], bytes: [300_000, 250_000],
            size: PixelSize(720, 1280), frames: 120),
    ]

    @Test func `a reel is one period with the video and the audio, timed by their cuts`() throws {
        let sound = audio(cuts: [0, 96_256, 192_512])
        let mpd = Presentation(video: video, audio: [sound])
            .mediaPresentationDescription(duration: MediaTime(120_120, Timescale(30_000)))
        #expect(mpd.type == .static)
        #expect(mpd.profiles == ["urn:mpeg:dash:profile:isoff-live:2011", "urn:mpeg:dash:profile:cmaf:2019"])
        #expect(mpd.mediaPresentationDuration == .milliseconds(4004))
        // The longest segment is the audio's: 96,256 samples at 48 kHz are 2.00534 s.
        #expect(mpd.minBufferTime == .milliseconds(2006))
        #expect(mpd.periods.map(\.start) == [.zero])
        let sets = mpd.periods[0].adaptationSets
        #expect(sets.map(\.id) == [0, 1])
        #expect(sets.map(\.contentType) == [.video, .audio])
        #expect(sets.map(\.mimeType) == ["video/mp4", "audio/mp4"])
        #expect(sets.allSatisfy { $0.segmentAlignment && $0.startWithSAP == 1 && $0.bitstreamSwitching == nil })
        #expect(sets.map(\.roles) == [[.role("main")], [.role("main")]])

        #expect(sets[0].par == MPD.Ratio(9, 16))
        #expect(sets[0].maxWidth == 720 && sets[0].maxHeight == 1280)
        #expect(sets[0].maxFrameRate == MPD.FrameRate(30_000, 1001))
        #expect(sets[0].segmentTemplate?.timescale == 30_000)
        #expect(sets[0].segmentTemplate?.presentationTimeOffset == nil)
        #expect(sets[0].segmentTemplate?.timeline?.runs == [.init(start: 0, duration: 60_060, repeatCount: 1)])
        let first = try #require(sets[0].representations.first)
        #expect(first.id == "video/360" && first.codecs == "avc1.64001F")
        #expect(first.width == 360 && first.height == 640 && first.sar == MPD.Ratio(1, 1))
        #expect(first.frameRate == MPD.FrameRate(30_000, 1001))
        // 800,000 bits in the buffer's 2.006 s; 1,520,000 in 4.008 s are less.
        #expect(first.bandwidth == 398_804)
        let template = try #require(sets[0].segmentTemplate)
        let names = [
            TemplateIdentifiers(first).uri(from: try #require(template.initialization)),
            TemplateIdentifiers(first, number: 1).uri(from: try #require(template.media)),
        ]
        #expect(names == ["video/360/init.mp4", "video/360/00001.m4s"])

        #expect(sets[1].lang == "und" && sets[1].labels.isEmpty)
        #expect(sets[1].audioSamplingRate == [48_000])
        #expect(sets[1].audioChannelConfigurations.map(\.value) == ["2"])
        #expect(sets[1].segmentTemplate?.timescale == 48_000)
        #expect(sets[1].segmentTemplate?.timeline?.runs == [.init(start: 0, duration: 96_256, repeatCount: 1)])
    }

    @Test func `languages are sets of their own, of which the first is the main one`() {
        let tracks = [
            audio("audio/en", cuts: [0, 96_256], language: "en"), audio("audio/de", cuts: [0, 96_256], language: "de"),
        ]
        let sets = sets(Presentation(video: [], audio: tracks))
        #expect(sets.map(\.lang) == ["en", "de"])
        #expect(sets.map { $0.roles.map(\.value) } == [["main"], ["alternate"]])
        #expect(sets.map { $0.labels.map(\.text) } == [["English"], ["Deutsch"]])
        #expect(sets.map { $0.representations.map(\.id) } == [["audio/en"], ["audio/de"]])
    }

    @Test func `a timeline is said once where it is the same, and else by each`() {
        var other = video[1]
        other.timescale = Timescale(60_000)
        other.cuts = other.cuts.map { $0 * 2 }
        let sets = sets(Presentation(video: [video[0], other], audio: []))
        #expect(sets.count == 1)
        #expect(sets[0].segmentTemplate == nil)
        #expect(sets[0].representations.map { $0.segmentTemplate?.timescale } == [30_000, 60_000])
    }

    @Test func `what is not aligned, or of another codec, is another set`() {
        var late = video[1]
        late.cuts = [0, 60_061, 120_120]
        #expect(sets(Presentation(video: [video[0], late], audio: [])).map(\.representations.count) == [1, 1])
        var other = video[1]
        other.codecs = "hvc1.1.6.L93.B0"
        #expect(sets(Presentation(video: [video[0], other], audio: [])).map(\.representations.count) == [1, 1])
    }

    @Test func `the period begins with the earliest track, wherever its times begin`() {
        let late = track("video/a", scale: 30_000, cuts: [300_000, 360_000], bytes: [1])
        let sets = sets(Presentation(video: [late], audio: [audio(cuts: [481_024, 577_280])]))
        #expect(sets.map { $0.segmentTemplate?.presentationTimeOffset } == [300_000, 480_000])
        #expect(sets.map { $0.segmentTemplate?.timeline?.runs[0].start } == [300_000, 481_024])
    }

    @Test func `a duration that no decimal can say is never longer than the media`() {
        // 100 frames of 24000/1001: 4.1708333… s.
        let mpd = Presentation(video: video, audio: [])
            .mediaPresentationDescription(duration: MediaTime(100_100, Timescale(24_000)))
        #expect(mpd.mediaPresentationDuration == .microseconds(4_170_833))
    }

    @Test func `a rate that varies is the average`() {
        // 37 frames in 4.004 s: 37,000 / 4004, reduced.
        var variable = video[0]
        variable.sampleCount = 37
        variable.frameRate = FrameRate(60)
        let rate = sets(Presentation(video: [variable], audio: [])).first?.representations.first?.frameRate
        #expect(rate == MPD.FrameRate(9250, 1001))
    }
}
