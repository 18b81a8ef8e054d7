import Catalog
import HLS
import MediaTypes
import Packaging
import Testing

private func track(
    _ id: String, _ codecs: String = "avc1.64001F", scale: UInt32, cuts: [Int64], bytes: [Int],
    size: PixelSize? = PixelSize(360, 640), rate: FrameRate? = FrameRate(30), channels: Int? = nil
) -> Presentation.Track {
    .init(
        id: RenditionID(id)!, codecs: codecs, size: size, frameRate: rate, channels: channels,
        timescale: Timescale(scale), cuts: cuts, sizes: bytes)
}

private func rates(_ seconds: [Int64], _ bytes: [Int]) -> PackageDocument.Rates {
    let cuts = seconds.reduce(into: [Int64(0)]) { $0.append($0.last! + $1) }
    let track = track("video/a", scale: 1000, cuts: cuts, bytes: bytes)
    return track.rates(targetDuration: Presentation(video: [track], audio: []).targetDuration)
}

struct BandwidthTests {
    @Test func `the peak is found wherever it is`() {
        // Fifteen segments of 2 s; the eleventh has 1,000,000 bytes: 4 Mbit/s. With a neighbour it is 4 s, more than
        // the 3.5 s that a run may last.
        var bytes = [Int](repeating: 100_000, count: 15)
        bytes[10] = 1_000_000
        let rates = rates([Int64](repeating: 2000, count: 15), bytes)
        #expect(rates.peakBandwidth == BitRate(4_000_000))
        // 2,400,000 bytes in 30 s.
        #expect(rates.averageBandwidth == BitRate(640_000))
    }

    @Test func `a tail under half the target duration counts with the segment before it only`() {
        // 0.6 s of 600,000 bytes would be 8 Mbit/s; with the 2 s before it 700,000 bytes in 2.6 s are 2,153,847 bit/s.
        let rates = rates([2000, 2000, 600], [100_000, 100_000, 600_000])
        #expect(rates.peakBandwidth == BitRate(2_153_847))
    }

    @Test func `a tail of half the target duration counts alone`() {
        #expect(rates([2000, 1000], [100_000, 500_000]).peakBandwidth == BitRate(4_000_000))
    }

    @Test func `a run lasts up to one and a half target durations and half a second`() {
        // Target duration 2: 0.9 s alone is less than a run, and 3.3 s with either neighbour are one, of 700,000 bytes:
        // 5,600,000 bits in 3.3 s. The average is 8,000,000 bits in 10.5 s, 761,905 bit/s.
        let rates = rates([2400, 900, 2400, 2400, 2400], [100_000, 600_000, 100_000, 100_000, 100_000])
        #expect(rates.peakBandwidth == BitRate(1_696_970))
        #expect(rates.averageBandwidth == BitRate(761_905))
    }

    @Test func `a clip that is shorter than any run has the rate of the whole`() {
        // 0.4 s, target duration 1: a run lasts at least 0.5 s.
        let rates = rates([400], [50_000])
        #expect(rates.peakBandwidth == BitRate(1_000_000))
        #expect(rates.averageBandwidth == BitRate(1_000_000))
    }

    @Test func `the peak is never below the average`() {
        // With a target duration of 8 a run lasts 4 to 12.5 s, so that the rich first second counts only with others.
        let rates = rates([8000, 1000, 1000], [80_000, 4_000_000, 10])
        #expect(rates.peakBandwidth >= rates.averageBandwidth)
    }

    @Test func `rates are rounded up`() {
        #expect(rates([3000], [1]).averageBandwidth == BitRate(3))
    }
}

struct PlaylistTests {
    @Test func `sums of EXTINF are those of the cuts, wherever they begin`() {
        let cuts = (0...100).map { Int64($0) * 60_060 }
        let video = track("video/a", scale: 30_000, cuts: cuts, bytes: [Int](repeating: 1, count: 100))
        let audioCuts = cuts.map { ($0 * 48_000 / 30_000 + 512) / 1024 * 1024 }
        let audio = track(
            "audio/main", "mp4a.40.2", scale: 48_000, cuts: audioCuts, bytes: [Int](repeating: 1, count: 100),
            size: nil, rate: nil, channels: 2)
        let presentation = Presentation(video: [video], audio: [audio])
        for (track, scale) in [(video, 30_000), (audio, 48_000)] {
            let playlist = presentation.mediaPlaylist(of: track)
            var sum = 0.0
            for (index, segment) in playlist.segments.enumerated() {
                sum += segment.duration?.doubleValue ?? 0
                #expect(abs(sum - Double(track.cuts[index + 1]) / Double(scale)) < 0.000_001)
            }
        }
    }

