package import MediaTypes

/// `package.json`: what a version holds, byte for byte, and the numbers that its manifests declare.
package struct PackageDocument: Hashable, Sendable, Codable {
    package var format = Format.current
    package var reel: ReelID
    package var version: VersionID
    /// SHA-256 over source digest, resolved plan, format revision and encoder versions.
    package var recipe: ContentDigest
    /// Of the presentation: latest end of the chosen tracks minus their earliest start.
    package var duration: MediaTime
    package var grid: Grid
    package var renditions: [Rendition]
    /// Whole files of the same samples, where there are any.
    package var progressive: [Progressive]?
    /// Objects: immutable, digested, cached. Sorted by path.
    package var objects: [File]
    /// Playlists and other files that are served but are no objects. Sorted by path. This file itself is not listed.
    package var playlists: [File]
    /// Present when every source frame carried a frame strip, so that a player can check what it decoded.
    package var strip: Strip?
    /// Of the first picture, `#rrggbb`: what is shown before the poster.
    package var previewColor: String?
    /// What was lost or changed on the way, one sentence each.
    package var warnings: [String]

    package init(
        reel: ReelID, version: VersionID, recipe: ContentDigest, duration: MediaTime, grid: Grid,
        renditions: [Rendition], progressive: [Progressive]? = nil, objects: [File], playlists: [File],
        strip: Strip? = nil, warnings: [String] = []
    ) {
        self.reel = reel
        self.version = version
        self.recipe = recipe
        self.duration = duration
        self.grid = grid
        self.renditions = renditions
        self.progressive = progressive
        self.objects = objects
        self.playlists = playlists
        self.strip = strip
        self.warnings = warnings
    }

    /// The boundary grid: when segment k of every rendition begins (audio: the nearest AAC frame), and the end.
    package struct Grid: Hashable, Sendable, Codable {
        package var timescale: Timescale
        /// In ticks; ascending from 0; one more than there are segments.
        package var boundaries: [Int64]

        package init(timescale: Timescale, boundaries: [Int64]) {
            self.timescale = timescale
            self.boundaries = boundaries
        }
    }

    package struct File: Hashable, Sendable, Codable {
        /// Relative to the version's folder, `/` between its parts.
        package var path: String
        /// Bytes.
        package var size: Int
        package var sha256: ContentDigest

        package init(path: String, size: Int, sha256: ContentDigest) {
            self.path = path
            self.size = size
            self.sha256 = sha256
        }
    }

    package struct Rendition: Hashable, Sendable, Codable {
        package var id: RenditionID
        package var kind: RenditionKind
        /// RFC 6381, from the bytes.
        package var codecs: String
        /// Displayed pixels, of video.
        package var size: PixelSize?
        /// The highest rate, of video.
        package var frameRate: FrameRate?
        package var channels: Int?
        /// BCP 47.
        package var language: String?
        /// Of subtitles: shown without being asked for, as they say only what the picture says.
        package var isForced: Bool?
        /// Media characteristic tags (RFC 8216 bis §4.4.6.1), of subtitles.
        package var characteristics: [String]?
        package var timescale: Timescale
        /// When each segment begins in this rendition's own ticks, and the end: EXTINF is the difference of two.
        package var cuts: [Int64]
        /// Samples in each segment.
        package var sampleCounts: [Int]
        package var declared: Rates
        package var measured: Rates

        package init(
            id: RenditionID, kind: RenditionKind, codecs: String, size: PixelSize? = nil, frameRate: FrameRate? = nil,
            channels: Int? = nil, language: String? = nil, isForced: Bool? = nil, characteristics: [String]? = nil,
            timescale: Timescale, cuts: [Int64], sampleCounts: [Int], declared: Rates, measured: Rates
        ) {
            self.isForced = isForced
            self.characteristics = characteristics
            self.id = id
            self.kind = kind
            self.codecs = codecs
            self.size = size
            self.frameRate = frameRate
            self.channels = channels
            self.language = language
            self.timescale = timescale
            self.cuts = cuts
            self.sampleCounts = sampleCounts
            self.declared = declared
            self.measured = measured
        }
    }

    /// A whole file for players that want plain MP4: a rung, with the main audio where there is audio. It is no object,
    /// since nothing in it is new, and stands among `playlists` with its size and digest.
    package struct Progressive: Hashable, Sendable, Codable {
        /// The rung; of sound alone the audio.
        package var rendition: RenditionID
        package var path: String
        /// RFC 6381, separated by commas.
        package var codecs: String
        /// Displayed pixels, of video.
        package var size: PixelSize?
        /// Measured: all bytes of the file over the duration of the package, rounded up.
        package var bandwidth: BitRate

        package init(
            rendition: RenditionID, path: String, codecs: String, size: PixelSize? = nil, bandwidth: BitRate
        ) {
            self.rendition = rendition
            self.path = path
            self.codecs = codecs
            self.size = size
            self.bandwidth = bandwidth
        }
    }

    /// Bit rates of a rendition alone, of whole segment files. `declared` is what the ladder asked for.
    package struct Rates: Hashable, Sendable, Codable {
        package var peakBandwidth: BitRate
        package var averageBandwidth: BitRate

        package init(peakBandwidth: BitRate, averageBandwidth: BitRate) {
            self.peakBandwidth = peakBandwidth
            self.averageBandwidth = averageBandwidth
        }
    }

    /// What the frame strips of the source say: frame n of `frames` at `frameRate` carries (`reel`, n).
    package struct Strip: Hashable, Sendable, Codable {
        package var reel: Int
        package var frames: Int
        package var frameRate: FrameRate

        package init(reel: Int, frames: Int, frameRate: FrameRate) {
            self.reel = reel
            self.frames = frames
            self.frameRate = frameRate
        }
    }
}
