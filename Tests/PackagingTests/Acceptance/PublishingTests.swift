import Catalog
import MediaTypes
import Packaging
import Platform
import Signing
import TestSupport
import Testing

/// One rung and no audio: what is published matters here, not what is in it.
private let quick = Ladder(
    rungs: [.init(id: "180", shortSide: 180, videoBitrate: .kilobits(100), maxBitrate: .kilobits(150))], audio: [],
    preset: "ultrafast")

@Suite(.serialized, .enabled(if: Reader.areInstalled, "needs ffmpeg to make a clip"))
struct PublishingTests {
    private func withClip(_ body: (_ clip: String, _ out: String) throws -> Void) throws {
        try withTemporaryDirectory { folder in
            try body(try AppendixClip.short.make(in: folder), "\(folder)/out/reels")
        }
    }

    private func make(_ clip: String, _ out: String, isForced: Bool = false) throws -> PackagedReel {
        try PackagedReel.make(clip, into: out, ladder: quick, id: "r", isForced: isForced)
    }

    private func names(_ out: String) throws -> [String] { try FileSystem.list("\(out)/r") }

    /// A run of which `interfere` makes something go wrong once it has begun.
    private func package(_ clip: String, _ out: String, interfere: @escaping () -> Void) throws {
        let source = try Source.open(clip, id: ReelID("r"))
        _ = try Packager(out: out, ladder: quick, isThreaded: false).package(source) { _, _ in interfere() }
    }

    @Test func `a reel has its document and its version, and nothing else`() throws {
        try withClip { clip, out in
            let reel = try make(clip, out)
            #expect(reel.outcome.change == .created)
            #expect(try names(out) == [reel.document.version.text, "reel.json"])
            let document = try CanonicalJSON.decode(
                ReelDocument.self, from: try FileSystem.read("\(out)/r/reel.json", limit: 1 << 16))
            #expect(document == reel.outcome.reel)
            #expect(document.aspect == "9:16" && document.durationMs == 400)
            let files = Set(try tree(of: reel.folder).keys)
            let listed = (reel.document.objects + reel.document.playlists).map(\.path) + ["package.json"]
            #expect(files == Set(listed))
        }
    }

    @Test func `nothing is done when nothing has changed`() throws {
        try withClip { clip, out in
            let reel = try make(clip, out)
            let before = try FileSystem.status("\(out)/r/reel.json")
            let again = try make(clip, out)
            #expect(again.outcome.change == .unchanged)
            #expect(again.document == reel.document)
            #expect(try FileSystem.status("\(out)/r/reel.json") == before)
        }
    }

    @Test func `forced, the same bytes are made again`() throws {
        try withClip { clip, out in
            let reel = try make(clip, out)
            let bytes = try tree(of: "\(out)/r")
            #expect(try make(clip, out, isForced: true).outcome.change == .remade)
            #expect(try tree(of: "\(out)/r") == bytes)
            #expect(try names(out) == [reel.document.version.text, "reel.json"])
        }
    }

    @Test(arguments: ["video/180/00000.m4s", "package.json", "multivariant.m3u8", "poster.jpg"])
    func `a version that has lost bytes is made again`(_ path: String) throws {
        try withClip { clip, out in
            let reel = try make(clip, out)
            let bytes = try tree(of: "\(out)/r")
            try FileSystem.write([1, 2, 3], to: "\(reel.folder)/\(path)")
            #expect(try make(clip, out).outcome.change == .remade)
            #expect(try tree(of: "\(out)/r") == bytes)
        }
    }

    @Test func `another source under the same id is a new version beside the old one`() throws {
        try withClip { clip, out in
            let old = try make(clip, out)
            let other = try AppendixClip.g59.make(in: FileSystem.parent(of: clip))
            let new = try make(other, out)
            #expect(new.outcome.change == .replaced)
            #expect(new.document.version != old.document.version)
            #expect(try names(out) == [old.document.version.text, new.document.version.text].sorted() + ["reel.json"])
            #expect(new.outcome.reel.version == new.document.version)
            #expect(try tree(of: old.folder).count == old.document.objects.count + old.document.playlists.count + 1)
        }
    }

