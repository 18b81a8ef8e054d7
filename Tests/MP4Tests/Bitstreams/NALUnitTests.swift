import MP4
import Testing

@Test func `a NAL unit whose length goes beyond its sample is an error at the length`() throws {
    let sample = hex("00000002 6588 00000009 41")
    #expect(throws: BitstreamError(.truncated, at: 6)) { try NALUnits.split(lengthPrefixed: sample) }
    #expect(throws: BitstreamError(.truncated, at: 0)) { try NALUnits.split(lengthPrefixed: hex("FFFFFFFF 65")) }
    // Not enough bytes for a length.
    #expect(throws: BitstreamError(.truncated, at: 3)) {
        try NALUnits.split(lengthPrefixed: hex("0001 65 00"), lengthSize: 2)
    }
}

@Test func `NAL units have lengths of one to four bytes, and empty ones are passed over`() throws {
    for (size, sample) in [(1, "02 6588 00 01 41"), (2, "0002 6588 0000 0001 41"), (3, "000002 6588 000000 000001 41")]
    {
        let units = try NALUnits.split(lengthPrefixed: hex(sample), lengthSize: size)
        #expect(units.map(Array.init) == [hex("6588"), hex("41")])
    }
}

@Test func `walking a sample gives places in it`() throws {
    var reader = NALUnitReader(lengthPrefixed: hex("00000002 6588 00000001 41"))
    #expect(try reader.next() == 4..<6)
    #expect(try reader.next() == 10..<11)
    #expect(try reader.next() == nil)
    #expect(try reader.next() == nil)
}

@Test func `emulation prevention keeps three bytes from being 0 0 and at most 3`() {
    // ISO/IEC 14496-10 §7.4.1: 000000, 000001, 000002 and 000003 never stand in a unit.
    #expect(NALUnits.escaped(hex("67 000000 01")) == hex("67 0000 03 00 01"))
    #expect(NALUnits.escaped(hex("67 000001 0002")) == hex("67 0000 03 01 0002"))
    #expect(NALUnits.escaped(hex("67 000003 00")) == hex("67 0000 03 03 00"))
    #expect(NALUnits.escaped(hex("67 000004 0000")) == hex("67 000004 0000 03"))
    #expect(NALUnits.escaped(hex("0000000000")) == hex("0000 03 0000 03 00"))
}

@Test func `what is escaped comes back, and holds no start code`() {
    // Every row of seven bytes that are 0, 1, 3 or 4.
    let values: [UInt8] = [0, 1, 3, 4]
    for number in 0..<(1 << 14) {
        let payload = (0..<7).map { values[number >> (2 * $0) & 3] }
        let unit = NALUnits.escaped(payload)
        let hasStartCode = zip(unit, zip(unit.dropFirst(), unit.dropFirst(2)))
            .contains { $0 == 0 && $1.0 == 0 && $1.1 < 3 }
        guard NALUnits.unescaped(unit) == payload, !hasStartCode else {
            Issue.record("\(payload)")
            return
        }
    }
}
