import Platform

/// The commands, in the order of the help.
private let commands: [Command] = [.sample, .package, .inspect, .check, .serve, .sign, .play, .verify, .cache]

private let version = "0.1.0"

/// Runs one command line, without the program's name.
func runProgram(_ words: [String]) -> ExitCode {
    do {
        let code = try run(words)
        if let problem = StandardStream.outputProblem { throw problem }
        return code
    } catch {
        let error = CommandError(any: error)
        error.report()
        return error.exitCode
    }
}

private func run(_ words: [String]) throws -> ExitCode {
    guard let name = words.first else {
        StandardStream.error.write(overview)
        return .usage
    }
    switch name {
    case "--help", "-h", "help":
        StandardStream.output.write(overview)
        return .done
    case "--version":
        StandardStream.output.writeLine("reelrig \(version)")
        return .done
    default: break
    }
    guard let command = commands.first(where: { $0.name == name }) else {
        throw CommandError.usage("there is no command '\(name)'", hint: "reelrig --help lists them")
    }
    let rest = Array(words.dropFirst())
    if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
        StandardStream.output.write(command.help + "\n")
        return .done
    }
    return try command.run(try Arguments(rest, options: command.options))
}

private var overview: String {
    let width = (commands.map(\.name.count).max() ?? 0) + 2
    let lines = commands.map { command in
        "  \(command.name)\(String(repeating: " ", count: width - command.name.count))\(command.summary)"
    }
    return """
        usage: reelrig COMMAND [ARGUMENTS]

        \(lines.joined(separator: "\n"))

        reelrig COMMAND --help says more.

        """
}
