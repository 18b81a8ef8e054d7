/// Segments that are audio frames one after the other, each with a header of its own, behind an ID3 tag (RFC 8216 §3.4).
enum PackedAudio {
    static func isOne(_ initialization: [UInt8], _ segment: [UInt8]) -> Bool {
        // The header of ADTS has seven bytes (ISO/IEC 14496-3 §1.A.2.2).
        guard initialization.isEmpty, segment.count > 7 else { return false }
        return segment.starts(with: "ID3".utf8) || format(of: segment) != nil
    }

    /// libavformat's name for what is in it, by the word that its first frame begins with: of few frames libavformat cannot
    /// tell. `nil` where the word says nothing.
    static func format(of segment: [UInt8]) -> String? {
        let start = lengthOfTag(segment)
        guard segment.count - start > 5 else { return nil }
        switch (segment[start], segment[start + 1]) {
        // ISO/IEC 14496-3 §1.A.2.2: after twelve ones and an ID the layer is 0, which MPEG audio has not.
        case (0xFF, let next) where next & 0xF6 == 0xF0: return "aac"
        case (0xFF, let next) where next & 0xE0 == 0xE0: return "mp3"
        // ETSI TS 102 366 annex E: E-AC-3 has a bsid of 11 to 16, in the same five bits.
        case (0x0B, 0x77): return segment[start + 5] >> 3 > 10 ? "eac3" : "ac3"
        default: return nil
        }
    }

    /// ID3v2 §3.1: seven bits in each of the last four bytes of its header, which has ten.
    private static func lengthOfTag(_ segment: [UInt8]) -> Int {
        guard segment.count > 10, segment.starts(with: "ID3".utf8) else { return 0 }
        let length = segment[6..<10].reduce(0) { $0 << 7 | Int($1 & 0x7F) } + 10
        return length < segment.count ? length : 0
    }
}
