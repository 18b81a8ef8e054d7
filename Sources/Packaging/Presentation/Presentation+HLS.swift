internal import Catalog
package import HLS
internal import MediaTypes

extension Presentation {
    /// Digits after the point of an EXTINF: a microsecond.
    private static let durationDigits = 6
    private static let audioGroup = "audio"
    private static let subtitleGroup = "subtitles"

    /// The media playlist of a track. Sums of its EXTINF are exact to a microsecond wherever they begin.
    package func mediaPlaylist(of track: Track) -> MediaPlaylist {
        var playlist = MediaPlaylist(targetDuration: UInt64(targetDuration), playlistType: .videoOnDemand)
        playlist.mediaSequence = 0
        playlist.isEnded = true
        playlist.segments = segments(of: track)
        return playlist
    }

    /// The playlist of a track's I-frames; `nil` of audio. One a segment: §4.4.3.6.
    package func iFramePlaylist(of track: Track) -> MediaPlaylist? {
        guard !track.iFrames.isEmpty else { return nil }
        var playlist = mediaPlaylist(of: track)
        playlist.isIFramesOnly = true
        for (index, range) in track.iFrames.enumerated() {
            playlist.segments[index].byteRange = ByteSubrange(
                length: UInt64(range.count), offset: UInt64(range.lowerBound))
        }
        return playlist
    }

    /// The playlist of the sheets of thumbnails: EXT-X-IMAGES-ONLY and EXT-X-TILES, which are no part of RFC 8216, and
    /// to which nothing leads a player that does not know them.
    package func imagePlaylist(of tiles: Tiles) -> MediaPlaylist {
        let target = TargetDuration.seconds(of: tiles.sheets.durations)
        var playlist = MediaPlaylist(targetDuration: UInt64(target), playlistType: .videoOnDemand)
        playlist.mediaSequence = 0
        playlist.isEnded = true
        playlist.isImagesOnly = true
        let grid = tiles.grid
        let scale = Int64(grid.interval.timescale.ticksPerSecond)
        let layout = ImageTiles(
            resolution: Resolution(width: UInt64(grid.size.width), height: UInt64(grid.size.height)),
            columns: UInt64(grid.columns), rows: UInt64(grid.rows),
            duration: ExactDecimal(grid.interval.value, over: scale, fractionDigits: Self.durationDigits) ?? 0)
        playlist.segments = segments(of: tiles.sheets).map { segment in
            var segment = segment
            segment.tiles = layout
            return segment
        }
        return playlist
    }

    /// EXT-X-IMAGE-STREAM-INF, which names the playlist of the thumbnails.
    private func imageStream(of tiles: Tiles) -> ImageStream {
        let target = TargetDuration.seconds(of: tiles.sheets.durations)
        let bandwidth = tiles.sheets.rates(targetDuration: target).peakBandwidth.bitsPerSecond
        let size = tiles.grid.size
        return ImageStream(
            uri: PackageLayout.playlistPath(of: tiles.sheets.id), bandwidth: UInt64(bandwidth), codecs: ["jpeg"],
            resolution: Resolution(width: UInt64(size.width), height: UInt64(size.height)))
    }

    private func segments(of track: Track) -> [MediaSegment] {
        let isMovie = track.role == nil && track.id != PackageLayout.tiles
        let map = isMovie ? InitializationSection(uri: PackageLayout.initializationName) : nil
        let ends = track.cuts.map { cut in
            ExactDecimal(cut, over: Int64(track.timescale.ticksPerSecond), fractionDigits: Self.durationDigits)
        }
        return track.sizes.indices.map { index in
            // Differences of rounded ends, so that rounding cannot add up.
            let duration = ends[index].flatMap { ends[index + 1]?.subtracting($0) }
            return MediaSegment(
                uri: PackageLayout.segmentName(index, in: track.id), duration: duration, initializationSection: map)
        }
    }

    /// The multivariant playlist: variants in ascending order of BANDWIDTH, the start rung first.
    package var multivariantPlaylist: MultivariantPlaylist {
        var playlist = MultivariantPlaylist()
        playlist.hasIndependentSegments = true
        if !video.isEmpty || audio.count > 1 {
            playlist.renditions = audio.enumerated().map { index, track in
                audioRendition(track, isDefault: index == 0)
            }
        }
        playlist.renditions += subtitles.map(subtitleRendition)
        if video.isEmpty {
            playlist.variants = audio.prefix(1).map(audioVariant)
        } else {
            let variants = video.map { variant(of: $0, and: audio.isEmpty ? nil : Self.audioGroup) }
            playlist.variants = variants.sorted { $0.bandwidth < $1.bandwidth }
            playlist.iFrameVariants = video.filter { !$0.iFrames.isEmpty }.map(iFrameVariant)
                .sorted { $0.bandwidth < $1.bandwidth }
        }
        playlist.imageStreams = tiles.map { [imageStream(of: $0)] } ?? []
        return playlist
    }

