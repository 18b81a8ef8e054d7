import MP4
import Platform

extension Command {
    static let inspect = Command(
        name: "inspect",
        summary: "dump boxes, samples or a playlist as text",
        help: """
            usage: reelrig inspect FILE... [options]

            Prints the boxes of an MP4 file or segment, or a playlist as the parser sees it. Samples stay unread, however
            large the file is. FILE - is standard input.

              TYPE @POSITION +SIZE FIELD=VALUE ...

            Tables of more than 100 rows and more than 100 bytes are counted; --box and --json have all of them.

              --box TYPE   only boxes of this type, with the boxes around them; several times or with commas between
              --samples    the samples of every track instead: times in ticks of the track, the edit list applied
              --init FILE  the init section of a segment: sample defaults, edit lists
              --json       one JSON document

            Exit code 2 when something in a FILE cannot be read; what can be is printed.

            example: reelrig inspect clip.mp4 --box elst,trun
                     reelrig inspect video/360/00000.m4s --init video/360/init.mp4 --samples
            """,
        options: [.values("--box"), .flag("--samples"), .value("--init"), .flag("--json")],
        run: runInspect)
}

private func runInspect(_ arguments: Arguments) throws -> ExitCode {
    guard !arguments.positional.isEmpty else {
        throw CommandError.usage("inspect takes a file", hint: "reelrig inspect --help")
    }
    let request = try InspectionRequest(arguments)
    let output = OutputBuffer()
    let json = arguments.has("--json") ? JSONWriter(output) : nil
    json?.beginObject()
    json?.member("format", 1)
    json?.beginArray("files")
    var exitCode = ExitCode.done
    for (index, path) in arguments.positional.enumerated() {
        if json == nil, arguments.positional.count > 1 {
            output.writeLine("\(index == 0 ? "" : "\n")\(path.escapedForPrinting)")
        }
        exitCode = max(exitCode, inspect(path, request, output, json))
    }
    json?.endArray()
    json?.endObject()
    output.flush()
    return exitCode
}

/// What is to be printed of each file.
struct InspectionRequest {
    /// Empty: all.
    var boxes: Set<FourCC> = []
    var hasSamples: Bool
    /// The tracks of another file that a segment belongs to.
    var movie: Movie?

    init(_ arguments: Arguments) throws {
        for name in arguments.all("--box").flatMap({ $0.split(separator: ",") }) {
            guard let type = FourCC(name) else {
                throw CommandError.usage("--box takes types of four characters, not '\(name.prefix(32))'")
            }
            boxes.insert(type)
        }
        hasSamples = arguments.has("--samples")
        guard let path = arguments["--init"] else { return }
        let file = try InspectedFile(path)
        let structure = try FileStructure(size: file.size, fetch: file.read)
        do throws(BoxError) { movie = try Movie(boxes: structure.boxes) } catch {
            throw CommandError.usage("this is no init section: \(error)", at: path)
        }
    }
}

private func inspect(
    _ path: String, _ request: InspectionRequest, _ output: OutputBuffer, _ json: JSONWriter?
) -> ExitCode {
    let inspection = Inspection(path, request, output, json)
    json?.beginObject()
    json?.member("file", path)
    do {
        try inspection.run()
    } catch let error as CommandError {
        inspection.problems.append(error)
    } catch {
        inspection.problems.append(CommandError("\(error)", exitCode: .trouble))
    }
    json?.array("problems", inspection.problems) { problem in
        json?.element(problem.what + (problem.place.map { " (\($0))" } ?? ""))
    }
    json?.endObject()
    output.flush()
    for problem in inspection.problems { problem.report() }
    return inspection.problems.map(\.exitCode).max() ?? .done
}
