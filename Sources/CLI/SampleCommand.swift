import Catalog
import Configuration
import FFmpeg
import MediaTypes
import Platform
import Sampling

extension Command {
    static let sample = Command(
        name: "sample",
        summary: "make self-verifying sample reels",
        help: """
            usage: reelrig sample [NAME...] --out DIR [options]

            Makes DIR/NAME.mp4 of every recipe, or of those named. Every frame carries a strip of blocks that says
            which reel and which frame it is, so that play and verify can check what they decode; the sound is a tone
            with a click at every second. The same recipe gives the same bytes on one machine. A reel that is there
            already is kept.

              --out DIR        where the files go; made when it is missing
              --recipes FILE   recipes to use instead of the standard ones (\(SampleRecipe.standard.map(\.name.text).joined(separator: ", ")))
              --force          make files again that are there already
              --json           one JSON document on standard output

            One NAME and any of these make a reel of one's own:

              --reel N         its number in the strip, 0 to 65535 (1)
              --size WxH       pixels, even (1080x1920)
              --rate N[/D]     frames per second (30)
              --length S       seconds (8)
              --bitrate RATE   average bit/s, as 8000k; without it the quality is constant and high

            example: reelrig sample --out samples
                     reelrig sample short --out samples --size 540x960 --rate 25 --length 2.5
            """,
        options: [.value("--out"), .value("--recipes"), .flag("--force"), .flag("--json")]
            + SampleRecipe.Field.allCases.map { .value("--\($0.rawValue)") },
        run: makeSamples)
}

private func makeSamples(_ arguments: Arguments) throws -> ExitCode {
    let folder = try arguments.required("--out")
    let recipes = try chosenRecipes(arguments)
    do {
        try FileSystem.createDirectories(folder)
    } catch {
        throw CommandError(
            "the folder for the samples could not be made: \(error.reason)", at: folder, exitCode: .trouble)
    }
    var rows = [SampleRow]()
    for recipe in recipes {
        let row = try make(recipe, in: folder, isForced: arguments.has("--force"))
        rows.append(row)
        if !arguments.has("--json") { StandardStream.output.writeLine(row.text) }
    }
    if arguments.has("--json") {
        let document = try CanonicalJSON.file(SampleList(samples: rows))
        StandardStream.output.write(String(decoding: document, as: UTF8.self))
    }
    return .done
}

private func make(_ recipe: SampleRecipe, in folder: String, isForced: Bool) throws -> SampleRow {
    let path = "\(folder)/\(recipe.fileName)"
    let isKept = !isForced && FileSystem.exists(path)
    if isKept {
        guard SampleReel.isThere(recipe, at: path) else {
            throw CommandError(
                "there is a file that this recipe does not make", at: path, hint: "--force replaces it",
                exitCode: .usage)
        }
        StandardStream.error.writeLine("\(path) is there already and is kept; --force makes it again")
    } else {
        var line = ProgressLine("\(recipe.name)", total: recipe.frameCount)
        defer { line.clear() }
        do {
            try SampleReel.write(recipe, to: path) { line.show($0) }
        } catch {
            throw CommandError("the sample could not be made: \(error)", at: path, exitCode: .trouble)
        }
    }
    return SampleRow(recipe, path: path, bytes: try FileSystem.status(path).size, isKept: isKept)
}

private func chosenRecipes(_ arguments: Arguments) throws -> [SampleRecipe] {
    let all = try arguments["--recipes"].map(readRecipes) ?? SampleRecipe.standard
    let names = try arguments.positional.map { word throws(CommandError) in
        guard let name = ReelID(word) else {
            throw .usage("'\(word)' is no name of a reel", hint: "1 to 64 of A-Z a-z 0-9 . _ -")
        }
        return name
    }
    let given = SampleRecipe.Field.allCases.compactMap { field in arguments["--\(field.rawValue)"].map { (field, $0) } }
    if given.isEmpty {
        guard !names.isEmpty else { return all }
        return try names.map { name throws(CommandError) in
            guard let recipe = all.first(where: { $0.name == name }) else {
                throw .usage(
                    "there is no recipe '\(name)'",
                    hint:
                        "recipes: \(all.map(\.name.text).joined(separator: " ")); --size, --rate, --length make a reel of your own"
                )
            }
            return recipe
        }
    }
    guard names.count == 1 else {
        throw CommandError.usage("--\(given[0].0.rawValue) goes with one NAME, not \(names.count)")
    }
    var recipe = all.first { $0.name == names[0] } ?? SampleRecipe(name: names[0], reel: 1)
    for (field, text) in given {
        do throws(SampleRecipe.FieldError) {
            try recipe.set(field, to: text)
        } catch {
            throw CommandError.usage("--\(field.rawValue) takes \(error.takes), not '\(text.prefix(64))'")
        }
    }
    return [recipe]
}

private func readRecipes(_ path: String) throws -> [SampleRecipe] {
    do {
        return try SampleRecipe.read(contentsOf: path)
    } catch let error as ConfigurationError {
        throw CommandError.usage(error.problem, at: error.place)
    } catch let error as SystemError {
        throw CommandError.usage("the recipes could not be read: \(error.reason)", at: path)
    }
}

private struct SampleList: Encodable {
    var format = Format.current
    var samples: [SampleRow]
}

/// What came of one recipe.
private struct SampleRow: Encodable {
    var name: ReelID
    var path: String
    var reel: Int
    var size: PixelSize
    var frameRate: FrameRate
    var frames: Int
    var durationMs: Int64
    var bytes: Int
    /// The file was there already.
    var isKept: Bool

    init(_ recipe: SampleRecipe, path: String, bytes: Int, isKept: Bool) {
        name = recipe.name
        self.path = path
        reel = recipe.reel
        size = recipe.size
        frameRate = recipe.rate
        frames = recipe.frameCount
        durationMs = recipe.duration.milliseconds
        self.bytes = bytes
        self.isKept = isKept
    }

    var text: String { "\(path)  reel \(reel)  \(size)  \(frameRate)/s  \(frames) frames  \(bytes / 1000) kB" }
}
