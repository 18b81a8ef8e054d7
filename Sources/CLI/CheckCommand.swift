import Catalog
import Conformance
import Platform

extension Command {
    static let check = Command(
        name: "check",
        summary: "hold playlists against the rules of HLS",
        help: """
            usage: reelrig check FILE|DIR [options]

            Checks a playlist and every playlist it names that lies beside it or below its folder; of a directory, every
            playlist below it. Media that lie there too are looked up: whether they are there, and whether byte ranges
            lie within them. Nothing is fetched. Broken rules come worst first, each with its first places. Exit 1 when
            a MUST is broken, 2 when a playlist cannot be read, or when a part of one is left out and the rest is sound.

              --profile rfc|apple  the rules of the protocol, or Apple's authoring specification as well (rfc)
              --platform NAME,…    with apple, the amendments for ios, macos, tvos, visionos, airplay2
              --json               one JSON document on standard output
              --explain RULE       what a rule asks, why, and how to mend a playlist; needs no FILE

            example: printf '#EXTM3U\\n#EXT-X-TARGETDURATION:4\\n#EXTINF:9,\\na.ts\\n#EXT-X-ENDLIST\\n' >nine.m3u8; \\
                     reelrig check nine.m3u8
            """,
        options: [.value("--profile"), .value("--platform"), .flag("--json"), .value("--explain")],
        run: runCheck)
}

private func runCheck(_ arguments: Arguments) throws -> ExitCode {
    if let id = arguments["--explain"] { return try explain(id, arguments) }
    guard arguments.positional.count == 1 else {
        throw CommandError.usage("check takes one playlist or directory", hint: "reelrig check --help says more")
    }
    let profile = try profile(arguments["--profile"] ?? "rfc")
    let platforms = try platforms(arguments["--platform"], profile)
    let report = try report(arguments.positional[0], profile, platforms)
    if arguments.has("--json") {
        StandardStream.output.write(String(decoding: try CanonicalJSON.file(report.document), as: UTF8.self))
    } else {
        StandardStream.output.writeLine(report.text)
    }
    switch report.outcome {
    case .passed: return .done
    case .broken: return .failed
    case .unread: return .usage
    }
}

private func explain(_ id: String, _ arguments: Arguments) throws(CommandError) -> ExitCode {
    guard arguments.positional.isEmpty, !arguments.has("--json") else {
        throw .usage("--explain stands alone", hint: "reelrig check --explain \(escapingControls(id))")
    }
    guard let rule = RuleBook.rule(id) else {
        let near = RuleBook.near(id)
        throw .usage(
            "there is no rule '\(escapingControls(id))'",
            hint: near.isEmpty
                ? "rules have ids such as M03 and A9.14" : "rules like it: \(near.joined(separator: " "))")
    }
    StandardStream.output.writeLine(RuleBook.text(about: rule))
    return .done
}

private func profile(_ text: String) throws(CommandError) -> Profile {
    guard let profile = Profile(rawValue: text) else {
        throw .usage("--profile takes rfc or apple, not '\(escapingControls(text))'")
    }
    return profile
}

private func platforms(_ text: String?, _ profile: Profile) throws(CommandError) -> [DevicePlatform] {
    guard let text else { return [] }
    guard profile == .apple else {
        throw .usage("--platform is about Apple's rules", hint: "add --profile apple")
    }
    var platforms: [DevicePlatform] = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false) {
        guard let platform = DevicePlatform(rawValue: String(name)) else {
            throw .usage(
                "there is no platform '\(escapingControls(String(name)))'",
                hint: "platforms: \(DevicePlatform.allCases.map(\.rawValue).joined(separator: " "))")
        }
        if !platforms.contains(platform) { platforms.append(platform) }
    }
    return platforms
}

private func report(_ path: String, _ profile: Profile, _ platforms: [DevicePlatform]) throws -> Report {
    do {
        switch try FileSystem.status(path).kind {
        case .file: return try Checker.check(file: path, profile: profile, platforms: platforms)
        // A pipe would be waited for.
        case .other: throw CommandError.usage("this is neither a file nor a directory", at: escapingControls(path))
        case .directory: break
        }
        let report = try Checker.check(directory: path, profile: profile, platforms: platforms)
        if report.playlists.isEmpty {
            throw CommandError.usage(
                "there is no playlist here", at: escapingControls(path), hint: "playlists end in .m3u8 or .m3u")
        }
        return report
    } catch let error as SystemError {
        throw CommandError.usage(error.reason, at: escapingControls(path))
    }
}
