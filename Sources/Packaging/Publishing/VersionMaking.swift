internal import Catalog
internal import MediaTypes

/// Makes the files of a version in a workshop and reads them back.
struct VersionMaking {
    let plan: Plan
    let source: Source
    let recipe: ContentDigest
    let workshop: Workshop
    let isStrict: Bool
    let report: Packager.Report

    struct Made {
        var encoded: EncodedReel
        var package: PackageDocument
    }

    func encode(isThreaded: Bool, progress: (MediaTime) -> Void) throws -> Made {
        var encoded = try source.explaining {
            try Encoding(plan, source, into: workshop.version, isThreaded: isThreaded).run(progress: progress)
        }
        encoded.renditions += try captions.write(into: workshop.version)
        encoded.warnings += captions.warnings
        let (package, problems) = try assemble(encoded)
        guard problems.isEmpty else { throw PackagingError.broken(problems) }
        return Made(encoded: encoded, package: package)
    }

    /// Nothing is encoded. `nil`, and an empty workshop, when the lender's objects are not what they were.
    func borrow(from lender: Lender) throws -> Made? {
        if var encoded = try? lender.lend(to: plan, source, in: workshop.version) {
            // Those that the lender has are written again: of all of them together it has no file.
            encoded.renditions += try captions.write(into: workshop.version)
            let (package, problems) = try assemble(encoded)
            if problems.isEmpty { return Made(encoded: encoded, package: package) }
        }
        try workshop.clear()
        return nil
    }

    private var captions: CaptionWriter { CaptionWriter(files: source.captions, grid: plan.grid) }

    private func assemble(_ encoded: EncodedReel) throws -> (PackageDocument, problems: [String]) {
        try source.checkUnchanged()
        if isStrict, !encoded.warnings.isEmpty { throw UnusableSource.damaged(encoded.warnings) }
        let report = report
        let package = try Assembly(PlanDocument(plan), encoded, source.reel, recipe)
            .write(into: workshop.version, report: report)
        let readBack = ReadBack(folder: workshop.version) { report(.readBack, $0) }
        return (package, try readBack.problems(of: package))
    }
}
