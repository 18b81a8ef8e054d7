internal import Catalog
internal import MP4
internal import Platform
internal import Signing

/// Writes the files of one rendition and keeps the account of them.
struct RenditionWriter {
    let id: RenditionID
    /// The folder of the version.
    private let folder: String
    private let readBack: EarlyReadBack?
    private(set) var initialization: PackageDocument.File?
    private(set) var segments: [Segment] = []

    /// A segment that is written.
    struct Segment: Equatable, Sendable {
        var file: PackageDocument.File
        var sampleCount: Int
        /// From the `moof` to the end of the first sample.
        var firstSampleRange: Range<Int>
    }

    /// `readBack` is told of every file.
    init(_ id: RenditionID, in folder: String, readBack: EarlyReadBack? = nil) throws {
        self.id = id
        self.folder = folder
        self.readBack = readBack
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

    /// Begins the next segment, whose samples come one by one. ``end(_:)`` takes it when all are there.
    func begin(_ header: MediaSegment) throws -> SegmentFile {
        try SegmentFile(header, at: path(of: .segment(segments.count)), in: folder)
    }

    mutating func end(_ file: SegmentFile) throws {
        let (segment, checksum) = try file.finish()
        segments.append(segment)
        readBack?.add(segment.file, checksum: checksum)
    }

    private func write(_ parts: [[UInt8]], as object: ObjectName) throws -> PackageDocument.File {
        let path = path(of: object)
        let file = try File.create("\(folder)/\(path)")
        var digest = SHA256()
        for part in parts {
            digest.update(part)
            try file.write(part)
        }
        let written = PackageDocument.File(
            path: path, size: parts.reduce(0) { $0 + $1.count }, sha256: digest.digest())
        if let readBack { readBack.add(written) } else { file.beginSynchronizing() }
        return written
    }

    /// Every object written here has a path.
    private func path(of object: ObjectName) -> String { PackageLayout.path(of: object, in: id) ?? "" }
}
