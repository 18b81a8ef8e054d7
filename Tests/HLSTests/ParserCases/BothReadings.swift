import HLS
import Testing

/// One text read both ways.
struct BothReadings {
    let strict: Reading
    let lenient: Reading

    init(_ bytes: [UInt8], context: ReadingContext = ReadingContext()) {
        strict = Playlist.parse(bytes, mode: .strict, context: context)
        lenient = Playlist.parse(bytes, mode: .lenient, context: context)
    }

    init(_ text: String, context: ReadingContext = ReadingContext()) {
        self.init(Array(text.utf8), context: context)
    }

    /// What the strict reading finds, each as `S02 4:11`, with `!` after the one for which the playlist is refused.
    var findings: [String] {
        strict.findings.map { "\($0.rule.id) \($0.position)\($0 == strict.refusal ? "!" : "")" }
    }

    /// The rules of ``findings``, each once, in their order.
    var rules: [String] {
        strict.findings.map(\.rule.id).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// What a player gets: the lenient reading when it is not refused.
    var played: Playlist? { lenient.refusal == nil ? lenient.playlist : nil }

    /// The media playlist that a player gets.
    var media: MediaPlaylist {
        get throws { try #require(played?.media, "\(String(describing: lenient.refusal))") }
    }

    /// The multivariant playlist that a player gets.
    var multivariant: MultivariantPlaylist {
        get throws { try #require(played?.multivariant, "\(String(describing: lenient.refusal))") }
    }

    /// Whether both readings refuse it for that rule.
    func areRefused(for rule: String) -> Bool {
        strict.refusal?.rule.id == rule && lenient.refusal?.rule.id == rule
    }
}

/// The lines of a media playlist of ten-second segments around a body, which begins on line 4.
func media(
    _ body: String, version: Int? = nil, target: String = "10", end: String = "#EXT-X-ENDLIST",
    context: ReadingContext = ReadingContext()
) -> BothReadings {
    let head = ["#EXTM3U", version.map { "#EXT-X-VERSION:\($0)" } ?? "", "#EXT-X-TARGETDURATION:\(target)"]
    return BothReadings((head + [body, end]).joined(separator: "\n"), context: context)
}

/// The lines of a multivariant playlist, of which the body begins on line 3.
func multivariant(
    _ body: String, version: Int? = nil, context: ReadingContext = ReadingContext()
) -> BothReadings {
    BothReadings("#EXTM3U\n\(version.map { "#EXT-X-VERSION:\($0)" } ?? "")\n\(body)", context: context)
}

/// EXT-X-STREAM-INF of sound with more attributes, and its URI.
func variant(_ attributes: String = "", uri: String = "a.m3u8") -> String {
    "#EXT-X-STREAM-INF:BANDWIDTH=1000,CODECS=\"mp4a.40.2\"\(attributes.isEmpty ? "" : ",")\(attributes)\n\(uri)"
}
