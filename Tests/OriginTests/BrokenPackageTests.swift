import Catalog
import HTTP
import MediaTypes
import Origin
import Platform
import Signing
import TestSupport
import Testing

/// Ways to break a package on the disk.
private enum Damage: String, CaseIterable {
    case noReelDocument, emptyReelDocument, otherReel, laterFormat, noVersion, noPackageDocument, halfPackageDocument
    case missingSegment, shortSegment, changedPlaylist, linkedSegment, linkedFolder, linkedReel, traversal, doubled

    func apply(to reel: String) throws {
        let folder = "\(reel)/\(oldVersion)"
        let (document, segment) = ("\(folder)/package.json", "\(folder)/video/360/00000.m4s")
        switch self {
        case .noReelDocument: try FileSystem.removeFile("\(reel)/reel.json")
        case .emptyReelDocument: try FileSystem.replace("\(reel)/reel.json", with: [])
        case .otherReel: try edit("\(reel)/reel.json", #""id" : "bad""#, #""id" : "good""#)
        case .laterFormat: try edit("\(reel)/reel.json", #""format" : 1"#, #""format" : 2"#)
        case .noVersion: try FileSystem.removeTree(folder)
        case .noPackageDocument: try FileSystem.removeFile(document)
        case .halfPackageDocument:
            try FileSystem.replace(document, with: FileSystem.read(document, limit: 1 << 20).prefix(300))
        case .missingSegment: try FileSystem.removeFile(segment)
        case .shortSegment: try FileSystem.replace(segment, with: [1, 2, 3])
        case .changedPlaylist: try edit("\(folder)/multivariant.m3u8", "video/360", "video/361")
        case .linkedSegment:
            try FileSystem.rename(segment, to: "\(reel)/elsewhere")
            try link("\(reel)/elsewhere", segment)
        case .linkedFolder:
            try FileSystem.rename("\(folder)/video", to: "\(reel)/elsewhere")
            try link("\(reel)/elsewhere", "\(folder)/video")
        case .linkedReel:
            try FileSystem.rename(reel, to: "\(reel) elsewhere")
            try link("\(reel) elsewhere", reel)
        case .traversal: try edit(document, "poster.jpg", "../reel.json")
        case .doubled: try edit(document, "video/360/init.mp4", "poster.jpg")
        }
    }

    private func edit(_ path: String, _ old: String, _ new: String) throws {
        let text = String(decoding: try FileSystem.read(path, limit: 1 << 20), as: UTF8.self)
        #expect(text.contains(old))
        try FileSystem.replace(path, with: Array(text.replacing(old, with: new).utf8))
    }

    private func link(_ target: String, _ name: String) throws {
        #expect(try #require(Tool("ln")).run(["-s", target, name]).status == 0)
    }
}

@Test(arguments: Damage.allCases)
private func `a broken package is reported once and skipped, and the rest is served`(damage: Damage) throws {
    try withPackages("bad", "good") { fixture in
        try damage.apply(to: "\(fixture.root)/bad")
        let problems = Problems()
        let origin = try makeOrigin(fixture, problems: problems)
        for _ in 1...3 {
            #expect(try origin.reels().map(\.id.text) == ["good"])
            #expect(origin.get("/v1/reels?fields=id").text == #"{"format":1,"items":[{"id":"good"}]}"#)
            #expect(origin.get("/v1/reels/bad/playback").status == 404)
            #expect(origin.get("/v1/reels/good/playback").status == 200)
        }
        #expect(problems.all.count == (damage == .noReelDocument ? 0 : 1))
        for problem in problems.all { #expect(problem.path.contains("/bad")) }
    }
}

@Test func `a package that breaks while it is served is 404, and comes back when it is whole`() throws {
    try withPackages("one") { fixture in
        let problems = Problems()
        let origin = try makeOrigin(fixture, problems: problems)
        let target = try origin.signedFolder(of: "one") + "video/360/00000.m4s"
        #expect(origin.get(target).status == 200)
        let path = "\(fixture.root)/one/\(oldVersion)/video/360/00000.m4s"
        try FileSystem.rename(path, to: path + ".away")
        #expect(origin.get(target).status == 404)
        for _ in 1...2 {
            #expect(try origin.reels().isEmpty)
            #expect(origin.get("/v1/reels").text == #"{"format":1,"items":[]}"#)
            #expect(origin.get("/v1/reels/one/playback").status == 404)
            #expect(origin.get("/metrics").text.contains(#"reelrig_reels{state="broken"} 1"#))
        }
        #expect(problems.all.count == 1)
        try FileSystem.write([1], to: path)
        #expect(origin.get(target).status == 404)
        #expect(problems.all.count == 2)
        try FileSystem.rename(path + ".away", to: path)
        #expect(origin.get("/v1/reels?fields=id").text == #"{"format":1,"items":[{"id":"one"}]}"#)
        #expect(origin.get(target).status == 200)
        try FileSystem.removeTree("\(fixture.root)/one")
        #expect(origin.get(target).status == 404)
        #expect(origin.get("/v1/reels/one/playback").status == 404)
        #expect(origin.get("/v1/reels").text == #"{"format":1,"items":[]}"#)
    }
}

@Test func `a package of which half is deleted while it is served is not offered any more`() throws {
    try withPackages("one", "two") { fixture in
        let problems = Problems()
        let origin = try makeOrigin(fixture, problems: problems)
        for reel in ["one", "two"] { #expect(origin.get("/v1/reels/\(reel)/playback").status == 200) }
        try FileSystem.removeTree("\(fixture.root)/one/\(oldVersion)/video")
        for _ in 1...2 {
            #expect(origin.get("/v1/reels/one/playback").status == 404)
            #expect(origin.get("/v1/reels?fields=id").text == #"{"format":1,"items":[{"id":"two"}]}"#)
            #expect(origin.get("/v1/reels/two/playback").status == 200)
        }
        #expect(problems.all.count == 1)
        try fixture.addVersion(of: "one")
        #expect(origin.get("/v1/reels/one/playback").status == 200)
    }
}

@Test func `a folder that is no reel is no problem`() throws {
    try withPackages("one") { fixture in
        for name in [".tmp-x", "not a reel", "empty"] {
            try FileSystem.createDirectories("\(fixture.root)/\(name)")
        }
        try FileSystem.write([], to: "\(fixture.root)/file")
        let problems = Problems()
        let origin = try makeOrigin(fixture, problems: problems)
        #expect(try origin.reels().map(\.id.text) == ["one"])
        #expect(problems.all.isEmpty)
    }
}
