import MP4
import Testing

/// `sgpd` with this content after version and flags.
private func sgpd(_ version: UInt8, _ content: [UInt8]) -> [UInt8] {
    [0, 0, 0, UInt8(12 + content.count)] + ascii("sgpd") + [version, 0, 0, 0] + content
}

private func read(_ bytes: [UInt8]) throws -> SampleGroupDescriptionBox {
    let boxes = try [Box](reading: bytes)
    #expect(try boxes.bytes() == bytes)
    return try #require(boxes.first(SampleGroupDescriptionBox.self))
}

private let keyID: [UInt8] = Array(1...16)

@Test func `groups of version 0 are told apart by the size of their kind`() throws {
    // ISO/IEC 14496-12 §8.9.3, §10.1, §10.4: a count, then entries of 2, 2 and 1 bytes.
    let roll = try read(sgpd(0, ascii("roll") + hex("00000002 FFFF 0003")))
    #expect(roll.descriptions == [.rollRecovery(distance: -1), .rollRecovery(distance: 3)])
    let preRoll = try read(sgpd(0, ascii("prol") + hex("00000001 FFB0")))
    #expect(preRoll.descriptions == [.audioPreRoll(distance: -80)])
    let access = try read(sgpd(0, ascii("rap ") + hex("00000002 82 02")))
    #expect(access.descriptions == [.randomAccess(leadingSamples: 2), .randomAccess(leadingSamples: nil)])
    #expect(access.undivided == nil)
}

@Test func `encryption groups of version 0 are as long as their vector`() throws {
    // ISO/IEC 23001-7 §6: pattern 1 of 9 with a vector of 8 bytes for all, then vectors of their own, then none.
    let constant = hex("00 19 01 00") + keyID + hex("08 A1A2A3A4A5A6A7A8")
    let own = hex("00 00 01 08") + keyID
    let clear = hex("00 00 00 00") + [UInt8](repeating: 0, count: 16)
    let box = try read(sgpd(0, ascii("seig") + hex("00000003") + constant + own + clear))
    #expect(box.entries.map(\.payload) == [constant, own, clear])
    guard case .encryption(let first) = box.descriptions[0], case .encryption(let second) = box.descriptions[1],
        case .encryption(let third) = box.descriptions[2]
    else {
        Issue.record("\(box.descriptions)")
        return
    }
    #expect((first.cryptByteBlock, first.skipByteBlock, first.isProtected, first.keyID) == (1, 9, true, keyID))
    #expect(first.constantIV == hex("A1A2A3A4A5A6A7A8"))
    #expect((second.perSampleIVSize, second.constantIV) == (8, []))
    #expect(!third.isProtected)
}

@Test func `groups of version 0 whose size is not known stay in one piece`() throws {
    for content in [
        ascii("tscl") + hex("00000001 0102030405"),
        // The count and the bytes do not agree.
        ascii("roll") + hex("00000002 FFFF"), ascii("roll") + hex("00000001 FFFF 00"), ascii("roll") + hex("0000"),
        ascii("seig") + hex("00000001 00 00 01 00") + keyID + hex("08 A1"), ascii("rap ") + hex("FFFFFFFF 80"),
    ] {
        let box = try read(sgpd(0, content))
        #expect(box.entries.isEmpty && box.undivided == Array(content[4...]))
    }
}

@Test func `version 2 has a group for samples that are in none, with lengths and, in older editions, without`() throws {
    let fixed = try read(sgpd(2, ascii("roll") + hex("00000002 00000001 00000002 FFFF FFFE")))
    #expect((fixed.defaultLength, fixed.defaultGroupDescriptionIndex) == (2, 1))
    #expect(fixed.descriptions == [.rollRecovery(distance: -1), .rollRecovery(distance: -2)])
    let own = try read(sgpd(2, ascii("abcd") + hex("00000000 00000000 00000002 00000001 AA 00000003 BBCCDD")))
    #expect(own.entries.map(\.payload) == [[0xAA], hex("BBCCDD")])
    #expect(own.descriptions == [nil, nil])
    let bare = try read(sgpd(2, ascii("rap ") + hex("00000001 00000002 80 85")))
    #expect(bare.defaultGroupDescriptionIndex == 1)
    #expect(bare.descriptions == [.randomAccess(leadingSamples: 0), .randomAccess(leadingSamples: 5)])
    let unknown = try read(sgpd(2, ascii("abcd") + hex("00000001 00000002 80 85")))
    #expect(unknown.undivided == hex("00000001 00000002 80 85"))
}

@Test func `groups are written in every version`() throws {
    let entries = [SampleGroupDescriptionBox.Entry { $0.payload = hex("FFFF") }]
    func bytes(_ change: (inout SampleGroupDescriptionBox) -> Void) throws -> [UInt8] {
        var box = SampleGroupDescriptionBox { $0.entries = entries }
        change(&box)
        return try Box(box).bytes()
    }
    #expect(try bytes { $0.version = 0 } == sgpd(0, ascii("roll") + hex("00000001 FFFF")))
    #expect(try bytes { $0.defaultLength = 2 } == sgpd(1, ascii("roll") + hex("00000002 00000001 FFFF")))
    #expect(try bytes { $0.version = 1 } == sgpd(1, ascii("roll") + hex("00000000 00000001 00000002 FFFF")))
    #expect(
        try bytes { ($0.version, $0.defaultLength) = (2, 2) }
            == sgpd(2, ascii("roll") + hex("00000002 00000000 00000001 FFFF")))
}

@Test func `a million groups of version 0 stay in one piece rather than take many times their bytes`() throws {
    let count: [UInt8] = [0, 15, 66, 64]
    let content = ascii("rap ") + count + [UInt8](repeating: 0x80, count: 1_000_000)
    let size = UInt32(12 + content.count)
    let header = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + ascii("sgpd") + hex("00000000")
    let box = try read(header + content)
    #expect(box.entries.isEmpty && box.undivided?.count == 1_000_004)
}

@Test func `many boxes of groups take no more memory together than one of them may`() throws {
    // Ten boxes of 50,000 groups of a byte each, which take sixty times that as rows.
    let content = hex("00000000") + ascii("rap ") + hex("0000C350") + [UInt8](repeating: 0x80, count: 50000)
    let one = hex("0000C364") + ascii("sgpd") + content
    let boxes = try [Box](reading: Array(repeating: one, count: 10).flatMap(\.self)).all(SampleGroupDescriptionBox.self)
    let divided = boxes.filter { $0.undivided == nil }
    #expect(boxes.count == 10 && !divided.isEmpty && divided.count < 5)
    #expect(divided.allSatisfy { $0.entries.count == 50000 })
}
