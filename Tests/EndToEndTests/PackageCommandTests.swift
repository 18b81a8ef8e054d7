import Catalog
import Foundation
import Platform
import TestSupport
import Testing

private struct Report: Decodable {
    struct Reel: Decodable {
        struct Rendition: Decodable { var id: String }
        var file: String
        var id: String?
        var change: String?
        var folder: String?
        var renditions: [Rendition]?
        var error: String?
    }

    var format: Int
    var reels: [Reel]
}

@Suite(.serialized) struct PackageCommandTests {
    private func package(_ arguments: String...) throws -> Tool.Output { try Tool.reelrig.run(["package"] + arguments) }

    /// A small reel, made by `sample`.
    private func sample(in folder: String, _ arguments: String...) throws -> String {
        let result = try Tool.reelrig.run(["sample", "tiny", "--out", folder] + arguments)
        try #require(result.status == 0, "\(result.standardError)")
        return "\(folder)/tiny.mp4"
    }

    private func expectRefusal(
        _ result: Tool.Output, exit status: Int32 = 2, _ error: String, at location: SourceLocation = #_sourceLocation
    ) {
        #expect(result.status == status, sourceLocation: location)
        #expect(result.text == "", sourceLocation: location)
        let lines = result.standardError.split(separator: "\n")
        #expect(lines.first?.hasPrefix("reelrig: error: \(error)") == true, "\(lines)", sourceLocation: location)
        #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("hint: ") }, "\(lines)", sourceLocation: location)
        #expect(lines.count <= 2, sourceLocation: location)
    }

    @Test func `files that cannot be used are refused by name, and leave nothing behind`() throws {
        try withTemporaryDirectory { folder in
            let out = "\(folder)/out/reels"
            try FileSystem.write([], to: "\(folder)/empty.mp4")
            try FileSystem.write(Array("just some text\n".utf8), to: "\(folder)/text.txt")
            try FileSystem.createDirectories("\(folder)/folder.mp4")
            for (name, error) in [
                ("missing.mp4", "there is no such file"), ("empty.mp4", "the file is empty"),
                ("folder.mp4", "it is a directory, not a file"), ("text.txt", "it cannot be opened as video or audio"),
            ] {
                let result = try package("\(folder)/\(name)", "--out", out)
                expectRefusal(result, error)
                #expect(result.standardError.contains("(\(folder)/\(name))"))
            }
            #expect(!FileSystem.exists("\(folder)/out"))
        }
    }

    @Test func `a ladder with an unknown field is refused by field, line and column`() throws {
        try withTemporaryDirectory { folder in
            let ladder = "\(folder)/ladder.yaml"
            try FileSystem.write(Array("rungs:\n  - {id: a, height: 100}\n".utf8), to: ladder)
            let result = try package("\(folder)/a.mp4", "--out", "\(folder)/out", "--ladder", ladder)
            expectRefusal(result, "unknown field 'height' in a rung")
            #expect(result.standardError.contains("(\(ladder):2:13)"))
            expectRefusal(
                try package("\(folder)/a.mp4", "--out", "\(folder)/out", "--ladder", "\(folder)/none.yaml"),
                "the ladder cannot be read")
        }
    }

    @Test func `wrong usage is refused before anything is read`() throws {
        expectRefusal(try package("a.mp4"), "--out is missing")
        expectRefusal(try package("--out", "o"), "no FILE is given")
        expectRefusal(try package("a.mp4", "--out", "o", "--id", "a/b"), "'a/b' is no id of a reel")
        expectRefusal(try package("a.mp4", "b.mp4", "--out", "o", "--id", "x"), "--id goes with one FILE, not 2")
        expectRefusal(try package("x/A b.mp4", "y/a-b.mov", "--out", "o"), "two files would make the reel 'a-b'")
    }

    @Test func `an output that cannot be written to is trouble, not usage`() throws {
        try withTemporaryDirectory { folder in
            let clip = try sample(in: folder, "--size", "128x160", "--length", "0.5")
            try FileSystem.write([1], to: "\(folder)/file")
            expectRefusal(try package(clip, "--out", "\(folder)/file/reels"), exit: 3, "")
        }
    }

