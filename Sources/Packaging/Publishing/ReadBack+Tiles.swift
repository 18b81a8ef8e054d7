internal import Catalog
internal import HLS
internal import MediaTypes
internal import WebVTT

extension ReadBack {
    /// What is wrong with the seek preview, when there is one: a sheet that the playlist does not name or that is no
    /// JPEG of the size that it says, and a thumbnail that lies outside.
    func tileProblems(of package: PackageDocument) throws -> [String] {
        let path = PackageLayout.playlistPath(of: PackageLayout.tiles)
        guard package.playlists.contains(where: { $0.path == path }) else { return [] }
        guard let playlist = Playlist.parse(try read(path)).playlist.media else {
            return ["\(path) is no media playlist"]
        }
        let sheets = package.objects.map(\.path).filter { $0.hasPrefix("\(PackageLayout.tiles)/") }
        let named = playlist.segments.map { "\(PackageLayout.tiles)/\($0.uri)" }
        guard playlist.isImagesOnly, named == sheets,
            let size = playlist.segments.first?.tiles.flatMap(Self.sheetSize)
        else { return ["\(path) does not name the sheets that are there"] }
        let problems = try sheets.compactMap { sheet -> String? in
            guard let found = JPEGHeader.size(of: try read(sheet)) else { return "\(sheet) is no JPEG" }
            return found == size ? nil : "\(sheet) is \(found), not \(size)"
        }
        return try problems + thumbnailProblems(sheets, size)
    }

    /// As wide and as high as all thumbnails of a sheet; `nil` of what no JPEG can be.
    private static func sheetSize(_ tiles: ImageTiles) -> PixelSize? {
        let (columns, rows) = (Int(clamping: tiles.columns), Int(clamping: tiles.rows))
        let width = Int(clamping: tiles.resolution.width).multipliedReportingOverflow(by: columns)
        let height = Int(clamping: tiles.resolution.height).multipliedReportingOverflow(by: rows)
        guard !width.overflow, !height.overflow, max(width.partialValue, height.partialValue) <= 65_535 else {
            return nil
        }
        return PixelSize(width.partialValue, height.partialValue)
    }

    private func thumbnailProblems(_ sheets: [String], _ size: PixelSize) throws -> [String] {
        let path = PackageLayout.thumbnails
        let bytes = try read(path)
        let cues: [Cue]
        do throws(CaptionsError) { cues = try Captions(webVTT: bytes).cues } catch {
            return ["\(path): \(error)"]
        }
        let sheets = Set(sheets)
        return cues.compactMap { cue in
            let parts = (cue.lines.first ?? "").split(separator: "#xywh=")
            let numbers = parts.last?.split(separator: ",").compactMap { Int($0) } ?? []
            let isInside =
                parts.count == 2 && numbers.count == 4 && numbers.allSatisfy { (0...1 << 16).contains($0) }
                && sheets.contains("\(PackageLayout.tiles)/\(parts[0])")
                && numbers[0] + numbers[2] <= size.width && numbers[1] + numbers[3] <= size.height
            return isInside ? nil : "\(path): the thumbnail at \(cue.start) ms is on no sheet"
        }
    }
}
