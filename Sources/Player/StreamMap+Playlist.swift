import Catalog
import HLS
import MediaTypes
import StableKeys

extension StreamMap {
    /// Reads a multivariant playlist; a media playlist in its place is the only rung there is.
    ///
    /// - Parameter url: where the playlist came from, after redirects.
    init(playlist bytes: [UInt8], url: String, answer: PlaybackAnswer?) throws(PlaybackFailure) {
        let reading = Playlist.parse(bytes, mode: .lenient, context: ReadingContext(uri: url))
        if let refusal = reading.refusal { throw .badAnswer("the multivariant playlist cannot be used: \(refusal)") }
        let base = URIReference(url)
        guard let playlist = reading.playlist.multivariant else {
            guard let id = RenditionID(foreign: base.path.split(separator: "/").last.map(String.init) ?? "media")
            else { throw .badAnswer("the playlist's name is too long") }
            let variant = Variant(id: id, url: url, bandwidth: BitRate(0), audioGroup: nil, isAudioOnly: false)
            self.init(variants: [variant], audio: [], variables: nil)
            return
        }
        let all = playlist.variants.compactMap { Variant($0, base, answer) }
        let pictured = all.filter { !$0.isAudioOnly }
        self.init(
            variants: Self.distinct(pictured.isEmpty ? all : pictured), audio: Self.audio(playlist, base),
            variables: reading.variables)
        guard !variants.isEmpty else { throw .badAnswer("the multivariant playlist has no variant that can be played") }
    }

    /// One of each id, by ascending bandwidth.
    private static func distinct(_ variants: [Variant]) -> [Variant] {
        var seen: Set<RenditionID> = []
        return variants.sorted { $0.bandwidth < $1.bandwidth }.filter { seen.insert($0.id).inserted }
    }

    /// Of each group the one that plays when nobody chooses. One without a URI is inside the variant (§4.4.6.2.1).
    private static func audio(_ playlist: MultivariantPlaylist, _ base: URIReference) -> [Audio] {
        let groups = Dictionary(grouping: playlist.renditions.filter { $0.kind == .audio }, by: \.groupID)
        return groups.sorted { $0.key < $1.key }.compactMap { group, renditions in
            guard let rendition = renditions.first(where: { $0.isDefault == true }) ?? renditions.first,
                let uri = rendition.uri
            else { return nil }
            let url = URIReference(uri).resolved(against: base)
            return identify(rendition.stableRenditionID, url, base).map {
                Audio(id: $0, url: url.encodedForRequest.description, group: group)
            }
        }
    }

    /// By its stable id, else by where its playlist lies from the multivariant playlist, without what signs it.
    fileprivate static func identify(_ stable: String?, _ url: URIReference, _ base: URIReference) -> RenditionID? {
        if let id = stable.flatMap({ RenditionID(foreign: $0) }) { return id }
        let stable = StableKey("\(url)").path(relativeTo: StableKey("\(base)"))
        return RenditionID(foreign: stable)
    }
}

extension StreamMap.Variant {
    fileprivate init?(_ variant: VariantStream, _ base: URIReference, _ answer: PlaybackAnswer?) {
        let url = URIReference(variant.uri).resolved(against: base)
        guard let id = StreamMap.identify(variant.stableVariantID, url, base),
            let bandwidth = Int(exactly: variant.bandwidth)
        else { return nil }
        self.id = id
        self.url = url.encodedForRequest.description
        self.bandwidth = BitRate(bandwidth)
        audioGroup = variant.audioGroup
        isAudioOnly =
            (answer?.renditions.first { $0.id == id }?.kind).map { $0 == .audio }
            ?? (variant.resolution == nil && !variant.codecs.isEmpty && !variant.codecs.contains(where: Self.isVideo))
    }

    /// By the sample entry's four characters.
    private static func isVideo(_ codec: String) -> Bool {
        ["avc", "hvc", "hev", "dvh", "dva", "av01", "vp0", "vvc", "mp4v", "mjp"].contains { codec.hasPrefix($0) }
    }
}
