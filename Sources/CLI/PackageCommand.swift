import Catalog
import Configuration
import MediaTypes
import Packaging
import Platform
import Synchronization

extension Command {
    static let package = Command(
        name: "package",
        summary: "make streams of reel files: CMAF segments and playlists",
        help: """
            usage: reelrig package FILE... --out DIR [options]
                   reelrig package --copy FILE... --out DIR [options]
                   reelrig package --prune DIR [--keep-for SECONDS] [--dry-run] [--json]

            Makes DIR/<reel>/<version>/ of every FILE: each rung of the ladder that the picture is large enough for, an
            audio rendition, playlists, posters, thumbnails for seeking and package.json, which lists every object with
            its digest. Then DIR/<reel>/reel.json names the version. A reader never sees half a version. When the file,
            the ladder and the encoders are those of the last time, nothing is done; and when only --dash or
            --progressive is new or gone, nothing is encoded.

            Captions are found beside FILE: clip.en.vtt or clip.en.srt beside clip.mp4 become subtitles in English,
            clip.en.sdh.vtt those for the deaf and hard of hearing, clip.en.forced.vtt those that are always shown.

              --out DIR        where the reels go; made when it is missing
              --id ID          the reel's id, for one FILE; otherwise it is made of the file's name
              --ladder FILE    the rungs, as in Ladders/reels.yaml, which is the default
              --copy           encode nothing: each FILE's video is a rung of one reel, see below
              --dash           write manifest.mpd, for DASH, beside the playlists, of the same segments
              --progressive    write an MP4 of each rung with the audio, index first, of the same samples, for players
                               that want one file: progressive/<rung>.mp4
              --no-tiles       make no thumbnails for seeking; without, video of more than one segment has them
              --no-poster      make no posters of the first picture; with --copy and --no-tiles then nothing is decoded
              --no-captions    leave captions files beside FILE alone
              --force          package again although nothing has changed
              --strict         refuse a FILE of which anything is lost; without, what can be decoded is packaged
              --dry-run        say what would be made, and decode and write nothing
              --json           one JSON document on standard output, at the end
              --events FILE    add what happens to FILE as it happens, one JSON object a line (/dev/stderr is a FILE):
                               started, progress (doneMs, durationMs, speed, leftMs), step (wholeFiles or readBack, and
                               its share from 0 to 1), finished, failed, planned

            --copy packages FILEs that are already encoded: H.264, HEVC or AV1 with AAC, AC-3, E-AC-3 or FLAC, in any
            container. Several FILEs are the rungs of one reel, named after the first unless there is an --id; the audio is that of the first FILE
            that has some, and FILEs of audio alone add languages. It is cut where all rungs have a key frame that stands
            alone at one time, about every two seconds, and says where that is. Times are the files' own: what is missing
            at the beginning of a track stays missing and is said. What cannot be said in a playlist is refused.

            --prune makes nothing: in a DIR of reels it removes old versions, and what killed runs left. Signed URLs of a
            version that was replaced live until they expire, and so does the version. The current one, what a run is
            working on and what is not known stay; what was left alone is said.

              --keep-for SECONDS  how long after it was replaced a version stays (86400): at least the longest --ttl
                                  of serve and sign, and how far clocks may differ
              --dry-run           say what would be removed

            exit code: 0 done, 2 a file or the ladder cannot be used, 3 trouble with DIR. One bad FILE does not stop
            the others.

            example: reelrig package --copy low.mp4 high.mp4 --out reels --id dusk

            example: reelrig sample dusk --out samples && reelrig package samples/dusk.mp4 --out reels
            """,
        options: [
            .value("--out"), .value("--id"), .value("--ladder"), .flag("--copy"), .flag("--dash"),
            .flag("--progressive"),
            .flag("--no-tiles"), .flag("--no-poster"), .flag("--no-captions"), .flag("--force"), .flag("--strict"),
            .flag("--dry-run"),
            .flag("--json"),
            .value("--events"), .value("--prune"), .value("--keep-for"),
        ],
        run: packageFiles)
}

