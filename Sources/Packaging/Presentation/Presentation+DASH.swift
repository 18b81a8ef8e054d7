internal import Catalog
package import DASH
package import MediaTypes

extension Presentation {
    /// The manifest for DASH: one period of the given length, in which each track is a representation.
    ///
    /// The times of its timelines are presentation times, as the cuts are: what an edit list takes off a track, the
    /// priming of audio and the reorder delay of video, is off, so that audio begins with the picture.
    package func mediaPresentationDescription(duration: MediaTime) -> MPD {
        let buffer = minBufferMilliseconds
        let sets =
            videoSets.enumerated().map { videoSet($1, isMain: $0 == 0, buffer) }
            + audio.enumerated().map { audioSet($1, isMain: $0 == 0, buffer) }
            + subtitles.compactMap { textSet($0, buffer) } + [tiles.flatMap { imageSet($0, buffer) }].compactMap(\.self)
        // Never longer than the media, which no rounding may let fall short of the period's end.
        let microseconds = duration.ticks(of: Timescale(1_000_000), rounding: .down)
        return MPD(
            profiles: [MPD.Profile.isoffLive, MPD.Profile.cmaf],
            mediaPresentationDuration: .microseconds(microseconds), minBufferTime: .milliseconds(buffer),
            periods: [MPD.Period(id: "0", start: .zero, adaptationSets: Self.numbered(sets))])
    }

    /// `MPD@minBufferTime`: the longest segment, so that whoever has one may begin.
    var minBufferMilliseconds: Int64 {
        (video + audio).flatMap(\.durations).map { $0.ticks(of: Timescale(1000), rounding: .up) }.max() ?? 0
    }

    private static func numbered(_ sets: [MPD.AdaptationSet]) -> [MPD.AdaptationSet] {
        sets.enumerated().map { index, set in
            var set = set
            set.id = UInt32(index)
            return set
        }
    }

    /// Video tracks that a client may switch between: of one codec, cut at the same times.
    private var videoSets: [[Track]] {
        video.reduce(into: []) { sets, track in
            if let index = sets.firstIndex(where: { $0[0].isInterchangeable(with: track) }) {
                sets[index].append(track)
            } else {
                sets.append([track])
            }
        }
    }

    private func videoSet(_ tracks: [Track], isMain: Bool, _ buffer: Int64) -> MPD.AdaptationSet {
        var set = set(tracks, .video, isMain: isMain)
        set.representations = tracks.map { track in
            var representation = MPD.Representation(track, buffer)
            representation.width = track.size.flatMap { UInt32(exactly: $0.width) }
            representation.height = track.size.flatMap { UInt32(exactly: $0.height) }
            representation.sar = MPD.Ratio(1, 1)
            representation.frameRate = (track.averageRate ?? track.frameRate).flatMap {
                MPD.FrameRate($0.numerator, $0.denominator)
            }
            return representation
        }
        set.par = tracks.compactMap(\.size).last.map(MPD.Ratio.init)
        set.maxWidth = set.representations.compactMap(\.width).max()
        set.maxHeight = set.representations.compactMap(\.height).max()
        set.maxFrameRate = set.representations.compactMap(\.frameRate).max()
        place(tracks, in: &set)
        return set
    }

    private func audioSet(_ track: Track, isMain: Bool, _ buffer: Int64) -> MPD.AdaptationSet {
        var set = set([track], .audio, isMain: isMain)
        // Of what is not known RFC 5646 §4.1 has a tag, where guidelines want one.
        set.lang = track.language ?? "und"
        if audio.count > 1 { set.labels = [MPD.Label(track.name)] }
        set.audioSamplingRate = track.samplingRate.map { [$0] } ?? []
        set.audioChannelConfigurations = [track.channels.flatMap(MPD.Descriptor.audioChannels)].compactMap(\.self)
        set.representations = [MPD.Representation(track, buffer)]
        place([track], in: &set)
        return set
    }

    /// One file for the whole period: no player needs more, and segments of plain text have no place in DASH.
    private func textSet(_ track: Track, _ buffer: Int64) -> MPD.AdaptationSet? {
        guard let size = track.captionsSize, buffer > 0 else { return nil }
        var set = MPD.AdaptationSet(contentType: .text)
        set.mimeType = "text/vtt"
        set.lang = track.language ?? "und"
        set.labels = [MPD.Label(track.name)]
        switch track.role {
        case .forced: set.roles = [.role("forced-subtitle")]
        case .sdh:
            set.roles = [.role("caption")]
            // For the hard of hearing: ETSI TS 102 822-3-1, AudioPurposeCS.
            set.accessibilities = [
                MPD.Descriptor(schemeIdUri: "urn:tva:metadata:cs:AudioPurposeCS:2007", value: "2")
            ]
        case .subtitles, nil: set.roles = [.role("subtitle")]
        }
        let rate = Self.rate(bytes: size, buffer)
        var representation = MPD.Representation(id: track.id.text, bandwidth: rate)
        representation.baseURLs = [PackageLayout.captionsPath(of: track.id)]
        set.representations = [representation]
        return set
    }

    /// The sheets of thumbnails, of equal lengths as the guidelines want them.
    private func imageSet(_ tiles: Tiles, _ buffer: Int64) -> MPD.AdaptationSet? {
        let grid = tiles.grid
        let span = grid.start(of: grid.tilesPerSheet)
        guard buffer > 0, let ticks = UInt32(exactly: span.value) else { return nil }
        var set = MPD.AdaptationSet(contentType: .image)
        set.mimeType = "image/jpeg"
        var template = MPD.SegmentTemplate()
        template.timescale = span.timescale.ticksPerSecond
        template.duration = ticks
        template.startNumber = 0
        template.media = "$RepresentationID$/\(PackageLayout.sheetTemplate)"
        set.segmentTemplate = template
        let rate = Self.rate(bytes: tiles.sheets.sizes.max() ?? 0, buffer)
        var representation = MPD.Representation(id: tiles.sheets.id.text, bandwidth: rate)
        representation.width = UInt32(exactly: grid.sheetSize.width)
        representation.height = UInt32(exactly: grid.sheetSize.height)
        representation.essentialProperties = [.thumbnailTiles(columns: grid.columns, rows: grid.rows)]
        set.representations = [representation]
        return set
    }

