import MP4
import Platform

/// One file being inspected: where the result goes, and what was wrong with the file.
final class Inspection {
    let path: String
    let request: InspectionRequest
    let output: OutputBuffer
    let json: JSONWriter?
    var problems: [CommandError] = []

    init(_ path: String, _ request: InspectionRequest, _ output: OutputBuffer, _ json: JSONWriter?) {
        self.path = path
        self.request = request
        self.output = output
        self.json = json
    }

    func run() throws {
        let file = try InspectedFile(path)
        json?.member("size", file.size)
        guard file.size > 0 else { throw CommandError.usage("the file is empty", at: path) }
        switch FileKind(head: file.head, name: path) {
        case .boxes:
            json?.member("kind", "boxes")
            try inspectBoxes(file)
        case .playlist:
            json?.member("kind", "playlist")
            try inspectPlaylist(file)
        case .other(let name):
            throw CommandError.usage(
                name.map { "this is \($0), which inspect does not read" } ?? "this is neither boxes nor a playlist",
                at: path)
        }
    }

    /// Says that something in the file is wrong; beyond a number of times only once more.
    func report(_ what: String, at position: Int? = nil) {
        guard problems.count < 20 else {
            if problems.count == 20 { problems.append(.usage("more is wrong than is said here", at: path)) }
            return
        }
        problems.append(.usage(what, at: path + (position.map { ", byte \($0)" } ?? "")))
    }

    func report(_ error: BoxError) { report(error.explanation, at: error.offset) }
}
