import HLS

extension MediaIndex {
    /// Reads the media playlist of a reel that is complete.
    ///
    /// - Parameters:
    ///   - url: where the playlist came from, after redirects.
    ///   - variables: of the multivariant playlist.
    init(playlist bytes: [UInt8], url: String, variables: [String: String]?) throws(PlaybackFailure) {
        let context = ReadingContext(uri: url, multivariantVariables: variables)
        let reading = Playlist.parse(bytes, mode: .lenient, context: context)
        if let refusal = reading.refusal { throw .badAnswer("a media playlist cannot be used: \(refusal)") }
        guard let playlist = reading.playlist.media else {
            throw .badAnswer("a multivariant playlist came in place of a media playlist")
        }
        try Self.check(playlist)
        self.init(segments: [], initializations: [])
        var start = Duration.zero
        for (index, segment) in playlist.segments.enumerated() {
            guard let duration = segment.duration?.duration,
                let number = Int(exactly: playlist.mediaSequenceNumber(at: index))
            else { throw .badAnswer("segment \(index) of a media playlist has no duration or no number") }
            segments.append(
                Segment(
                    number: number, start: start, duration: duration,
                    location: try Location(segment.uri, segment.byteRange, URIReference(url)),
                    initialization: try place(of: segment.initializationSection, URIReference(url)),
                    isDiscontinuity: segment.discontinuities > 0))
            start += duration
        }
    }

    private static func check(_ playlist: MediaPlaylist) throws(PlaybackFailure) {
        guard playlist.isEnded else { throw .unsupported("the stream is live; only complete ones are played") }
        guard !playlist.isIFramesOnly else { throw .unsupported("the playlist has I-frames only") }
        guard !playlist.segments.isEmpty else { throw .badAnswer("a media playlist has no segments") }
        guard playlist.segments.allSatisfy(\.keys.isEmpty) else { throw .unsupported("the stream is encrypted") }
        guard !playlist.segments.contains(where: \.isGap) else { throw .unsupported("the stream has gaps") }
    }

    /// The index of a section, which is added when it is new.
    private mutating func place(
        of section: InitializationSection?, _ base: URIReference
    ) throws(PlaybackFailure) -> Int? {
        guard let section else { return nil }
        let location = try Location(section.uri, section.byteRange, base)
        if let index = initializations.firstIndex(of: location) { return index }
        initializations.append(location)
        return initializations.count - 1
    }
}

extension MediaIndex.Location {
    fileprivate init(_ uri: String, _ range: ByteSubrange?, _ base: URIReference) throws(PlaybackFailure) {
        url = URIReference(uri).resolved(against: base).encodedForRequest.description
        guard let range else { return }
        guard let first = range.offset.flatMap({ Int(exactly: $0) }), let end = range.end.flatMap({ Int(exactly: $0) }),
            first < end
        else { throw .badAnswer("a media playlist has a byte range that cannot be") }
        self.range = first..<end
    }
}
