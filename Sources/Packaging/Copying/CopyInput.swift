internal import Catalog
internal import FFmpeg
internal import MP4
internal import Platform

/// A file whose streams are packaged as they are: read once for its packets, nothing decoded, and once for its digest,
/// which need not be there yet.
struct CopyInput: Sendable {
    let path: String
    private let pendingDigest: BackgroundDigest
    /// libavformat's name.
    let format: String
    var video: PictureTrack?
    /// The default first, then one for each other language.
    var audio: [SoundTrack]
    /// What of the file is not packaged, and why it could not be read to its end, a sentence each.
    var losses: [String]
    /// Of the file that was looked at.
    let status: FileStatus

    static func open(_ path: String) throws -> CopyInput {
        let status = try Source.check(path)
        let digest = BackgroundDigest(path)
        let outcome = Result { try scan(path) }
        // What is wrong with a file that changes meanwhile is that.
        guard (try? FileSystem.status(path)) == status else { throw UnusableSource.changed }
        let (format, video, audio, losses) = try outcome.get()
        guard video != nil || !audio.isEmpty else { throw UnusableSource.nothingToShow }
        return CopyInput(
            path: path, pendingDigest: digest, format: format, video: video, audio: audio, losses: losses,
            status: status)
    }

    /// Waits until the file is read to its end. Only of a file that is unchanged then, which ``checkUnchanged()`` tells,
    /// it is the digest of what was looked at.
    func digest() throws -> ContentDigest { try CopySource.naming(path) { try pendingDigest.result() } }

    /// Opens the file once more, for its packets. What is not MP4 must be guessed again.
    func reopen() throws(AVError) -> Input {
        let isMP4 = format.hasPrefix("mov,mp4")
        let input = try Input.open(path: path, isProbed: !isMP4)
        if isMP4 { input.leaveUnparsed() }
        return input
    }

    /// Whether the file is still the one that was looked at.
    func checkUnchanged() throws {
        guard let now = try? FileSystem.status(path), now == status else { throw UnusableSource.changed }
    }

    private static func scan(
        _ path: String
    ) throws -> (format: String, video: PictureTrack?, audio: [SoundTrack], losses: [String]) {
        let input = try openForScan(path)
        let video = SourceScan.chooseVideo(input.streams).map { told($0, in: input) ?? $0 }
        let audio = SourceScan.chooseAudio(input.streams)
        var unknown = UnknownStreams(input.streams, video: video, audio: audio)
        input.select(unknown.indices.union(([video] + audio).compactMap { $0?.index }))
        if input.format.hasPrefix("mov,mp4") { input.leaveUnparsed() }
        var pictures: PictureScan?
        if let video { pictures = try PictureScan(video, header: input.extradata(stream: video.index)) }
        var sounds = audio.map { SoundScan($0, header: input.extradata(stream: $0.index)) }
        var damage: String?
        while let packet = input.nextPacket(onError: { damage = "the file could not be read to its end: \($0)" }) {
            unknown.add(packet)
            if packet.streamIndex == video?.index {
                try pictures?.add(packet)
            } else if let track = sounds.firstIndex(where: { $0.stream.index == packet.streamIndex }) {
                try sounds[track].add(packet)
            }
        }
        var track = try pictures?.finish()
        if let known = track, known.mayHideRate, input.format.hasPrefix("mov,mp4"),
            let guess = try? Input.open(path: path).streams.first(where: { $0.index == known.stream.index })?.video
        {
            // A rate that libavformat finds may explain times that are rounded.
            track?.stream.video?.averageFrameRate = guess.averageFrameRate
            track?.stream.video?.baseFrameRate = guess.baseFrameRate
        }
        if damage == nil, let track, lastGroupIsDamaged(track, in: path, format: input.format) {
            damage = "the file is cut short: a picture at its end is damaged"
        }
        let losses = try unknown.losses(isAllThereIs: video == nil && audio.isEmpty) + (damage.map { [$0] } ?? [])
        return (input.format, track, sounds.compactMap { $0.finish() }, losses)
    }

    /// Whether the file ends within a picture. Transport and program streams do not say how long pictures are, so that
    /// only decoding tells: what comes after the last key frame.
    private static func lastGroupIsDamaged(_ track: PictureTrack, in path: String, format: String) -> Bool {
        guard format == "mpegts" || format == "mpeg", let key = track.keys.last,
            let input = try? Input.open(path: path), let decoder = try? input.makeDecoder(stream: track.stream.index)
        else { return false }
        let start = track.times[key]
        input.select([track.stream.index])
        var isDamaged = false
        var hasBegun = false
        let look = { (outcome: Decoder.Outcome) in
            if case .frame(let frame) = outcome, !frame.isCorrupt { return }
            isDamaged = true
        }
        while let packet = input.nextPacket() {
            // What comes before may need pictures that are not there.
            hasBegun = hasBegun || packet.pts == start
            if hasBegun { try? decoder.decode(packet, look) }
        }
        try? decoder.decode(nil, look)
        return isDamaged
    }

    /// MP4 says in front what of other containers is guessed by decoding some pictures.
    private static func openForScan(_ path: String) throws -> Input {
        do throws(AVError) {
            let input = try Input.open(path: path, isProbed: false)
            let isKnown =
                input.format.hasPrefix("mov,mp4")
                && input.streams.allSatisfy { stream in
                    switch stream.kind {
                    case .video: stream.isAttachedPicture || told(stream, in: input) != nil
                    case .audio: stream.audio.map { $0.sampleRate > 0 && $0.channels > 0 } ?? false
                    default: true
                    }
                }
            return isKnown ? input : try Input.open(path: path)
        } catch {
            let isForeign = error.text.contains("not on whitelist")
            throw UnusableSource.notMedia(isForeign ? "its format is not one of video or audio" : error.text)
        }
    }

    /// The stream as probing would find it; `nil` where its parameter sets leave that open, or say more of the picture
    /// than the container.
    private static func told(_ stream: StreamInfo, in input: Input) -> StreamInfo? {
        guard stream.codec == "h264" || stream.codec == "hevc",
            let coding = try? VideoCoding(stream, header: input.extradata(stream: stream.index)),
            let picture = try? coding.configuration(stream).picture,
            picture.size == stream.video?.size, picture.isSquare
        else { return nil }
        var stream = stream
        if let colour = picture.colour {
            stream.video?.color = ColorDescription(
                primaries: Int(colour.primaries), transfer: Int(colour.transfer), matrix: Int(colour.matrix),
                isFullRange: colour.isFullRange)
        }
        return stream
    }
}
