import Checksum
import TestSupport
import Testing

@Suite struct ChecksumTests {
    /// What XXH3 defines for no bytes at all: the XXH64 avalanche of two words of its secret.
    @Test func `no bytes have the checksum that the algorithm defines`() {
        #expect(Checksum().value == 0x2D06_8005_38D3_94C2)
    }

    @Test func `how the bytes are cut makes no difference, and each of them counts`() {
        let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        let whole = checksum([bytes])
        #expect(checksum([Array(bytes[..<1]), Array(bytes[1..<4097]), [], Array(bytes[4097...])]) == whole)
        for place in [0, 1023, 4096, 9999] {
            var changed = bytes
            changed[place] ^= 1
            #expect(checksum([changed]) != whole)
        }
        #expect(checksum([bytes.dropLast()]) != whole)
    }

    private func checksum(_ pieces: [[UInt8]]) -> UInt64 {
        let checksum = Checksum()
        for piece in pieces { checksum.update(piece.span) }
        return checksum.value
    }
}
