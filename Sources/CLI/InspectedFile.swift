import Platform

/// A file that is read in pieces, wherever it comes from.
final class InspectedFile {
    let name: String
    let size: Int
    /// The first bytes, at most 4096.
    let head: [UInt8]
    private let file: File

    /// Opens a file, or standard input for `-`. What cannot be read at any place, as a pipe, is copied to a file first.
    init(_ path: String) throws {
        let opened: File
        do {
            opened = try File.openForReading(path == "-" ? "/dev/stdin" : path)
        } catch {
            throw CommandError.usage("the file cannot be read: \(error.reason)", at: path)
        }
        let status = try opened.status()
        guard status.kind != .directory else { throw CommandError.usage("this is a directory", at: path) }
        name = path == "-" ? "standard input" : path
        file = status.kind == .file ? opened : try Self.copy(opened)
        size = try file.status().size
        head = try file.read(at: 0, count: min(size, 4096))
    }

    func read(_ range: Range<Int>) throws(SystemError) -> [UInt8] {
        try file.read(at: range.lowerBound, count: range.count)
    }

    private static func copy(_ source: borrowing File) throws(SystemError) -> File {
        let folder = try FileSystem.makeTemporaryDirectory(prefix: "reelrig-inspect")
        defer { try? FileSystem.removeTree(folder) }
        let copy = try File.create("\(folder)/input", mode: 0o600)
        while true {
            let bytes = try source.readNext(count: 1 << 16)
            if bytes.isEmpty { return copy }
            try copy.write(bytes)
        }
    }
}
