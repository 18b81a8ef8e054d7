import Catalog
import Foundation
import Platform
import TestSupport
import Testing

/// Runs of `package` that are killed, or that the disk fails: what is in the folder afterwards is the old state or the
/// new one, and the next run has nothing to complain about.
@Suite(.serialized) struct PackageKillTests {
    /// Two sources of one reel, and what packaging each of them gives.
    private struct Sources {
        let folder: String
        let ladder: String
        let clips: [String]
        /// Of each clip: the reel's folder, file by file, when nothing goes wrong.
        let trees: [[String: [UInt8]]]

        init(in folder: String) throws {
            self.folder = folder
            ladder = "\(folder)/ladder.yaml"
            let text = """
                rungs:
                  - {id: "180", shortSide: 180, videoBitrate: 200k, maxBitrate: 300k}
                audio:
                  - {id: main, bitrate: 64k}
                preset: ultrafast
                """
            try FileSystem.write(Array(text.utf8), to: ladder)
            var clips: [String] = []
            var trees: [[String: [UInt8]]] = []
            for (name, length) in [("a", "2.5"), ("b", "3")] {
                let made = try Tool.reelrig.run([
                    "sample", "tiny", "--size", "180x320", "--rate", "10", "--length", length, "--out",
                    "\(folder)/\(name)",
                ])
                try #require(made.status == 0, "\(made.standardError)")
                clips.append("\(folder)/\(name)/tiny.mp4")
                let out = "\(folder)/reference-\(name)"
                let packaged = try Tool.reelrig.run([
                    "package", clips[clips.count - 1], "--out", out, "--ladder", ladder,
                ])
                try #require(packaged.status == 0, "\(packaged.standardError)")
                trees.append(try Self.tree("\(out)/tiny"))
            }
            self.clips = clips
            self.trees = trees
        }

        func arguments(_ clip: Int, _ out: String) -> [String] {
            ["package", clips[clip], "--out", out, "--ladder", ladder]
        }

        /// The name of the version that a clip becomes.
        func version(_ clip: Int) -> String {
            trees[clip].keys.first { $0.hasSuffix("/package.json") }.map { FileSystem.parent(of: $0) } ?? ""
        }

        /// Which clip the reel is of; `nil` when there is none. Everything of it and of other versions is whole.
        func expectWhole(_ reel: String, _ comment: Comment, at location: SourceLocation = #_sourceLocation) throws
            -> Int?
        {
            let names = (try? FileSystem.list(reel)) ?? []
            for (clip, whole) in trees.enumerated() where names.contains(version(clip)) {
                let found = try Self.tree("\(reel)/\(version(clip))")
                let expected = whole.filter { $0.key != "reel.json" }
                #expect(found.count == expected.count, comment, sourceLocation: location)
                #expect(
                    found.allSatisfy { expected["\(version(clip))/\($0.key)"] == $0.value }, comment,
                    sourceLocation: location)
            }
            guard names.contains("reel.json") else { return nil }
            let document = try FileSystem.read("\(reel)/reel.json", limit: 1 << 16)
            let clip = trees.firstIndex { $0["reel.json"] == document }
            #expect(clip != nil, comment, sourceLocation: location)
            if let clip { #expect(names.contains(version(clip)), comment, sourceLocation: location) }
            return clip
        }

        static func tree(_ folder: String) throws -> [String: [UInt8]] {
            var files: [String: [UInt8]] = [:]
            for name in try FileSystem.list(folder) {
                let path = "\(folder)/\(name)"
                if try FileSystem.status(path).kind == .directory {
                    for (inner, bytes) in try tree(path) { files["\(name)/\(inner)"] = bytes }
                } else {
                    files[name] = try FileSystem.read(path, limit: 1 << 24)
                }
            }
            return files
        }
    }

    /// When to kill: once so many bytes are written, or when something is first seen, and so many looks later.
    private struct Moment: CustomStringConvertible {
        enum Sight: String, CaseIterable { case workshop, package, version, newDocument, document }

        var bytes: Int
        var sight: Sight?
        var looks: Int

        var description: String { "\(sight?.rawValue ?? "\(bytes) bytes") and \(looks) looks" }

        /// `before` is what the reel's folder held when the run began, and the time of its document.
        func hasCome(_ reel: String, _ before: Before) -> Bool {
            let names = (try? FileSystem.list(reel)) ?? []
            let workshop = names.first { $0.hasPrefix(".tmp-") }
            switch sight {
            case .workshop: return workshop != nil
            case .package: return workshop.map { FileSystem.exists("\(reel)/\($0)/version/package.json") } ?? false
            case .version: return names.contains { $0.utf8.count == 16 && !before.names.contains($0) }
            case .newDocument: return names.contains("reel.json.new")
            case .document: return (try? FileSystem.status("\(reel)/reel.json")) != before.document
            case nil: return workshop.map { Self.size("\(reel)/\($0)") >= bytes } ?? false
            }
        }

        private static func size(_ path: String) -> Int {
            guard let status = try? FileSystem.status(path) else { return 0 }
            guard status.kind == .directory else { return status.size }
            return ((try? FileSystem.list(path)) ?? []).reduce(0) { $0 + size("\(path)/\($1)") }
        }
    }

    private struct Before {
        var names: [String]
        var document: FileStatus?

        init(_ reel: String) {
            names = (try? FileSystem.list(reel)) ?? []
            document = try? FileSystem.status("\(reel)/reel.json")
        }
    }

