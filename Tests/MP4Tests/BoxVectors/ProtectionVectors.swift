import MP4
import Testing

private let keyID = "112233445566778899AABBCCDDEEFF00"

extension BoxVector {
    /// ISO/IEC 14496-12 §8.12 and ISO/IEC 23001-7.
    static let protection: [BoxVector] = [
        BoxVector("sinf", "0000000C 'frma' 'hvc1'") { (box: ProtectionSchemeInformationBox) in
            #expect(box.originalFormat == "hvc1")
        },
        BoxVector("frma", "'mp4a'") { (box: OriginalFormatBox) in #expect(box.dataFormat == "mp4a") },
        BoxVector("schm", "without URI", "00 000000 'cbcs' 00010000") { (box: SchemeTypeBox) in
            #expect(box.schemeType == "cbcs" && box.schemeVersion == 0x1_0000 && box.schemeURI == nil)
        },
        BoxVector("schm", "with URI", "00 000001 'cenc' 00010000 'urn:x' 00") { (box: SchemeTypeBox) in
            #expect(box.schemeType == "cenc" && box.schemeURI == "urn:x")
        },
        BoxVector("schi", "00000020 'tenc' 00 000000 00 00 00 00 \(keyID)") { (box: SchemeInformationBox) in
            #expect(box.first(TrackEncryptionBox.self)?.defaultIsProtected == 0)
        },
        BoxVector("tenc", "version 0", "00 000000 00 00 01 08 \(keyID)") { (box: TrackEncryptionBox) in
            #expect((box.defaultIsProtected, box.defaultPerSampleIVSize) == (1, 8))
            #expect(box.defaultKeyID == hex(keyID) && box.defaultConstantIV.isEmpty)
        },
        BoxVector("tenc", "version 1, a pattern and one vector", "01 000000 00 19 01 00 \(keyID) [08] 0102030405060708")
        {
            (box: TrackEncryptionBox) in
            #expect((box.defaultCryptByteBlock, box.defaultSkipByteBlock, box.defaultPerSampleIVSize) == (1, 9, 0))
            #expect(box.defaultConstantIV == [1, 2, 3, 4, 5, 6, 7, 8])
        },
        BoxVector("tenc", "not protected", "01 000000 00 00 00 00 \(keyID)") { (box: TrackEncryptionBox) in
            #expect(box.defaultIsProtected == 0 && box.defaultConstantIV.isEmpty)
        },
        BoxVector("senc", "vectors only", "00 000000 00000002 0102030405060708 1112131415161718") {
            (box: SampleEncryptionBox) in
            let entries = try box.entries(perSampleIVSize: 8)
            #expect(entries.map(\.initializationVector) == [hex("0102030405060708"), hex("1112131415161718")])
            #expect(entries.map(\.subsamples.isEmpty) == [true, true])
        },
        BoxVector("senc", "subsamples", "00 000002 00000001 0102030405060708 0002 0005 00000100 FFFF FFFFFFFF") {
            (box: SampleEncryptionBox) in
            let entries = try box.entries(perSampleIVSize: 8)
            #expect(entries.map { $0.subsamples.map(\.clear) } == [[5, 0xFFFF]])
            #expect(entries.map { $0.subsamples.map(\.protected) } == [[256, 0xFFFF_FFFF]])
            #expect(throws: BoxError.self) { try box.entries(perSampleIVSize: 16) }
        },
        BoxVector("pssh", "version 0", "00 000000 EDEF8BA979D64ACEA3C827DCD51D21ED [00000002] AABB") {
            (box: ProtectionSystemSpecificHeaderBox) in
            #expect(box.systemID == hex("EDEF8BA979D64ACEA3C827DCD51D21ED"))
            #expect(box.keyIDs.isEmpty && box.data == [0xAA, 0xBB])
        },
        BoxVector(
            "pssh", "version 1", "01 000000 1077EFECC0B24D02ACE33C1E52E2FB4B [00000001] \(keyID) [00000000]"
        ) { (box: ProtectionSystemSpecificHeaderBox) in
            #expect(box.keyIDs.map(\.bytes) == [hex(keyID)] && box.data.isEmpty)
        },
    ]
}
