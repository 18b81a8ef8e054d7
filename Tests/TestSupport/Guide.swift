import Platform

/// A guide whose code is compiled and run: every block of Swift in it is a region of a test file, word for word.
///
/// A region stands between the lines `// guide` and `// end guide`; how far it is indented does not matter.
package enum Guide {
    /// The blocks of Swift in a text of Markdown.
    package static func blocks(in path: String) throws -> [String] {
        regions(of: try lines(path), from: { $0 == "```swift" }, to: { $0 == "```" })
    }

    /// The marked regions of a source file.
    package static func regions(in path: String) throws -> [String] {
        let trimmed = { (line: Substring) in line.drop { $0 == " " } }
        return regions(of: try lines(path), from: { trimmed($0) == "// guide" }, to: { trimmed($0) == "// end guide" })
    }

    private static func lines(_ path: String) throws -> [Substring] {
        String(decoding: try FileSystem.read(path, limit: 1 << 20), as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
    }

    private static func regions(
        of lines: [Substring], from isStart: (Substring) -> Bool, to isEnd: (Substring) -> Bool
    ) -> [String] {
        var regions: [String] = []
        var region: [Substring]?
        for line in lines {
            if let lines = region, isEnd(line) {
                regions.append(withoutIndent(lines))
                region = nil
            } else if region != nil {
                region?.append(line)
            } else if isStart(line) {
                region = []
            }
        }
        return regions
    }

    private static func withoutIndent(_ lines: [Substring]) -> String {
        let indent = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        return lines.map { $0.dropFirst(indent) }.joined(separator: "\n")
    }
}
