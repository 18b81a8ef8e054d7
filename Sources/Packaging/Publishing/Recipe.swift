internal import Catalog
internal import FFmpeg
internal import MediaTypes
internal import Signing

/// All that the bytes of a version come from: design §1. Its digest names the work, as the version names the result.
struct Recipe: Codable {
    /// Counts up when the packager makes other bytes of the same plan.
    static let revision = 9

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

    init(_ source: CopySource, plan: PlanDocument) {
        self.source = source.inputs[0].digest
        sources = source.inputs.map(\.digest)
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
