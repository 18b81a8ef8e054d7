internal import Catalog
internal import MP4
internal import Platform
internal import Signing

/// Writes the files of one rendition and keeps the account of them.
struct RenditionWriter {
    let id: RenditionID
    /// The folder of the version.
    private let folder: String
    private(set) var initialization: PackageDocument.File?
    private(set) var segments: [Segment] = []

    /// A segment that is written.
    struct Segment: Equatable, Sendable {
        var file: PackageDocument.File
        var sampleCount: Int
        /// From the `moof` to the end of the first sample.
        var firstSampleRange: Range<Int>
    }

    init(_ id: RenditionID, in folder: String) throws {
        self.id = id
        self.folder = folder
        try FileSystem.createDirectories("\(folder)/\(id)")
    }

    mutating func writeInitialization(_ track: InitSection.Track) throws {
        initialization = try write([try InitSection(track: track).bytes], as: .initialization)
    }

    mutating func write(_ segment: MediaSegment) throws {
        let file = try write([try segment.header, segment.payload], as: .segment(segments.count))
        segments.append(
            Segment(
                file: file, sampleCount: segment.samples.count, firstSampleRange: try segment.firstSampleRange))
    }

    /// A segment that is a file of its own format.
    mutating func write(_ bytes: [UInt8], sampleCount: Int) throws {
        let file = try write([bytes], as: .segment(segments.count))
        segments.append(Segment(file: file, sampleCount: sampleCount, firstSampleRange: 0..<0))
    }

    private func write(_ parts: [[UInt8]], as object: ObjectName) throws -> PackageDocument.File {
        // Every object written here has a path.
        let path = PackageLayout.path(of: object, in: id) ?? ""
        let file = try File.create("\(folder)/\(path)")
        var digest = SHA256()
        for part in parts {
            digest.update(part)
            try file.write(part)
        }
        return PackageDocument.File(path: path, size: parts.reduce(0) { $0 + $1.count }, sha256: digest.digest())
    }
}
