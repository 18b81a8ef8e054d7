internal import Catalog
internal import MediaTypes

/// A rung that a source has, at its size: design §4, Ladder.
struct RungChoice {
    var rung: Ladder.Rung
    var size: PixelSize

    /// Pixels of a side that H.264 decoders take (ITU-T H.264 table A-1, level 6.2).
    private static let longest = 8192

    /// The rungs whose short side is at most the source's; if none is, the lowest one's bit rate at the source's size.
    /// None that is too long to be encoded.
    static func rungs(of ladder: Ladder, for source: PixelSize) -> [RungChoice] {
        let choices = allRungs(of: ladder, for: source)
        return choices.filter { max($0.size.width, $0.size.height) <= longest }
    }

    private static func allRungs(of ladder: Ladder, for source: PixelSize) -> [RungChoice] {
        let kept = ladder.rungs.filter { $0.shortSide <= source.shortSide }
        guard kept.isEmpty, var only = ladder.rungs.first else {
            return kept.map { RungChoice(rung: $0, size: Self.size(of: source, shortSide: $0.shortSide)) }
        }
        let size = PixelSize(max(2, source.width / 2 * 2), max(2, source.height / 2 * 2))
        only.shortSide = size.shortSide
        only.id = "\(size.shortSide)"
        return [RungChoice(rung: only, size: size)]
    }

    private static func size(of source: PixelSize, shortSide: Int) -> PixelSize {
        let isPortrait = source.height >= source.width
        let (short, long) = isPortrait ? (source.width, source.height) : (source.height, source.width)
        let half = rounded(Int128(long) * Int128(shortSide), over: 2 * Int128(short), .nearest)
        let longSide = max(2, 2 * Int(half))
        return isPortrait ? PixelSize(shortSide, longSide) : PixelSize(longSide, shortSide)
    }
}
