internal import MediaTypes

/// What the marker segments of a JPEG file say before its picture begins. ITU-T T.81 annex B.
enum JPEGHeader {
    /// Of the frame header; `nil` when there is none.
    static func size(of file: [UInt8]) -> PixelSize? {
        guard file.starts(with: [0xFF, 0xD8]) else { return nil }
        var index = 2
        while index + 9 <= file.count, file[index] == 0xFF {
            let number = { (offset: Int) in Int(file[index + offset]) << 8 | Int(file[index + offset + 1]) }
            // SOF0 to SOF15, without DHT, JPG and DAC, which lie among them.
            if (0xC0...0xCF).contains(file[index + 1]), ![0xC4, 0xC8, 0xCC].contains(file[index + 1]) {
                return PixelSize(number(7), number(5))
            }
            guard number(2) >= 2 else { return nil }
            index += 2 + number(2)
        }
        return nil
    }
}
