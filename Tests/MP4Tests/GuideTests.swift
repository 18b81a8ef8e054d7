import MP4
import Platform
import TestSupport
import Testing

// The code of `docs/mp4.md`: what stands between the marks is there word for word.

struct MP4GuideTests {
    private static let path = "\(Folders.package)/Tests/../docs/mp4.md"

    @Test func `the code of the guide is the code that is run here`() throws {
        #expect(try Guide.blocks(in: Self.path) == Guide.regions(in: #filePath))
    }

    @Test func `the guide writes a track, reads it and changes it`() throws {
        let accessUnits: [[UInt8]] = [[0x21, 0x10], [0x21, 0x11, 0x12], [0x21]]
        // guide
        let audio = try AudioTrack(configuration: [0x11, 0x90])
        let initSection = try InitSection(track: .audio(audio)).bytes

        var segment = MediaSegment(sequenceNumber: 1, baseMediaDecodeTime: 96_000, isRollGroup: true)
        for unit in accessUnits { segment.append(unit, duration: 1024) }
        let mediaSegment = try segment.bytes
        // end guide

        // guide
        let movie = try Movie(reading: initSection)
        for track in movie.tracks {
            print(track.trackID, track.codec ?? "?", track.timescale)  // 1 mp4a.40.2 48000
        }

        var fragments = FragmentReader(movie)
        let samples = try fragments.samples(inSegment: mediaSegment)
        for sample in samples {
            print(sample.decodeTime, sample.presentationTime, sample.size, sample.position)
        }
        // end guide
        #expect(movie.tracks.map(\.codec) == ["mp4a.40.2"] && movie.tracks.map(\.timescale) == [48000])
        #expect(samples.map(\.decodeTime) == [96000, 97024, 98048])
        #expect(samples.map(\.presentationTime) == [94976, 96000, 97024])
        #expect(samples.map(\.size) == [2, 3, 1])
        #expect(samples.map { Array(mediaSegment[$0.position..<$0.position + $0.size]) } == accessUnits)

        let file = initSection + mediaSegment
        // guide
        let structure = FileStructure(size: file.count) { range in Array(file[range]) }
        for box in structure.boxes { print(box.type, box.position, box.size) }
        if let problem = structure.problem { print("the file ends early:", problem) }
        let wholeMovie = try Movie(boxes: structure.boxes)
        let allSamples = try wholeMovie.tracks[0].samples(in: structure)
        // end guide
        #expect(structure.boxes.map(\.type) == ["ftyp", "moov", "styp", "moof", "mdat"] && structure.problem == nil)
        #expect(allSamples.map(\.position) == samples.map { $0.position + initSection.count })

        // guide
        var track = ProgressiveTrack(wholeMovie.tracks[0])
        for sample in allSamples { try track.append(sample) }
        let progressive = ProgressiveFile([track])
        var output = try progressive.header
        var rest = allSamples[...]
        for chunk in progressive.chunks {
            for sample in rest.prefix(chunk.sampleCount) {
                output += file[sample.position..<sample.position + sample.size]
            }
            rest = rest.dropFirst(chunk.sampleCount)
        }
        // end guide
        #expect(FileStructure(output).boxes.map(\.type) == ["ftyp", "moov", "mdat"])
        #expect(Array(output.suffix(6)) == accessUnits.flatMap(\.self))

        // guide
        var boxes = try [Box](reading: file)
        for index in boxes.indices {
            guard var brands = boxes[index].content as? FileTypeBox else { continue }
            brands.compatibleBrands.append("dash")
            boxes[index].content = brands
        }
        let changed = try boxes.bytes()
        // end guide
        #expect(changed.count == file.count + 4)
        #expect(try [Box](reading: changed).first(FileTypeBox.self)?.compatibleBrands == ["iso6", "cmfc", "dash"])
    }

    @Test func `the guide makes a box and prints it`() throws {
        // guide
        let box = Box(TrackFragmentDecodeTimeBox { $0.baseMediaDecodeTime = 90_000 })
        let bytes = try box.bytes()  // 00000014 74666474 01000000 00000000 00015F90
        let read = try [Box](reading: bytes)
        print(BoxDescription(read[0]).text)  // tfdt @0 +20 version=1 flags=0x0 baseMediaDecodeTime=90000
        // end guide
        #expect(bytes == hex("00000014 74666474 01000000 00000000 00015F90"))
        #expect(BoxDescription(read[0]).text == "tfdt @0 +20 version=1 flags=0x0 baseMediaDecodeTime=90000\n")
    }

    @Test func `the guide says where bytes are wrong`() throws {
        let bytes = hex("00000014") + ascii("stts") + hex("00000000 FFFFFFFF 00000000")
        var message = ""
        // guide
        do {
            _ = try [Box](reading: bytes)
        } catch {
            message = "\(error)"  // 4294967295 entries, more than fit at byte 16 in stts
        }
        let kept = try [Box](reading: bytes, keepsMalformed: true)
        let problem = (kept[0].content as? OpaqueBox)?.problem
        // end guide
        #expect(message == "4294967295 entries, more than fit at byte 16 in stts")
        #expect(problem?.description == message)
        #expect(try kept.bytes() == bytes)
    }

    @Test func `the guide's own box is written and read`() throws {
        let box = CopyrightBox {
            $0.language = LanguageCode("eng") ?? LanguageCode()
            $0.notice = "none"
        }
        let bytes = try Box(box).bytes()
        #expect(bytes == hex("00000013") + ascii("cprt") + hex("00 000000 15C7") + ascii("none") + [0])
        var reader = FieldReader(Array(bytes.dropFirst(8)))
        var again = CopyrightBox()
        try again.code(&reader)
        #expect(again.notice == "none" && again.language.description == "eng")
    }
}

/// Whose the media are (ISO/IEC 14496-12 §8.10.2).
// guide
struct CopyrightBox: BoxContent {
    static let type: FourCC = "cprt"
    var version: UInt8 = 0
    var flags: UInt32 = 0
    var language = LanguageCode()
    var notice: BoxText = ""

    mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.fullBox(&version, &flags, versions: 0...0)
        try fields.integer("language", &language.rawValue, format: .language)
        try fields.text("notice", &notice)
    }
}
// end guide