    /// At which a file is whole when the buffer is, in bits per second.
    private static func rate(bytes: Int, _ buffer: Int64) -> UInt32 {
        UInt32(clamping: max(1, (Int64(bytes) * 8 * 1000 + buffer - 1) / buffer))
    }

    private func set(_ tracks: [Track], _ content: MPD.AdaptationSet.ContentType, isMain: Bool) -> MPD.AdaptationSet {
        var set = MPD.AdaptationSet(contentType: content)
        set.mimeType = "\(content.rawValue)/mp4"
        set.containerProfiles = ["cmfc"]
        set.segmentProfiles = ["cmfs"]
        set.segmentAlignment = true
        // A closed group of pictures, whose first is an IDR and is shown first; every AAC frame after its priming.
        set.startWithSAP = 1
        set.roles = [.role(isMain ? "main" : "alternate")]
        return set
    }

    /// Says where the segments are: for the whole set when that is the same for all.
    private func place(_ tracks: [Track], in set: inout MPD.AdaptationSet) {
        let templates = tracks.map(template)
        if templates.allSatisfy({ $0 == templates[0] }) {
            set.segmentTemplate = templates[0]
        } else {
            for (index, template) in templates.enumerated() { set.representations[index].segmentTemplate = template }
        }
    }

    private func template(of track: Track) -> MPD.SegmentTemplate {
        var template = MPD.SegmentTemplate(
            timescale: track.timescale.ticksPerSecond, startNumber: 0,
            initialization: "$RepresentationID$/\(PackageLayout.initializationName)",
            media: "$RepresentationID$/\(PackageLayout.segmentTemplate)",
            timeline: MPD.SegmentTimeline(cuts: track.cuts.map { UInt64(clamping: $0) }))
        let offset = origin.ticks(of: track.timescale)
        template.presentationTimeOffset = offset > 0 ? UInt64(offset) : nil
        return template
    }

    /// When the earliest track begins, which is when the period does.
    private var origin: MediaTime {
        (video + audio).compactMap { track in track.cuts.first.map { MediaTime($0, track.timescale) } }.min() ?? .zero
    }
}

extension MPD.Representation {
    fileprivate init(_ track: Presentation.Track, _ minBufferMilliseconds: Int64) {
        let rate = track.streamingRate(minBufferMilliseconds: minBufferMilliseconds)
        self.init(id: track.id.text, bandwidth: UInt32(clamping: rate.bitsPerSecond))
        base.codecs = track.codecs
    }
}

extension MPD.Ratio {
    fileprivate init(_ size: PixelSize) {
        let divisor = max(1, greatestCommonDivisor(UInt64(size.width), UInt64(size.height)))
        self.init(UInt32(UInt64(size.width) / divisor), UInt32(UInt64(size.height) / divisor))
    }
}

extension Presentation.Track {
    /// Of one codec and cut at the same times: what `segmentAlignment` of a set says.
    fileprivate func isInterchangeable(with other: Presentation.Track) -> Bool {
        guard codecs.prefix(4) == other.codecs.prefix(4), cuts.count == other.cuts.count else { return false }
        return zip(cuts, other.cuts).allSatisfy { MediaTime($0, timescale) == MediaTime($1, other.timescale) }
    }

    /// Frames over seconds: what DASH wants of a variable rate, and the rate itself of a constant one.
    fileprivate var averageRate: FrameRate? {
        guard let sampleCount, sampleCount > 0, let first = cuts.first, let last = cuts.last, last > first else {
            return nil
        }
        let frames = UInt64(sampleCount) * UInt64(timescale.ticksPerSecond)
        let ticks = UInt64(last - first)
        let divisor = greatestCommonDivisor(frames, ticks)
        guard let numerator = UInt32(exactly: frames / divisor), let denominator = UInt32(exactly: ticks / divisor)
        else { return nil }
        return FrameRate(numerator, denominator)
    }

    /// `Representation@bandwidth`, rounded up: the lowest constant rate at which, from any segment on, every segment is
    /// there when it is shown, if it is begun once `MPD@minBufferTime` of the rate is there. ISO/IEC 23009-1 §5.3.5.2.
    /// A segment counts as there with its last byte.
    package func streamingRate(minBufferMilliseconds: Int64) -> BitRate {
        var range = 1...Int(UInt32.max)
        while range.count > 1 {
            let middle = range.lowerBound + range.count / 2 - 1
            range = suffices(middle, minBufferMilliseconds) ? range.lowerBound...middle : middle + 1...range.upperBound
        }
        return BitRate(range.lowerBound)
    }

    /// Whether a bucket of the size of the buffer, which empties at the rate and takes each segment when it is shown,
    /// never overflows.
    private func suffices(_ rate: Int, _ minBufferMilliseconds: Int64) -> Bool {
        let scale = Int128(timescale.ticksPerSecond)
        let size = Int128(rate) * Int128(minBufferMilliseconds) * scale
        var level: Int128 = 0
        for (index, bytes) in sizes.enumerated() {
            let elapsed = index == 0 ? 0 : cuts[index] - cuts[index - 1]
            level = max(0, level - Int128(rate) * Int128(elapsed)) + Int128(bytes) * 8 * scale
            if level * 1000 > size { return false }
        }
        return true
    }
}
