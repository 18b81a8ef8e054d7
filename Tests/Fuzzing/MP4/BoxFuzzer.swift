// Compiled together with the sources of MP4 by `make fuzz-mp4`: a plain build knows nothing of it.

/// Reads any bytes as a file, as a segment and as the syntax of codecs, looks at everything that was read, and holds that
/// what was read is written as the same bytes, and that none of it takes much more memory than the input has bytes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: count))
    readBoxes(bytes)
    readWithAccount(bytes)
    readFile(bytes)
    readSegment(bytes)
    readBitstreams(bytes)
    return 0
}

/// Counts memory from the beginning.
@_cdecl("LLVMFuzzerInitialize")
public func prepareToFuzz(_ argumentCount: UnsafePointer<CInt>, _ arguments: UnsafePointer<UnsafeRawPointer>) -> CInt {
    HeapMeter.install()
    return 0
}

private func readBoxes(_ bytes: [UInt8]) {
    for keepsMalformed in [false, true] {
        let (boxes, peak) = HeapMeter.peak { try? [Box](reading: bytes, keepsMalformed: keepsMalformed) }
        guard let boxes else { continue }
        hold(peak <= heapLimit(bytes.count), "\(peak) bytes of memory for \(bytes.count)")
        let written: [UInt8]
        do { written = try boxes.bytes() } catch { fatalError("what was read cannot be written: \(error)") }
        hold(written == bytes, "what was read is written otherwise")
        for box in boxes { describe(box) }
    }
}

/// What a reader takes is what it says that it takes.
private func readWithAccount(_ bytes: [UInt8]) {
    var reader = FieldReader(bytes)
    let start = reader.allowance
    let (boxes, peak) = HeapMeter.peak {
        var boxes: [Box] = []
        while reader.remaining > 0 {
            guard let box = try? reader.readBox() else { return [Box]?.none }
            boxes.append(box)
        }
        return boxes
    }
    guard boxes != nil else { return }
    let charged = start - reader.allowance
    hold(peak <= bytes.count + charged + 4096, "\(peak) bytes of memory for \(bytes.count) bytes, \(charged) charged")
}

private func readFile(_ bytes: [UInt8]) {
    let (structure, peak) = HeapMeter.peak { FileStructure(bytes) }
    hold(peak <= heapLimit(bytes.count), "\(peak) bytes of memory for the structure of \(bytes.count)")
    for box in structure.boxes where box.type != "mdat" {
        guard let written = try? box.bytes() else { fatalError("what was read cannot be written") }
        hold(written == Array(bytes[box.position..<box.position + box.size]), "what was read is written otherwise")
    }
    for box in structure.boxes { describe(box) }
    guard let movie = try? Movie(boxes: structure.boxes) else { return }
    for track in movie.tracks {
        look(at: track)
        _ = try? track.samples(in: structure)
        if let samples = try? SampleTable(track, fileSize: bytes.count) { _ = walk(samples) }
        var reader = FragmentReader(track)
        walk(structure.boxes, with: &reader, fileSize: bytes.count)
    }
    for var reader in [FragmentReader(movie), FragmentReader()] {
        walk(structure.boxes, with: &reader, fileSize: bytes.count)
    }
}

/// As a segment of an init section that is whole, at a place far into a file.
private func readSegment(_ bytes: [UInt8]) {
    guard let movie = initSection else { fatalError("the init section cannot be read") }
    for position in [0, 1 << 40] {
        var reader = FragmentReader(movie)
        let (samples, peak) = HeapMeter.peak { try? reader.samples(inSegment: bytes, position: position) }
        let sampleBytes = 2 * (samples?.count ?? 0) * MemoryLayout<Sample>.stride
        hold(peak <= heapLimit(bytes.count) + sampleBytes, "\(peak) bytes of memory for a segment of \(bytes.count)")
        hold((samples?.count ?? 0) <= bytes.count, "more samples than there are bytes")
        _ = try? reader.samples(inSegment: bytes, position: position, trackID: 1)
    }
}

private let initSection: Movie? = {
    guard let audio = try? AudioTrack(configuration: [0x11, 0x90]) else { return nil }
    guard let bytes = try? InitSection(track: .audio(audio)).bytes else { return nil }
    return try? Movie(reading: bytes)
}()

