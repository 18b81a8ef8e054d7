// Compiled together with the sources of HLS by `make fuzz-hls`: a plain build knows nothing of it.

/// Reads any bytes both ways. What was read is written, and reading that gives the same value.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: count))
    checkTogether(bytes)
    checkURIs(bytes)
    let context = ReadingContext(uri: "https://h/a.m3u8?a=1&b=%22", multivariantVariables: ["v": "x"])
    let strict = Playlist.parse(bytes, mode: .strict, context: context)
    for finding in strict.findings { _ = finding.description }
    let reading = Playlist.parse(bytes, mode: .lenient, context: context)
    if let media = reading.playlist.media {
        _ = (media.mergedDateRanges, media.duration, media.programDateTimes, media.discontinuitySequenceNumbers)
        var whole = media
        whole.skip = nil
        _ = try? whole.merging(update: media)
    }
    readPresentation(strict, bytes)
    resolve(bytes)
    guard reading.refusal == nil else { return 0 }
    let text = reading.playlist.serialized()
    let again = Playlist.parse(text, mode: .lenient, context: context)
    if again.playlist != reading.playlist {
        fatalError("written and read again, the playlist is another:\n\(text)---\n\(again.playlist.serialized())")
    }
    return 0
}

/// A text whose URIs are replaced by themselves is the same, and one whose URIs were marked has as many.
private func checkURIs(_ bytes: [UInt8]) {
    var count = 0
    let same = Playlist.replacingURIs(in: bytes) { uri in
        // A line of a broken text may hold what can be put in nowhere.
        if !uri.text.utf8.contains(where: { [0x0A, 0x0D, 0x22].contains($0) }) { count += 1 }
        return uri.place == .line ? nil : uri.text
    }
    guard String(validating: bytes, as: UTF8.self) != nil else { return }
    if same != bytes { fatalError("a replacement changed more than URIs") }
    let marked = Playlist.replacingURIs(in: bytes) { $0.text + "?x" }
    if marked.count != bytes.count + 2 * count { fatalError("a mark is missing") }
    if let declared = Playlist.declaring(queryParameter: "t", in: bytes),
        Playlist.declaring(queryParameter: "t", in: declared) != nil
    {
        fatalError("a variable was declared twice")
    }
}

private func look(at playlist: MediaPlaylist) {
    _ = (playlist.mergedDateRanges, playlist.duration, playlist.minimumVersion)
    _ = (playlist.discontinuitySequenceNumbers, playlist.programDateTimes)
    for (index, segment) in playlist.segments.enumerated().prefix(4) {
        for key in segment.keys { _ = playlist.initializationVector(of: key, forSegment: index) }
    }
}

/// Takes what follows the last `#EXTM3U` for an update of what is before it.
private func merge(_ bytes: [UInt8], _ context: ReadingContext) {
    let mark = Array("#EXTM3U".utf8)
    guard bytes.count > mark.count,
        let start = bytes.indices.dropFirst().last(where: { bytes[$0...].starts(with: mark) })
    else { return }
    let (first, second) = (Array(bytes[..<start]), Array(bytes[start...]))
    guard let previous = Playlist.parse(first, mode: .lenient, context: context).playlist.media,
        let update = Playlist.parse(second, mode: .lenient, context: context).playlist.media,
        let merged = try? previous.merging(update: update)
    else { return }
    if merged.skip != nil { fatalError("something is still skipped") }
    look(at: merged)
}

/// Takes the text for the media playlists of a presentation, and, when it is a multivariant one, for its own too.
private func readPresentation(_ reading: Reading, _ bytes: [UInt8]) {
    let own = PresentationPlaylists(reading, uri: "https://h/a.m3u8")
    for var playlists in [own, presentation].compactMap(\.self) {
        for member in playlists.members.prefix(2) { _ = playlists.read(bytes, for: member.uri) }
        let report = playlists.report()
        for finding in report.findings { _ = finding.description }
    }
}

private let presentation = PresentationPlaylists(
    multivariant: Array(
        """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="n",URI="a.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=1000,CODECS="avc1.64000d,mp4a.40.2",AUDIO="a"
        v.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=2000,CODECS="avc1.64000d,mp4a.40.2",AUDIO="a"
        w.m3u8
        #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=10,URI="i.m3u8"

        """.utf8),
    uri: "https://h/m.m3u8")

/// The last line as a URI reference.
private func resolve(_ bytes: [UInt8]) {
    let line = String(decoding: bytes.split(separator: 0x0A).last ?? [], as: UTF8.self)
    let reference = URIReference(line)
    if reference.description != line { fatalError("a reference is written otherwise: \(line)") }
    let absolute = reference.resolved(against: URIReference("https://h/a/b?c#d"))
    _ = (absolute.isValid, absolute.encodedForRequest, absolute.normalizedForComparison, line.percentDecoded)
    if let text = line.percentEncodedPathSegment.percentDecoded, text != line { fatalError("\(line) became \(text)") }
}

/// Texts with `|` between are a multivariant playlist and the media playlists it names, in their order: their rules are
/// checked together, twice with the same outcome.
private func checkTogether(_ bytes: [UInt8]) {
    let texts = bytes.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false).map(Array.init)
    guard texts.count > 1, var playlists = PresentationPlaylists(multivariant: texts[0], uri: "https://h/m.m3u8") else {
        return
    }
    for (member, text) in zip(playlists.members, texts.dropFirst()) { playlists.read(text, for: member.uri) }
    if playlists.findings() != playlists.findings() { fatalError("the same playlists, other findings") }
}
