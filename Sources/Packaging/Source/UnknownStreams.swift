internal import FFmpeg
internal import MediaTypes

/// Streams that would be packaged and of which the file never says what a decoder needs, as a transport stream without
/// the parameter sets of its video: libavformat finds no size of the pictures, or no rate of the sound.
struct UnknownStreams {
    private let streams: [StreamInfo]
    private var counts: [Int: Int] = [:]

    /// `video` and `audio` are those that are packaged.
    init(_ all: [StreamInfo], video: StreamInfo?, audio: [StreamInfo]) {
        let languages = Set(audio.map { LanguageTag.of($0.language)?.lowercased() })
        streams = all.filter { stream in
            switch stream.kind {
            case .video: return video == nil && !stream.isAttachedPicture && (stream.video?.size.shortSide ?? 0) <= 0
            case .audio:
                let isKnown = (stream.audio?.sampleRate ?? 0) > 0 && (stream.audio?.channels ?? 0) > 0
                guard let language = LanguageTag.of(stream.language)?.lowercased() else {
                    return !isKnown && audio.isEmpty
                }
                return !isKnown && !languages.contains(language)
            default: return false
            }
        }
    }

    var indices: Set<Int> { Set(streams.map(\.index)) }

    mutating func add(_ packet: Packet) {
        if streams.contains(where: { $0.index == packet.streamIndex }) { counts[packet.streamIndex, default: 0] += 1 }
    }

    /// A sentence for each that has packets. Throws when nothing else is there.
    func losses(isAllThereIs: Bool) throws(UnusableSource) -> [String] {
        let lost = streams.filter { counts[$0.index, default: 0] > 0 }
        if isAllThereIs, let first = lost.first { throw .undecodable(first.codec) }
        return lost.map { stream in
            let language = stream.language.map { ", \($0)" } ?? ""
            let kind = stream.kind == .video ? "video" : "audio"
            return
                "its \(kind) (\(stream.codec)\(language)) cannot be decoded: its parameters are missing; it is left out"
        }
    }
}
