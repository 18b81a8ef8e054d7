import Catalog
import Player
import Testing

@testable import Playback

/// An ADTS header of seven bytes and a frame of five: AAC-LC at 44100 Hz, mono, its length 12 and its buffer 0x7FF. In it a
/// channel without sections and the end.
private let frame: [UInt8] = [0xFF, 0xF1, 0x50, 0x40, 0x01, 0x9F, 0xFC, 0x01, 0x18, 0x81, 0xB4, 0x70]

/// ID3v2.4, no flags, so many bytes.
private func tagged(_ length: UInt8, _ bytes: [UInt8]) -> [UInt8] {
    let header = Array("ID3".utf8) + [4, 0, 0, 0, 0, length >> 7, length & 0x7F]
    return header + [UInt8](repeating: 0xAA, count: Int(length)) + bytes
}

@Suite struct `Packed audio` {
    @Test(arguments: [
        (frame, "aac"), ([0xFF, 0xF9, 0x50, 0, 0, 0, 0], "aac"), ([0xFF, 0xFB, 0x90, 0, 0, 0, 0], "mp3"),
        // bsid 8 and 16.
        ([0x0B, 0x77, 0, 0, 0, 0x40, 0], "ac3"), ([0x0B, 0x77, 0, 0, 0, 0x80, 0], "eac3"),
    ])
    func `is told by the word of its first frame, also behind a tag`(bytes: [UInt8], format: String) {
        #expect(PackedAudio.format(of: bytes) == format)
        #expect(PackedAudio.format(of: tagged(200, bytes)) == format)
    }

    @Test func `is no other thing, and no shorter one than a header`() {
        #expect(PackedAudio.format(of: [0x47, 0x40, 0, 0x10, 0, 0, 0, 0]) == nil)
        #expect(PackedAudio.format(of: [0xFF, 0xF1]) == nil && PackedAudio.format(of: []) == nil)
        // A tag that says that it is longer than all there is.
        let endless: [UInt8] = Array("ID3".utf8) + [4, 0, 0, 0x7F, 0x7F, 0x7F, 0x7F] + frame
        #expect(PackedAudio.format(of: endless) == nil)
        #expect(!PackedAudio.isOne([1], frame) && PackedAudio.isOne([], frame))
    }

    @Test func `of one frame is opened and counted, whatever it was taken for`() {
        for kind in [RenditionKind.audio, .video] {
            var piece = Piece(
                segment: ObjectID(1), initialization: nil, rendition: RenditionID(foreign: "one.m3u8")!, kind: kind,
                number: 0, start: .zero, duration: .milliseconds(23), isDiscontinuity: false, firstFrameOnly: false)
            piece.isKindGuessed = kind == .video
            var firsts = 0
            let report = PieceDecoder().decode(piece, [], frame, nil) { firsts += 1 }
            // ISO/IEC 14496-3: 1024 samples a frame.
            #expect(report.samplesSeen == 1024 && report.isRight, "\(report)")
            #expect(firsts == 1)
        }
    }

    /// libavcodec takes what libfaac has written to begin with a frame that is no sound, and leaves it out.
    @Test func `of libfaac is counted whole`() {
        // A fill element (ISO/IEC 14496-3 §4.4.1.1) of 15 + 2 - 1 bytes that names the encoder, then the rest as above.
        func bits(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).reversed().map { UInt8(value >> $0 & 1) } }
        let text = Array("libfaac 1.28".utf8).flatMap { bits(Int($0), 8) }
        let fill = bits(6, 3) + bits(15, 4) + bits(2, 8) + bits(0, 17) + text + bits(0, 15)
        var block = fill + frame.dropFirst(7).flatMap { bits(Int($0), 8) }
        block += bits(0, (8 - block.count % 8) % 8)
        let bytes = stride(from: 0, to: block.count, by: 8).map { start in
            block[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | $1 }
        }
        let length = 7 + bytes.count
        let header: [UInt8] = [0xFF, 0xF1, 0x50, 0x40, UInt8(length >> 3), UInt8(length & 7) << 5 | 0x1F, 0xFC]
        let piece = Piece(
            segment: ObjectID(1), initialization: nil, rendition: RenditionID(foreign: "one.m3u8")!, kind: .audio,
            number: 0, start: .zero, duration: .milliseconds(46), isDiscontinuity: false, firstFrameOnly: false)
        let report = PieceDecoder().decode(piece, [], header + bytes + frame, nil) {}
        #expect(report.samplesSeen == 2048 && report.isRight, "\(report)")
    }
}
