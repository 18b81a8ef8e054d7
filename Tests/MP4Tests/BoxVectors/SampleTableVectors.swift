import MP4
import Testing

extension BoxVector {
    /// ISO/IEC 14496-12 §8.5 to §8.7 and §8.9.
    static let sampleTable: [BoxVector] = [
        BoxVector("stbl", "00000014 'stsz' 00000000 00000400 00000002") { (box: SampleTableBox) in
            #expect(box.first(SampleSizeBox.self)?.sampleSize == 1024 && box.sampleEntries.isEmpty)
        },
        BoxVector("stsd", "00 000000 00000001 00000010 'wxyz' 00*6 0001") { (box: SampleDescriptionBox) in
            #expect(box.children.map(\.type) == ["wxyz"])
        },
        BoxVector("stsd", "version 1, no entry", "01 000000 00000000") { (box: SampleDescriptionBox) in
            #expect(box.version == 1 && box.children.isEmpty)
        },
        BoxVector("stts", "00 000000 [00000002] 00000003 00000400 00000001 00000200") { (box: TimeToSampleBox) in
            #expect(box.entries.map(\.sampleCount) == [3, 1] && box.entries.map(\.sampleDelta) == [1024, 512])
        },
        BoxVector("ctts", "version 0", "00 000000 [00000001] 00000003 00000400") { (box: CompositionOffsetBox) in
            #expect(box.entries.map(\.sampleCount) == [3] && box.entries.map(\.sampleOffset) == [1024])
        },
        BoxVector("ctts", "version 1", "01 000000 [00000002] 00000001 FFFFFFFE 00000002 80000000") {
            (box: CompositionOffsetBox) in
            #expect(box.entries.map(\.sampleCount) == [1, 2] && box.entries.map(\.sampleOffset) == [-2, .min])
        },
        BoxVector("cslg", "version 0", "00 000000 00000002 FFFFFFFF 00000003 00000000 00000064") {
            (box: CompositionToDecodeBox) in
            #expect((box.compositionToDecodeShift, box.leastDecodeToDisplayDelta) == (2, -1))
            #expect((box.greatestDecodeToDisplayDelta, box.compositionStartTime, box.compositionEndTime) == (3, 0, 100))
        },
        BoxVector(
            "cslg", "version 1",
            "01 000000 0000000100000000 FFFFFFFFFFFFFFFF 0000000000000003 0000000000000000 7FFFFFFFFFFFFFFF"
        ) { (box: CompositionToDecodeBox) in
            #expect((box.compositionToDecodeShift, box.leastDecodeToDisplayDelta) == (1 << 32, -1))
            #expect((box.greatestDecodeToDisplayDelta, box.compositionEndTime) == (3, .max))
        },
        BoxVector("stss", "00 000000 [00000002] 00000001 0000001E") { (box: SyncSampleBox) in
            #expect(box.sampleNumbers == [1, 30])
        },
        // Leading 0, depends on others 2, is depended on 1, has redundancy 0; …
        BoxVector("sdtp", "00 000000 24 18") { (box: SampleDependencyBox) in #expect(box.samples == [0x24, 0x18]) },
        BoxVector("stsz", "one size", "00 000000 00000400 FFFFFFFF") { (box: SampleSizeBox) in
            #expect((box.sampleSize, box.sampleCount) == (1024, 0xFFFF_FFFF) && box.entrySizes.isEmpty)
        },
        BoxVector("stsz", "a size each", "00 000000 00000000 [00000003] 00000001 00000002 80000000") {
            (box: SampleSizeBox) in
            #expect((box.sampleSize, box.sampleCount) == (0, 3) && box.entrySizes == [1, 2, 0x8000_0000])
        },
        // The last half byte of an odd number is padding.
        BoxVector("stz2", "4 bits", "00 000000 000000 04 00000003 12 30") { (box: CompactSampleSizeBox) in
            #expect((0..<3).map { box[$0] } == [1, 2, 3])
        },
        BoxVector("stz2", "8 bits", "00 000000 000000 08 [00000002] 12 FF") { (box: CompactSampleSizeBox) in
            #expect((0..<2).map { box[$0] } == [0x12, 0xFF])
        },
        BoxVector("stz2", "16 bits", "00 000000 000001 10 [00000002] 1234 FFFF") { (box: CompactSampleSizeBox) in
            #expect((0..<2).map { box[$0] } == [0x1234, 0xFFFF])
        },
        BoxVector("stsc", "00 000000 [00000002] 00000001 00000005 00000001 00000004 00000002 00000002") {
            (box: SampleToChunkBox) in
            #expect(box.entries.map(\.firstChunk) == [1, 4] && box.entries.map(\.samplesPerChunk) == [5, 2])
            #expect(box.entries.map(\.sampleDescriptionIndex) == [1, 2])
        },
        BoxVector("stco", "00 000000 [00000002] 00000030 FFFFFFFF") { (box: ChunkOffsetBox) in
            #expect(box.offsets == [0x30, 0xFFFF_FFFF])
        },
        BoxVector("co64", "00 000000 [00000001] 0000000100000000") { (box: ChunkLargeOffsetBox) in
            #expect(box.entries.map(\.chunkOffset) == [1 << 32])
        },
        BoxVector("sbgp", "version 0", "00 000000 'roll' [00000001] 00000005 00000001") { (box: SampleToGroupBox) in
            #expect(box.groupingType == "roll" && box.entries.map(\.sampleCount) == [5])
            #expect(box.entries.map(\.groupDescriptionIndex) == [1])
        },
        BoxVector("sbgp", "version 1, of the fragment", "01 000000 'seig' 00000007 [00000001] 00000002 00010001") {
            (box: SampleToGroupBox) in
            #expect(box.groupingType == "seig" && box.groupingTypeParameter == 7)
            #expect(box.entries.map(\.groupDescriptionIndex) == [0x1_0001])
        },
        BoxVector("sgpd", "one length", "01 000000 'roll' 00000002 [00000002] FFFF FFFE") {
            (box: SampleGroupDescriptionBox) in
            #expect(box.groupingType == "roll" && box.defaultLength == 2)
            #expect(box.entries.map(\.payload) == [[0xFF, 0xFF], [0xFF, 0xFE]])
        },
        BoxVector("sgpd", "version 0, of a known kind", "00 000000 'roll' 00000002 FFFF 0001") {
            (box: SampleGroupDescriptionBox) in
            #expect(box.entries.map(\.payload) == [[0xFF, 0xFF], [0, 1]] && box.undivided == nil)
        },
        BoxVector("sgpd", "version 0, of another kind", "00 000000 'abcd' 00000002 FFFF 0001") {
            (box: SampleGroupDescriptionBox) in
            #expect(box.entries.isEmpty && box.undivided == hex("00000002 FFFF 0001"))
        },
        BoxVector("sgpd", "version 2", "02 000000 'roll' 00000002 00000001 00000001 FFFF") {
            (box: SampleGroupDescriptionBox) in
            #expect((box.defaultLength, box.defaultGroupDescriptionIndex) == (2, 1))
            #expect(box.entries.map(\.payload) == [[0xFF, 0xFF]])
        },
        BoxVector("sgpd", "version 2 without lengths", "02 000000 'rap~' 00000001 00000002 80 85") {
            (box: SampleGroupDescriptionBox) in
            #expect(box.defaultGroupDescriptionIndex == 1 && box.entries.map(\.payload) == [[0x80], [0x85]])
        },
        BoxVector("sgpd", "a length each", "01 000000 'test' 00000000 [00000002] 00000001 AA [00000002] BBCC") {
            (box: SampleGroupDescriptionBox) in
            #expect(box.defaultLength == 0 && box.entries.map(\.payload) == [[0xAA], [0xBB, 0xCC]])
        },
        BoxVector("saiz", "a size each", "00 000000 00 [00000003] 08 10 08") {
            (box: SampleAuxiliaryInformationSizesBox) in
            #expect((box.auxInfoType, box.defaultSampleInfoSize, box.sampleCount) == (nil, 0, 3))
            #expect(box.sampleInfoSizes == [8, 16, 8])
        },
        BoxVector("saiz", "one size, with a type", "00 000001 'cenc' 00000009 08 00000003") {
            (box: SampleAuxiliaryInformationSizesBox) in
            #expect((box.auxInfoType, box.auxInfoTypeParameter) == ("cenc", 9))
            #expect((box.defaultSampleInfoSize, box.sampleCount) == (8, 3) && box.sampleInfoSizes.isEmpty)
        },
        BoxVector("saio", "version 0", "00 000000 [00000002] 00000064 FFFFFFFF") {
            (box: SampleAuxiliaryInformationOffsetsBox) in
            #expect(box.auxInfoType == nil && box.entries.map(\.offset) == [100, 0xFFFF_FFFF])
        },
        BoxVector("saio", "version 1, with a type", "01 000001 'cbcs' 00000000 [00000001] 0000000100000000") {
            (box: SampleAuxiliaryInformationOffsetsBox) in
            #expect((box.auxInfoType, box.auxInfoTypeParameter) == ("cbcs", 0))
            #expect(box.entries.map(\.offset) == [1 << 32])
        },
    ]
}