    @Test func `a bad file does not stop the others, and the highest exit code counts`() throws {
        try withTemporaryDirectory { folder in
            let clip = try sample(in: folder, "--size", "128x160", "--length", "0.5")
            let result = try package("\(folder)/none.mp4", clip, "--out", "\(folder)/out", "--json")
            #expect(result.status == 2)
            let report = try JSONDecoder().decode(Report.self, from: Data(result.standardOutput))
            #expect(report.format == 1)
            #expect(report.reels.map(\.error) == ["there is no such file", nil])
            #expect(report.reels[1].id == "tiny" && report.reels[1].change == "created")
            #expect(FileSystem.exists("\(folder)/out/tiny/reel.json"))
        }
    }

    @Test func `a reel of a phone's size has six rungs, and the first one is for cellular networks`() throws {
        try withTemporaryDirectory { folder in
            let clip = try sample(in: folder, "--size", "1080x1920", "--length", "4")
            let result = try package(clip, "--out", "\(folder)/out", "--json")
            #expect(result.status == 0 && result.standardError == "")
            let report = try JSONDecoder().decode(Report.self, from: Data(result.standardOutput))
            let ids = report.reels[0].renditions?.map(\.id)
            #expect(
                ids == [
                    "video/234", "video/360", "video/432", "video/540", "video/720", "video/1080", "audio/main",
                ])
            let version = try #require(try FileSystem.list("\(folder)/out/tiny").first)
            let playlist = String(
                decoding: try FileSystem.read("\(folder)/out/tiny/\(version)/multivariant.m3u8", limit: 1 << 16),
                as: UTF8.self)
            // Apple's HLS authoring specification, 9.21: 192 kbit/s.
            let bandwidth = try #require(playlist.firstMatch(of: /#EXT-X-STREAM-INF:BANDWIDTH=([0-9]+)/))
            #expect(try #require(Int(bandwidth.1)) <= 192_000)
            let package = try CanonicalJSON.decode(
                PackageDocument.self,
                from: try FileSystem.read("\(folder)/out/tiny/\(version)/package.json", limit: 1 << 20))
            #expect(package.strip?.frames == 120)

            let again = try self.package(clip, "--out", "\(folder)/out")
            #expect(again.status == 0 && again.text.hasPrefix("tiny  unchanged  \(version)  "))
        }
    }

    @Test func `a new version of a reel is said on standard error`() throws {
        try withTemporaryDirectory { folder in
            let clip = try sample(in: folder, "--size", "128x160", "--length", "0.5")
            #expect(try package(clip, "--out", "\(folder)/out").standardError == "")
            let other = try sample(in: folder, "--size", "128x160", "--length", "1", "--force")
            let result = try package(other, "--out", "\(folder)/out")
            #expect(result.status == 0)
            #expect(result.standardError.hasPrefix("tiny is there already and has a new version, "))
        }
    }

    @Test func `pruning removes what was replaced long enough ago, and says how many bytes`() throws {
        try withTemporaryDirectory { folder in
            let out = "\(folder)/out"
            func packaged(_ length: String) throws -> String {
                let clip = try sample(in: folder, "--size", "128x160", "--length", length, "--force")
                try #require(try package(clip, "--out", out).status == 0)
                let reel = try FileSystem.read("\(out)/tiny/reel.json", limit: 1 << 16)
                return "\(try CanonicalJSON.decode(ReelDocument.self, from: reel).version)"
            }
            let (old, new) = (try packaged("0.5"), try packaged("1"))
            let kept = try package("--prune", out)
            #expect(kept.status == 0 && kept.text.hasPrefix("kept \(out)/tiny/\(old)  an old version, for "))
            #expect(kept.text.hasSuffix("\nremoved 0, 0 bytes; kept 1 old versions; left 0 alone\n"))
            let dry = try package("--prune", out, "--keep-for", "0", "--dry-run")
            #expect(dry.text.hasPrefix("would remove \(out)/tiny/\(old)  "))
            #expect(try FileSystem.list("\(out)/tiny") == [old, new].sorted() + ["reel.json"])
            #expect(try package("--prune", out, "--keep-for", "0").status == 0)
            #expect(try FileSystem.list("\(out)/tiny") == [new, "reel.json"])
        }
    }

    @Test func `events tell each file's beginning, progress and end, and standard output is as it was`() throws {
        struct Event: Decodable {
            var event: String
            var file: String
            var t: Int
            var id: String?
            var doneMs: Int?
            var durationMs: Int?
            var speed: Double?
            var step: String?
            var share: Double?
            var version: String?
            var exitCode: Int?
        }
        try withTemporaryDirectory { folder in
            let clip = try sample(in: folder, "--size", "128x160", "--length", "2")
            let path = "\(folder)/events"
            let missing = "\(folder)/none.mp4"
            let result = try package(clip, missing, "--out", "\(folder)/out", "--json", "--events", path)
            #expect(result.status == 2)
            let report = try JSONDecoder().decode(Report.self, from: Data(result.standardOutput))
            #expect(report.reels.map(\.file) == [clip, missing])
            let text = String(decoding: try FileSystem.read(path, limit: 1 << 20), as: UTF8.self)
            let events = try text.split(separator: "\n").map {
                try JSONDecoder().decode(Event.self, from: Data($0.utf8))
            }
            let told = events.filter { $0.file == clip }
            #expect(told.first?.event == "started" && told.last?.event == "finished")
            #expect(told.last?.id == "tiny" && told.last?.durationMs == 2000)
            #expect(try FileSystem.list("\(folder)/out/tiny").contains(told.last?.version ?? "none"))
            let steps = told.filter { $0.event == "step" }
            #expect(Set(steps.map(\.step)) == ["readBack"] && steps.last?.share == 1)
            #expect(steps.compactMap(\.share) == steps.compactMap(\.share).sorted() && steps.count <= 11)
            let progress = told.dropFirst().dropLast(1 + steps.count)
            #expect(progress.count > 5 && progress.allSatisfy { $0.event == "progress" && $0.durationMs == 2000 })
            let done = progress.compactMap(\.doneMs)
            #expect(done == done.sorted() && done.count == progress.count && done.allSatisfy { $0 <= 2000 })
            let failed = events.filter { $0.file == missing }
            #expect(failed.map(\.event) == ["started", "failed"] && failed.last?.exitCode == 2)
        }
    }

    @Test func `a manifest for a reel that is there is made without encoding, and that is said`() throws {
        try withTemporaryDirectory { folder in
            let clip = try sample(in: folder, "--size", "128x160", "--length", "0.5")
            let out = "\(folder)/out"
            #expect(try package(clip, "--out", out).status == 0)
            let version = try #require(try FileSystem.list("\(out)/tiny").first)
            let dry = try package(clip, "--out", out, "--dash", "--dry-run")
            #expect(dry.text.contains("  of the objects of \(version), without encoding"))
            let result = try package(clip, "--out", out, "--dash", "--json")
            #expect(result.status == 0)
            #expect(result.standardError.contains("tiny has the objects of \(version): nothing was encoded\n"))
            #expect(result.text.contains("\"madeFrom\" : \"\(version)\""))
        }
    }

    @Test func `a folder without reels is not pruned`() throws {
        try withTemporaryDirectory { folder in
            try FileSystem.write([1], to: "\(folder)/a")
            expectRefusal(try package("--prune", folder), "there are no reels")
            expectRefusal(try package("--prune", "\(folder)/none"), "the reels cannot be listed")
            expectRefusal(try package("--prune", folder, "b.mp4"), "--prune takes no FILE")
            expectRefusal(try package("--prune", folder, "--dash"), "--dash does not go with --prune")
            expectRefusal(try package("b.mp4", "--out", folder, "--keep-for", "3"), "--keep-for goes with --prune")
        }
    }

    @Test func `a dry run says what would be made and writes nothing`() throws {
        try withTemporaryDirectory { folder in
            let clip = try sample(in: folder, "--size", "540x960", "--rate", "25", "--length", "5")
            let result = try package(clip, "--out", "\(folder)/out", "--dry-run")
            #expect(result.status == 0)
            #expect(
                result.text == """
                    tiny  a new reel  5.000 s in 3 segments  125 frames at 25/s
                      video/234  234x416  100000 bit/s, at most 150000 bit/s  veryfast
                      video/360  360x640  365000 bit/s, at most 547500 bit/s  veryfast
                      video/432  432x768  800000 bit/s, at most 1200000 bit/s  veryfast
                      video/540  540x960  1600000 bit/s, at most 2400000 bit/s  veryfast
                      audio/main  64000 bit/s
                      tiles  90x160  3 on one sheet of 3x1

                    """)
            let without = try package(clip, "--out", "\(folder)/out", "--dry-run", "--no-tiles")
            #expect(without.status == 0 && !without.text.contains("tiles"))
            let more = try package(clip, "--out", "\(folder)/out", "--dry-run", "--dash", "--progressive")
            let first = more.text.split(separator: "\n").first
            #expect(first?.hasSuffix("  with a manifest for DASH  with progressive files") == true)
            #expect(!FileSystem.exists("\(folder)/out"))
        }
    }

    @Test func `a dry run has the whole plan as JSON, and frames that a rung's cap leaves`() throws {
        try withTemporaryDirectory { folder in
            let clip = try sample(in: folder, "--size", "180x320", "--rate", "30", "--length", "5")
            // What cannot be read in captions is known before anything is decoded.
            let captions = "WEBVTT\n\n00:01.000 --> never\nlost\n\n00:01.000 --> 00:02.000\nshown\n"
            try FileSystem.write(Array(captions.utf8), to: "\(folder)/tiny.en.vtt")
            let ladder = """
                rungs:
                  - {id: low, shortSide: 90, videoBitrate: 50k, fps: 15}
                  - {id: high, shortSide: 180, videoBitrate: 100k, maxBitrate: 120k}
                audio:
                  - {id: main, bitrate: 64k}
                preset: ultrafast
                """
            try FileSystem.write(Array(ladder.utf8), to: "\(folder)/ladder.yaml")
            let arguments = [clip, "--out", "\(folder)/out", "--ladder", "\(folder)/ladder.yaml", "--dry-run"]
            let text = try Tool.reelrig.run(["package"] + arguments)
            #expect(text.status == 0 && text.standardError.hasPrefix("reelrig: warning: captions subtitles/en: "))
            #expect(text.text.contains("  video/low  90x160  50000 bit/s, at most 75000 bit/s  ultrafast  75 frames\n"))
            #expect(text.text.contains("  video/high  180x320  100000 bit/s, at most 120000 bit/s  ultrafast\n"))
            #expect(try Tool.reelrig.run(["package"] + arguments + ["--strict"]).status == 2)

            struct Answer: Decodable {
                struct Reel: Decodable {
                    struct Plan: Decodable {
                        struct Grid: Decodable { var boundaries: [Int], timescale: Int }
                        struct Rung: Decodable { var id: String, videoBitrate: Int, maxBitrate: Int, frames: Int? }
                        struct Audio: Decodable { var id: String, bitrate: Int, cuts: [Int] }
                        var grid: Grid, rungs: [Rung], audio: [Audio], frames: Int, pacing: String
                        var subtitles: [String], progressive: Bool?, dash: Bool?
                    }
                    var change: String, durationMs: Int, recipe: String, warnings: [String], plan: Plan
                }
                var reels: [Reel]
            }
            let json = try Tool.reelrig.run(["package"] + arguments + ["--json", "--progressive"])
            let reel = try #require(try JSONDecoder().decode(Answer.self, from: Data(json.standardOutput)).reels.first)
            #expect(reel.change == "created" && reel.durationMs == 5000 && reel.recipe.utf8.count == 64)
            #expect(reel.warnings.count == 1 && reel.plan.subtitles == ["subtitles/en"])
            #expect(reel.plan.pacing == "30" && reel.plan.frames == 150)
            #expect(reel.plan.progressive == true && reel.plan.dash == nil)
            #expect(reel.plan.grid.boundaries.map { $0 / reel.plan.grid.timescale } == [0, 2, 4, 5])
            #expect(reel.plan.rungs.map(\.id) == ["video/low", "video/high"])
            #expect(reel.plan.rungs.map(\.maxBitrate) == [75_000, 120_000])
            #expect(reel.plan.rungs.map(\.frames) == [75, nil])
            // 2, 4 and 5 s are 93.75, 187.5 and 234.4 frames of 1024 samples.
            #expect(reel.plan.audio.map(\.cuts) == [[0, 94, 188, 235].map { $0 * 1024 }])
            #expect(!FileSystem.exists("\(folder)/out"))
        }
    }

    @Test func `what is lost is a warning, and an error when strict`() throws {
        try withTemporaryDirectory { folder in
            let clip = try sample(in: folder, "--size", "128x160", "--length", "2")
            var bytes = try FileSystem.read(clip, limit: 1 << 24)
            for index in bytes.count / 2..<bytes.count / 2 + 400 { bytes[index] ^= 0x55 }
            try FileSystem.write(bytes, to: clip)
            let strict = try package(clip, "--out", "\(folder)/out", "--strict")
            expectRefusal(strict, "")
            #expect(strict.standardError.contains("could not be decoded"))
            #expect(!FileSystem.exists("\(folder)/out"))
            let lenient = try package(clip, "--out", "\(folder)/out")
            #expect(lenient.status == 0)
            #expect(lenient.standardError.hasPrefix("reelrig: warning: "))
        }
    }

    @Test(.enabled(if: Tool.isInstalled("ffmpeg"), "needs ffmpeg"))
    func `--copy makes one reel of several files, and refuses by name what cannot be copied`() throws {
        try withTemporaryDirectory { folder in
            let clip = { (name: String, size: String, group: Int) in
                let path = "\(folder)/\(name).mp4"
                let result = try #require(Tool("ffmpeg")).run([
                    "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=\(size):r=25:d=6", "-c:v", "libx264", "-preset",
                    "ultrafast", "-g", "\(group)", "-sc_threshold", "0", path,
                ])
                try #require(result.status == 0, "\(result.standardError)")
                return path
            }
            let low = try clip("low", "90x160", 50)
            let high = try clip("high", "180x320", 25)
            let out = "\(folder)/reels"
            let planned = try package("--copy", high, low, "--out", out, "--dry-run")
            #expect(
                planned.status == 0 && planned.text.contains("video/90  90x160  of low.mp4  segments of 2.000000 s"))
            #expect(!FileSystem.exists(out))
            let made = try package("--copy", high, low, "--out", out, "--id", "both", "--json")
            #expect(made.status == 0, "\(made.standardError)")
            let report = try JSONDecoder().decode(Report.self, from: Data(made.standardOutput))
            #expect(report.reels.count == 1)
            #expect(report.reels.first?.id == "both")
            #expect(report.reels.first?.renditions?.map(\.id) == ["video/90", "video/180"])
            #expect(try Tool.reelrig.run(["check", "\(out)/both"]).status == 0)

            let other = try clip("other", "180x320", 40)
            let refused = try package("--copy", low, other, "--out", out, "--id", "none")
            expectRefusal(refused, "it has no key frames at the times of those of \(low)")
            #expect(refused.standardError.contains("(\(other))"))
            #expect(refused.standardError.contains("hint: encode the rungs with key frames at the same times"))
            expectRefusal(
                try package("--copy", low, "\(folder)/missing.mp4", "--out", out),
                "there is no such file (\(folder)/missing.mp4)")
            expectRefusal(
                try package("--copy", low, "--ladder", "any.yaml", "--out", out),
                "--ladder is for encoding, and --copy encodes nothing")
            #expect(try FileSystem.list(out) == ["both"])
        }
    }
}
