internal import MP4

/// The beginning of a frame of AC-3 or E-AC-3 (ETSI TS 102 366 §4.3 and §E.1.2).
struct AC3Header: Equatable, Sendable {
    let isExtended: Bool
    let sampleRate: UInt32
    /// Samples of the packet.
    let samples: Int64
    /// Bits per second of E-AC-3, by the size of its frame.
    private let bitRate: Int
    private let fscod: UInt8
    private let bsid: UInt8
    private let bsmod: UInt8
    private let acmod: UInt8
    private let hasLFE: Bool
    private let bitRateCode: UInt8

    private static let rates: [UInt32] = [48_000, 44_100, 32_000]

    /// `nil` of a packet that is not one frame of one program.
    init?(_ bytes: Span<UInt8>) {
        guard bytes.count > 8, bytes[0] == 0x0B, bytes[1] == 0x77 else { return nil }
        bsid = bytes[5] >> 3
        isExtended = bsid > 10
        if isExtended {
            let size = 2 * ((Int(bytes[2] & 7) << 8 | Int(bytes[3])) + 1)
            // strmtyp 0 and substreamid 0: an independent substream, with nothing behind it.
            guard bytes[2] >> 3 == 0, bsid <= 16, size == bytes.count, bytes[4] >> 6 < 3 else { return nil }
            fscod = bytes[4] >> 6
            samples = 256 * [1, 2, 3, 6][Int(bytes[4] >> 4 & 3)]
            acmod = bytes[4] >> 1 & 7
            hasLFE = bytes[4] & 1 == 1
            (bsmod, bitRateCode) = (0, 0)
            bitRate = size * 8 * Int(Self.rates[Int(fscod)]) / Int(samples)
        } else {
            guard bytes[4] >> 6 < 3, bytes[4] & 0x3F < 38, bsid <= 8 else { return nil }
            fscod = bytes[4] >> 6
            samples = 1536
            bsmod = bytes[5] & 7
            acmod = bytes[6] >> 5
            // Its lowest bit tells frames of one rate apart, which are in turns one word longer at 44.1 kHz.
            bitRateCode = (bytes[4] & 0x3F) >> 1
            // Mix levels of two bits stand before the flag, where there are centre, surround or two front channels.
            var bit = 3
            if acmod & 1 == 1, acmod != 1 { bit += 2 }
            if acmod & 4 != 0 { bit += 2 }
            if acmod == 2 { bit += 2 }
            let word = UInt16(bytes[6]) << 8 | UInt16(bytes[7])
            hasLFE = word >> UInt16(15 - bit) & 1 == 1
            bitRate = 0
        }
        sampleRate = Self.rates[Int(fscod)]
    }

    /// Whether both need the same sample entry. Frames of E-AC-3 may differ in size and length.
    func isSame(as other: AC3Header) -> Bool {
        isExtended == other.isExtended && fscod == other.fscod && bsid == other.bsid && acmod == other.acmod
            && hasLFE == other.hasLFE && bsmod == other.bsmod && bitRateCode == other.bitRateCode
    }

    /// What the specification says of the channels, that for low frequencies counted.
    var channels: Int { box.channels }

    var box: AC3SpecificBox {
        var box = AC3SpecificBox()
        (box.fscod, box.bsid, box.bsmod, box.acmod) = (fscod, bsid, bsmod, acmod)
        (box.lfeon, box.bitRateCode) = (hasLFE, bitRateCode)
        return box
    }

    var extendedBox: EC3SpecificBox {
        var stream = EC3SpecificBox.Substream()
        (stream.fscod, stream.bsid, stream.acmod, stream.lfeon) = (fscod, bsid, acmod, hasLFE)
        var box = EC3SpecificBox()
        box.dataRate = UInt16(clamping: (bitRate + 999) / 1000)
        box.substreams = [stream]
        return box
    }
}
