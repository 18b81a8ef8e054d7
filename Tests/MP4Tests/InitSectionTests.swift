import MP4
import Testing

@Test func `an init section of video says what was put in`() throws {
    let movie = try Movie(reading: InitSection.fixtureVideo.bytes)
    #expect(movie.isFragmented && movie.duration == 0)
    let track = try #require(movie.tracks.first)
    #expect(track.kind == .video)
    #expect((track.timescale, track.codec) == (12800, "avc1.64001E"))
    #expect((track.displayWidth, track.displayHeight) == (640, 360))
    #expect((track.visualEntry?.width, track.visualEntry?.height) == (640, 360))
    #expect(track.colour == .bt709)
    #expect(track.editList == nil && track.presentationShift == 0)
    #expect(track.fragmentDefaults?.trackID == 1)
}

@Test func `an init section of audio leaves the priming out and describes the roll group`() throws {
    var audio = try AudioTrack(configuration: [0x11, 0x90], priming: 2112)
    audio.language = try #require(LanguageCode("deu"))
    let boxes = InitSection(track: .audio(audio)).boxes
    let movie = try Movie(boxes: boxes)
    let track = try #require(movie.tracks.first)
    #expect(track.kind == .audio && track.language.description == "deu")
    #expect((track.codec, track.sampleRate, track.channels, track.timescale) == ("mp4a.40.2", 48000, 2, 48000))
    #expect(track.editList?.map(\.mediaTime) == [2112])
    #expect(track.presentationShift == -2112)
    let table = boxes.first(MovieBox.self)?.tracks.first?.sampleTable
    #expect(table?.first(SampleGroupDescriptionBox.self)?.entries.map(\.payload) == [[0xFF, 0xFF]])
}

@Test func `an init section has the boxes of a CMAF header, in order, and no times of day`() throws {
    let boxes = try [Box](reading: InitSection.fixtureVideo.bytes)
    func names(_ boxes: [Box]) -> [String] { boxes.map(\.type.description) }
    #expect(names(boxes) == ["ftyp", "moov"])
    #expect(boxes.first(FileTypeBox.self)?.compatibleBrands.contains("cmfc") == true)
    #expect(names(boxes[1].children) == ["mvhd", "trak", "mvex"])
    let track = boxes[1].children[1]
    #expect(names(track.children) == ["tkhd", "mdia"])
    #expect(names(track.children[1].children) == ["mdhd", "hdlr", "minf"])
    let information = track.children[1].children[2]
    #expect(names(information.children) == ["vmhd", "dinf", "stbl"])
    #expect(names(information.children[2].children) == ["stsd", "stts", "stsc", "stsz", "stco"])
    let entry = try #require(information.children[2].children[0].children.first)
    #expect(names([entry]) == ["avc1"] && names(entry.children) == ["avcC", "colr", "pasp"])
    let header = boxes.first(MovieBox.self)?.first(MovieHeaderBox.self)
    #expect(header?.creationTime == 0 && header?.duration == 0)
}

@Test func `a segment has its samples where its boxes say`() throws {
    var segment = MediaSegment(sequenceNumber: 7, baseMediaDecodeTime: 25600)
    segment.append([1, 2, 3], duration: 512, compositionOffset: 0)
    segment.append([4, 5], duration: 512, compositionOffset: 1024, isSync: false)
    segment.append(annexB: hex("000001 4142").span, duration: 512, compositionOffset: -512, isSync: false)
    let bytes = try segment.bytes
    #expect(try segment.header + segment.payload == bytes)
    var reader = FragmentReader(try Movie(reading: InitSection.fixtureVideo.bytes))
    let samples = try reader.samples(inSegment: bytes, position: 1000)
    #expect(samples.map(\.decodeTime) == [25600, 26112, 26624])
    #expect(samples.map(\.presentationTime) == [25600, 27136, 26112])
    #expect(samples.map(\.duration) == [512, 512, 512])
    #expect(samples.map(\.isSync) == [true, false, false])
    let content = samples.map { Array(bytes[$0.position - 1000..<$0.position - 1000 + $0.size]) }
    #expect(content == [[1, 2, 3], [4, 5], hex("00000002 4142")])
    let range = try segment.firstSampleRange
    #expect(Array(bytes[range.lowerBound + 4..<range.lowerBound + 8]) == ascii("moof"))
    #expect(bytes[range].last == 3)
}

@Test func `what all samples share stands once`() throws {
    var segment = MediaSegment(sequenceNumber: 1, baseMediaDecodeTime: 0, isRollGroup: true)
    for _ in 0..<3 { segment.append([1, 2, 3], duration: 1024) }
    let track = try #require(
        try [Box](reading: segment.bytes).first(MovieFragmentBox.self)?.first(TrackFragmentBox.self))
    let header = try #require(track.first(TrackFragmentHeaderBox.self))
    #expect(header.defaultSampleDuration == 1024 && header.defaultSampleSize == 3 && header.defaultSampleFlags == .sync)
    #expect(track.first(TrackRunBox.self)?.flags == 0x1)
    #expect(track.first(SampleToGroupBox.self)?.entries.map(\.sampleCount) == [3])
}

@Test func `a fragment without tfdt goes on where the last one ended`() throws {
    var segment = MediaSegment(sequenceNumber: 1, baseMediaDecodeTime: 100)
    segment.append([1], duration: 10)
    var boxes = try [Box](reading: segment.bytes)
    var reader = FragmentReader(try Movie(reading: InitSection.fixtureVideo.bytes))
    #expect(try reader.samples(inSegment: boxes.bytes()).map(\.decodeTime) == [100])
    var moof = try #require(boxes[1].content as? MovieFragmentBox)
    var track = try #require(moof.children[1].content as? TrackFragmentBox)
    track.children.remove(at: 1)
    moof.children[1] = Box(track)
    boxes[1] = Box(moof)
    // The data begins 20 bytes nearer now: with the offset as it was, it would end behind the file.
    #expect(throws: BoxError.self) { try reader.samples(inSegment: boxes.bytes()) }
    boxes.append(Box(FreeSpaceBox { $0.payload = [UInt8](repeating: 0, count: 12) }))
    #expect(try reader.samples(inSegment: boxes.bytes()).map(\.decodeTime) == [110])
}

@Test func `a shift of composition times is taken off again by one edit`() throws {
    var video = VideoTrack(timescale: 30000, width: 16, height: 16, configuration: AVCConfigurationBox())
    video.compositionShift = 2002
    let track = try #require(try Movie(boxes: InitSection(track: .video(video)).boxes).tracks.first)
    #expect(track.editList?.map(\.mediaTime) == [2002])
    #expect(track.presentationShift == -2002)
}
