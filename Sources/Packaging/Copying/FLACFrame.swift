/// What the header of a frame of FLAC says of its length (RFC 9639 §9.1), and the stream information of the rate (§8.2).
enum FLACFrame {
    /// Samples of a channel; `nil` of what is no frame.
    static func samples(_ bytes: Span<UInt8>) -> Int64? {
        guard bytes.count > 6, bytes[0] == 0xFF, bytes[1] & 0xFC == 0xF8 else { return nil }
        let code = bytes[2] >> 4
        switch code {
        case 1: return 192
        case 2...5: return 144 << Int64(code)
        case 8...15: return 1 << Int64(code)
        case 6, 7:
            // The number of the frame or the sample comes first, as many bytes as its first one has ones.
            let ones = (~bytes[4]).leadingZeroBitCount
            let place = 4 + max(1, ones)
            guard bytes.count > place + 1 else { return nil }
            return code == 6 ? Int64(bytes[place]) + 1 : Int64(bytes[place]) << 8 + Int64(bytes[place + 1]) + 1
        default: return nil
        }
    }

    /// Samples per second: 20 bits after the block and frame sizes.
    static func sampleRate(streamInformation bytes: [UInt8]) -> UInt32? {
        guard bytes.count > 12 else { return nil }
        let rate = UInt32(bytes[10]) << 12 | UInt32(bytes[11]) << 4 | UInt32(bytes[12]) >> 4
        return rate > 0 ? rate : nil
    }
}
