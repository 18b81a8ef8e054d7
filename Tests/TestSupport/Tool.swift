import Foundation
import Platform

/// A program that is not ours, run by a test.
package struct Tool: Sendable {
    package let path: String

    /// `nil` when it is not installed.
    package init?(_ name: String) {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        guard let path = folders.map({ "\($0)/\(name)" }).first(where: { FileSystem.isExecutable($0) }) else {
            return nil
        }
        self.path = path
    }

    package init(path: String) { self.path = path }

    /// The built `reelrig`.
    package static var reelrig: Tool { built("reelrig") }

    /// The built process whose cache tests kill.
    package static var cacheRig: Tool { built("CacheRig") }

    /// A program of this package, which lies beside the test bundle.
    private static func built(_ name: String) -> Tool {
        let bundle = CommandLine.arguments.first.map { FileSystem.parent(of: $0) } ?? "."
        let places = [bundle, "\(Folders.package)/.build/debug", "\(Folders.package)/.build/release"]
        let found = places.map { "\($0)/\(name)" }.first { FileSystem.isExecutable($0) }
        return Tool(path: found ?? "\(Folders.package)/.build/debug/\(name)")
    }

    /// Of the compiler's sanitizers the one that this process was built with, as `make asan` and `make tsan` say.
    package static var sanitizer: String? { ProcessInfo.processInfo.environment["REELRIG_SANITIZER"] }

    package static func isInstalled(_ name: String) -> Bool { Tool(name) != nil }

    /// Whether Python is there and has a module, as `.ci/run` gives it some.
    package static func pythonHas(_ module: String) -> Bool {
        (try? Tool("python3")?.run(["-c", "import \(module)"]).status) == 0
    }

    package struct Output: Sendable {
        package var status: Int32
        package var standardOutput: [UInt8]
        package var standardError: String

        package var text: String { String(decoding: standardOutput, as: UTF8.self) }
    }

    /// Runs to the end with no standard input. `environment` adds to this process's.
    package func run(
        _ arguments: [String], in directory: String? = nil, environment: [String: String] = [:]
    ) throws -> Output {
        let folder = try FileSystem.makeTemporaryDirectory(prefix: "reelrig-tool")
        defer { try? FileSystem.removeTree(folder) }
        let (out, err) = ("\(folder)/out", "\(folder)/err")
        for path in [out, err] { try FileSystem.write([], to: path) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        if let directory { process.currentDirectoryURL = URL(fileURLWithPath: directory) }
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle(forWritingAtPath: out)
        process.standardError = FileHandle(forWritingAtPath: err)
        try process.run()
        process.waitUntilExit()
        return Output(
            status: process.terminationStatus,
            standardOutput: try FileSystem.read(out, limit: 1 << 30),
            standardError: String(decoding: try FileSystem.read(err, limit: 1 << 26), as: UTF8.self))
    }
}