private func packageFiles(_ arguments: Arguments) throws -> ExitCode {
    if let folder = arguments["--prune"] { return try pruneReels(folder, arguments) }
    guard arguments["--keep-for"] == nil else { throw CommandError.usage("--keep-for goes with --prune") }
    let out = try arguments.required("--out")
    let paths = arguments.positional
    guard !paths.isEmpty else { throw CommandError.usage("no FILE is given", hint: "reelrig package --help") }
    if arguments.has("--copy"), arguments["--ladder"] != nil {
        throw CommandError.usage("--ladder is for encoding, and --copy encodes nothing")
    }
    let packager = Packager(
        out: out, ladder: try ladder(arguments["--ladder"]), isForced: arguments.has("--force"),
        isStrict: arguments.has("--strict"), isDASH: arguments.has("--dash"),
        isProgressive: arguments.has("--progressive"), hasTiles: !arguments.has("--no-tiles"),
        hasPosters: !arguments.has("--no-poster"))
    let findsCaptions = !arguments.has("--no-captions")
    let isDryRun = arguments.has("--dry-run")
    let isJSON = arguments.has("--json")
    let events = try arguments["--events"].map { try EventFile($0) }
    if arguments.has("--copy") {
        let report = PackageReport(copying: paths, isJSON: isJSON, events: events)
        let id = try arguments["--id"].map(reelID)
        return try copyFiles(
            paths, id, packager, report, out: out, findsCaptions: findsCaptions, isDryRun: isDryRun)
    }
    let ids = try reelIDs(paths, arguments["--id"])
    let report = PackageReport(paths: paths, isJSON: isJSON, events: events)
    ReelQueue.run(count: paths.count, cores: Machine.coreCount) { index, isThreaded in
        var packager = packager
        packager.isThreaded = isThreaded
        report.begin(index)
        do {
            let source = try Source.open(paths[index], id: ids[index], findsCaptions: findsCaptions)
            if isDryRun { return report.finish(index, source.reel, try packager.preview(source)) }
            let outcome = try packager.package(source) {
                report.progress(index, source.reel, $0, of: $1)
            } report: {
                report.progress(index, source.reel, $0, $1)
            }
            report.finish(index, outcome)
        } catch {
            report.finish(index, CommandError(packaging: error, path: paths[index], out: out))
        }
    }
    return try report.close()
}

/// One reel of all files.
private func copyFiles(
    _ paths: [String], _ id: ReelID?, _ packager: Packager, _ report: PackageReport, out: String, findsCaptions: Bool,
    isDryRun: Bool
) throws -> ExitCode {
    report.begin(0)
    do {
        let source = try CopySource.open(paths, id: id, findsCaptions: findsCaptions)
        if isDryRun {
            report.finish(0, source.reel, try packager.preview(source))
        } else {
            let outcome = try packager.package(source) {
                report.progress(0, source.reel, $0, of: $1)
            } report: {
                report.progress(0, source.reel, $0, $1)
            }
            report.finish(0, outcome)
        }
    } catch {
        report.finish(0, CommandError(packaging: error, path: paths[0], out: out))
    }
    return try report.close()
}

private func ladder(_ path: String?) throws -> Ladder {
    guard let path else { return .reels }
    do {
        return try Ladder.read(contentsOf: path)
    } catch let error as ConfigurationError {
        throw CommandError.usage(error.problem, at: error.place)
    } catch let error as SystemError {
        throw CommandError.usage("the ladder cannot be read: \(error.reason)", at: path)
    }
}

/// The ids, where they are known before the files are read. No two inputs may make the same reel.
private func reelIDs(_ paths: [String], _ given: String?) throws(CommandError) -> [ReelID?] {
    if let given {
        let id = try reelID(given)
        guard paths.count == 1 else { throw .usage("--id goes with one FILE, not \(paths.count)") }
        return [id]
    }
    let ids = paths.map(Source.reelID)
    var first: [ReelID: String] = [:]
    for (path, id) in zip(paths, ids) {
        guard let id else { continue }
        if let other = first.updateValue(path, forKey: id) {
            throw .usage(
                "two files would make the reel '\(id)'", at: "\(other), \(path)",
                hint: "package them one at a time, each with an --id")
        }
    }
    return ids
}

private func reelID(_ text: String) throws(CommandError) -> ReelID {
    guard let id = ReelID(text) else {
        throw .usage("'\(text)' is no id of a reel", hint: "1 to 64 of A-Z a-z 0-9 . _ -, first a letter or digit")
    }
    return id
}

extension CommandError {
    /// What went wrong with one file, in the user's words.
    fileprivate init(packaging error: any Error, path: String, out: String) {
        switch error {
        case let error as UnusableSource:
            self.init("\(error)", at: path, exitCode: .usage)
        case let error as CopyRefusal:
            self.init(error.reason, at: error.path, hint: error.hint, exitCode: .usage)
        case PackagingError.busy:
            self.init("\(error)", at: path, hint: "wait until it has ended", exitCode: .trouble)
        case let error as SystemError:
            let hint = error.isNoSpace ? "make room, or choose another --out" : nil
            self.init(
                "\(error.operation): \(error.reason)", at: error.path, hint: hint, exitCode: .trouble)
        case let error as JSONProblem:
            self.init(
                "reel.json is damaged: \(error)", at: out, hint: "remove it to package the reel anew",
                exitCode: .trouble)
        default:
            self.init("\(error)", at: path, exitCode: .trouble)
        }
    }
}
