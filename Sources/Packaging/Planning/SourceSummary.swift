package import MediaTypes

/// What a scan of a source's packets found out, without decoding: when its pictures are shown, and from when to when
/// there is audio. Edit lists are applied. Times of both are on one clock with an arbitrary zero.
package struct SourceSummary: Equatable, Sendable {
    package var video: Video?
    package var audio: Audio?
    /// How long the packets of the longer track say they last together, in seconds; 0 when they do not say.
    package var contentSeconds: Int64
    /// What the file says that it lasts, from the first picture or sound on.
    package var declaredDuration: MediaTime?

    package init(
        video: Video? = nil, audio: Audio? = nil, contentSeconds: Int64 = 0, declaredDuration: MediaTime? = nil
    ) {
        self.video = video
        self.audio = audio
        self.contentSeconds = contentSeconds
        self.declaredDuration = declaredDuration
    }

    package struct Video: Equatable, Sendable {
        package var timescale: Timescale
        /// When each picture is shown: ascending, no two the same, at least one.
        package var times: [Int64]
        /// How long the last picture is shown, in ticks; 0 when unknown.
        package var lastDuration: Int64
        /// With square pixels and upright.
        package var displaySize: PixelSize
        /// What the file says of its rate; proved before it is believed.
        package var declaredRates: [FrameRate]
        /// The times are those of decoding, for want of others: the nth picture that comes out is shown at the nth.
        package var isCounted: Bool

        package init(
            timescale: Timescale, times: [Int64], lastDuration: Int64, displaySize: PixelSize,
            declaredRates: [FrameRate] = [], isCounted: Bool = false
        ) {
            self.timescale = timescale
            self.times = times
            self.lastDuration = lastDuration
            self.displaySize = displaySize
            self.declaredRates = declaredRates
            self.isCounted = isCounted
        }

        package var start: MediaTime { MediaTime(times[0], timescale) }
    }

    package struct Audio: Equatable, Sendable {
        /// Of the first sample that is to be heard, after the priming, in any of the tracks.
        package var start: MediaTime
        package var end: MediaTime
        /// The languages of the tracks beside the first, BCP 47, no two the same.
        package var alternatives: [String]

        package init(start: MediaTime, end: MediaTime, alternatives: [String] = []) {
            self.start = start
            self.end = end
            self.alternatives = alternatives
        }
    }
}
