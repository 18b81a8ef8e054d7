import MP4
import Testing

@Test(arguments: [0x8000_0000_0000_0000, 0xFFFF_FFFF_FFFF_FFFF, 0x7FFF_FFFF_FFFF_FFFF, 15, 0] as [UInt64])
func `a size of 64 bits that cannot be is an error at the box`(size: UInt64) {
    var bytes = hex("00000008") + ascii("free") + hex("00000001") + ascii("mdat")
    bytes += (0..<8).map { UInt8(truncatingIfNeeded: size >> (56 - 8 * $0)) }
    #expect(throws: BoxError(.invalidSize(size), at: 8, in: "mdat")) { try [Box](reading: bytes) }
}

@Test(arguments: [2, 7, 9, 0xFFFF_FFFF] as [UInt32])
func `a size of 32 bits that cannot be is an error at the box`(size: UInt32) {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) } + ascii("moov")
    #expect(throws: BoxError(.invalidSize(UInt64(size)), at: 0, in: "moov")) { try [Box](reading: bytes) }
}

@Test func `a table that claims more rows than there are bytes is an error before anything is allocated`() {
    for type in ["stts", "ctts", "stsc", "stco", "stss", "elst"] {
        let bytes = hex("00000014") + ascii(type) + hex("00000000 FFFFFFFF 00000000")
        #expect(throws: BoxError(.tooManyEntries(0xFFFF_FFFF), at: 16, in: FourCC(type))) {
            try [Box](reading: bytes)
        }
    }
}

@Test func `a trun without fields of its own may claim four thousand million samples but not deliver them`() throws {
    let bytes =
        hex("00000040") + ascii("moof") + hex("00000010") + ascii("mfhd") + hex("00000000 00000001")
        + hex("00000028") + ascii("traf") + hex("00000010") + ascii("tfhd") + hex("00020000 00000001")
        + hex("00000010") + ascii("trun") + hex("00000000 FFFFFFFF")
    var reader = FragmentReader(try Movie(reading: InitSection.fixtureAudio.bytes))
    #expect(throws: BoxError(.invalidValue("sample_count"), at: 24, in: "traf")) {
        try reader.samples(inSegment: bytes)
    }
}

@Test func `many small runs may not claim more samples together than the file has bytes`() throws {
    // 16 bytes each: 50,000 samples of no duration and no bytes.
    let run = hex("00000010") + ascii("trun") + hex("00000000 0000C350")
    let runs = Array(repeating: run, count: 1000).flatMap(\.self)
    func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: (content.count + 8) >> $0) } + ascii(type) + content
    }
    let header = box("mfhd", hex("00000000 00000001"))
    let fragment = box("moof", header + box("traf", box("tfhd", hex("00020000 00000001")) + runs))
    let movie = try Movie(reading: InitSection.fixtureAudio.bytes)
    var reader = FragmentReader(movie)
    let error = BoxError(.invalidValue("sample_count"), at: 0, in: "moof")
    #expect(throws: error) { try reader.samples(inSegment: fragment) }
    #expect(throws: error) { try movie.tracks[0].samples(in: FileStructure(fragment)) }
}

@Test func `boxes in boxes end at sixteen`() {
    var bytes: [UInt8] = []
    for depth in 0..<20 { bytes += hex("000000") + [UInt8((20 - depth) * 8)] + ascii("udta") }
    #expect(throws: BoxError(.tooDeep, at: 128, in: "udta")) { try [Box](reading: bytes) }
}

@Test func `a million empty boxes are refused`() {
    var bytes: [UInt8] = []
    for _ in 0..<1_000_000 { bytes += hex("00000008") + ascii("free") }
    #expect { try [Box](reading: bytes) } throws: { ($0 as? BoxError)?.reason == .tooManyBoxes }
}

