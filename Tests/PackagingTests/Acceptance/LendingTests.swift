import Catalog
import MediaTypes
import Packaging
import Platform
import TestSupport
import Testing

/// Versions that differ in what is written from the same objects: the second is made without encoding.
@Suite(.serialized, .enabled(if: Reader.areInstalled, "needs ffmpeg to make a clip"))
struct LendingTests {
    /// Two segments, a poster, tiles, sound and subtitles.
    private func withClip(_ body: (_ clip: String, _ folder: String) throws -> Void) throws {
        try withTemporaryDirectory { folder in
            let clip = "\(folder)/clip.mp4"
            let made = try Reader.ffmpeg(
                ["-f", "lavfi", "-i", "testsrc2=s=180x320:r=30000/1001:d=3", "-f", "lavfi", "-i"]
                    + ["sine=f=440:r=44100:d=3", "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"]
                    + ["-c:a", "aac", clip])
            try #require(made.status == 0, "\(made.standardError)")
            // The second caption ends before it begins: what is left out is told.
            let captions = "WEBVTT\n\n00:01.000 --> 00:02.500\nover the cut\n\n00:02.000 --> 00:01.000\nnever\n"
            try FileSystem.write(Array(captions.utf8), to: "\(folder)/clip.en.vtt")
            try body(clip, folder)
        }
    }

    /// What is made, and whether anything was decoded for it.
    private func make(
        _ clip: String, _ out: String, isForced: Bool = false, isDASH: Bool = false, isProgressive: Bool = false,
        hasTiles: Bool = true
    ) throws -> (outcome: Packager.Outcome, isEncoded: Bool, tree: [String: [UInt8]]) {
        let packager = Packager(
            out: out, ladder: PackagedReel.small, isForced: isForced, isDASH: isDASH, isProgressive: isProgressive,
            hasTiles: hasTiles, isThreaded: false)
        var isEncoded = false
        let outcome = try packager.package(try Source.open(clip, id: ReelID("r"))) { _, _ in isEncoded = true }
        return (outcome, isEncoded, try tree(of: "\(outcome.folder)/\(outcome.package.version)"))
    }

    @Test func `a manifest or whole files for an unchanged source are made of the objects that are there`() throws {
        try withClip { clip, folder in
            let out = "\(folder)/out"
            let plain = try make(clip, out)
            #expect(plain.isEncoded && plain.outcome.madeFrom == nil && plain.outcome.package.warnings.count == 1)
            let choices = [(true, false), (true, true), (false, true)]
            var last = plain
            for (isDASH, isProgressive) in choices {
                let next = try make(clip, out, isDASH: isDASH, isProgressive: isProgressive)
                #expect(!next.isEncoded && next.outcome.change == .replaced)
                #expect(next.outcome.madeFrom == last.outcome.package.version)
                let fresh = try make(
                    clip, "\(folder)/fresh-\(isDASH)-\(isProgressive)", isDASH: isDASH, isProgressive: isProgressive)
                #expect(fresh.isEncoded)
                #expect(next.outcome.package == fresh.outcome.package && next.outcome.reel == fresh.outcome.reel)
                #expect(next.tree == fresh.tree)
                last = next
            }
            // Back to the first: it is there, and what lent to it stays.
            let back = try make(clip, out)
            #expect(!back.isEncoded && back.tree == plain.tree && back.outcome.reel == plain.outcome.reel)
            #expect(try FileSystem.list("\(out)/r").count == 5)
            #expect(try make(clip, out).outcome.change == .unchanged)
        }
    }

    @Test func `a preview for seeking goes and comes again without encoding`() throws {
        try withClip { clip, folder in
            let out = "\(folder)/out"
            let plain = try make(clip, out)
            let without = try make(clip, out, isDASH: true, hasTiles: false)
            #expect(!without.isEncoded && without.outcome.madeFrom == plain.outcome.package.version)
            let fresh = try make(clip, "\(folder)/fresh", isDASH: true, hasTiles: false)
            #expect(fresh.isEncoded && without.tree == fresh.tree)
            #expect(without.outcome.package == fresh.outcome.package && without.outcome.reel == fresh.outcome.reel)
            // The current version has no preview, the one before it has.
            let again = try make(clip, out, isDASH: true)
            #expect(!again.isEncoded && again.outcome.madeFrom == plain.outcome.package.version)
            let with = try make(clip, "\(folder)/with", isDASH: true)
            #expect(with.isEncoded && again.tree == with.tree && again.outcome.reel == with.outcome.reel)
        }
    }

    @Test func `other objects are encoded, and so is everything when that is asked for`() throws {
        try withClip { clip, folder in
            let out = "\(folder)/out"
            let plain = try make(clip, out, hasTiles: false)
            let with = try make(clip, out, isDASH: true)
            #expect(with.isEncoded && with.outcome.madeFrom == nil)
            let forced = try make(clip, out, isForced: true, hasTiles: false)
            #expect(forced.isEncoded && forced.outcome.madeFrom == nil)
            #expect(forced.outcome.package.version == plain.outcome.package.version)
        }
    }

    @Test func `objects that are not what they were lend nothing`() throws {
        try withClip { clip, folder in
            for damage in ["video/180/00001.m4s", "tiles/00000.jpg"] {
                let out = "\(folder)/out"
                let plain = try make(clip, out)
                let path = "\(plain.outcome.folder)/\(plain.outcome.package.version)/\(damage)"
                var bytes = try FileSystem.read(path, limit: 1 << 24)
                bytes[bytes.count / 2] ^= 1
                try FileSystem.write(bytes, to: path)
                let next = try make(clip, out, isDASH: true)
                #expect(next.isEncoded && next.outcome.madeFrom == nil, "\(damage)")
                #expect(next.tree[damage] == plain.tree[damage])
                try FileSystem.removeTree(out)
            }
        }
    }

    @Test func `a dry run says which version would lend its objects`() throws {
        try withClip { clip, folder in
            let plain = try make(clip, "\(folder)/out")
            let source = try Source.open(clip, id: ReelID("r"))
            for isForced in [false, true] {
                let packager = Packager(
                    out: "\(folder)/out", ladder: PackagedReel.small, isForced: isForced, isProgressive: true)
                let preview = try packager.preview(source)
                #expect(preview.change == .replaced)
                #expect(preview.madeFrom == (isForced ? nil : plain.outcome.package.version))
            }
            let same = try Packager(out: "\(folder)/out", ladder: PackagedReel.small).preview(source)
            #expect(same.change == .unchanged && same.madeFrom == nil)
        }
    }
}
