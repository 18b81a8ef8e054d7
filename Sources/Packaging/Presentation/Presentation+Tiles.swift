internal import Catalog
package import MediaTypes
internal import WebVTT

extension Presentation {
    /// The seek preview: thumbnails on sheets.
    package struct Tiles: Equatable, Sendable {
        package var grid: TileGrid
        /// The sheets as segments, each as long as its thumbnails are shown.
        package var sheets: Track

        /// `sizes` are the bytes of each sheet.
        package init(_ grid: TileGrid, sizes: [Int], duration: MediaTime) {
            self.grid = grid
            let scale = grid.interval.timescale
            let starts = sizes.indices.map { grid.start(of: $0 * grid.tilesPerSheet).value }
            sheets = Track(
                id: PackageLayout.tiles, codecs: "jpeg", size: grid.sheetSize, timescale: scale,
                cuts: starts + [duration.ticks(of: scale)], sizes: sizes)
        }

        /// Where each thumbnail is and when it is shown, in WebVTT for players in browsers: a cue's text is the
        /// address of its sheet and, as a fragment (Media Fragments URI §4.2.2), its rectangle in pixels.
        package var thumbnails: [UInt8] {
            let duration = MediaTime(sheets.cuts[sheets.cuts.count - 1], sheets.timescale)
            let cues = (0..<grid.count).compactMap { thumbnail -> Cue? in
                let start = grid.start(of: thumbnail).milliseconds
                let end = min(grid.start(of: thumbnail + 1), duration).milliseconds
                guard start < end else { return nil }
                let sheet = PackageLayout.segmentName(thumbnail / grid.tilesPerSheet, in: sheets.id)
                let place = grid.place(of: thumbnail)
                let rectangle = "\(place.x),\(place.y),\(grid.size.width),\(grid.size.height)"
                return Cue(start: start, end: end, lines: ["\(sheet)#xywh=\(rectangle)"])
            }
            return WebVTTSegment(headerBlocks: [], cues: cues).fileBytes
        }
    }
}
