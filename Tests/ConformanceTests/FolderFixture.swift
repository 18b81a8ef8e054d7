import Conformance
import HLS
import Platform
import TestSupport

/// Runs with a folder of these files.
func withFiles<Result>(_ files: [String: String], _ body: (String) throws -> Result) throws -> Result {
    try withTemporaryDirectory { folder in
        for (path, text) in files {
            try FileSystem.createDirectories(FileSystem.parent(of: "\(folder)/\(path)"))
            try FileSystem.write(Array(text.utf8), to: "\(folder)/\(path)")
        }
        return try body(folder)
    }
}

/// A media playlist of these lines between its head and its end.
func media(_ lines: String..., target: Int = 4, version: Int = 6, end: Bool = true) -> String {
    let head = ["#EXTM3U", "#EXT-X-VERSION:\(version)", "#EXT-X-TARGETDURATION:\(target)"]
    return (head + lines + (end ? ["#EXT-X-ENDLIST", ""] : [""])).joined(separator: "\n")
}

extension Report {
    /// The ids of the rules that are broken, worst first.
    var ids: [String] { broken.map(\.rule.id) }
}
