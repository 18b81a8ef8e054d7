package import Catalog
package import HLS
package import MediaTypes

/// What a version shows, as records of its segments: all that manifests are written from. No samples are in it.
package struct Presentation: Equatable, Sendable {
    /// Video in ascending order of rungs.
    package var video: [Track]
    /// The first is the default. They are alternatives: any one goes with any video.
    package var audio: [Track]
    package var subtitles: [Track]
    package var tiles: Tiles?

    package init(video: [Track], audio: [Track], subtitles: [Track] = [], tiles: Tiles? = nil) {
        self.video = video
        self.audio = audio
        self.subtitles = subtitles
        self.tiles = tiles
    }

    package struct Track: Equatable, Sendable {
        package var id: RenditionID
        /// RFC 6381.
        package var codecs: String
        /// As displayed, of video.
        package var size: PixelSize?
        /// The highest, of video.
        package var frameRate: FrameRate?
        /// Of video; `nil` is standard.
        package var videoRange: VideoRange?
        package var channels: Int?
        /// BCP 47.
        package var language: String?
        /// Of subtitles.
        package var role: CaptionRole?
        package var timescale: Timescale
        /// When each segment begins, in this track's own ticks, and the end.
        package var cuts: [Int64]
        /// Samples per second, of audio.
        package var samplingRate: UInt32?
        /// Of the whole track.
        package var sampleCount: Int?
        /// Bytes of all subtitles in one file.
        package var captionsSize: Int?
        /// Bytes of each segment's whole file.
        package var sizes: [Int]
        /// Where in each segment its I-frame is, from the `moof` to the end of the sample; empty where there are none.
        package var iFrames: [Range<Int>]

        package init(
            id: RenditionID, codecs: String, size: PixelSize? = nil, frameRate: FrameRate? = nil,
            channels: Int? = nil, language: String? = nil, role: CaptionRole? = nil, timescale: Timescale,
            cuts: [Int64], sizes: [Int], iFrames: [Range<Int>] = []
        ) {
            self.id = id
            self.codecs = codecs
            self.size = size
            self.frameRate = frameRate
            self.channels = channels
            self.language = language
            self.role = role
            self.timescale = timescale
            self.cuts = cuts
            self.sizes = sizes
            self.iFrames = iFrames
        }
    }

    package var tracks: [Track] { video + audio + subtitles }

    /// EXT-X-TARGETDURATION of every media playlist, in seconds.
    package var targetDuration: Int64 { TargetDuration.seconds(of: tracks.flatMap(\.durations)) }

    /// The largest rates of the audio, which every variant with audio adds to its own.
    package var audioRates: PackageDocument.Rates { largestRates(of: audio) }

    /// The largest rates of the subtitles, which every variant adds to its own.
    package var subtitleRates: PackageDocument.Rates { largestRates(of: subtitles) }

    private func largestRates(of tracks: [Track]) -> PackageDocument.Rates {
        let rates = tracks.map { $0.rates(targetDuration: targetDuration) }
        return PackageDocument.Rates(
            peakBandwidth: rates.map(\.peakBandwidth).max() ?? BitRate(0),
            averageBandwidth: rates.map(\.averageBandwidth).max() ?? BitRate(0))
    }
}

extension Presentation.Track {
    /// What a menu shows: the language in itself, or the rendition's own name.
    package var name: String {
        let name = language.flatMap(LanguageTag.name) ?? language ?? String(id.text.split(separator: "/").last ?? "")
        return switch role {
        case .forced: "\(name) (forced)"
        case .sdh: "\(name) (SDH)"
        case .subtitles, nil: name
        }
    }

    /// EXTINF of each segment, exact.
    package var durations: [MediaTime] {
        zip(cuts, cuts.dropFirst()).map { MediaTime($1 - $0, timescale) }
    }

    /// Measured, of whole segment files, rounded up to bits per second: design §3, Numbers.
    ///
    /// The peak is the highest rate of any run of contiguous segments that lasts from half a target duration to one and
    /// a half and half a second (RFC 8216 bis §4.1); of all segments when no run does.
    package func rates(targetDuration: Int64) -> PackageDocument.Rates {
        rates(of: sizes, targetDuration)
    }

    /// Of the I-frames alone, over the time from each to the next.
    func iFrameRates(targetDuration: Int64) -> PackageDocument.Rates { rates(of: iFrames.map(\.count), targetDuration) }

    private func rates(of sizes: [Int], _ targetDuration: Int64) -> PackageDocument.Rates {
        let scale = Int64(timescale.ticksPerSecond)
        let shortest = targetDuration * scale
        let longest = (3 * targetDuration + 1) * scale
        let whole = Run(bytes: sizes.reduce(0, +), ticks: cuts[cuts.count - 1] - cuts[0])
        var peak = whole
        for first in sizes.indices {
            var bytes = 0
            for last in first..<sizes.count {
                bytes += sizes[last]
                let ticks = cuts[last + 1] - cuts[first]
                if 2 * ticks > longest { break }
                // Never below the average, which a variable rate may leave out of every run.
                if 2 * ticks >= shortest { peak = max(peak, Run(bytes: bytes, ticks: ticks)) }
            }
        }
        return PackageDocument.Rates(
            peakBandwidth: peak.bitRate(scale), averageBandwidth: whole.bitRate(scale))
    }

    private struct Run: Comparable {
        var bytes: Int
        var ticks: Int64

        static func < (left: Run, right: Run) -> Bool {
            Int128(left.bytes) * Int128(right.ticks) < Int128(right.bytes) * Int128(left.ticks)
        }

        func bitRate(_ scale: Int64) -> BitRate {
            BitRate(Int(rounded(Int128(bytes) * 8 * Int128(scale), over: Int128(ticks), .up)))
        }
    }
}
