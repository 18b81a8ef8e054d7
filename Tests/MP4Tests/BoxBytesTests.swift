import MP4
import Testing

// The bytes are put together by hand from the syntax tables of the specifications.

@Test func `a tfdt of version 1 has a decode time of 64 bits`() throws {
    let box = Box(TrackFragmentDecodeTimeBox { $0.baseMediaDecodeTime = 0x1_0000_0002 })
    #expect(try box.bytes() == hex("00000014") + ascii("tfdt") + hex("01 000000 0000000100000002"))
}

@Test func `the flags of tfhd follow the fields that are there`() throws {
    let box = Box(
        TrackFragmentHeaderBox {
            $0.trackID = 3
            $0.defaultSampleDuration = 1024
            $0.defaultSampleFlags = .sync
        })
    // 0x02_0000 default-base-is-moof, 0x20 default flags, 0x08 default duration.
    #expect(try box.bytes() == hex("00000018") + ascii("tfhd") + hex("00 020028 00000003 00000400 02000000"))
}

@Test func `trun holds signed composition offsets in version 1`() throws {
    var run = TrackRunBox([
        .init(duration: 1, size: 10, compositionTimeOffset: 0), .init(duration: 1, size: 20, compositionTimeOffset: -2),
    ])
    run.dataOffset = 100
    run.firstSampleFlags = .sync
    #expect(
        try Box(run).bytes() == hex("00000030") + ascii("trun") + hex("01 000B05 00000002 00000064 02000000")
            + hex("00000001 0000000A 00000000") + hex("00000001 00000014 FFFFFFFE"))
    let read = try #require(try [Box](reading: Box(run).bytes()).first(TrackRunBox.self))
    #expect(read[1] == .init(duration: 1, size: 20, compositionTimeOffset: -2))
    #expect(read[0].flags == .sync)
}

@Test func `an edit list of version 0 has 32 bits for a media time`() throws {
    let entry = EditListBox.Entry { $0.mediaTime = 1024 }
    let bytes = try Box(EditListBox { $0.entries = [entry] }).bytes()
    #expect(bytes == hex("0000001C") + ascii("elst") + hex("00 000000 00000001 00000000 00000400 0001 0000"))
    let tooLate = EditListBox.Entry { $0.mediaTime = 1 << 32 }
    #expect(throws: BoxError.self) { try Box(EditListBox { $0.entries = [tooLate] }).bytes() }
}

@Test func `esds nests a decoder configuration and its specific information`() throws {
    let box = ElementaryStreamDescriptorBox(audio: [0x11, 0x90], averageBitRate: 64000, maximumBitRate: 70000)
    let bytes =
        hex("00000027") + ascii("esds") + hex("00000000") + hex("03 19 0000 00") + hex("04 11 40 15 000000 00011170")
        + hex("0000FA00 05 02 1190") + hex("06 01 02")
    #expect(try Box(box).bytes() == bytes)
    let read = try #require(try [Box](reading: bytes).first(ElementaryStreamDescriptorBox.self))
    #expect(read.decoderConfig?.maxBitrate == 70000)
    #expect(read.decoderSpecificInfo == [0x11, 0x90])
}

@Test func `descriptor sizes of four bytes are written as they were read`() throws {
    let bytes =
        hex("00000033") + ascii("esds") + hex("00000000") + hex("03 80808022 0000 00") + hex("04 80808014 40 15")
        + hex("000000 00000000 00000000 05 80808002 1190") + hex("06 80808001 02")
    let boxes = try [Box](reading: bytes)
    #expect(boxes.first(ElementaryStreamDescriptorBox.self)?.decoderSpecificInfo == [0x11, 0x90])
    #expect(try boxes.bytes() == bytes)
}

@Test func `mdhd packs a language into three times five bits`() throws {
    // 'u' is 21, 'n' 14, 'd' 4; one zero bit before them.
    #expect(LanguageCode("und")?.rawValue == 0b0_10101_01110_00100)
    #expect(LanguageCode("deu")?.description == "deu")
    #expect(LanguageCode("DE") == nil)
    #expect(LanguageCode(rawValue: 0).description == "und")
}

@Test func `an unknown box and bytes after the known fields are kept`() throws {
    let bytes =
        hex("0000000C") + ascii("wxyz") + hex("DEADBEEF") + hex("00000015") + ascii("vmhd") + hex("00 000001 0000")
        + hex("0000 0000 0000 FF")
    let boxes = try [Box](reading: bytes)
    #expect((boxes[0].content as? OpaqueBox)?.payload == hex("DEADBEEF"))
    #expect(boxes[1].trailing == [0xFF])
    #expect(boxes.map(\.position) == [0, 12])
    #expect(try boxes.bytes() == bytes)
}

@Test func `a size of 1 has 64 bits after the type, and a size of 0 goes to the end`() throws {
    let bytes = hex("00000001") + ascii("free") + hex("0000000000000012 AABB") + hex("00000000") + ascii("mdat") + [7]
    let boxes = try [Box](reading: bytes)
    #expect(boxes.map(\.sizeForm) == [.large, .toEnd])
    #expect(boxes.map(\.size) == [18, 9])
    #expect(boxes.first(FreeSpaceBox.self)?.payload == [0xAA, 0xBB])
    #expect(boxes.first(MediaDataBox.self)?.payload == [7])
    #expect(try boxes.bytes() == bytes)
}

@Test func `a box of an unknown version is kept and is no error`() throws {
    let bytes = hex("00000010") + ascii("tfdt") + hex("07 000000 00000005")
    let box = try #require(try [Box](reading: bytes).first)
    #expect((box.content as? OpaqueBox)?.problem?.reason == .unsupportedVersion(7))
    #expect(try box.bytes() == bytes)
}

@Test(arguments: [
    Box(VideoMediaHeaderBox { $0.opcolor = [0, 0] }), Box(MasteringDisplayColourVolumeBox { $0.displayPrimaries = [] }),
    Box(MasteringDisplayColourVolumeBox { $0.whitePoint = [1, 2, 3] }), Box(TrackHeaderBox { $0.matrix.values = [1] }),
]) func `another number of values than a field has is an error`(box: Box) {
    #expect(throws: BoxError.self) { try box.bytes() }
}
