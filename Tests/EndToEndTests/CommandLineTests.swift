import TestSupport
import Testing

@Test func `without a command the overview goes to standard error and the exit code is 2`() throws {
    let result = try Tool.reelrig.run([])
    #expect(result.status == 2)
    #expect(result.text == "")
    #expect(result.standardError.hasPrefix("usage: reelrig COMMAND"))
}

@Test func `asked for, the overview goes to standard output`() throws {
    let result = try Tool.reelrig.run(["--help"])
    #expect(result.status == 0)
    #expect(result.text.hasPrefix("usage: reelrig COMMAND"))
}

@Test func `an unknown command is one error line and a hint`() throws {
    let result = try Tool.reelrig.run(["pakage"])
    #expect(result.status == 2)
    #expect(
        result.standardError
            == "reelrig: error: there is no command 'pakage'\nhint: reelrig --help lists them\n")
}

@Test(arguments: [">/dev/full", ">&-"])
func `output that is lost is an error and exit code 3`(redirection: String) throws {
    let shell = try #require(Tool("sh"))
    let result = try shell.run(["-c", "\"$0\" --help \(redirection)", Tool.reelrig.path])
    #expect(result.status == 3)
    #expect(result.standardError.hasPrefix("reelrig: error: write: "))
    #expect(result.standardError.hasSuffix(" (standard output)\n"))
}

@Test func `a reader that has seen enough is no error`() throws {
    let shell = try #require(Tool("sh"))
    let result = try shell.run(["-c", "\"$0\" check --explain M03 | true", Tool.reelrig.path])
    #expect(result.status == 0)
    #expect(result.standardError == "")
}
