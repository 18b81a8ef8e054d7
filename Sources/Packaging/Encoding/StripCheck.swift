internal import Catalog
internal import FFmpeg
internal import MediaTypes

/// Whether every picture of a source carries a frame strip, of one reel and numbered from 0.
struct StripCheck {
    private var reel: Int?
    private var count = 0
    private var isBroken = false

    /// Looks at the next picture of the source, once each.
    mutating func add(_ picture: Frame) {
        guard !isBroken else { return }
        guard let strip = picture.strip, strip.frame == count, reel == nil || reel == strip.reel else {
            isBroken = true
            return
        }
        reel = strip.reel
        count += 1
    }

    /// The claim, when it holds for every picture and they are shown in order at the rate.
    func result(_ video: Plan.Video) -> PackageDocument.Strip? {
        guard !isBroken, let reel, video.lead == 0, count == video.sourceTimes.count,
            case .constant(let rate) = video.clock.pacing
        else { return nil }
        return PackageDocument.Strip(reel: reel, frames: count, frameRate: rate)
    }
}
