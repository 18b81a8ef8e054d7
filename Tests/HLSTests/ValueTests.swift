import HLS
import Testing

struct ExactDecimalTests {
    @Test(arguments: ["0", "10", "9.97667", "-0.5", "0.001", "123456789012.123456", "-7"])
    func `writes what it reads`(text: String) {
        #expect(ExactDecimal(text)?.description == text)
    }

    @Test(arguments: ["", ".", "-", "+5", ".5", "5.", "1e3", "1,5", "NaN", "inf", "0x5", "５", "99999999999999999999"])
    func `is no number`(text: String) {
        #expect(ExactDecimal(text) == nil)
    }

    @Test func `a thousand times 9.97667 adds up without drift`() throws {
        let step = try #require(ExactDecimal("9.97667"))
        var sum = ExactDecimal.zero
        for _ in 0..<1000 { sum = try #require(sum.adding(step)) }
        #expect(sum == ExactDecimal("9976.67"))
        #expect(sum.duration == .milliseconds(9_976_670))
    }

    @Test func `compares as numbers`() {
        #expect(ExactDecimal("4.0") == 4)
        #expect(ExactDecimal("4.0")?.hashValue == ExactDecimal("4.000")?.hashValue)
        #expect(ExactDecimal("0.1")! < ExactDecimal("0.11")!)
        #expect(ExactDecimal("-3")! < ExactDecimal("-2.999")!)
    }

    @Test func `cuts of a track written with five digits add up to its rounded end`() throws {
        // 1,024-frame cuts at 44.1 kHz, whose length is no finite decimal.
        let ends = try (0...500).map { try #require(ExactDecimal($0 * 1024 * 86, over: 44_100, fractionDigits: 5)) }
        let lengths = try zip(ends.dropFirst(), ends).map { try #require($0.subtracting($1)) }
        let sum = try lengths.reduce(ExactDecimal.zero) { try #require($0.adding($1)) }
        #expect(sum == ends.last)
        #expect(sum == ExactDecimal("998.45805"))
    }

    @Test func `rounds halves away from zero`() {
        #expect(ExactDecimal(5, over: 2, fractionDigits: 0) == 3)
        #expect(ExactDecimal(-5, over: 2, fractionDigits: 0) == -3)
        #expect(ExactDecimal("10.5")?.rounded == 11)
        #expect(ExactDecimal("2.002")?.units(per: 1000) == 2002)
        #expect(ExactDecimal(.max, over: 1, fractionDigits: 5) == nil)
        #expect(ExactDecimal(1, over: 0, fractionDigits: 5) == nil)
        // 2^64 - 1 and five ninths.
        #expect(ExactDecimal(8_301_034_833_169_298_227, over: 45, fractionDigits: 2) == nil)
    }

    @Test func `digits behind one that is too many are dropped with it`() {
        // 922,337,203,685,477,580 and a 9 behind it pass 2^63, a 5 does not.
        #expect(ExactDecimal("9223372036854.7758095")?.description == "9223372036854.77580")
    }
}

struct DateTimeTests {
    @Test(arguments: [
        ("2026-02-19T15:04:05Z", 1_771_513_445_000), ("2026-02-19T16:04:05.5+01:00", 1_771_513_445_500),
        ("2026-02-19T16:04:05.500+0100", 1_771_513_445_500), ("2026-02-19T09:04:05-06", 1_771_513_445_000),
        ("2026-02-19T15:04:05.123456789Z", 1_771_513_445_123), ("1970-01-01T00:00:00.000Z", 0),
        ("1969-12-31T23:59:59.999Z", -1), ("2026-02-19T15:04:05", 1_771_513_445_000),
        ("2000-02-29T24:00:00Z", 951_868_800_000), ("2016-12-31T23:59:60Z", 1_483_228_800_000),
    ])
    func `reads the moment`(text: String, milliseconds: Int64) {
        #expect(DateTime(text)?.millisecondsSince1970 == milliseconds)
    }

    @Test(arguments: [
        "2000-01-01", "2000-99-99T00:00:00Z", "foo", "2020-01-01 00:00:00Z", "2021-02-29T00:00:00Z",
        "2021-01-01T24:00:01Z", "2021-01-01T00:00:00.Z", "2021-01-01T00:00:00+1", "2021-01-01T00:00:00+25:00", "",
    ])
    func `is no date`(text: String) {
        #expect(DateTime(text) == nil)
    }

    @Test(arguments: [
        "2026-02-19T15:04:05Z", "2026-02-19T16:04:05.5+01:00", "0001-01-01T00:00:00.000",
        "9999-12-31T23:59:59.123456789-11:30",
    ])
    func `writes what it reads`(text: String) {
        #expect(DateTime(text)?.description == text)
    }

    @Test func `adds spans across days`() {
        let date = DateTime("2026-02-28T23:59:59.500Z")
        #expect(date?.adding(.milliseconds(750)).description == "2026-03-01T00:00:00.250Z")
        #expect(date?.adding(.seconds(-86400)).description == "2026-02-27T23:59:59.500Z")
    }
}

struct HexSequenceTests {
    @Test func `a number of 128 bits is sixteen bytes`() {
        let sequence = HexSequence(UInt128(0x1566B))
        #expect(sequence.description == "0x0000000000000000000000000001566B")
        #expect(sequence.uint128 == 0x1566B)
        #expect(HexSequence([UInt8](repeating: 1, count: 17)).uint128 == nil)
    }
}
