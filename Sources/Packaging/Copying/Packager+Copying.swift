internal import Catalog
package import MediaTypes

extension Packager {
    /// What packaging files without encoding would do. Nothing is written.
    package func preview(_ source: CopySource) throws -> Preview {
        let plan = try plan(of: source)
        let document = plan.document
        let recipe = try PendingRecipe(source, plan: document).digest()
        var preview = try preview(source.reel, document, recipe) { _, _ in nil }
        preview.warnings = plan.warnings
        if isStrict, !preview.warnings.isEmpty { throw UnusableSource.damaged(preview.warnings) }
        return preview
    }

    /// Packages files that are already encoded, without encoding. `progress` is told how much of the duration is done,
    /// `report` what comes after that.
    package func package(
        _ source: CopySource, progress: (_ done: MediaTime, _ of: MediaTime) -> Void,
        report: @escaping Report = { _, _ in }
    ) throws -> Outcome {
        let plan = try plan(of: source)
        let document = plan.document
        let recipe = try PendingRecipe(source, plan: document)
        var outcome = try publish(source.reel, recipe, size: plan.largest?.size) { workshop, _, _ in
            let readBack = EarlyReadBack(folder: workshop.version)
            let copying = Copying(plan, source, into: workshop.version, readBack: readBack)
            var copied = try source.explaining { try copying.run { progress($0, plan.duration) } }
            let captions = CaptionWriter(files: source.captions, grid: plan.grid)
            copied.renditions += try captions.write(into: workshop.version)
            copied.warnings += captions.warnings
            let digest = try source.explaining { try recipe.digest() }
            try source.checkUnchanged()
            if isStrict, !copied.warnings.isEmpty { throw UnusableSource.damaged(copied.warnings) }
            let package = try Assembly(document, copied, source.reel, digest)
                .write(into: workshop.version, report: report)
            let rest = ReadBack(folder: workshop.version, known: readBack.finish()) { report(.readBack, $0) }
            let problems = try rest.problems(of: package)
            guard problems.isEmpty else { throw PackagingError.broken(problems) }
            return (VersionMaking.Made(encoded: copied, package: package), nil)
        }
        outcome.copied = document.copied
        return outcome
    }

    private func plan(of source: CopySource) throws -> CopyPlan {
        var plan = try CopyPlan(source)
        plan.isDASH = isDASH
        plan.isProgressive = isProgressive
        plan.tiles = hasTiles ? plan.possibleTiles : nil
        plan.hasPosters = hasPosters
        return plan
    }
}
