internal import Catalog
internal import FFmpeg
internal import MediaTypes

/// Makes thumbnails of the pictures that are shown when they are due, and writes each sheet as it is full: no more than
/// one is in memory.
final class TileStage {
    private let grid: TileGrid
    private let clock: FrameClock
    private var writer: RenditionWriter
    private var scaler: Scaler?
    private var sheet: Sheet
    /// The thumbnail that is due next.
    private var next = 0
    private let matrix: Int

    /// From 2 (best) to 31.
    private static let quality = 6

    /// `matrix` is what the values of the pictures mean, as H.273 numbers it.
    init(_ grid: TileGrid, _ clock: FrameClock, matrix: Int, in folder: String) throws {
        self.matrix = matrix
        self.grid = grid
        self.clock = clock
        sheet = Sheet(grid.sheetSize)
        writer = try RenditionWriter(PackageLayout.tiles, in: folder)
    }

    func accept(_ paced: PacedPicture) throws {
        let end = MediaTime(clock[paced.frame + 1], clock.timescale)
        guard next < grid.count, grid.start(of: next) < end else { return }
        let thumbnail = try scaled(paced.picture)
        while next < grid.count, grid.start(of: next) < end {
            let place = grid.place(of: next)
            sheet.put(thumbnail, x: place.x, y: place.y)
            next += 1
            if next % grid.tilesPerSheet == 0 { try writeSheet(count: grid.tilesPerSheet) }
        }
    }

    /// Writes the last sheet.
    func finish() throws -> TileSheets {
        let count = next % grid.tilesPerSheet
        if count > 0 { try writeSheet(count: count) }
        guard next == grid.count else {
            throw EncodingError.wrongCount("\(PackageLayout.tiles)", expected: grid.count, got: next)
        }
        return TileSheets(grid: grid, files: writer.segments.map(\.file))
    }

    private func scaled(_ picture: Frame) throws -> Frame {
        guard picture.size != grid.size else { return picture }
        let format = picture.videoFormat
        if scaler?.source != format { scaler = try Scaler(from: format, to: grid.size) }
        return try scaler?.scale(picture) ?? picture
    }

    private func writeSheet(count: Int) throws {
        let sheet = try JPEGEncoder.encode(try sheet.picture(), matrix: matrix, quality: Self.quality)
        try writer.write(sheet, sampleCount: count)
        self.sheet = Sheet(grid.sheetSize)
    }
}

/// The seek preview of a version, which is written.
struct TileSheets: Sendable {
    var grid: TileGrid
    var files: [PackageDocument.File]
}

/// A picture that is put together from smaller ones: 8-bit 4:2:0, limited range, black where there is none.
private struct Sheet {
    private let size: PixelSize
    private var planes: [[UInt8]]

    init(_ size: PixelSize) {
        self.size = size
        let area = size.width * size.height
        planes =
            [Array(repeating: 16, count: area)] + Array(repeating: Array(repeating: 128, count: area / 4), count: 2)
    }

    /// Even coordinates; all of the picture must fit.
    mutating func put(_ picture: Frame, x: Int, y: Int) {
        for index in planes.indices {
            let shift = index == 0 ? 0 : 1
            let width = size.width >> shift
            let start = (y >> shift) * width + (x >> shift)
            _ = picture.withPlane(index) { bytes, shape in
                for row in 0..<shape.height {
                    for column in 0..<shape.width {
                        planes[index][start + row * width + column] = bytes[row * shape.stride + column]
                    }
                }
            }
        }
    }

    func picture() throws -> Frame {
        try Frame.picture(Frame.VideoFormat(size: size), pts: 0) { plane, shape, bytes in
            for row in 0..<shape.height {
                for column in 0..<shape.width {
                    bytes[row * shape.stride + column] = planes[plane][row * shape.width + column]
                }
            }
        }
    }
}