@Test(arguments: [(1000, true), (1_000_000, false)])
func `rows of a byte each are read while they take no more memory than a file may`(count: UInt32, isRead: Bool) {
    var bytes = ascii("sgpd") + hex("01 000000") + ascii("test") + hex("00000001")
    bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) } + [UInt8](repeating: 7, count: Int(count))
    let size = UInt32(bytes.count + 4)
    bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + bytes
    let result = Result { try [Box](reading: bytes).first(SampleGroupDescriptionBox.self)?.entries.count }
    if isRead {
        #expect((try? result.get()) == 1000)
    } else {
        #expect(throws: BoxError(.tooManyBoxes, at: 24, in: "sgpd")) { try result.get() }
    }
    #expect(FileStructure(bytes).boxes.map(\.size) == [Int(size)])
}

@Test func `an init section cut at any byte is an error within it, or lacks its moov`() throws {
    for section in [try InitSection.fixtureAudio.bytes, try InitSection.fixtureVideo.bytes] {
        for count in 0..<section.count {
            #expect {
                try Movie(reading: Array(section[..<count]))
            } throws: { error in
                guard let error = error as? BoxError else { return false }
                return error.offset <= count
            }
        }
    }
}

@Test func `a segment cut at any byte is an error, or ends at a box`() throws {
    var segment = MediaSegment(sequenceNumber: 1, baseMediaDecodeTime: 0)
    segment.append([1, 2, 3], duration: 10, compositionOffset: 5)
    segment.append([4], duration: 10, compositionOffset: -5, isSync: false)
    let bytes = try segment.bytes
    let movie = try Movie(reading: InitSection.fixtureVideo.bytes)
    for count in 0..<bytes.count {
        var reader = FragmentReader(movie)
        let samples = try? reader.samples(inSegment: Array(bytes[..<count]))
        #expect(samples == nil || samples == [])
    }
}

@Test func `every byte of an init section can be anything`() throws {
    for section in [try InitSection.fixtureAudio.bytes, try InitSection.fixtureVideo.bytes] {
        for place in section.indices {
            for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
                var bytes = section
                bytes[place] = value
                let movie = try? Movie(reading: bytes)
                // What is read is worth a look: nothing of it may trap.
                _ = movie?.tracks.map { ($0.codec, $0.channels, $0.presentationShift, $0.colour, $0.pixelAspectRatio) }
                if let boxes = try? [Box](reading: bytes, keepsMalformed: true) {
                    #expect(try boxes.bytes() == bytes)
                }
            }
        }
    }
}

@Test(arguments: ["free", "skip", "abcd"])
func `large boxes that mean nothing stay in the file`(type: String) throws {
    // ftyp, 5 GB of it by a size of 64 bits, and a moov after that.
    let ftyp = hex("00000010") + ascii("ftypisom") + hex("00000000")
    let large = hex("00000001") + ascii(type) + hex("000000012A05F200")
    let (start, end) = (ftyp.count, ftyp.count + 5_000_000_000)
    let structure = FileStructure(size: end + 8) { range in
        #expect(range.count <= 16)
        if range.lowerBound == start { return large }
        return range.lowerBound == end ? hex("00000008") + ascii("moov") : Array(ftyp[range])
    }
    #expect(structure.problem == nil)
    #expect(structure.boxes.map(\.type) == ["ftyp", FourCC(type), "moov"])
    #expect(structure.boxes[1].size == 5_000_000_000)
    #expect((structure.boxes[1].content as? OpaqueBox)?.omittedCount == 4_999_999_984)
    #expect(throws: BoxError.self) { try structure.boxes[1].bytes() }
    #expect(BoxDescription(structure.boxes[1]).text.contains("4999999984"))
}

@Test func `a moov that is larger than is read at once is an error, not an allocation`() {
    let header = hex("00000001") + ascii("moov") + hex("000000012A05F200")
    let structure = FileStructure(size: 5_000_000_000) { range in
        #expect(range.count <= 16)
        return Array(header[range])
    }
    #expect(structure.boxes.isEmpty)
    #expect(structure.problem == BoxError(.tooLarge(1 << 30), at: 0, in: "moov"))
}
