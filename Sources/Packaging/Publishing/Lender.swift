internal import Catalog
internal import MP4
internal import MediaTypes
internal import Platform

/// The current version of a reel, when another one would have the same objects: the two differ in what is written from
/// them, the manifest for DASH and the whole files.
struct Lender {
    let package: PackageDocument
    private let reel: ReelDocument
    private let folder: String

    /// `nil` when the version is not whole, or its recipe makes other objects.
    init?(_ current: ReelDocument?, in folder: ReelFolder, to plan: Plan, _ source: Source) throws {
        guard let current, let package = folder.package(current.version), package.recipe == current.recipe,
            try Self.recipes(plan, source).contains(package.recipe), folder.isIntact(package)
        else { return nil }
        self.package = package
        reel = current
        self.folder = folder.path(of: package.version)
    }

    /// Of every choice of what is written from the objects.
    private static func recipes(_ plan: Plan, _ source: Source) throws -> [ContentDigest] {
        var plan = plan
        return try [(false, false), (false, true), (true, false), (true, true)].map { choice in
            (plan.isDASH, plan.isProgressive) = choice
            return try Recipe(source, plan: PlanDocument(plan)).digest()
        }
    }

    /// Puts the objects into the folder of a version, all but the subtitles, and tells of them what encoding tells.
    /// Whether they are still the bytes that they were is for the caller to see.
    func lend(to plan: Plan, in version: String) throws -> EncodedReel {
        let objects = package.objects.filter { !$0.path.hasPrefix("subtitles/") }
        for object in objects {
            try FileSystem.createDirectories(FileSystem.parent(of: "\(version)/\(object.path)"))
            try FileSystem.link("\(folder)/\(object.path)", to: "\(version)/\(object.path)")
        }
        let posters = objects.filter { PackageLayout.object(atPath: $0.path)?.object == .poster }
        return EncodedReel(
            renditions: try package.renditions.filter { $0.kind != .subtitles }.map(encoded),
            poster: posters.first { $0.path == reel.poster }, otherPosters: posters.filter { $0.path != reel.poster },
            tiles: plan.tiles.map { grid in
                TileSheets(
                    grid: grid,
                    files: objects.filter { PackageLayout.object(atPath: $0.path)?.rendition == PackageLayout.tiles })
            },
            previewColor: reel.previewColor, strip: package.strip, warnings: package.warnings)
    }

    private func encoded(_ rendition: PackageDocument.Rendition) throws -> EncodedRendition {
        EncodedRendition(
            id: rendition.id, kind: rendition.kind, codecs: rendition.codecs, size: rendition.size,
            highestRate: rendition.frameRate, channels: rendition.channels, language: rendition.language,
            timescale: rendition.timescale, cuts: rendition.cuts,
            initialization: try file(.initialization, of: rendition.id),
            segments: try rendition.sampleCounts.enumerated().map { number, count in
                let file = try file(.segment(number), of: rendition.id)
                let range = rendition.kind == .video ? try firstSampleRange(file.path) : 0..<0
                return .init(file: file, sampleCount: count, firstSampleRange: range)
            },
            declared: rendition.declared)
    }

    private func file(_ object: ObjectName, of rendition: RenditionID) throws -> PackageDocument.File {
        let path = PackageLayout.path(of: object, in: rendition)
        guard let file = package.objects.first(where: { $0.path == path }) else {
            throw PackagingError.broken(["\(path ?? "") is not listed"])
        }
        return file
    }

    /// From the `moof` to the end of the first sample.
    private func firstSampleRange(_ path: String) throws -> Range<Int> {
        let file = try File.openForReading("\(folder)/\(path)")
        let structure = FileStructure(size: try file.status().size) { range in
            (try? file.read(at: range.lowerBound, count: range.count)) ?? []
        }
        var reader = FragmentReader()
        guard let fragment = structure.boxes.first(where: { $0.type == "moof" }),
            let sample = try reader.runs(of: fragment, fileSize: structure.size).first?.first(where: { _ in true })
        else { throw BoxError(.missing("moof"), at: 0) }
        return fragment.position..<sample.position + sample.size
    }
}