    @Test func `the target duration is the version's largest, rounded half up and at least 1, in all playlists`() {
        func target(_ video: Int64, _ audio: Int64) -> [UInt64?] {
            let tracks = [
                track("video/a", scale: 1000, cuts: [0, video], bytes: [1]),
                track("audio/a", scale: 1000, cuts: [0, audio], bytes: [1]),
            ]
            let presentation = Presentation(video: [tracks[0]], audio: [tracks[1]])
            return tracks.map { presentation.mediaPlaylist(of: $0).targetDuration }
        }
        #expect(target(2002, 2005) == [2, 2])
        #expect(target(2499, 2005) == [2, 2])
        #expect(target(2490, 2500) == [3, 3])
        #expect(target(400, 405) == [1, 1])
    }

    @Test func `a media playlist is a finished VOD with its init section`() {
        let video = track("video/360", scale: 30_000, cuts: [0, 60_060, 66_066], bytes: [1, 2])
        let text = Presentation(video: [video], audio: []).mediaPlaylist(of: video).serialized()
        #expect(
            text == """
                #EXTM3U
                #EXT-X-VERSION:6
                #EXT-X-TARGETDURATION:2
                #EXT-X-MEDIA-SEQUENCE:0
                #EXT-X-PLAYLIST-TYPE:VOD
                #EXT-X-MAP:URI="init.mp4"
                #EXTINF:2.002000,
                00000.m4s
                #EXTINF:0.200200,
                00001.m4s
                #EXT-X-ENDLIST

                """)
    }

    @Test func `a variant's bandwidth is its own peak and the largest of the audio`() throws {
        let video = [
            track("video/360", scale: 1000, cuts: [0, 2000], bytes: [250_000], rate: FrameRate(30_000, 1001)),
            track("video/720", scale: 1000, cuts: [0, 2000], bytes: [500_000], size: PixelSize(720, 1280)),
        ]
        let audio = track(
            "audio/main", "mp4a.40.2", scale: 1000, cuts: [0, 2000], bytes: [16_000], size: nil, rate: nil, channels: 2)
        let playlist = Presentation(video: video, audio: [audio]).multivariantPlaylist
        #expect(playlist.variants.map(\.bandwidth) == [1_064_000, 2_064_000])
        #expect(playlist.variants.map(\.uri) == ["video/360/playlist.m3u8", "video/720/playlist.m3u8"])
        #expect(playlist.variants.map(\.stableVariantID) == ["video/360", "video/720"])
        #expect(playlist.variants[0].codecs == ["avc1.64001F", "mp4a.40.2"])
        #expect(playlist.variants[0].frameRate?.description == "29.970")
        #expect(playlist.variants[1].resolution?.description == "720x1280")
        #expect(playlist.variants.map(\.audioGroup) == ["audio", "audio"])
        let rendition = try #require(playlist.renditions.first)
        #expect(playlist.renditions.count == 1)
        #expect(rendition.isDefault == true && rendition.isAutoselect == true)
        #expect(rendition.channels == "2")
        #expect(rendition.stableRenditionID == "audio/main")
        #expect(rendition.uri == "audio/main/playlist.m3u8")
    }

    @Test func `without audio there is no group, and audio alone is a variant`() {
        let video = track("video/360", scale: 1000, cuts: [0, 2000], bytes: [250_000])
        let silent = Presentation(video: [video], audio: []).multivariantPlaylist
        #expect(silent.renditions.isEmpty)
        #expect(silent.variants.map(\.audioGroup) == [nil])
        #expect(silent.variants.map(\.codecs) == [["avc1.64001F"]])
        let audio = track(
            "audio/main", "mp4a.40.2", scale: 1000, cuts: [0, 2000], bytes: [16_000], size: nil, rate: nil, channels: 2)
        let spoken = Presentation(video: [], audio: [audio]).multivariantPlaylist
        #expect(spoken.renditions.isEmpty)
        #expect(spoken.variants.map(\.uri) == ["audio/main/playlist.m3u8"])
        #expect(spoken.variants.map(\.stableVariantID) == ["audio/main"])
        #expect(spoken.variants.map(\.bandwidth) == [64_000])
    }

    @Test func `variants ascend by what is measured, whatever was asked for`() {
        let small = track("video/540", scale: 1000, cuts: [0, 2000], bytes: [900_000])
        let large = track("video/720", scale: 1000, cuts: [0, 2000], bytes: [800_000])
        #expect(
            Presentation(video: [small, large], audio: []).multivariantPlaylist.variants.map(\.bandwidth)
                == [3_200_000, 3_600_000])
    }
}
