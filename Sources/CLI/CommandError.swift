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
