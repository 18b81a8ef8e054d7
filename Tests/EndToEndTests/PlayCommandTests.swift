import Platform
import TestSupport
import Testing

@Suite struct `reelrig play` {
    @Test func `an origin that cannot be reached is one line, exit code 3, and leaves no cache behind`() throws {
        try withTemporaryDirectory { folder in
            let result = try Tool.reelrig.run(
                ["play", "--origin", "http://127.0.0.1:1", "nope", "--cache", "\(folder)/cache"])
            #expect(result.status == 3)
            #expect(result.standardError.hasPrefix("reelrig: error: the origin could not be reached"))
            #expect(result.standardError.contains("hint: is the origin running?"))
            #expect(try FileSystem.list(folder) == [])
        }
    }

    @Test(arguments: [
        (["play"], "play takes one URL"),
        (["play", "--origin", "ftp://x", "a"], "this is no http or https URL (ftp://x)"),
        (["play", "--origin", "http://127.0.0.1:1", "../a"], "this is no reel id (../a)"),
        (["play", "http://127.0.0.1:1/x", "--speed", "fast"], "--speed takes a number from 0.1 to 100, or max"),
        (["play", "http://127.0.0.1:1/x", "--cache-size", "many"], "--cache-size takes a size as 400M or 2G"),
        (["play", "http://127.0.0.1:1/x", "--max-rate", "600@3"], "--max-rate takes kbit/s, as 800 or 4000,600@3"),
        (["play", "http://127.0.0.1:1/x", "--max-rate", "4000,600@3,500@2"], "--max-rate takes kbit/s"),
        (["play", "http://127.0.0.1:1/x", "--decode", "some"], "--decode takes none, first or all"),
    ])
    func `wrong usage is one line and exit code 2`(arguments: [String], message: String) throws {
        let result = try Tool.reelrig.run(arguments)
        #expect(result.status == 2)
        #expect(result.standardError.hasPrefix("reelrig: error: \(message)"))
        #expect(result.text == "")
    }
}
