package import Catalog
import MediaTypes

// Without an origin: by what the cache remembers of the playlists, and its objects.

extension Session {
    var isOffline: Bool { configuration.outline != nil }

    /// What the frames' strips say, when they say anything.
    package var strip: PackageDocument.Strip? { answer?.strip ?? configuration.outline?.strip }

    /// What is known of the version by now, for a time without an origin.
    var outline: ReelOutline? {
        guard !isOffline, !configuration.keys.needsURL, let reel, let version, let streams else { return nil }
        let variants = streams.variants.map { variant in
            ReelOutline.Variant(
                id: variant.id.text, bandwidth: variant.bandwidth, audio: streams.audio(of: variant)?.id.text,
                isAudioOnly: variant.isAudioOnly)
        }
        var outline = ReelOutline(reel: reel, version: version, strip: strip, variants: variants, timings: [:])
        for rung in tracks.flatMap(\.rungs) {
            if let index = rung.index { outline.timings[rung.id.text] = .init(index) }
        }
        return outline
    }

    /// Makes the tracks of an outline: of its rungs those whose timing is known.
    mutating func open(_ outline: ReelOutline) {
        (reel, version) = (outline.reel, outline.version)
        record(.remembered(reel: outline.reel, version: outline.version))
        emit(.listCache(outline.reel, outline.version))
        let rungs = outline.variants.compactMap { rung($0.id, $0.bandwidth, outline) }
        let known = outline.variants.compactMap { RenditionID(foreign: $0.id) }
        let named = [configuration.maxRung, (configuration.policy as? FixedPolicy)?.rung].compactMap(\.self)
        if let unknown = named.first(where: { !known.contains($0) }) {
            return fail(.unknownRung(unknown, known: known))
        }
        let top = known.firstIndex { $0 == configuration.maxRung } ?? known.count - 1
        let allowed = rungs.filter { known[...top].contains($0.id) }
        guard let first = outline.variants.first, !allowed.isEmpty else {
            return fail(.notCached(["the timing of every rung"]))
        }
        tracks = [Track(kind: first.isAudioOnly ? .audio : .video, rungs: allowed)]
        if let audio = first.audio {
            guard let rung = rung(audio, BitRate(0), outline) else {
                return fail(.notCached(["the timing of \(audio)"]))
            }
            tracks.append(Track(kind: .audio, rungs: [rung]))
        }
        record(.rungs(allowed.map { LadderRung(id: $0.id, bandwidth: $0.bandwidth) }))
        phase = .playing
    }

    private func rung(_ id: String, _ bandwidth: BitRate, _ outline: ReelOutline) -> Track.Rung? {
        guard let timing = outline.timings[id], let id = RenditionID(foreign: id) else { return nil }
        var rung = Track.Rung(id: id, bandwidth: bandwidth, url: "", urlGeneration: 0)
        rung.index = timing.index
        return rung
    }

    /// Fails at once, and with all that is missing, when the cache lacks something.
    mutating func checkOffline() {
        guard isOffline, phase == .playing else { return }
        var seen: Set<String> = []
        let missing = tracks.indices.flatMap(missingObjects).filter { seen.insert($0).inserted }
        if !missing.isEmpty { fail(.notCached(missing)) }
    }

    /// Of the moments for which no rung is complete, the objects of the lowest rung.
    private func missingObjects(_ track: Int) -> [String] {
        var (missing, time) = ([String](), Duration.zero)
        while true {
            let choices = tracks[track].rungs.compactMap { rung in
                rung.index.flatMap { index -> (absent: [String], end: Duration)? in
                    let place = index.segment(at: time)
                    guard place < index.segments.count else { return nil }
                    let segment = index.segments[place]
                    return (absent: absent(rung.id, segment, in: index), end: segment.end)
                }
            }
            guard let lowest = choices.first else { return missing }
            let there = choices.last { $0.absent.isEmpty }
            if there == nil { missing += lowest.absent }
            let end = (there ?? lowest).end
            guard end > time else { return missing }
            time = end
        }
    }

    /// What the cache lacks of a segment, its initialization section and their keys.
    func absent(_ rendition: RenditionID, _ segment: MediaIndex.Segment, in index: MediaIndex) -> [String] {
        var names: [(RenditionID, ObjectName)] = [(rendition, .segment(segment.number))]
        if segment.initialization != nil { names.insert((rendition, .initialization), at: 0) }
        let section = segment.initialization.map { index.initializations[$0] }
        for encryption in [section?.encryption, segment.encryption].compactMap(\.self) {
            names.insert((index.keys[encryption.key].id.rendition, ContentKeyID.object), at: 0)
        }
        return names.filter { rendition, name in
            // There is one name for an initialization section, and so a further one is not in a cache.
            if name == .initialization, segment.initialization != 0 { return true }
            return !(key(rendition, name, url: "").map { cached?.contains($0) ?? false } ?? false)
        }.map { "\($0) \($1)" }
    }
}
