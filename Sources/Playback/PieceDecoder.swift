import Catalog
import FFmpeg
import MP4
import MediaTypes
import Player

/// Decodes one piece after the other and says whether each is what it should be.
///
/// Every segment begins with a closed GOP, so video gets a decoder for each piece. Audio goes through one decoder as
/// long as its initialization section stays the same: AAC needs the frame before.
///
/// One thread uses it.
final class PieceDecoder {
    private var audio: AudioRun?
    /// Where the piece before ended, by kind.
    private var ends: [RenditionKind: MediaTime] = [:]
    private var hasFirstFrame = false

    /// - Parameters:
    ///   - strip: what the frames' strips say, when they say anything.
    ///   - firstFrame: called once in the decoder's life.
    func decode(
        _ piece: Piece, _ initialization: [UInt8], _ segment: [UInt8], _ strip: PackageDocument.Strip?,
        firstFrame: () -> Void
    ) -> DecodeReport {
        let isStream = TransportStream.isOne(initialization, segment)
        var piece = piece
        if piece.isKindGuessed, Self.isSound(initialization, segment, isStream) { piece.kind = .audio }
        if piece.kind == .video, isStream { return decode(piece, stream: segment, firstFrame) }
        if piece.kind == .audio, isStream || PackedAudio.isOne(initialization, segment) {
            return decode(piece, frames: segment, firstFrame)
        }
        let samples = SampleTable(initialization, segment, kind: piece.kind)
        let before = piece.isDiscontinuity ? nil : ends[piece.kind]
        ends[piece.kind] = samples?.end
        do {
            let input = try Input.open(
                chunks: [initialization, segment], name: "\(piece.rendition) \(piece.number)", isProbed: false)
            if piece.kind == .audio {
                if audio?.initialization != initialization { audio = try AudioRun(input, initialization) }
                showOnce(firstFrame)
                return try audio?.check(input, samples, before: before) ?? DecodeReport()
            }
            var check = VideoCheck(samples, before: before, strip: strip)
            check.run(input, firstOnly: piece.firstFrameOnly) { showOnce(firstFrame) }
            return check.report
        } catch {
            let isVideo = piece.kind == .video
            return DecodeReport(
                framesExpected: isVideo ? samples?.times.count : 0,
                samplesExpected: isVideo ? 0 : samples.map { Int($0.ticks) }, problems: ["\(error)"])
        }
    }

    /// Nothing is known of where it should begin: its frames must be as many as its access units, in the order of time.
    private func decode(_ piece: Piece, stream segment: [UInt8], _ firstFrame: () -> Void) -> DecodeReport {
        let name = "\(piece.rendition) \(piece.number)"
        ends[.video] = nil
        do {
            var check = VideoCheck(pictures: try TransportStream.pictures(in: segment, name: name))
            check.run(try Input.open(bytes: segment, name: name), firstOnly: piece.firstFrameOnly) {
                showOnce(firstFrame)
            }
            return check.report
        } catch {
            return DecodeReport(framesExpected: nil, problems: ["\(error)"])
        }
    }

    /// Audio without tables: every frame that the demuxer finds must be decoded.
    private func decode(_ piece: Piece, frames segment: [UInt8], _ firstFrame: () -> Void) -> DecodeReport {
        ends[.audio] = nil
        do {
            let input = try Input.open(
                bytes: segment, name: "\(piece.rendition) \(piece.number)", format: PackedAudio.format(of: segment))
            if audio?.initialization != [] { audio = try AudioRun(input, []) }
            showOnce(firstFrame)
            return try audio?.checkFrames(of: input) ?? DecodeReport()
        } catch {
            return DecodeReport(samplesExpected: nil, problems: ["\(error)"])
        }
    }

    /// Whether there is sound in it and there are no pictures.
    private static func isSound(_ initialization: [UInt8], _ segment: [UInt8], _ isStream: Bool) -> Bool {
        if isStream {
            let kinds = (try? Input.open(bytes: segment, name: "a segment"))?.streams.map(\.kind) ?? []
            return kinds.contains(.audio) && !kinds.contains(.video)
        }
        if PackedAudio.isOne(initialization, segment) { return true }
        let kinds = (try? Movie(reading: initialization))?.tracks.map(\.kind) ?? []
        return kinds.contains(.audio) && !kinds.contains(.video)
    }

    private func showOnce(_ firstFrame: () -> Void) {
        guard !hasFirstFrame else { return }
        hasFirstFrame = true
        firstFrame()
    }
}
