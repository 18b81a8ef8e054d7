internal import Catalog
internal import FFmpeg
internal import MediaTypes
internal import Platform
internal import Signing

/// All that the bytes of a version come from: design §1. Its digest names the work, as the version names the result.
struct Recipe: Codable {
    /// Counts up when the packager makes other bytes of the same plan.
    static let revision = 11

    var format = Format.current
    var revision = Recipe.revision
    var source: ContentDigest
    /// Of the captions files, in the order of the plan.
    var captions: [ContentDigest]?
    var plan: PlanDocument
    /// Of all files, where several make one reel.
    var sources: [ContentDigest]?
    /// Of libavcodec, libavfilter, libswscale, zimg and x264; where nothing is encoded, ``Versions/withoutEncoder``.
    var libraries: [String]

    init(_ source: Source, plan: PlanDocument) throws {
        self.source = source.digest
        captions = source.captions.isEmpty ? nil : source.captions.map(\.digest)
        self.plan = plan
        libraries = try Self.linked()
    }

    init(_ source: CopySource, plan: PlanDocument, digests: [ContentDigest]) {
        self.source = digests[0]
        sources = digests
        captions = source.captions.isEmpty ? nil : source.captions.map(\.digest)
        self.plan = plan
        libraries = Versions.withoutEncoder
    }

    private static func linked() throws -> [String] {
        let versions = try Versions.linked()
        return [versions.libavcodec, versions.libavfilter, versions.libswscale, versions.zimg, versions.x264]
    }

    func digest() throws -> ContentDigest { SHA256.digest(try CanonicalJSON.line(self)) }
}

/// A recipe that is not known before its sources are read, which may go on while a version is made by it.
struct PendingRecipe {
    /// Names the work meanwhile: of the same files it is always the same.
    let name: ContentDigest
    /// Waits for it.
    let digest: () throws -> ContentDigest

    init(_ known: Recipe) throws {
        let known = try known.digest()
        name = known
        digest = { known }
    }

    init(_ source: CopySource, plan: PlanDocument) throws {
        let files = source.inputs.map { input in
            SHA256.digest(Array("\(input.status.identity) \(input.status.size) \(input.status.modified)".utf8))
        }
        name = try Recipe(source, plan: plan, digests: files).digest()
        digest = { try Recipe(source, plan: plan, digests: try source.inputs.map { try $0.digest() }).digest() }
    }
}

/// What a version is named after: the format, the plan and every object.
struct VersionDocument: Codable {
    var format = Format.current
    var plan: PlanDocument
    /// Sorted by path.
    var objects: [PackageDocument.File]

    func id() throws -> VersionID {
        // Sixteen hex digits are a version's name.
        VersionID(SHA256.digest(try CanonicalJSON.line(self)).bytes.prefix(8).hexadecimal)!
    }
}
