package import Catalog
package import MediaTypes

/// What a sample reel is to be.
package struct SampleRecipe: Hashable, Sendable {
    /// The file's name without `.mp4`, and with it the reel's id.
    package var name: ReelID
    /// The number in the strip of every frame; it chooses colours and pitch too.
    package var reel: Int
    package var size: PixelSize
    package var rate: FrameRate
    /// Of the video; the nearest whole number of frames, at least one, makes it up.
    package var length: MediaTime
    /// `nil` asks for a constant high quality instead.
    package var bitrate: BitRate?

    package init(
        name: ReelID, reel: Int, size: PixelSize = PixelSize(1080, 1920), rate: FrameRate = FrameRate(30)!,
        length: MediaTime = MediaTime(8, perSecond: 1), bitrate: BitRate? = nil
    ) {
        self.name = name
        self.reel = reel
        self.size = size
        self.rate = rate
        self.length = length
        self.bitrate = bitrate
    }

    package var frameCount: Int {
        let denominator = Int64(rate.denominator)
        return max(1, Int((length.ticks(of: Timescale(rate.numerator)) + denominator / 2) / denominator))
    }

    /// Exactly as long as the frames.
    package var duration: MediaTime { rate.time(ofFrame: Int64(frameCount)) }

    package var fileName: String { "\(name).mp4" }

    /// The recipes of `SampleMedia/reels.yaml`, for a program that has been installed without it.
    package static let standard = [
        SampleRecipe(name: ReelID("dusk")!, reel: 1, rate: FrameRate(30000, 1001)!),
        SampleRecipe(
            name: ReelID("dawn")!, reel: 2, size: PixelSize(720, 1280), rate: FrameRate(24)!,
            length: MediaTime(6, perSecond: 1)),
        SampleRecipe(
            name: ReelID("noon")!, reel: 3, size: PixelSize(540, 960), rate: FrameRate(25)!,
            length: MediaTime(5, perSecond: 1)),
    ]
}
