internal import Catalog
internal import Checksum
internal import Platform
internal import Synchronization

/// Reads files of a version again as soon as they are written, in a thread of its own, while the next ones are made, and
/// lets them begin their way to the disk. What it finds right ``ReadBack`` need not read again.
final class EarlyReadBack: Sendable {
    private let folder: String
    private let results = Results()
    private let queue = WorkQueue {}

    private final class Results: Sendable {
        /// Paths of files that are what was written.
        let right = Mutex<Set<String>>([])
        let isOver = Atomic(false)
    }

    init(folder: String) { self.folder = folder }

    deinit { end() }

    /// With a `checksum` of what was written, as ``Checksum`` makes it, the digest need not be taken again.
    func add(_ file: PackageDocument.File, checksum: UInt64? = nil) {
        let (folder, results) = (folder, results)
        queue.add { _ in
            guard !results.isOver.load(ordering: .relaxed) else { return }
            // What cannot be read now is met again, and named, when the rest is read.
            guard (try? Self.isRight(file, in: folder, checksum)) == true else { return }
            results.right.withLock { _ = $0.insert(file.path) }
        }
    }

    private static func isRight(_ expected: PackageDocument.File, in folder: String, _ checksum: UInt64?) throws -> Bool
    {
        guard let checksum else { return try ReadBack.isRight(expected, in: folder, beginsSynchronizing: true) }
        let file = try File.openForReading("\(folder)/\(expected.path)")
        let found = Checksum()
        let size = try file.withPieces { found.update($0) }
        file.beginSynchronizing()
        return size == expected.size && found.value == checksum
    }

    /// The paths of files that are what was written. What has not been read yet is left to others, who may be several.
    /// Nothing is added afterwards.
    func finish() -> Set<String> {
        end()
        return results.right.withLock { $0 }
    }

    private func end() {
        if !results.isOver.exchange(true, ordering: .relaxed) { queue.finish() }
    }
}