    @Test func `another ladder is another recipe and another version`() throws {
        try withClip { clip, out in
            let old = try make(clip, out)
            var ladder = quick
            ladder.rungs[0].videoBitrate = .kilobits(120)
            let new = try PackagedReel.make(clip, into: out, ladder: ladder, id: "r")
            #expect(new.document.recipe != old.document.recipe)
            #expect(new.document.version != old.document.version)
        }
    }

    @Test func `a removed reel stays removed`() throws {
        try withClip { clip, out in
            var document = try make(clip, out).outcome.reel
            document.removed = true
            try FileSystem.write(try CanonicalJSON.file(document), to: "\(out)/r/reel.json")
            #expect(try make(clip, out, isForced: true).outcome.reel.removed)
        }
    }

    @Test func `what a killed run left goes, what a living run holds stays`() throws {
        try withClip { clip, out in
            for name in [".tmp-0123456789abcdef", ".tmp-fedcba9876543210"] {
                try FileSystem.createDirectories("\(out)/r/\(name)/version/video/180")
                try FileSystem.write([1], to: "\(out)/r/\(name)/version/video/180/00000.m4s")
            }
            let living = try FileLock.acquire("\(out)/r/.tmp-fedcba9876543210/lock")
            let reel = try make(clip, out)
            #expect(try names(out) == [".tmp-fedcba9876543210", reel.document.version.text, "reel.json"])
            _ = consume living
        }
    }

    @Test func `what a run left that was killed after it published goes, though nothing is to be done`() throws {
        try withClip { clip, out in
            let reel = try make(clip, out)
            let workshop = "\(out)/r/.tmp-\(reel.document.recipe.text.prefix(16))"
            try FileSystem.createDirectories("\(workshop)/damaged")
            #expect(try make(clip, out).outcome.change == .unchanged)
            #expect(try names(out) == [reel.document.version.text, "reel.json"])
        }
    }

