import Catalog
import Platform
import StableKeys

/// `reelrig sign cache-key URL…`: what names the bytes behind each, and what was left out for that.
func printCacheKeys(_ urls: [String], asJSON: Bool) throws -> ExitCode {
    guard !urls.contains(where: \.isEmpty) else {
        throw CommandError.usage("a URL is empty", hint: "reelrig sign cache-key http://127.0.0.1:8080/a.m4s")
    }
    let keys = urls.map(ExplainedKey.init)
    if asJSON {
        let line = try CanonicalJSON.line(ExplainedKeys(keys: keys))
        StandardStream.output.writeLine(String(decoding: line, as: UTF8.self))
    } else {
        for key in keys { key.lines.forEach(StandardStream.output.writeLine) }
    }
    return .done
}

private struct ExplainedKeys: Encodable {
    var format = Format.current
    var keys: [ExplainedKey]
}

private struct ExplainedKey: Encodable {
    var key: String
    var dropped: [Dropped]

    struct Dropped: Encodable {
        var part: StableKey.Omission.Part
        var text: String
        var why: String
        var replacement: String?
    }

    init(_ url: String) {
        var omissions: [StableKey.Omission] = []
        key = StableKey(url, omissions: &omissions).text
        dropped = omissions.map {
            Dropped(part: $0.part, text: shortened($0.text), why: $0.scheme, replacement: $0.replacement)
        }
    }

    var lines: [String] {
        [key]
            + dropped.map { omission in
                let new = omission.replacement.map { ", \($0) instead" } ?? ""
                return "  without \(omission.part.rawValue) \(omission.text)  (\(omission.why)\(new))"
            }
    }
}

/// What is as long as a secret may be one: its ends only.
private func shortened(_ text: String) -> String {
    guard text.utf8.count > 40 else { return text }
    return "\(text.prefix(24))…\(text.suffix(6))"
}
