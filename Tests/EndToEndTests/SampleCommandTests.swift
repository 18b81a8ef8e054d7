import FoundationEssentials
import Platform
import TestSupport
import Testing

@Suite struct `reelrig sample` {
    private let small = ["--size", "128x256", "--rate", "25", "--length", "0.2", "--reel", "9"]

    @Test func `makes a reel of one's own, keeps it, and makes it again when forced`() throws {
        try withTemporaryDirectory { (folder: String) in
            let words = ["sample", "mine", "--out", "\(folder)/new"] + small
            let first = try Tool.reelrig.run(words)
            #expect(first.status == 0 && first.standardError.isEmpty)
            #expect(first.text.hasPrefix("\(folder)/new/mine.mp4  reel 9  128x256  25/s  5 frames"))
            #expect(try FileSystem.list("\(folder)/new") == ["mine.mp4"])
            let bytes = try FileSystem.read("\(folder)/new/mine.mp4", limit: 1 << 24)

            let second = try Tool.reelrig.run(words)
            #expect(second.status == 0 && second.standardError.contains("is kept; --force makes it again"))
            let third = try Tool.reelrig.run(words + ["--force"])
            #expect(third.status == 0 && third.standardError.isEmpty)
            #expect(try FileSystem.read("\(folder)/new/mine.mp4", limit: 1 << 24) == bytes)
        }
    }

    @Test func `says in JSON what it made`() throws {
        struct Document: Decodable {
            struct Sample: Decodable {
                var name: String
                var reel: Int
                var frames: Int
                var durationMs: Int
                var frameRate: String
                var bytes: Int
                var isKept: Bool
            }
            var format: Int
            var samples: [Sample]
        }
        try withTemporaryDirectory { (folder: String) in
            let output = try Tool.reelrig.run(["sample", "mine", "--out", folder, "--json"] + small)
            let document = try JSONDecoder().decode(Document.self, from: Data(output.standardOutput))
            #expect(document.format == 1 && document.samples.count == 1)
            let sample = try #require(document.samples.first)
            #expect(sample.name == "mine" && sample.reel == 9 && sample.frames == 5 && sample.durationMs == 200)
            #expect(sample.frameRate == "25" && !sample.isKept)
            #expect(sample.bytes == (try FileSystem.status("\(folder)/mine.mp4").size))
        }
    }

    @Test func `a file that is something else is not replaced`() throws {
        try withTemporaryDirectory { (folder: String) in
            try FileSystem.write(Array("mine".utf8), to: "\(folder)/mine.mp4")
            let output = try Tool.reelrig.run(["sample", "mine", "--out", folder] + small)
            #expect(output.status == 2)
            #expect(
                output.standardError == """
                    reelrig: error: there is a file that this recipe does not make (\(folder)/mine.mp4)
                    hint: --force replaces it

                    """)
            #expect(try FileSystem.read("\(folder)/mine.mp4", limit: 100) == Array("mine".utf8))
        }
    }

    @Test(arguments: [
        (["--size", "1x1"], "--size takes WIDTHxHEIGHT"), (["nothing"], "there is no recipe 'nothing'"),
        (["--rate", "24"], "--rate goes with one NAME, not 0"), (["../a"], "'../a' is no name of a reel"),
        (["--recipes", "/nowhere.yaml"], "No such file"),
    ])
    func `wrong usage is one error line and makes nothing`(words: [String], problem: String) throws {
        try withTemporaryDirectory { (folder: String) in
            let extra = words[0] == "--size" ? ["mine"] : []
            let output = try Tool.reelrig.run(["sample", "--out", "\(folder)/new"] + extra + words)
            #expect(output.status == 2 && output.text.isEmpty)
            let lines = output.standardError.split(separator: "\n")
            #expect(lines.count { $0.hasPrefix("reelrig: error: ") } == 1 && lines[0].contains(problem))
            #expect(try FileSystem.list(folder).isEmpty)
        }
    }

    @Test func `a folder that cannot be made is trouble`() throws {
        try withTemporaryDirectory { (folder: String) in
            try FileSystem.write([], to: "\(folder)/file")
            let output = try Tool.reelrig.run(["sample", "--out", "\(folder)/file/new"])
            #expect(output.status == 3 && output.standardError.hasPrefix("reelrig: error: the folder"))
        }
    }
}
