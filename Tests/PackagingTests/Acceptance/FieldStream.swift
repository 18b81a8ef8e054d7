/// H.264 whose frames are coded as two fields, each a picture of its own, which no encoder at hand makes: 128x128 of
/// uncompressed macroblocks (I_PCM) with a bright bar that moves from field to field, 25 frames a second, a key frame in
/// each second (ISO/IEC 14496-10 §7.3).
enum FieldStream {
    private static let blocks = 8
    private static let group = 25

    /// With start codes.
    static func make(frames: Int) -> [UInt8] {
        (0..<frames).flatMap { frame -> [UInt8] in
            let sets = frame % group == 0 ? unit(0x67, sequenceSet) + unit(0x68, pictureSet) : []
            return [0, 0, 0, 1, 9, 0x10] + sets + field(frame, isBottom: false) + [0, 0, 0, 1, 9, 0x30]
                + field(frame, isBottom: true)
        }
    }

    private static var sequenceSet: [UInt8] {
        var bits = Bits()
        for byte in [77, 0, 30] { bits.add(8, byte) }
        // Numbers of 4 and 8 bits for frames and their order, one reference frame.
        for number in [0, 0, 0, 4, 1] { bits.add(number) }
        bits.add(1, 0)
        bits.add(blocks - 1)
        bits.add(blocks / 2 - 1)
        // Fields, no mixture of both inside a frame, no cropping; of the usability only the timing: 50 fields a second.
        for bit in [0, 0, 1, 0, 1, 0, 0, 0, 0, 1] { bits.add(1, bit) }
        bits.add(32, 1)
        bits.add(32, 50)
        for bit in [1, 0, 0, 0, 0] { bits.add(1, bit) }
        return bits.ended
    }

    private static var pictureSet: [UInt8] {
        var bits = Bits()
        for number in [0, 0] { bits.add(number) }
        bits.add(2, 0)
        for number in [0, 0, 0] { bits.add(number) }
        bits.add(3, 0)
        for number in [0, 0, 0] { bits.add(number) }
        // Slices say that they are not deblocked.
        bits.add(3, 0b100)
        return bits.ended
    }

    private static func field(_ frame: Int, isBottom: Bool) -> [UInt8] {
        let (place, second) = (frame % group, isBottom ? 1 : 0)
        let isKey = place == 0 && !isBottom
        var bits = Bits()
        for number in [0, 7, 0] { bits.add(number) }
        bits.add(4, place % 16)
        bits.add(2, 0b10 + second)
        if isKey { bits.add(frame / group % 2) }
        bits.add(8, 2 * place + second)
        bits.add(isKey ? 2 : 1, 0)
        for number in [0, 1] { bits.add(number) }
        for _ in 0..<blocks / 2 {
            for column in 0..<blocks {
                bits.add(25)
                bits.align()
                let luma = (0..<16).map { x -> UInt8 in
                    (16 * column + x + 128 - (4 * frame + 2 * second) % 128) % 64 < 16 ? 220 : 40
                }
                for _ in 0..<16 { bits.bytes += luma }
                bits.bytes += [UInt8](repeating: 128, count: 128)
            }
        }
        return unit(isKey ? 0x65 : 0x61, bits.ended)
    }

    /// With its start code, and a 3 behind two zeros where the next byte could be taken for a part of one.
    private static func unit(_ header: UInt8, _ payload: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = [0, 0, 0, 1, header]
        var zeros = 0
        for byte in payload {
            if zeros >= 2, byte <= 3 {
                bytes.append(3)
                zeros = 0
            }
            bytes.append(byte)
            zeros = byte == 0 ? zeros + 1 : 0
        }
        return bytes
    }

    private struct Bits {
        var bytes: [UInt8] = []
        private var used = 8

        mutating func add(_ count: Int, _ value: Int) {
            for shift in (0..<count).reversed() {
                if used == 8 { (bytes, used) = (bytes + [0], 0) }
                bytes[bytes.count - 1] |= UInt8(value >> shift & 1) << UInt8(7 - used)
                used += 1
            }
        }

        /// As an Exp-Golomb number, which is that of a signed 0 too.
        mutating func add(_ number: Int) {
            let length = Int.bitWidth - (number + 1).leadingZeroBitCount
            add(length - 1, 0)
            add(length, number + 1)
        }

        mutating func align() { used = 8 }

        var ended: [UInt8] {
            var ended = self
            ended.add(1, 1)
            return ended.bytes
        }
    }
}
