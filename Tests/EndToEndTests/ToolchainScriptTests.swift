import Platform
import TestSupport
import Testing

/// What `swift package dump-package` says of a package with the given targets.
private func dump(_ targets: [(name: String, type: String, dependencies: [String])]) -> String {
    let rows = targets.map { target in
        let dependencies = target.dependencies.map { #"{"byName": ["\#($0)", null]}"# }.joined(separator: ", ")
        return #"{"name": "\#(target.name)", "type": "\#(target.type)", "dependencies": [\#(dependencies)]}"#
    }
    return #"{"targets": [\#(rows.joined(separator: ", "))]}"#
}

private func arrows(_ targets: [(name: String, type: String, dependencies: [String])]) throws -> Tool.Output {
    try withTemporaryDirectory { folder in
        try FileSystem.write(Array(dump(targets).utf8), to: "\(folder)/dump.json")
        let python = try #require(Tool("python3"))
        return try python.run(["\(Folders.package)/Tests/Tools/arrows.py", "\(folder)/dump.json", folder])
    }
}

@Suite(.enabled(if: Tool.isInstalled("python3"), "needs python3"))
struct `The arrows between targets` {
    @Test func `point down`() throws {
        let result = try arrows([
            ("CSQLite", "system", []), ("Catalog", "regular", []), ("SQLite", "regular", ["CSQLite"]),
            ("MediaCache", "regular", ["SQLite", "Catalog"]), ("Verification", "regular", ["MediaCache"]),
        ])
        #expect(result.status == 0, "\(result.standardError)")
    }

    @Test(arguments: [
        ("Catalog", ["SQLite"]), ("Origin", ["Packaging"]), ("SQLite", ["Signing"]), ("HLS", ["MediaTypes"]),
        ("MediaCache", ["CSQLite"]), ("Origin", ["Verification"]),
    ])
    func `are refused when they point up or sideways`(name: String, dependencies: [String]) throws {
        let result = try arrows([("CSQLite", "system", []), (name, "regular", dependencies)])
        #expect(result.status == 1)
        #expect(result.standardError.contains(name))
    }

    @Test func `a C library has one importer`() throws {
        let result = try arrows([
            ("CSQLite", "system", []), ("SQLite", "regular", ["CSQLite"]), ("Signing", "regular", ["CSQLite"]),
        ])
        #expect(result.status == 1)
        #expect(result.standardError.contains("CSQLite is imported by SQLite, Signing"))
    }
}

@Test func `a missing Swift toolchain is one clear line`() throws {
    try withTemporaryDirectory { folder in
        let shell = try #require(Tool("sh"))
        let result = try shell.run(["\(Folders.package)/Tests/Tools/deps.sh"], environment: ["PATH": folder])
        #expect(result.status == 1)
        #expect(result.standardError.split(separator: "\n").count == 1)
        #expect(result.standardError.contains("Swift 6.2 toolchain"))
    }
}

@Test(.enabled(if: Tool.isInstalled("make"), "needs make"))
func `make alone lists the targets`() throws {
    let make = try #require(Tool("make"))
    let result = try make.run(["--no-print-directory"], in: Folders.package)
    #expect(result.status == 0)
    let targets = result.text.split(separator: "\n").compactMap {
        $0.split(separator: " ").dropFirst().first.map(String.init)
    }
    #expect(Set(["demo", "test", "build", "install", "lint", "format", "deps", "clean"]).isSubset(of: targets))
}