/// As parameter sets, as configurations that hold them, and as samples.
private func readBitstreams(_ bytes: [UInt8]) {
    readPictures(bytes)
    readSound(bytes)
    var units = OBUReader(bytes)
    var last = 0
    while let unit = try? units.next() {
        hold(unit.range.lowerBound == last && unit.payload.upperBound == unit.range.upperBound, "a unit is elsewhere")
        last = unit.range.upperBound
    }
    units = OBUReader(bytes)
    while (try? units.nextTemporalUnit()) != nil {}
    for size in 1...4 {
        var reader = NALUnitReader(lengthPrefixed: bytes, lengthSize: size)
        while let range = try? reader.next() { hold(range.upperBound <= bytes.count, "a unit is elsewhere") }
        _ = try? NALUnits.split(lengthPrefixed: bytes, lengthSize: size)
    }
    hold(NALUnits.unescaped(NALUnits.escaped(bytes)) == bytes, "escaping loses bytes")
}

private func readPictures(_ bytes: [UInt8]) {
    for unit in NALUnits.split(annexB: bytes) + [[0x67] + bytes, [0x68] + bytes] {
        _ = try? H264SequenceParameterSet(unit)
        _ = try? H264PictureParameterSet(unit, chromaFormat: 3)
    }
    for unit in NALUnits.split(annexB: bytes) + [[0x40, 1] + bytes, [0x42, 1] + bytes] {
        _ = try? HEVCVideoParameterSet(unit)
        _ = try? HEVCSequenceParameterSet(unit)
    }
    _ = NALUnits.lengthPrefixed(annexB: bytes)
    for box in [try? AVCConfigurationBox(extradata: bytes), try? AVCConfigurationBox(annexB: bytes)] {
        _ = (box?.codec(), box?.parameters)
    }
    if let box = try? HEVCConfigurationBox(annexB: bytes) { _ = (box.codec(), box.parameters, try? Box(box).bytes()) }
    if let box = try? AV1ConfigurationBox(stream: bytes) { _ = (box.codec(), box.parameters, try? Box(box).bytes()) }
    if let header = try? AV1SequenceHeader(bytes) { _ = header.codecSuffix }
}

private func readSound(_ bytes: [UInt8]) {
    if let config = try? AudioSpecificConfig(bytes) {
        _ = (config.codec, config.channels, config.sampleRate, config.samplesPerFrame, config.bytes)
    }
    _ = try? AudioTrack(configuration: bytes)
    var encryption = SampleEncryptionBox()
    var reader = FieldReader(bytes)
    if (try? encryption.code(&reader)) != nil {
        for size in [0, 8, 16] { _ = try? encryption.entries(perSampleIVSize: size) }
    }
}

private func describe(_ box: Box) {
    _ = BoxDescription(box, limit: 4).text
    // A whole description of a large table is slow and shows nothing new.
    if box.size <= 4096 { _ = BoxDescription(box).text }
}

private func look(at track: Track) {
    for entry in track.sampleEntries {
        _ = entry.codec
        if let picture = entry.content as? VisualSampleEntry {
            _ = (picture.pictureFormat, DolbyVisionConfiguration(picture))
        }
        if let sound = entry.content as? AudioSampleEntry {
            _ = (sound.outputChannels, sound.outputSampleRate, sound.audioConfiguration)
        }
    }
    _ = (track.codec, track.colour, track.pixelAspectRatio, track.presentationShift, track.matrix.rotation)
    _ = (track.sampleRate, track.channels, track.displayWidth, track.displayHeight, track.language.description)
}

private func walk(_ boxes: [Box], with reader: inout FragmentReader, fileSize: Int) {
    for box in boxes where box.type == "moof" {
        guard let runs = try? reader.runs(of: box, fileSize: fileSize) else { return }
        for run in runs { hold(walk(run) <= 1 << 20, "a run has too many samples") }
    }
}

/// Goes through samples, at most so many that a run without an end is one.
private func walk(_ samples: some Sequence<Sample>) -> Int {
    var count = 0
    for sample in samples {
        hold(sample.size >= 0 && sample.position >= 0, "a sample before the file")
        count += 1
        if count > 1 << 20 { break }
    }
    return count
}

/// What is fetched and what is made of it, and what any input is allowed.
private func heapLimit(_ count: Int) -> Int { 2 * count + 9 << 20 }

private func hold(_ condition: Bool, _ message: @autoclosure () -> String) {
    if !condition { fatalError(message()) }
}
