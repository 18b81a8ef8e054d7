/// One verb of the command line. Each is a constant in a file of its own, as `Command.serve` in `ServeCommand.swift`.
struct Command: Sendable {
    let name: String
    /// One line for the list of commands.
    let summary: String
    /// All of `--help`: usage, options with their units and defaults, and an example that works when pasted.
    let help: String
    let options: [Option]
    let run: @Sendable (Arguments) throws -> ExitCode
}

/// An option of a command, with its leading dashes.
enum Option: Sendable {
    /// `--json`
    case flag(String)
    /// `--out DIR` or `--out=DIR`
    case value(String)
    /// As ``value(_:)``, and it may be given several times.
    case values(String)

    var name: String {
        switch self {
        case .flag(let name), .value(let name), .values(let name): name
        }
    }
}