    private func variant(of track: Track, and group: String?) -> VariantStream {
        let own = track.rates(targetDuration: targetDuration)
        let shared = group == nil ? nil : audioRates
        let peak = own.peakBandwidth + (shared?.peakBandwidth ?? BitRate(0)) + subtitleRates.peakBandwidth
        let average =
            own.averageBandwidth + (shared?.averageBandwidth ?? BitRate(0)) + subtitleRates.averageBandwidth
        var variant = VariantStream(
            uri: PackageLayout.playlistPath(of: track.id), bandwidth: UInt64(peak.bitsPerSecond))
        variant.averageBandwidth = UInt64(average.bitsPerSecond)
        variant.codecs = codecs(of: track, withAudio: group != nil)
        variant.resolution = track.size.map { Resolution(width: UInt64($0.width), height: UInt64($0.height)) }
        variant.frameRate = track.frameRate.flatMap {
            ExactDecimal(Int64($0.numerator), over: Int64($0.denominator), fractionDigits: 3)
        }
        variant.videoRange = videoRange(of: track)
        variant.score = scores[track.id].map { ExactDecimal(Int64($0)) }
        variant.audioGroup = group
        variant.subtitlesGroup = subtitles.isEmpty ? nil : Self.subtitleGroup
        variant.stableVariantID = track.id.text
        return variant
    }

    /// Of audio alone: the default's playlist, which one of another language may take the place of.
    private func audioVariant(of track: Track) -> VariantStream {
        var variant = variant(of: track, and: nil)
        guard audio.count > 1 else { return variant }
        variant.audioGroup = Self.audioGroup
        let peak = audioRates.peakBandwidth + subtitleRates.peakBandwidth
        let average = audioRates.averageBandwidth + subtitleRates.averageBandwidth
        variant.bandwidth = UInt64(peak.bitsPerSecond)
        variant.averageBandwidth = UInt64(average.bitsPerSecond)
        return variant
    }

    private func iFrameVariant(of track: Track) -> IFrameVariantStream {
        let rates = track.iFrameRates(targetDuration: targetDuration)
        var variant = IFrameVariantStream(
            uri: PackageLayout.iFramePlaylistPath(of: track.id), bandwidth: UInt64(rates.peakBandwidth.bitsPerSecond))
        variant.averageBandwidth = UInt64(rates.averageBandwidth.bitsPerSecond)
        variant.codecs = [track.codecs]
        variant.resolution = track.size.map { Resolution(width: UInt64($0.width), height: UInt64($0.height)) }
        variant.videoRange = videoRange(of: track)
        variant.stableVariantID = "\(track.id)/iframes"
        return variant
    }

    /// Said of all as soon as two of one size are coded differently, when bandwidth no longer tells which is better
    /// (§4.4.6.2): by size, then by codec, then by bandwidth.
    private var scores: [RenditionID: Int] {
        let isSaid = video.contains { track in
            video.contains { $0.size == track.size && $0.codecGeneration != track.codecGeneration }
        }
        guard isSaid else { return [:] }
        let ascending = video.map { (track: $0, rate: $0.rates(targetDuration: targetDuration).averageBandwidth) }
            .sorted {
                ($0.track.pixels, $0.track.codecGeneration, $0.rate) < (
                    $1.track.pixels, $1.track.codecGeneration, $1.rate
                )
            }
        return Dictionary(uniqueKeysWithValues: ascending.enumerated().map { ($1.track.id, $0 + 1) })
    }

    /// Said of all as soon as one is not standard: what is not said is standard (§4.4.6.2).
    private func videoRange(of track: Track) -> VideoRange? {
        let isSaid = video.contains { $0.videoRange != nil && $0.videoRange != .standard }
        return isSaid && track.size != nil ? track.videoRange ?? .standard : nil
    }

    /// Of the video and of all audio that may go with it, each once.
    private func codecs(of track: Track, withAudio: Bool) -> [String] {
        var codecs = [track.codecs]
        for audio in withAudio ? audio : [] where !codecs.contains(audio.codecs) { codecs.append(audio.codecs) }
        return codecs
    }

    private func subtitleRendition(_ track: Track) -> Rendition {
        var rendition = Rendition(
            .subtitles, groupID: Self.subtitleGroup, name: track.name, uri: PackageLayout.playlistPath(of: track.id))
        rendition.isDefault = false
        rendition.isAutoselect = track.language != nil
        rendition.isForced = track.role == .forced ? true : nil
        rendition.language = track.language ?? "und"
        rendition.characteristics = track.role?.characteristics ?? []
        rendition.stableRenditionID = track.id.text
        return rendition
    }

    private func audioRendition(_ track: Track, isDefault: Bool) -> Rendition {
        var rendition = Rendition(
            .audio, groupID: Self.audioGroup, name: track.name,
            uri: PackageLayout.playlistPath(of: track.id))
        rendition.isDefault = isDefault
        // Without a language nothing tells a player to choose another than the default.
        rendition.isAutoselect = isDefault || track.language != nil
        rendition.language = track.language ?? "und"
        rendition.channels = track.channels.map { "\($0)" }
        rendition.stableRenditionID = track.id.text
        return rendition
    }
}

extension Presentation.Track {
    fileprivate var pixels: Int { size.map { $0.width * $0.height } ?? 0 }

    /// A later one shows more with as many bits.
    fileprivate var codecGeneration: Int {
        let entry = codecs.prefix(4)
        if entry == "av01" { return 2 }
        return entry == "hvc1" || entry == "hev1" ? 1 : 0
    }
}
