import Catalog
import MediaTypes
import Platform
import Synchronization
import TestSupport
import Testing

/// Clips that are packaged once for all tests of a suite, each when the first test asks for it.
final class DefectBench: Sendable {
    @TaskLocal static var current: DefectBench?

    let folder: String
    private let reels = Mutex<[String: PackagedReel]>([:])

    init(folder: String) { self.folder = folder }

    /// A clip with a manifest for DASH. What every package must hold is looked at once.
    func reel(_ clip: AppendixClip) throws -> PackagedReel {
        try reel(clip.rawValue) { try clip.make(in: $0) }
    }

    /// A clip of another recipe: `make` makes it in a folder and gives its path.
    func reel(
        _ name: String, ladder: Ladder = PackagedReel.small, _ make: (_ folder: String) throws -> String
    ) throws -> PackagedReel {
        if let reel = reels.withLock({ $0[name] }) { return reel }
        let place = "\(folder)/\(name)"
        try FileSystem.createDirectories(place)
        let reel = try PackagedReel.make(try make(place), into: "\(place)/out", ladder: ladder, isDASH: true)
        try expectReadersAgree(reel)
        reels.withLock { $0[name] = reel }
        return reel
    }

    /// A clip that ffmpeg makes with these arguments.
    func reel(_ name: String, ladder: Ladder = PackagedReel.small, _ arguments: [String]) throws -> PackagedReel {
        try reel(name, ladder: ladder) { folder in
            let result = try Reader.ffmpeg(arguments + ["\(folder)/\(name)"])
            try #require(result.status == 0, "\(result.standardError)")
            return "\(folder)/\(name)"
        }
    }
}

/// Gives a suite a bench, and clears it away afterwards.
struct WithDefectBench: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTemporaryDirectory { folder in
            try await DefectBench.$current.withValue(DefectBench(folder: folder)) { try await function() }
        }
    }
}

extension Trait where Self == WithDefectBench {
    static var defectBench: WithDefectBench { WithDefectBench() }
}
