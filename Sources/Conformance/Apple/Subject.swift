import HLS

/// What Apple's rules look at: the playlists of one presentation, seen the ways that rules ask about them.
struct Subject {
    let texts: PlaylistSet
    /// Of each member whose every segment has a known size.
    let rates: [String: MeasuredRates]
    let streams: [Stream]
    let members: [MemberView]

    /// EXT-X-STREAM-INF or EXT-X-I-FRAME-STREAM-INF.
    struct Stream {
        var index: Int
        var attributes: StreamAttributes
        var codecs: [Codec]
        /// `nil` for I-frames.
        var variant: VariantStream?
        var position: SourcePosition
        var isIFrame: Bool { variant == nil }
        var resolution: Resolution? { attributes.resolution }
        /// The shorter side in pixels.
        var shortSide: UInt64? { resolution.map { min($0.width, $0.height) } }
        /// Whether it says that it has video.
        var hasVideo: Bool {
            isIFrame || resolution != nil || variant?.frameRate != nil || codecs.contains(where: \.isVideo)
        }
        /// Whether it says that it has sound and nothing to see.
        var isAudioOnly: Bool { !hasVideo && !codecs.isEmpty && codecs.allSatisfy(\.isAudio) }
        var isHDR: Bool { attributes.videoRange == .hybridLogGamma || attributes.videoRange == .perceptualQuantization }
        /// Average where it is said, else peak.
        var typicalBandwidth: UInt64 { attributes.averageBandwidth ?? attributes.bandwidth }
    }

    /// A media playlist, with what it is for.
    struct MemberView {
        var path: String
        var playlist: MediaPlaylist
        var locations: SourceLocations
        var isVariant: Bool
        var isIFrames: Bool
        var renditions: [Rendition]
        var variants: [Int]
        var iFrameVariants: [Int]

        var isAudio: Bool { !isVariant && renditions.contains { $0.kind == .audio } }
        var isSubtitles: Bool { !isVariant && renditions.contains { $0.kind == .subtitles } }
        /// Video or audio to be played, no I-frames and no subtitles.
        var isMainMedia: Bool { !isSubtitles && !isIFrames && !playlist.isIFramesOnly }
        var isLive: Bool { !playlist.isEnded && playlist.playlistType != .videoOnDemand }
        /// Live, and segments at the front have gone.
        var isSliding: Bool { isLive && playlist.playlistType == nil && (playlist.mediaSequence ?? 0) > 0 }
        var isLowLatency: Bool { playlist.partInformation != nil }
        var keys: [Key] { playlist.segments.lazy.map(\.keys).first { !$0.isEmpty } ?? [] }
    }

    init(_ texts: PlaylistSet, rates: [String: MeasuredRates] = [:]) {
        self.texts = texts
        self.rates = rates
        let (multivariant, locations) = (texts.multivariant, texts.reading.locations)
        streams =
            (multivariant?.variants ?? []).enumerated().map { index, variant in
                Stream(
                    index: index, attributes: variant.attributes, codecs: variant.codecs.map(Codec.init),
                    variant: variant,
                    position: locations.variants.at(index))
            }
            + (multivariant?.iFrameVariants ?? []).enumerated().map { index, variant in
                Stream(
                    index: index, attributes: variant.attributes, codecs: variant.codecs.map(Codec.init), variant: nil,
                    position: locations.iFrameVariants.at(index))
            }
        members = texts.members.map { MemberView($0, multivariant) }
    }
}

extension Subject.MemberView {
    fileprivate init(_ member: PlaylistSet.Member, _ multivariant: MultivariantPlaylist?) {
        path = member.path
        playlist = member.playlist
        locations = member.locations
        (variants, iFrameVariants, renditions) = ([], [], [])
        for role in member.roles {
            switch role {
            case .variant(let index): variants.append(index)
            case .iFrameVariant(let index): iFrameVariants.append(index)
            case .rendition(let index): if let multivariant { renditions.append(multivariant.renditions[index]) }
            }
        }
        isVariant = !variants.isEmpty
        isIFrames = !iFrameVariants.isEmpty
    }
}

// MARK: Views

extension Subject {
    var multivariant: MultivariantPlaylist? { texts.multivariant }
    var variants: [Stream] { streams.filter { !$0.isIFrame } }
    var videoVariants: [Stream] { variants.filter(\.hasVideo) }
    var iFrames: [Stream] { streams.filter(\.isIFrame) }
    var renditions: [Rendition] { multivariant?.renditions ?? [] }
    /// Renditions with their places.
    var placedRenditions: [(index: Int, rendition: Rendition)] {
        renditions.enumerated().map { (index: $0, rendition: $1) }
    }
    /// Members to be played whose every segment there is: nothing is known of how long others last.
    var endedMainMembers: [MemberView] { members.filter { $0.isMainMedia && $0.playlist.isEnded } }
    /// Audio renditions that a variant may use.
    func audio(of variant: Stream) -> [Rendition] {
        guard let group = variant.variant?.audioGroup else { return [] }
        return renditions.filter { $0.kind == .audio && $0.groupID == group }
    }
    /// Variants that say which codecs they have.
    var codedVariants: [Stream] { variants.filter { !$0.codecs.isEmpty } }
    /// Families of video among variants.
    var videoFamilies: Set<Codec.Family> {
        Set(videoVariants.flatMap(\.codecs).filter(\.isVideo).map(\.family))
    }
}

// MARK: Problems

extension Subject {
    /// In the multivariant playlist as a whole.
    func problem(_ message: String, at tag: Tag? = nil) -> Problem {
        let position = tag.flatMap { texts.reading.locations.tags[$0] } ?? SourcePosition(line: 1)
        return Problem(path: texts.path, position: position, message: message)
    }

    func problem(_ stream: Stream, _ message: String) -> Problem {
        Problem(path: texts.path, position: stream.position, message: message)
    }

    func problem(rendition index: Int, _ message: String) -> Problem {
        Problem(path: texts.path, position: texts.reading.locations.renditions.at(index), message: message)
    }

    func problem(_ member: MemberView, at tag: Tag? = nil, _ message: String) -> Problem {
        let position = tag.flatMap { member.locations.tags[$0] } ?? SourcePosition(line: 1)
        return Problem(path: member.path, position: position, message: message)
    }

    func problem(_ member: MemberView, segment index: Int, _ message: String) -> Problem {
        let line = index < member.locations.segments.count ? member.locations.segments[index] : 1
        return Problem(path: member.path, position: SourcePosition(line: line), message: message)
    }

    /// The problem, where the condition holds.
    func problem(if isBroken: Bool, _ message: @autoclosure () -> String, at tag: Tag? = nil) -> [Problem] {
        isBroken ? [problem(message(), at: tag)] : []
    }
}

extension [SourcePosition] {
    fileprivate func at(_ index: Int) -> SourcePosition { index < count ? self[index] : .none }
}
