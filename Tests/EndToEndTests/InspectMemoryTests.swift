import Platform
import TestSupport
import Testing

/// What `reelrig inspect` takes of memory for files that claim much or are nothing but overhead.
@Suite(.enabled(if: Tool.isInstalled("python3"), "needs python3 to measure memory"))
struct InspectMemoryTests {
    /// Bytes of each file.
    private static let size = 4 << 20

    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        bigEndian(UInt32(content.count + 8)) + Array(type.utf8) + content
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static func table(_ rowCount: Int, _ words: [UInt32], claims: UInt32? = nil) -> [UInt8] {
        let row = words.flatMap(bigEndian)
        return bigEndian(claims ?? UInt32(rowCount)) + Array(repeatElement(row, count: rowCount).joined())
    }

    private static let full: [UInt8] = [0, 0, 0, 0]

    private static let files: [(name: String, bytes: [UInt8])] = [
        (
            "sizes without a table",
            box("moov", box("stsz", full + bigEndian(1) + bigEndian(.max))) + box("mdat", zeros(size))
        ),
        ("a table of sizes", box("moov", box("stsz", full + bigEndian(0) + table(size / 4, [7])))),
        ("a table that claims more", box("moov", box("stts", full + table(size / 8, [1, 1], claims: .max)))),
        (
            "one long run",
            box("moof", box("traf", box("trun", [1, 0, 0xF, 0] + table(size / 16, [1, 2, 0, 3]))))
        ),
        ("empty boxes", Array(repeatElement(box("free", []), count: size / 8).joined())),
        ("empty boxes in a box", box("moov", Array(repeatElement(box("free", []), count: size / 8).joined()))),
        ("boxes in boxes", Array(repeatElement(nest(1000), count: size / 8000).joined())),
        ("text of control characters", box("hdlr", zeros(24) + [UInt8](repeating: 0x1B, count: size))),
        ("a box of no known type", box("wxyz", zeros(size))),
    ]

    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    private static func nest(_ depth: Int) -> [UInt8] {
        (1...depth).reversed().flatMap { bigEndian(UInt32(8 * $0)) + Array("udta".utf8) }
    }

    @Test func `text takes no more memory than twice the file`() throws {
        try withTemporaryDirectory { (folder: String) in
            let path = "\(folder)/a.mp4"
            try FileSystem.write(Self.box("ftyp", Array("isom".utf8) + Self.zeros(4)), to: path)
            let program = try (0..<3).map { _ in try peak(path, []) }.max() ?? 0
            for (name, bytes) in Self.files {
                try FileSystem.write(bytes, to: path)
                let used = try peak(path, [])
                // The program itself differs by a megabyte or two from run to run.
                #expect(used - program <= 2 * bytes.count + (3 << 20), "\(name)")
            }
        }
    }

    @Test func `a table of samples takes no more memory than twice the file`() throws {
        try withTemporaryDirectory { (folder: String) in
            let path = "\(folder)/a.mp4"
            let header = Self.box("tfhd", [0, 2, 0, 0] + Self.bigEndian(1))
            let run = Self.box("trun", [1, 0, 3, 0] + Self.table(1 << 17, [1, 0]))
            let fragment = Self.box("moof", Self.box("traf", header + run))
            try FileSystem.write(Self.box("ftyp", Array("isom".utf8) + Self.zeros(4)), to: path)
            let program = try (0..<3).map { _ in try peak(path, []) }.max() ?? 0
            try FileSystem.write(fragment, to: path)
            #expect(try peak(path, ["--samples"]) - program <= 2 * fragment.count + (3 << 20))
        }
    }

    /// The largest resident size, in bytes.
    private func peak(_ path: String, _ options: [String]) throws -> Int {
        let script = """
            import resource, subprocess, sys
            subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * (1 if sys.platform == "darwin" else 1024))
            """
        let output = try #require(Tool("python3")).run(
            ["-c", script, Tool.reelrig.path, "inspect", path] + options)
        return try #require(Int(output.text.split(separator: "\n")[0]))
    }
}
