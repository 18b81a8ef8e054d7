/// Segments that are audio frames one after the other, each with a header of its own, behind an ID3 tag (RFC 8216 §3.4).
enum PackedAudio {
    static func isOne(_ initialization: [UInt8], _ segment: [UInt8]) -> Bool {
        guard initialization.isEmpty, segment.count > 16 else { return false }
        if segment.starts(with: "ID3".utf8) { return true }
        // The words by which ADTS and MPEG audio, and AC-3, find their frames.
        return segment[0] == 0xFF && segment[1] & 0xE0 == 0xE0 || segment[0] == 0x0B && segment[1] == 0x77
    }
}
