package import MediaTypes

/// What the playback API answers: where a reel's version can be fetched until `expiresAt`, and what it holds.
package struct PlaybackAnswer: Hashable, Sendable, Codable {
    package var format = Format.current
    package var id: ReelID
    package var version: VersionID
    /// Absolute, of the multivariant playlist.
    package var url: String
    package var mpdUrl: String?
    /// Whole files, for players that want plain MP4.
    package var progressive: [Progressive]?
    package var expiresAt: UnixTime
    package var serverTime: UnixTime
    package var durationMs: Int64
    package var renditions: [Rendition]
    /// Present when the reel verifies itself.
    package var strip: PackageDocument.Strip?

    package init(
        id: ReelID, version: VersionID, url: String, mpdUrl: String? = nil, progressive: [Progressive]? = nil,
        expiresAt: UnixTime, serverTime: UnixTime, durationMs: Int64, renditions: [Rendition],
        strip: PackageDocument.Strip? = nil
    ) {
        self.id = id
        self.version = version
        self.url = url
        self.mpdUrl = mpdUrl
        self.progressive = progressive
        self.expiresAt = expiresAt
        self.serverTime = serverTime
        self.durationMs = durationMs
        self.renditions = renditions
        self.strip = strip
    }

    /// A rung and the main audio in one file; of sound alone the audio.
    package struct Progressive: Hashable, Sendable, Codable {
        package var rendition: RenditionID
        /// Absolute.
        package var url: String
        package var width: Int?
        package var height: Int?
        /// RFC 6381, separated by commas.
        package var codecs: String
        /// Of the whole file.
        package var bandwidth: BitRate
        /// Bytes.
        package var size: Int

        package init(_ file: PackageDocument.Progressive, url: String, size: Int) {
            rendition = file.rendition
            self.url = url
            width = file.size?.width
            height = file.size?.height
            codecs = file.codecs
            bandwidth = file.bandwidth
            self.size = size
        }
    }

    package struct Rendition: Hashable, Sendable, Codable {
        package var id: RenditionID
        package var kind: RenditionKind
        package var width: Int?
        package var height: Int?
        package var frameRate: FrameRate?
        package var codecs: String
        package var peakBandwidth: BitRate
        package var averageBandwidth: BitRate
        package var language: String?
        package var channels: Int?

        package init(_ rendition: PackageDocument.Rendition) {
            id = rendition.id
            kind = rendition.kind
            width = rendition.size?.width
            height = rendition.size?.height
            frameRate = rendition.frameRate
            codecs = rendition.codecs
            peakBandwidth = rendition.measured.peakBandwidth
            averageBandwidth = rendition.measured.averageBandwidth
            language = rendition.language
            channels = rendition.channels
        }
    }
}
