package import Catalog
internal import Platform

/// Files of one reel that are already encoded: each video is a rung. Looked at, and nothing decoded.
package struct CopySource: Sendable {
    package let reel: ReelID
    /// In the order in which they were named.
    let inputs: [CopyInput]
    /// Beside the first file.
    let captions: [CaptionFile]

    /// `id` is the one the user gave; without, the first file's name is made one.
    package static func open(_ paths: [String], id: ReelID?, findsCaptions: Bool = true) throws -> CopySource {
        let inputs = try paths.map { path in
            try naming(path) { try CopyInput.open(path) }
        }
        guard let first = inputs.first else { throw UnusableSource.missing }
        for (index, input) in inputs.enumerated() {
            let like = inputs[..<index].filter { $0.status.size == input.status.size }
            guard let other = try like.first(where: { try $0.digest() == (try input.digest()) }) else { continue }
            throw CopyRefusal(
                input.path, "it holds the same as \(other.path)", hint: "name each rung once, and each language")
        }
        let reel =
            try id ?? Source.reelID(of: first.path) ?? ReelID("reel-\(try first.digest().text.prefix(8))")!
        return CopySource(
            reel: reel, inputs: inputs, captions: findsCaptions ? try CaptionFile.beside(first.path) : [])
    }

    /// Whether the files are still those that were looked at.
    func checkUnchanged() throws {
        for input in inputs { try Self.naming(input.path) { try input.checkUnchanged() } }
    }

    /// What fails because a file is another one by now says so.
    func explaining<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch {
            try checkUnchanged()
            throw error
        }
    }

    /// What goes wrong with one of several files names it.
    static func naming<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let problem as CodingProblem {
            throw CopyRefusal(path, problem.reason, hint: problem.hint)
        } catch let error as UnusableSource {
            throw CopyRefusal(path, "\(error)", hint: nil)
        }
    }
}
