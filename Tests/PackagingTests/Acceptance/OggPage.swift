/// The last page of an Ogg file (RFC 3533 §6).
enum OggPage {
    /// Moves the granule position, which is where the sound ends, back by so many samples.
    static func moveEnd(of file: inout [UInt8], by samples: Int64) {
        guard let page = file.indices.last(where: { file[$0...].starts(with: Array("OggS".utf8)) }) else { return }
        let position = (0..<8).reduce(Int64(0)) { $0 | Int64(file[page + 6 + $1]) << (8 * $1) } - samples
        for byte in 0..<8 { file[page + 6 + byte] = UInt8(truncatingIfNeeded: position >> (8 * byte)) }
        for byte in 22..<26 { file[page + byte] = 0 }
        let sum = checksum(file[page...])
        for byte in 0..<4 { file[page + 22 + byte] = UInt8(truncatingIfNeeded: sum >> (8 * byte)) }
    }

    /// CRC-32 with the polynomial 04C11DB7, not reflected, from zero and not inverted.
    private static func checksum(_ page: ArraySlice<UInt8>) -> UInt32 {
        page.reduce(0) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte) << 24) { sum, _ in
                sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04C1_1DB7
            }
        }
    }
}
