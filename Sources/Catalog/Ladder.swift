package import MediaTypes

/// The renditions to make of a reel, in ascending order; the first rung is the start rung.
package struct Ladder: Hashable, Sendable, Codable {
    package var rungs: [Rung]
    package var audio: [AudioRung]
    /// An x264 preset name, as `veryfast`.
    package var preset: String

    package init(rungs: [Rung], audio: [AudioRung], preset: String) {
        self.rungs = rungs
        self.audio = audio
        self.preset = preset
    }

    /// One video rendition. It is kept when its short side is at most the source's.
    package struct Rung: Hashable, Sendable, Codable {
        /// The last part of the rendition id: `360` makes `video/360`.
        package var id: String
        /// Pixels of the shorter side after rotation and sample aspect ratio; even.
        package var shortSide: Int
        /// Average.
        package var videoBitrate: BitRate
        /// The rate at which the one-second decoder buffer fills.
        package var maxBitrate: BitRate
        /// A cap on the frame rate, if any.
        package var frameRateCap: FrameRate?

        package init(
            id: String, shortSide: Int, videoBitrate: BitRate, maxBitrate: BitRate, frameRateCap: FrameRate? = nil
        ) {
            self.id = id
            self.shortSide = shortSide
            self.videoBitrate = videoBitrate
            self.maxBitrate = maxBitrate
            self.frameRateCap = frameRateCap
        }
    }

    /// One AAC-LC stereo rendition.
    package struct AudioRung: Hashable, Sendable, Codable {
        package var id: String
        package var bitrate: BitRate

        package init(id: String, bitrate: BitRate) {
            self.id = id
            self.bitrate = bitrate
        }
    }
}