    @Test func `a source that is removed while it is read is refused, and nothing stays`() throws {
        try withClip { clip, out in
            #expect(throws: UnusableSource.changed) {
                try package(clip, out) { try? FileSystem.removeFile(clip) }
            }
            #expect(!FileSystem.exists(FileSystem.parent(of: out)))
        }
    }

    @Test func `a file that is another one before it is read again is told to have changed, not to be bad`() throws {
        try withClip { clip, out in
            let bytes = try FileSystem.read(clip, limit: 1 << 20)
            let reason = "\(UnusableSource.changed)"
            for damage in [nil, Array(bytes.prefix(100))] {
                let (source, copy) = (try Source.open(clip, id: nil), try CopySource.open([clip], id: nil))
                if let damage { try FileSystem.write(damage, to: clip) } else { try FileSystem.removeFile(clip) }
                let packager = Packager(out: out, ladder: PackagedReel.small)
                #expect(throws: UnusableSource.changed) { try packager.package(source) { _, _ in } }
                let refusal = #expect(throws: CopyRefusal.self) { try packager.package(copy) { _, _ in } }
                #expect(refusal?.reason == reason && refusal?.path == clip)
                #expect(!FileSystem.exists(out))
                try FileSystem.write(bytes, to: clip)
            }
        }
    }

    @Test func `the workshop of a killed run is used again`() throws {
        try withClip { clip, out in
            let bytes = try tree(of: try make(clip, out).outcome.folder)
            let recipe = try make(clip, out).document.recipe.text
            try FileSystem.removeTree(out)
            let workshop = "\(out)/r/.tmp-\(recipe.prefix(16))"
            try FileSystem.createDirectories("\(workshop)/version/audio/old")
            try FileSystem.write([1], to: "\(workshop)/lock")
            #expect(try make(clip, out).outcome.change == .created)
            #expect(try tree(of: "\(out)/r") == bytes)
        }
    }

    @Test func `two runs that make the same version do not meet`() throws {
        try withClip { clip, out in
            let reel = try make(clip, out)
            let workshop = "\(out)/r/.tmp-\(reel.document.recipe.text.prefix(16))"
            try FileSystem.createDirectories(workshop)
            let living = try FileLock.acquire("\(workshop)/lock")
            #expect(throws: PackagingError.self) { try make(clip, out, isForced: true) }
            #expect(FileSystem.exists("\(workshop)/lock"))
            _ = consume living
        }
    }

    @Test func `a source that changes while it is read is refused, and nothing stays`() throws {
        try withClip { clip, out in
            let bytes = try FileSystem.read(clip, limit: 1 << 20)
            #expect(throws: UnusableSource.changed) {
                try package(clip, out) { try? FileSystem.write(bytes + [0], to: clip) }
            }
            #expect(!FileSystem.exists(FileSystem.parent(of: out)))
        }
    }

    @Test func `a run that fails half way leaves the old version and nothing else`() throws {
        try withClip { clip, out in
            let reel = try make(clip, out)
            let bytes = try tree(of: "\(out)/r")
            let other = try AppendixClip.g59.make(in: FileSystem.parent(of: clip))
            #expect(throws: SystemError.self) {
                try package(other, out) {
                    for name in (try? FileSystem.list("\(out)/r")) ?? [] where name.hasPrefix(".tmp-") {
                        try? FileSystem.removeTree("\(out)/r/\(name)/version/video")
                    }
                }
            }
            #expect(try tree(of: "\(out)/r") == bytes)
            #expect(try names(out) == [reel.document.version.text, "reel.json"])
        }
    }

    @Test func `reading a version back finds what was tampered with, and names it`() throws {
        try withClip { clip, out in
            let reel = try make(clip, out)
            let check = ReadBack(folder: reel.folder)
            #expect(try check.problems(of: reel.document) == [])

            // `tfdt` 1000 ticks later, and a playlist and a document that fit the new file.
            var changed = reel.document
            let path = "video/180/00000.m4s"
            let good = try FileSystem.read("\(reel.folder)/\(path)", limit: 1 << 24)
            var bytes = good
            let type = try #require(bytes.firstRange(of: Array("tfdt".utf8)))
            // Version, flags and eight bytes of time follow the type.
            bytes[type.upperBound + 10] ^= 0x04
            try FileSystem.write(bytes, to: "\(reel.folder)/\(path)")
            #expect(try check.problems(of: changed).contains("\(path) is not what was written"))
            let index = try #require(changed.objects.firstIndex { $0.path == path })
            changed.objects[index].sha256 = SHA256.digest(bytes)
            #expect(try check.problems(of: changed).contains("\(path) begins at 1024, not 0"))
            try FileSystem.write(good, to: "\(reel.folder)/\(path)")

            // A rule of the text.
            let playlist = "video/180/playlist.m3u8"
            let text = try reel.text(playlist).replacing("TARGETDURATION:1", with: "TARGETDURATION:0")
            try FileSystem.write(Array(text.utf8), to: "\(reel.folder)/\(playlist)")
            let problems = try check.problems(of: reel.document)
            #expect(problems.contains { $0.hasPrefix("\(playlist):") && $0.contains(" MUST ") })
            try FileSystem.write(
                Array(text.replacing("TARGETDURATION:0", with: "TARGETDURATION:1").utf8),
                to: "\(reel.folder)/\(playlist)")
            #expect(try check.problems(of: reel.document) == [])

            // What the multivariant playlist names.
            let multivariant = try reel.text("multivariant.m3u8").replacing(playlist, with: "video/181/playlist.m3u8")
            try FileSystem.write(Array(multivariant.utf8), to: "\(reel.folder)/multivariant.m3u8")
            #expect(
                try check.problems(of: reel.document).contains(
                    "multivariant.m3u8 names video/181/playlist.m3u8, which is not there"))
        }
    }
}
