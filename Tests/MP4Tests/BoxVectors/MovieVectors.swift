import MP4
import Testing

private let identity = "00010000 00000000 00000000 00000000 00010000 00000000 00000000 00000000 40000000"

extension BoxVector {
    /// ISO/IEC 14496-12 §4.3, §8.1 to §8.5 but the sample table, §8.6.6 and §12.
    static let movie: [BoxVector] = [
        BoxVector("ftyp", "'iso6' 00000001 'iso6' 'cmfc'") { (box: FileTypeBox) in
            #expect(box.majorBrand == "iso6" && box.minorVersion == 1)
            #expect(box.compatibleBrands == ["iso6", "cmfc"])
        },
        BoxVector("ftyp", "no compatible brand", "'qt~~' 20050300") { (box: FileTypeBox) in
            #expect(box.majorBrand == "qt  " && box.minorVersion == 0x2005_0300 && box.compatibleBrands.isEmpty)
        },
        BoxVector("styp", "'msdh' 00000000 'msdh' 'msix'") { (box: SegmentTypeBox) in
            #expect(box.majorBrand == "msdh" && box.minorVersion == 0 && box.compatibleBrands == ["msdh", "msix"])
        },
        BoxVector("moov", "00000008 'udta'") { (box: MovieBox) in #expect(box.children.map(\.type) == ["udta"]) },
        BoxVector(
            "mvhd", "version 0",
            """
            00 000000 00000001 00000002 000003E8 00000FA0 00010000 0100 0000 00*8 \(identity) 00*24 00000003
            """
        ) { (box: MovieHeaderBox) in
            #expect((box.version, box.creationTime, box.modificationTime) == (0, 1, 2))
            #expect((box.timescale, box.duration, box.nextTrackID) == (1000, 4000, 3))
            #expect((box.rate, box.volume, box.matrix.rotation) == (0x10000, 0x100, 0))
        },
        BoxVector(
            "mvhd", "version 1, reserved bytes in use",
            """
            01 000000 0000000100000000 0000000200000000 00015F90 0000000300000004 FFFF0000 0080 0001 02*8
            00000000 00010000 00000000 FFFF0000 00000000 00000000 00000000 00000000 40000000 03*24 FFFFFFFF
            """
        ) { (box: MovieHeaderBox) in
            #expect((box.version, box.creationTime, box.modificationTime) == (1, 1 << 32, 2 << 32))
            #expect((box.timescale, box.duration, box.nextTrackID) == (90000, 0x3_0000_0004, 0xFFFF_FFFF))
            #expect((box.rate, box.volume, box.matrix.rotation) == (-0x10000, 0x80, 90))
        },
        BoxVector("trak", "00000008 'udta'") { (box: TrackBox) in #expect(box.children.map(\.type) == ["udta"]) },
        BoxVector(
            "tkhd", "version 0",
            """
            00 000007 00000001 00000002 00000005 00000000 00000FA0 00*8 FFFF 0001 0100 0000 \(identity)
            02800000 01680000
            """
        ) { (box: TrackHeaderBox) in
            #expect((box.version, box.flags, box.trackID, box.duration) == (0, 7, 5, 4000))
            #expect((box.creationTime, box.modificationTime) == (1, 2))
            #expect((box.layer, box.alternateGroup, box.volume) == (-1, 1, 0x100))
            #expect((box.width, box.height, box.matrix.rotation) == (640 << 16, 360 << 16, 0))
        },
        BoxVector(
            "tkhd", "version 1",
            """
            01 000003 0000000000000001 0000000000000002 00000005 00000001 FFFFFFFFFFFFFFFF 02*8 0000 0000 0000 0003
            FFFF0000 00000000 00000000 00000000 FFFF0000 00000000 00000000 00000000 40000000 00000000 00000000
            """
        ) { (box: TrackHeaderBox) in
            #expect((box.version, box.flags, box.trackID, box.duration) == (1, 3, 5, .max))
            #expect((box.creationTime, box.modificationTime, box.matrix.rotation) == (1, 2, 180))
        },
        BoxVector("edts", "00000010 'elst' 00000000 00000000") { (box: EditBox) in
            #expect(box.first(EditListBox.self)?.entries.isEmpty == true)
        },
        BoxVector("elst", "version 0", "00 000000 [00000002] 000003E8 FFFFFFFF 0001 0000 00000000 00000400 0001 0000") {
            (box: EditListBox) in
            #expect(box.entries.map(\.segmentDuration) == [1000, 0] && box.entries.map(\.mediaTime) == [-1, 1024])
            #expect(box.entries.map(\.mediaRateInteger) == [1, 1] && box.entries.map(\.mediaRateFraction) == [0, 0])
        },
        BoxVector("elst", "version 1", "01 000000 [00000001] 0000000100000000 FFFFFFFFFFFFFFFF 0000 4000") {
            (box: EditListBox) in
            #expect(box.entries.map(\.segmentDuration) == [1 << 32] && box.entries.map(\.mediaTime) == [-1])
            #expect(box.entries.map(\.mediaRateInteger) == [0] && box.entries.map(\.mediaRateFraction) == [0x4000])
        },
        BoxVector("mdia", "00000022 'hdlr' 00000000 00000000 'soun' 00*12 4100") { (box: MediaBox) in
            #expect(box.handler?.handlerType == "soun" && box.header == nil)
        },
        BoxVector("mdhd", "version 0", "00 000000 00000001 00000002 0000BB80 00000400 15C7 0000") {
            (box: MediaHeaderBox) in
            #expect((box.creationTime, box.modificationTime, box.timescale, box.duration) == (1, 2, 48000, 1024))
            // 'e' is 5, 'n' 14, 'g' 7: 0 00101 01110 00111.
            #expect(box.language.description == "eng")
        },
        BoxVector("mdhd", "version 1", "01 000000 00*7 01 00*7 02 0000BB80 0000000100000000 55C4 0001") {
            (box: MediaHeaderBox) in
            #expect((box.creationTime, box.modificationTime, box.duration) == (1, 2, 1 << 32))
            #expect(box.language == LanguageCode())
        },
        BoxVector("hdlr", "00 000000 00000000 'vide' 00*12 'Video' 00") { (box: HandlerBox) in
            #expect(box.handlerType == "vide" && box.name == "Video")
        },
        BoxVector("hdlr", "QuickTime's, without a zero", "00 000000 'mhlr' 'soun' 'appl' 00*8 05 'Sound'") {
            (box: HandlerBox) in
            #expect(box.handlerType == "soun")
            #expect(box.name == BoxText(bytes: [5] + ascii("Sound"), isTerminated: false))
        },
        BoxVector("elng", "00 000000 'en-US' 00") { (box: ExtendedLanguageBox) in
            #expect(box.extendedLanguage == "en-US")
        },
        BoxVector("minf", "0000000C 'nmhd' 00000000") { (box: MediaInformationBox) in
            #expect(box.first(NullMediaHeaderBox.self) != nil)
        },
        BoxVector("vmhd", "00 000001 0040 0001 0002 0003") { (box: VideoMediaHeaderBox) in
            #expect((box.flags, box.graphicsMode) == (1, 0x40) && box.opcolor == [1, 2, 3])
        },
        BoxVector("smhd", "00 000000 FF00 0001") { (box: SoundMediaHeaderBox) in #expect(box.balance == -0x100) },
        BoxVector("nmhd", "00 000001") { (box: NullMediaHeaderBox) in #expect(box.flags == 1) },
        BoxVector("sthd", "00 000000") { (box: SubtitleMediaHeaderBox) in #expect(box.flags == 0) },
        BoxVector("dinf", "00000010 'dref' 00000000 00000000") { (box: DataInformationBox) in
            #expect(box.first(DataReferenceBox.self)?.children.isEmpty == true)
        },
        BoxVector("dref", "00 000000 00000001 0000000C 'url~' 00000001") { (box: DataReferenceBox) in
            #expect(box.children.map(\.type) == ["url "])
        },
        BoxVector("dref", "a number that is not right", "00 000000 00000003 0000000C 'url~' 00000001") {
            (box: DataReferenceBox) in
            #expect(box.children.map(\.type) == ["url "])
        },
        BoxVector("url ", "the file itself", "00 000001") { (box: DataEntryURLBox) in
            #expect(box.flags == 1 && box.location == nil)
        },
        BoxVector("url ", "another file", "00 000000 'a.mp4' 00") { (box: DataEntryURLBox) in
            #expect(box.flags == 0 && box.location == "a.mp4")
        },
        BoxVector("urn ", "a name", "00 000001 'urn:a' 00") { (box: DataEntryURNBox) in
            #expect(box.name == "urn:a" && box.location == nil)
        },
        BoxVector("urn ", "a name and a place", "00 000000 'urn:a' 00 'b' 00") { (box: DataEntryURNBox) in
            #expect(box.name == "urn:a" && box.location == "b")
        },
        BoxVector("udta", "00000009 'free' 01") { (box: UserDataBox) in
            #expect(box.first(FreeSpaceBox.self)?.payload == [1])
        },
        BoxVector("udta", "QuickTime's, with a zero at the end", "00000000") { (box: UserDataBox) in
            #expect(box.children.isEmpty)
        },
        BoxVector("kind", "00 000000 'urn:mpeg:dash:role:2011' 00 'main' 00") { (box: KindBox) in
            #expect(box.schemeURI == "urn:mpeg:dash:role:2011" && box.value == "main")
        },
        BoxVector("meta", "00 000000 00000021 'hdlr' 00000000 00000000 'mdir' 00*12 00") { (box: MetaBox) in
            #expect(box.isFullBox && box.first(HandlerBox.self)?.handlerType == "mdir")
        },
        BoxVector("meta", "QuickTime's, without a version", "00000021 'hdlr' 00000000 00000000 'mdta' 00*12 00") {
            (box: MetaBox) in
            #expect(!box.isFullBox && box.first(HandlerBox.self)?.handlerType == "mdta")
        },
        BoxVector("free", "DEADBEEF") { (box: FreeSpaceBox) in #expect(box.payload == hex("DEADBEEF")) },
        BoxVector("skip", "") { (box: FreeSpaceBox) in #expect(box.payload.isEmpty) },
        BoxVector("wide", "") { (box: FreeSpaceBox) in #expect(box.payload.isEmpty) },
        BoxVector("mdat", "010203") { (box: MediaDataBox) in #expect(box.payload == [1, 2, 3]) },
        BoxVector("uuid", "A2394F525A9B4F14A2446C427C648DF4 0102") { (box: UserTypeBox) in
            #expect(box.userType == hex("A2394F525A9B4F14A2446C427C648DF4") && box.payload == [1, 2])
        },
    ]
}
