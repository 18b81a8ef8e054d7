internal import Catalog
package import MediaTypes

/// How the seek preview of a version is laid out: thumbnails at even distances, on sheets with a place for each, filled
/// row by row.
package struct TileGrid: Hashable, Sendable, Codable {
    /// From each thumbnail to the next: a segment of a constant rate, two seconds of a variable one.
    package var interval: MediaTime
    /// Thumbnails of the version, at least 1.
    package var count: Int
    /// Thumbnails in a row of a sheet.
    package var columns: Int
    package var rows: Int
    /// Of a thumbnail: even sides.
    package var size: PixelSize

    private static let mostColumns = 5
    private static let mostRows = 5
    private static let shortSide = 90
    /// What a very long picture may take.
    private static let longestSide = 480

    package init(interval: MediaTime, duration: MediaTime, picture: PixelSize) {
        self.interval = interval
        let ticks = duration.ticks(of: interval.timescale, rounding: .up)
        count = max(1, Int((ticks + interval.value - 1) / interval.value))
        // Of a short reel there is one sheet, no larger than it need be.
        columns = min(Self.mostColumns, count)
        rows = min(Self.mostRows, (count + columns - 1) / columns)
        size = Self.size(for: picture)
    }

    /// The shape of the picture, and no larger.
    private static func size(for picture: PixelSize) -> PixelSize {
        let longSide = max(picture.width, picture.height)
        var (side, of) = (min(shortSide, picture.shortSide), picture.shortSide)
        if longSide * side > longestSide * of { (side, of) = (min(longestSide, longSide), longSide) }
        let scaled = { (length: Int) in max(2, (length * side + of) / (2 * of) * 2) }
        return PixelSize(scaled(picture.width), scaled(picture.height))
    }

    package var tilesPerSheet: Int { columns * rows }

    package var sheetCount: Int { (count + tilesPerSheet - 1) / tilesPerSheet }

    package var sheetSize: PixelSize { PixelSize(columns * size.width, rows * size.height) }

    /// When a thumbnail is shown first; of `count` and later ones, when it would be.
    package func start(of thumbnail: Int) -> MediaTime { interval * Int64(thumbnail) }

    /// The left upper corner of a thumbnail on its sheet.
    package func place(of thumbnail: Int) -> (x: Int, y: Int) {
        let place = thumbnail % tilesPerSheet
        return (place % columns * size.width, place / columns * size.height)
    }
}

extension Plan {
    /// The seek preview that a version may have: one of video that has more than one segment.
    package var possibleTiles: TileGrid? {
        guard let video, grid.boundaries.count > 2, let largest = video.rungs.last else { return nil }
        let clock = video.clock
        let ticks =
            clock.isConstant ? clock[video.cuts[1]] : BoundaryGrid.target * Int64(clock.timescale.ticksPerSecond)
        return TileGrid(
            interval: MediaTime(ticks, clock.timescale), duration: duration, picture: largest.size)
    }
}