    /// Runs `reelrig` and kills it at the moment, which it may outrun. Whether it was killed.
    private func kill(_ arguments: [String], at moment: Moment, _ reel: String) throws -> Bool {
        let before = Before(reel)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Tool.reelrig.path)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        var looks = moment.looks
        while process.isRunning {
            guard moment.hasCome(reel, before) else { continue }
            if looks == 0 { _ = Foundation.kill(process.processIdentifier, SIGKILL) }
            looks -= 1
        }
        process.waitUntilExit()
        return process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL
    }

    @Test
    func `V28 killed at any of fifty moments, a run leaves the old version or the new, and the next one cleans up`()
        throws
    {
        try withTemporaryDirectory { folder in
            let sources = try Sources(in: folder)
            let total = sources.trees[1].values.reduce(0) { $0 + $1.count }
            let out = "\(folder)/out"
            let reel = "\(out)/tiny"
            var state: UInt64 = 50
            func random(_ count: Int) -> Int {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return Int(state >> 33) % count
            }
            var killed = 0
            var outcomes = Set<Bool>()
            for round in 0..<50 {
                // Every fifth time there is no reel yet.
                if round % 5 == 0 { try FileSystem.removeTree(out) }
                let old = try sources.expectWhole(reel, "before round \(round)")
                let clip = old == 1 ? 0 : 1
                let sight = round % 2 == 0 ? nil : Moment.Sight.allCases[round / 2 % Moment.Sight.allCases.count]
                let moment = Moment(bytes: random(total), sight: sight, looks: random(4))
                if try kill(sources.arguments(clip, out), at: moment, reel) { killed += 1 }
                let comment = Comment(rawValue: "round \(round), killed at \(moment)")
                let found = try sources.expectWhole(reel, comment)
                #expect(found == old || found == clip, comment)
                outcomes.insert(found == clip)

                if round % 4 == 3 {
                    let pruned = try Tool.reelrig.run(["package", "--prune", out, "--keep-for", "0"])
                    #expect(pruned.status == 0 && !pruned.text.contains("\nleft \(reel)/.tmp"), comment)
                    #expect(try sources.expectWhole(reel, comment) == found)
                    #expect(Before(reel).names.allSatisfy { !$0.hasPrefix(".tmp-") && !$0.hasSuffix(".new") }, comment)
                }
                let next = try Tool.reelrig.run(sources.arguments(clip, out))
                #expect(next.status == 0, "\(comment): \(next.standardError)")
                #expect(try sources.expectWhole(reel, comment) == clip)
                let versions = [sources.version(0), sources.version(1)]
                #expect(try FileSystem.list(reel).allSatisfy { versions.contains($0) || $0 == "reel.json" }, comment)
            }
            // A run may outrun its moment; most do not, and both outcomes were seen.
            #expect(killed >= 25, "only \(killed) runs were killed")
            #expect(outcomes == [true, false])
        }
    }

    @Test func `a file that finds no room is trouble, and the old version stays as it was`() throws {
        try withTemporaryDirectory { folder in
            let sources = try Sources(in: folder)
            let out = "\(folder)/out"
            #expect(try Tool.reelrig.run(sources.arguments(0, out)).status == 0)
            let before = try Sources.tree(out)
            // Blocks of 512 bytes. Ignored, the signal lets the write fail, as a full disk does.
            let limited = "trap '' XFSZ; ulimit -f 8; exec \"$@\""
            let result = try Tool(path: "/bin/sh").run(
                ["-c", limited, "sh", Tool.reelrig.path] + sources.arguments(1, out))
            #expect(result.status == 3)
            #expect(result.standardError.hasPrefix("reelrig: error: write: "))
            #expect(try Sources.tree(out) == before)
            #expect(try FileSystem.list("\(out)/tiny").count == 2)
            #expect(try Tool.reelrig.run(sources.arguments(1, out)).status == 0)
            #expect(try sources.expectWhole("\(out)/tiny", "afterwards") == 1)
        }
    }

    /// What makes the modes of folders count for the superuser too; `nil` when nothing does.
    static let withoutPrivilege: [String]? = {
        if geteuid() != 0 { return ["/usr/bin/env"] }
        let words = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"]
        guard let tool = Tool(words[0]) else { return nil }
        let isUsable = (try? tool.run(Array(words.dropFirst()) + ["true"]).status) == 0
        return isUsable ? [tool.path] + words.dropFirst() : nil
    }()

    @Test(.enabled(if: PackageKillTests.withoutPrivilege != nil, "needs setpriv when the superuser runs the tests"))
    func `an output that is read-only is trouble, by name, and stays as it was`() throws {
        let prefix = try #require(Self.withoutPrivilege)
        try withTemporaryDirectory { folder in
            let sources = try Sources(in: folder)
            let out = "\(folder)/out"
            #expect(try Tool.reelrig.run(sources.arguments(0, out)).status == 0)
            let before = try Sources.tree(out)
            chmod("\(out)/tiny", 0o555)
            defer { chmod("\(out)/tiny", 0o755) }
            let result = try Tool(path: prefix[0]).run(
                Array(prefix.dropFirst()) + [Tool.reelrig.path] + sources.arguments(1, out))
            #expect(result.status == 3)
            #expect(result.standardError.hasPrefix("reelrig: error: mkdir: Permission denied (\(out)/tiny/.tmp-"))
            #expect(try Sources.tree(out) == before)
            let pruned = try Tool(path: prefix[0]).run(
                Array(prefix.dropFirst()) + [Tool.reelrig.path, "package", "--prune", out])
            #expect(pruned.status == 0)
        }
    }
}
