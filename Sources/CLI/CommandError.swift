import Catalog
import Platform

/// An error as the user reads it: `reelrig: error: WHAT (WHERE)`, and a hint where there is something to do.
struct CommandError: Error {
    var what: String
    var place: String?
    var hint: String?
    var exitCode: ExitCode

    init(_ what: String, at place: String? = nil, hint: String? = nil, exitCode: ExitCode) {
        self.what = what
        self.place = place
        self.hint = hint
        self.exitCode = exitCode
    }

    /// What nobody below gave words to is trouble.
    init(any error: any Error) {
        switch error {
        case let error as CommandError: self = error
        case let error as SystemError:
            self.init("\(error.operation): \(error.reason)", at: error.path, exitCode: .trouble)
        default: self.init("\(error)", exitCode: .trouble)
        }
    }

    static func usage(_ what: String, at place: String? = nil, hint: String? = nil) -> CommandError {
        CommandError(what, at: place, hint: hint, exitCode: .usage)
    }

    /// With the exit code of what went wrong before, when that is the higher one.
    func raised(to code: ExitCode) -> CommandError {
        var error = self
        error.exitCode = max(exitCode, code)
        return error
    }

    func report() {
        StandardStream.error.writeLine("reelrig: error: \(what)\(place.map { " (\($0))" } ?? "")")
        if let hint { StandardStream.error.writeLine("hint: \(hint)") }
    }
}

extension CommandError {
    /// What `--json` prints in place of the document that there is none of.
    private struct Document: Encodable {
        var format = Format.current
        var error: String
        var place: String?
        var hint: String?
    }

    /// Runs the body; with `--json` what it throws is told on standard output too.
    static func telling<Result>(_ arguments: Arguments, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            if arguments.has("--json") {
                let error = CommandError(any: error)
                let document = Document(error: error.what, place: error.place, hint: error.hint)
                StandardStream.output.writeLine(String(decoding: try CanonicalJSON.line(document), as: UTF8.self))
            }
            throw error
        }
    }
}
