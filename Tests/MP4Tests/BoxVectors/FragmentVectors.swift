import MP4
import Testing

extension BoxVector {
    /// ISO/IEC 14496-12 §8.8 and §8.16; ISO/IEC 23009-1 §5.10.3.3 for `emsg`.
    static let fragments: [BoxVector] = [
        BoxVector("mvex", "00000020 'trex' 00000000 00000002 00000001 00000400 00000000 02000000") {
            (box: MovieExtendsBox) in
            #expect(box.defaults(ofTrack: 2)?.defaultSampleDuration == 1024 && box.defaults(ofTrack: 1) == nil)
        },
        BoxVector("mehd", "version 0", "00 000000 00000FA0") { (box: MovieExtendsHeaderBox) in
            #expect(box.fragmentDuration == 4000)
        },
        BoxVector("mehd", "version 1", "01 000000 0000000100000000") { (box: MovieExtendsHeaderBox) in
            #expect(box.fragmentDuration == 1 << 32)
        },
        BoxVector("trex", "00 000000 00000001 00000002 00000003 00000004 01010000") { (box: TrackExtendsBox) in
            #expect((box.trackID, box.defaultSampleDescriptionIndex, box.defaultSampleDuration) == (1, 2, 3))
            #expect((box.defaultSampleSize, box.defaultSampleFlags) == (4, .nonSync))
        },
        BoxVector("moof", "00000010 'mfhd' 00000000 00000007") { (box: MovieFragmentBox) in
            #expect(box.first(MovieFragmentHeaderBox.self)?.sequenceNumber == 7)
        },
        BoxVector("mfhd", "00 000000 FFFFFFFF") { (box: MovieFragmentHeaderBox) in
            #expect(box.sequenceNumber == 0xFFFF_FFFF)
        },
        BoxVector("traf", "00000010 'tfhd' 00020000 00000007") { (box: TrackFragmentBox) in
            #expect(box.first(TrackFragmentHeaderBox.self)?.trackID == 7)
        },
        BoxVector("tfhd", "duration is empty", "00 010000 00000001") { (box: TrackFragmentHeaderBox) in
            #expect(box.durationIsEmpty && !box.defaultBaseIsMoof)
        },
        BoxVector("tfdt", "version 0", "00 000000 FFFFFFFF") { (box: TrackFragmentDecodeTimeBox) in
            #expect(box.baseMediaDecodeTime == 0xFFFF_FFFF)
        },
        BoxVector("tfdt", "version 1", "01 000000 0000000100000002") { (box: TrackFragmentDecodeTimeBox) in
            #expect(box.baseMediaDecodeTime == 0x1_0000_0002)
        },
        BoxVector("trun", "no sample", "00 000001 00000000 FFFFFFFF") { (box: TrackRunBox) in
            #expect((box.sampleCount, box.dataOffset) == (0, -1))
        },
        BoxVector("mfra", "00000010 'mfro' 00000000 00000018") { (box: MovieFragmentRandomAccessBox) in
            #expect(box.first(MovieFragmentRandomAccessOffsetBox.self)?.parentSize == 24)
        },
        // 26 reserved bits, then 00 00 00: a byte for each number.
        BoxVector("tfra", "version 0", "00 000000 00000001 00000000 [00000001] 00000400 00000200 01 02 03") {
            (box: TrackFragmentRandomAccessBox) in
            #expect(box.entries.map(\.time) == [1024] && box.entries.map(\.moofOffset) == [512])
            #expect(box.entries.map(\.trafNumber) == [1] && box.entries.map(\.trunNumber) == [2])
            #expect(box.entries.map(\.sampleNumber) == [3] && box.trackID == 1)
        },
        // 01 10 11: two, three and four bytes.
        BoxVector(
            "tfra", "version 1",
            "01 000000 00000002 0000001B [00000001] 0000000100000000 0000000200000000 0102 010203 01020304"
        ) { (box: TrackFragmentRandomAccessBox) in
            #expect(box.entries.map(\.time) == [1 << 32] && box.entries.map(\.moofOffset) == [2 << 32])
            #expect(box.entries.map(\.trafNumber) == [0x102] && box.entries.map(\.trunNumber) == [0x1_0203])
            #expect(box.entries.map(\.sampleNumber) == [0x102_0304])
        },
        BoxVector("mfro", "00 000000 00000100") { (box: MovieFragmentRandomAccessOffsetBox) in
            #expect(box.parentSize == 256)
        },
        // The reference: 0 and 31 bits of size; 32 bits of duration; 1 001 and 28 bits: SAP of type 1, no delta.
        BoxVector(
            "sidx", "version 0",
            "00 000000 00000001 00003E80 00000064 00000010 0000 [0001] 00001000 00007D00 90000000"
        ) { (box: SegmentIndexBox) in
            #expect((box.referenceID, box.timescale) == (1, 16000))
            #expect((box.earliestPresentationTime, box.firstOffset) == (100, 16))
            let reference = box.references.first
            #expect(reference?.isIndex == false && reference?.referencedSize == 4096)
            #expect(reference?.subsegmentDuration == 32000 && reference?.startsWithSAP == true)
            #expect(reference?.sapType == 1 && reference?.sapDeltaTime == 0)
        },
        BoxVector(
            "sidx", "version 1",
            """
            01 000000 00000001 00003E80 0000000100000000 0000000200000000 0000 [0002]
            FFFFFFFF 00000001 2FFFFFFF 00000000 00000000 00000000
            """
        ) { (box: SegmentIndexBox) in
            #expect((box.earliestPresentationTime, box.firstOffset) == (1 << 32, 2 << 32))
            #expect(box.references.map(\.isIndex) == [true, false])
            #expect(box.references.map(\.referencedSize) == [0x7FFF_FFFF, 0])
            #expect(box.references.map(\.startsWithSAP) == [false, false])
            #expect(box.references.map(\.sapType) == [2, 0] && box.references.map(\.sapDeltaTime) == [0xFFF_FFFF, 0])
        },
        BoxVector("prft", "version 0", "00 000000 00000001 E9F1A2B380000000 00000400") {
            (box: ProducerReferenceTimeBox) in
            #expect((box.referenceTrackID, box.ntpTimestamp, box.mediaTime) == (1, 0xE9F1_A2B3_8000_0000, 1024))
        },
        BoxVector("prft", "version 1", "01 000018 00000002 0000000000000001 0000000100000000") {
            (box: ProducerReferenceTimeBox) in
            #expect((box.flags, box.referenceTrackID, box.ntpTimestamp, box.mediaTime) == (24, 2, 1, 1 << 32))
        },
        BoxVector("emsg", "version 0", "00 000000 'urn:a' 00 '1' 00 00000001 00000002 00000003 00000004 AABB") {
            (box: EventMessageBox) in
            #expect(box.schemeIDURI == "urn:a" && box.value == "1" && box.messageData == [0xAA, 0xBB])
            #expect((box.timescale, box.presentationTime, box.eventDuration, box.id) == (1, 2, 3, 4))
        },
        BoxVector("emsg", "version 1", "01 000000 0000BB80 0000000100000000 FFFFFFFF 00000004 'urn:b' 00 00") {
            (box: EventMessageBox) in
            #expect(box.schemeIDURI == "urn:b" && box.value == "" && box.messageData.isEmpty)
            #expect((box.timescale, box.presentationTime, box.eventDuration) == (48000, 1 << 32, 0xFFFF_FFFF))
        },
    ]
}
