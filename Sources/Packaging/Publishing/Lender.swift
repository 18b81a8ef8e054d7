internal import Catalog
internal import MP4
internal import MediaTypes
internal import Platform

/// A version of a reel that has the objects of the one to make: the two differ in what is written from them, the manifest
/// for DASH and the whole files, or in a seek preview that is not wanted any more.
struct Lender {
    let package: PackageDocument
    private let previewColor: String?
    private let folder: String

    /// `nil` when no version that is whole has a recipe that makes the objects. The current one is asked first.
    init?(_ current: ReelDocument?, in folder: ReelFolder, to plan: Plan, _ source: Source) throws {
        let recipes = try Self.recipes(plan, source)
        let others = folder.versions.filter { $0 != current?.version }
        for version in [current?.version].compactMap(\.self) + others {
            guard let package = folder.package(version), recipes.contains(package.recipe), folder.isIntact(package)
            else { continue }
            self.package = package
            previewColor = package.previewColor
            self.folder = folder.path(of: version)
            return
        }
        return nil
    }

    /// Of every choice of what is written from the objects, and of those that have more than is wanted.
    private static func recipes(_ plan: Plan, _ source: Source) throws -> Set<ContentDigest> {
        var recipes: Set<ContentDigest> = []
        for tiles in plan.tiles == nil ? [nil, plan.possibleTiles] : [plan.tiles] {
            for (isDASH, isProgressive) in [(false, false), (false, true), (true, false), (true, true)] {
                var plan = plan
                (plan.tiles, plan.isDASH, plan.isProgressive) = (tiles, isDASH, isProgressive)
                recipes.insert(try Recipe(source, plan: PlanDocument(plan)).digest())
            }
        }
        return recipes
    }

    /// Puts the objects into the folder of a version, all but the subtitles and a preview that is not wanted, and tells of
    /// them what encoding tells.
    /// Whether they are still the bytes that they were is for the caller to see.
    func lend(to plan: Plan, _ source: Source, in version: String) throws -> EncodedReel {
        let notes = source.scan.jumps.notes
        let left = ["subtitles/"] + (plan.tiles == nil ? ["\(PackageLayout.tiles)/"] : [])
        let objects = package.objects.filter { object in !left.contains { object.path.hasPrefix($0) } }
        for object in objects {
            try FileSystem.createDirectories(FileSystem.parent(of: "\(version)/\(object.path)"))
            try FileSystem.link("\(folder)/\(object.path)", to: "\(version)/\(object.path)")
        }
        let posters = objects.filter { PackageLayout.object(atPath: $0.path)?.object == .poster }
        return EncodedReel(
            renditions: try package.renditions.filter { $0.kind != .subtitles }.map(encoded),
            poster: posters.first { $0.path == PackageLayout.poster },
            otherPosters: posters.filter { $0.path != PackageLayout.poster },
            tiles: plan.tiles.map { grid in
                TileSheets(
                    grid: grid,
                    files: objects.filter { PackageLayout.object(atPath: $0.path)?.rendition == PackageLayout.tiles })
            },
            previewColor: previewColor, strip: package.strip,
            warnings: package.warnings.filter { !notes.contains($0) }, notes: notes)
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
