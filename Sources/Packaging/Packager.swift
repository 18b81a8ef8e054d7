package import Catalog
internal import FFmpeg
internal import HLS
package import MediaTypes
internal import Platform
internal import Signing

/// Makes a published version of a reel from a file.
package struct Packager: Sendable {
    package var out: String
    package var ladder: Ladder
    /// Makes a version also where an intact one of the same recipe is there.
    package var isForced: Bool
    /// Refuses a source of which anything was lost.
    package var isStrict: Bool
    /// Writes a manifest for DASH too.
    package var isDASH: Bool
    /// Writes a whole file of each rung too.
    package var isProgressive: Bool
    /// Makes a seek preview of video that has more than one segment.
    package var hasTiles: Bool
    /// Makes posters of video's first picture.
    package var hasPosters: Bool
    /// A thread for each rung. Without, one reel keeps one core busy, which is better when there are several reels.
    package var isThreaded: Bool

    package init(
        out: String, ladder: Ladder, isForced: Bool = false, isStrict: Bool = false, isDASH: Bool = false,
        isProgressive: Bool = false, hasTiles: Bool = true, hasPosters: Bool = true,
        isThreaded: Bool = true
    ) {
        self.out = out
        self.ladder = ladder
        self.isForced = isForced
        self.isStrict = isStrict
        self.isDASH = isDASH
        self.isProgressive = isProgressive
        self.hasTiles = hasTiles
        self.hasPosters = hasPosters
        self.isThreaded = isThreaded
    }

    /// What is done once all is encoded or copied.
    package enum Step: String, Codable, Sendable {
        /// The whole files are written.
        case wholeFiles
        /// What is written is read again.
        case readBack
    }

    /// Told what share of a step is done, from 0 to 1, by any thread.
    package typealias Report = @Sendable (Step, Double) -> Void

    /// What became of a reel.
    package struct Outcome: Sendable {
        package enum Change: String, Codable, Sendable {
            /// An intact version of the same recipe was there.
            case unchanged
            /// The version was made again, with the same bytes.
            case remade
            /// The reel is new.
            case created
            /// The reel has a new version.
            case replaced
        }

        package var change: Change
        /// The version whose objects it has, when nothing was encoded.
        package var madeFrom: VersionID?
        package var package: PackageDocument
        package var reel: ReelDocument
        /// Of the reel.
        package var folder: String
        /// Of what was packaged without encoding: where it was cut, and where it could have been.
        package var copied: [PlanDocument.Copied]?
    }

    /// What packaging a source would do. Nothing is decoded, and nothing is written.
    package struct Preview: Sendable {
        package var plan: PlanDocument
        package var duration: MediaTime
        package var recipe: ContentDigest
        package var change: Outcome.Change
        /// The version whose objects it would have, when nothing would be encoded.
        package var madeFrom: VersionID?
        /// What is known to be lost before anything is decoded, one sentence each.
        package var warnings: [String] = []
    }

    package func preview(_ source: Source) throws -> Preview {
        let plan = try plan(of: source)
        let document = PlanDocument(plan)
        let recipe = try Recipe(source, plan: document).digest()
        var preview = try preview(source.reel, document, recipe) { try Lender($0, in: $1, to: plan, source) }
        preview.warnings = source.scan.losses + CaptionWriter(files: source.captions, grid: plan.grid).warnings
        if isStrict, !preview.warnings.isEmpty { throw UnusableSource.damaged(preview.warnings) }
        return preview
    }

    /// `lender` is asked when something would have to be made.
    func preview(
        _ reel: ReelID, _ document: PlanDocument, _ recipe: ContentDigest,
        lender: (ReelDocument?, ReelFolder) throws -> Lender?
    ) throws -> Preview {
        let folder = ReelFolder(out: out, reel: reel)
        let current = try folder.document()
        let isThere = folder.intactVersion(current, madeBy: recipe) != nil
        let change: Outcome.Change =
            if isThere { isForced ? .remade : .unchanged } else if current?.recipe == recipe { .remade } else {
                current == nil ? .created : .replaced
            }
        let lender = isForced || isThere ? nil : try lender(current, folder)
        return Preview(
            plan: document, duration: document.duration, recipe: recipe, change: change,
            madeFrom: lender?.package.version)
    }

    private func plan(of source: Source) throws -> Plan {
        var plan = try source.plan(ladder)
        plan.isDASH = isDASH
        plan.isProgressive = isProgressive
        plan.tiles = hasTiles ? plan.possibleTiles : nil
        plan.hasPosters = hasPosters
        return plan
    }

    /// Packages a source that has been looked at. `progress` is told how much of the duration is done, `report` what comes
    /// after that. Only decoding tells that nothing of the video can be: then there is the sound.
    package func package(
        _ source: Source, progress: (_ done: MediaTime, _ of: MediaTime) -> Void,
        report: @escaping Report = { _, _ in }
    ) throws -> Outcome {
        do {
            return try make(of: source, progress, report)
        } catch UnusableSource.undecodable(Encoding.video) {
            guard let sound = source.withoutVideo() else { throw UnusableSource.undecodable(Encoding.video) }
            return try make(of: sound, progress, report)
        }
    }

    private func make(
        of source: Source, _ progress: (_ done: MediaTime, _ of: MediaTime) -> Void, _ report: @escaping Report
    ) throws -> Outcome {
        let plan = try plan(of: source)
        let recipe = try PendingRecipe(try Recipe(source, plan: PlanDocument(plan)))
        return try publish(source.reel, recipe, size: plan.video?.sourceSize) { workshop, folder, current in
            let making = VersionMaking(
                plan: plan, source: source, recipe: recipe.name, workshop: workshop, isStrict: isStrict, report: report)
            let lender = isForced ? nil : try Lender(current, in: folder, to: plan, source)
            if let lender, let borrowed = try making.borrow(from: lender) { return (borrowed, lender.package.version) }
            return (try making.encode(isThreaded: isThreaded) { progress($0, plan.duration) }, nil)
        }
    }

    /// Publishes what `make` makes in a workshop, unless an intact version of the recipe is there. `size` is that of the
    /// picture as displayed. The recipe is not waited for where there is no version at all.
    func publish(
        _ reel: ReelID, _ recipe: PendingRecipe, size: PixelSize?,
        make: (Workshop, ReelFolder, ReelDocument?) throws -> (VersionMaking.Made, madeFrom: VersionID?)
    ) throws -> Outcome {
        let folder = ReelFolder(out: out, reel: reel)
        let current = try folder.document()
        if !isForced, current != nil,
            let (current, package) = folder.intactVersion(current, madeBy: try recipe.digest())
        {
            Workshop.sweep(folder)
            return Outcome(change: .unchanged, package: package, reel: current, folder: folder.path)
        }
        guard let workshop = try Workshop.open(folder, name: recipe.name) else {
            throw PackagingError.busy(reel)
        }
        let (made, madeFrom) = try make(workshop, folder, current)
        let package = made.package
        let document = ReelDocument(package, made.encoded, size, isRemoved: current?.removed ?? false)
        try folder.alone {
            try workshop.publish(package)
            try FileSystem.replace(folder.documentPath, with: try CanonicalJSON.file(document))
        }
        return Outcome(
            change: current == nil ? .created : current?.version == package.version ? .remade : .replaced,
            madeFrom: madeFrom, package: package, reel: document, folder: folder.path)
    }
}

/// Why a version could not be made, other than by the source's fault.
package enum PackagingError: Error, CustomStringConvertible {
    case busy(ReelID)
    /// What was made breaks rules, each named in a sentence.
    case broken([String])

    package var description: String {
        switch self {
        case .busy(let reel): "another run is packaging the reel '\(reel)'"
        case .broken(let problems):
            "what was made is not right and is not published: \(problems.prefix(3).joined(separator: "; "))"
        }
    }
}
