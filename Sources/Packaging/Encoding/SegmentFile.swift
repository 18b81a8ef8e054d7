internal import Catalog
internal import Checksum
internal import MP4
internal import Platform
internal import Signing

/// A segment that is being written: its header first, then its samples as they come. No more than a piece is in memory.
final class SegmentFile {
    private let file: File
    private let path: String
    private let header: MediaSegment
    private let firstSampleRange: Range<Int>
    private let expectedSize: Int
    private var digest = SHA256()
    private let checksum = Checksum()
    private var size = 0
    /// What is too little for a call of its own.
    private var pending: [UInt8] = []
    private static let pieceSize = 1 << 18
    private static let largeSize = 1 << 15

    /// `header` knows the sizes of all samples, and has no payload. `path` is the one in the version.
    init(_ header: MediaSegment, at path: String, in folder: String) throws {
        self.header = header
        self.path = path
        file = try File.create("\(folder)/\(path)")
        let bytes = try header.header
        firstSampleRange = try header.firstSampleRange
        expectedSize = header.samples.reduce(bytes.count) { $0 + Int($1.size) }
        pending.reserveCapacity(Self.pieceSize + Self.largeSize)
        try append(bytes.span)
    }

    func append(_ bytes: Span<UInt8>) throws {
        digest.update(bytes)
        checksum.update(bytes)
        size += bytes.count
        guard bytes.count < Self.largeSize else {
            try flush()
            return try file.write(bytes)
        }
        bytes.withUnsafeBufferPointer { pending.append(contentsOf: $0) }
        if pending.count >= Self.pieceSize { try flush() }
    }

    private func flush() throws {
        guard !pending.isEmpty else { return }
        try file.write(pending)
        pending.removeAll(keepingCapacity: true)
    }

    /// Throws where the samples are not as long as the header says: the file that they come from is another by now.
    /// The checksum is that of ``Checksum``.
    func finish() throws -> (segment: RenditionWriter.Segment, checksum: UInt64) {
        try flush()
        guard size == expectedSize else { throw UnusableSource.changed }
        let segment = RenditionWriter.Segment(
            file: PackageDocument.File(path: path, size: size, sha256: digest.digest()),
            sampleCount: header.samples.count, firstSampleRange: firstSampleRange)
        return (segment, checksum.value)
    }
}
