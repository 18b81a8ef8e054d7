import Catalog
import HLS

extension MediaIndex {
    typealias Digest = @Sendable ([UInt8]) -> ContentDigest

    /// Reads the media playlist of a reel that is complete.
    ///
    /// - Parameters:
    ///   - url: where the playlist came from, after redirects.
    ///   - variables: of the multivariant playlist.
    ///   - digest: by which content keys get their ids; without it nothing encrypted can be read.
    init(
        playlist bytes: [UInt8], url: String, variables: [String: String]?, digest: Digest? = nil
    ) throws(PlaybackFailure) {
        let context = ReadingContext(uri: url, multivariantVariables: variables)
        let reading = Playlist.parse(bytes, mode: .lenient, context: context)
        if let refusal = reading.refusal { throw .badAnswer("a media playlist cannot be used: \(refusal)") }
        guard let playlist = reading.playlist.media else {
            throw .badAnswer("a multivariant playlist came in place of a media playlist")
        }
        try Self.check(playlist)
        self.init(segments: [], initializations: [])
        let base = URIReference(url)
        var start = Duration.zero
        for (index, segment) in playlist.segments.enumerated() {
            guard let duration = segment.duration?.duration,
                let number = Int(exactly: playlist.mediaSequenceNumber(at: index))
            else { throw .badAnswer("segment \(index) of a media playlist has no duration or no number") }
            segments.append(
                Segment(
                    number: number, start: start, duration: duration,
                    location: try Location(segment.uri, segment.byteRange, base),
                    encryption: try encryption(segment.keys, base, digest) {
                        playlist.initializationVector(of: $0, forSegment: index)
                    },
                    initialization: try place(of: segment.initializationSection, base, digest),
                    isDiscontinuity: segment.discontinuities > 0))
            start += duration
        }
    }

    private static func check(_ playlist: MediaPlaylist) throws(PlaybackFailure) {
        guard playlist.isEnded else { throw .unsupported("the stream is live; only complete ones are played") }
        guard !playlist.isIFramesOnly else { throw .unsupported("the playlist has I-frames only") }
        guard !playlist.segments.isEmpty else { throw .badAnswer("a media playlist has no segments") }
        guard !playlist.segments.contains(where: \.isGap) else { throw .unsupported("the stream has gaps") }
    }

    /// The index of a section, which is added when it is new.
    private mutating func place(
        of section: InitializationSection?, _ base: URIReference, _ digest: Digest?
    ) throws(PlaybackFailure) -> Int? {
        guard let section else { return nil }
        let new = Initialization(
            location: try Location(section.uri, section.byteRange, base),
            // It has no media sequence number to take the place of a vector (RFC 8216bis §4.4.4.5).
            encryption: try encryption(section.keys, base, digest) {
                $0.initializationVector?.uint128.map { HexSequence($0) }
            })
        if let index = initializations.firstIndex(of: new) { return index }
        initializations.append(new)
        return initializations.count - 1
    }

    /// How something is encrypted on which these keys are in force; its key is added when it is new.
    private mutating func encryption(
        _ keys: [Key], _ base: URIReference, _ digest: Digest?, vector: (Key) -> HexSequence?
    ) throws(PlaybackFailure) -> Encryption? {
        guard !keys.isEmpty else { return nil }
        guard let digest else { throw .unsupported("the stream is encrypted") }
        guard let key = keys.first(where: { $0.method == .aes128 && $0.effectiveKeyFormat == "identity" }) else {
            throw .unsupported(Self.refusal(of: keys[0]))
        }
        guard let vector = vector(key)?.bytes else {
            throw .badAnswer("the stream is encrypted with AES-128, and there is no IV that can be used")
        }
        let place = try Location(key.uri ?? "", nil, base)
        guard let scheme = URIReference(place.url).scheme?.lowercased(), ["http", "https"].contains(scheme) else {
            throw .unsupported("the stream's content key is not to be had over HTTP")
        }
        guard let id = ContentKeyID(url: place.url, digest: digest) else {
            throw .badAnswer("the stream's content key has no URI")
        }
        if let known = self.keys.firstIndex(where: { $0.id == id }) { return Encryption(key: known, vector: vector) }
        self.keys.append(ContentKey(id: id, location: place))
        return Encryption(key: self.keys.count - 1, vector: vector)
    }

    private static func refusal(of key: Key) -> String {
        let format = key.effectiveKeyFormat == "identity" ? "" : " for \(key.effectiveKeyFormat.prefix(64))"
        return
            "the stream is encrypted with \(key.method.rawValue.prefix(64))\(format): AES-128 with a key of 16 bytes is what this player decrypts"
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
