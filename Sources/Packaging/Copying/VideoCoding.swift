internal import FFmpeg
internal import MP4
internal import MediaTypes

/// How the pictures of a stream are coded and framed, and the parameter sets that decoders need first.
struct VideoCoding: Sendable {
    enum Codec: Sendable { case h264, hevc, av1 }

    let codec: Codec
    private let header: [UInt8]
    private let framing: UnitFraming
    private var sets: ParameterSets
    /// Samples hold parameter sets too, which are taken out.
    private(set) var hasSetsInBand = false
    /// The sequence header of AV1 that samples carry, as a unit; empty when they carry none.
    private var sequenceHeader: [UInt8] = []

    /// What a packet is to the pictures around it.
    struct Unit {
        /// Decoding may begin here, as far as the coding of the picture itself goes: an IDR, a CRA or BLA, a key frame of
        /// AV1. Not a recovery point.
        var isRandomAccess = false
        /// Nothing before it in order of decoding is shown after it, by the coding's own rules: an IDR.
        var endsWhatIsBefore = false
        /// Other pictures may need it.
        var isReference = false
        /// A leading picture that needs what comes before its key frame (RASL).
        var isSkippedLeading = false
        /// It holds a picture.
        var hasPicture = false
        /// Bytes as they are read.
        var size = 0
        /// Bytes of the units that are kept, each with its length before it.
        var keptSize = 0
    }

    init(_ stream: StreamInfo, header: [UInt8]) throws(CodingProblem) {
        self.header = header
        switch stream.codec {
        case "h264": codec = .h264
        case "hevc": codec = .hevc
        case "av1": codec = .av1
        default: throw CodingProblem("its video is \(stream.codec), which no player of HLS or CMAF is bound to know")
        }
        framing = codec == .av1 ? .whole : try UnitFraming(header: header, isHEVC: codec == .hevc)
        switch codec {
        case .h264:
            let box = try? AVCConfigurationBox(extradata: header)
            let units = (box?.sequenceParameterSets ?? []) + (box?.pictureParameterSets ?? [])
            sets = try ParameterSets(isHEVC: false, header: units.map(\.bytes))
        case .hevc:
            let box = try? HEVCConfigurationBox(extradata: header)
            sets = try ParameterSets(isHEVC: true, header: (box?.arrays ?? []).flatMap(\.units).map(\.bytes))
        case .av1:
            sets = try ParameterSets(isHEVC: false, header: [])
        }
    }

    private static func av1Box(_ header: [UInt8]) -> AV1ConfigurationBox? {
        try? AV1ConfigurationBox(extradata: header)
    }

    /// Looks at a packet in order of decoding, and learns its parameter sets.
    mutating func inspect(_ packet: Packet) throws(CodingProblem) -> Unit {
        if packet.isEncrypted { throw CodingProblem.encrypted("video") }
        if packet.hasNewParameters { throw CodingProblem("its parameter sets change in the middle") }
        switch codec {
        case .h264, .hevc: return try inspectUnits(packet)
        case .av1: return try inspectAV1(packet)
        }
    }

    private mutating func inspectUnits(_ packet: Packet) throws(CodingProblem) -> Unit {
        var result = Unit(size: packet.size)
        var problem: CodingProblem?
        packet.withBytes { bytes in
            do throws(CodingProblem) {
                for range in try framing.ranges(in: bytes) {
                    if isKept(bytes, range) { result.keptSize += framing.lengthSize + range.count }
                    guard range.count > 1 else { continue }
                    let (first, second) = (bytes[range.lowerBound], bytes[range.lowerBound + 1])
                    if sets.holds(first, second) {
                        hasSetsInBand = true
                        guard try sets.add(bytes.extracting(range)) else {
                            throw CodingProblem("its parameter sets change in the middle")
                        }
                    } else if codec == .h264 {
                        Self.classifyH264(first, &result)
                    } else if first & 1 == 0, second >> 3 == 0 {
                        Self.classifyHEVC(first >> 1 & 0x3F, &result)
                    }
                }
            } catch { problem = error }
        }
        if let problem { throw problem }
        return result
    }

    /// Rec. ITU-T H.264 Table 7-1.
    private static func classifyH264(_ byte: UInt8, _ unit: inout Unit) {
        switch byte & 0x1F {
        case 5: (unit.isRandomAccess, unit.endsWhatIsBefore) = (true, true)
        case 1...4: break
        default: return
        }
        unit.hasPicture = true
        if byte >> 5 & 3 != 0 { unit.isReference = true }
    }

    /// Rec. ITU-T H.265 Table 7-1.
    private static func classifyHEVC(_ type: UInt8, _ unit: inout Unit) {
        guard type < 32 else { return }
        unit.hasPicture = true
        // Even numbers under 16 are pictures that none of their sub-layer refers to.
        if type >= 16 || type % 2 == 1 { unit.isReference = true }
        if (16...21).contains(type) { unit.isRandomAccess = true }
        if type == 19 || type == 20 { unit.endsWhatIsBefore = true }
        if type == 8 || type == 9 { unit.isSkippedLeading = true }
    }

    private mutating func inspectAV1(_ packet: Packet) throws(CodingProblem) -> Unit {
        var unit = Unit(isReference: true, hasPicture: true, size: packet.size)
        let sample = packet.isKey ? packet.bytes : []
        var reader = OBUReader(sample)
        var hasChanged = false
        do throws(BitstreamError) {
            while let next = try reader.next() {
                if next.type == 1 {
                    let header = Array(sample[next.range])
                    if sequenceHeader.isEmpty { sequenceHeader = header }
                    hasChanged = hasChanged || Self.payload(header) != Self.payload(sequenceHeader)
                }
                guard next.type == 3 || next.type == 6, let first = sample[next.payload].first else { continue }
                // show_existing_frame 0, frame_type KEY_FRAME, show_frame 1 (AV1 §5.9.2).
                unit.isRandomAccess = first & 0b1111_0000 == 0b0001_0000
                break
            }
        } catch {
            throw CodingProblem("a picture is damaged (\(error))")
        }
        if hasChanged { throw CodingProblem("its sequence header changes in the middle") }
        return unit
    }

    /// Of the first sequence header among units, without the zeros that may pad it (AV1 §5.3.4); empty when there is none.
    private static func payload(_ units: [UInt8]) -> ArraySlice<UInt8> {
        var reader = OBUReader(units)
        while let unit = try? reader.next() {
            guard unit.type == 1 else { continue }
            let payload = units[unit.payload]
            return payload[..<(payload.lastIndex { $0 != 0 }.map { $0 + 1 } ?? payload.startIndex)]
        }
        return []
    }

    /// The container's configuration, with the sequence header of the samples where it has another: decoders go by the
    /// samples', and some encoders give a container what they have not decided yet.
    private func av1Box() throws(CodingProblem) -> AV1ConfigurationBox {
        guard let told = Self.av1Box(header) else { throw CodingProblem("its AV1 configuration is missing") }
        let own = Self.payload(told.configOBUs)
        guard !sequenceHeader.isEmpty, !own.isEmpty, own != Self.payload(sequenceHeader) else { return told }
        do throws(BitstreamError) {
            var box = try AV1ConfigurationBox(stream: sequenceHeader)
            box.initialPresentationDelayMinusOne = told.initialPresentationDelayMinusOne
            var reader = OBUReader(told.configOBUs)
            while let unit = try reader.next() {
                if unit.type != 1 { box.configOBUs += told.configOBUs[unit.range] }
            }
            return box
        } catch {
            throw CodingProblem("its sequence header cannot be read: \(error)")
        }
    }

    /// Whether samples are other bytes than packets: units behind start codes, or among which parameter sets are.
    private var isRewritten: Bool { codec != .av1 && (framing.isAnnexB || hasSetsInBand) }

    /// Lends the bytes of a sample as it stands in a segment, in one or more pieces.
    func withSample(_ packet: Packet, _ body: (Span<UInt8>) throws -> Void) throws {
        try packet.withBytes { bytes in
            guard isRewritten else { return try body(bytes) }
            // What the scan could read can be read again.
            for range in (try? framing.ranges(in: bytes)) ?? [] where isKept(bytes, range) {
                let length = (0..<framing.lengthSize).map {
                    UInt8(truncatingIfNeeded: range.count >> (8 * (framing.lengthSize - 1 - $0)))
                }
                try body(length.span)
                try body(bytes.extracting(range))
            }
        }
    }

    /// Bytes of a sample, once all packets are inspected.
    func sampleSize(of unit: Unit) -> Int { isRewritten ? unit.keptSize : unit.size }

    private func isKept(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard range.count > 1 else { return true }
        let (first, second) = (bytes[range.lowerBound], bytes[range.lowerBound + 1])
        return !sets.holds(first, second) && !isDelimiter(first)
    }

    /// Access unit delimiters say what samples say anyway.
    private func isDelimiter(_ first: UInt8) -> Bool { sets.type(of: first) == (codec == .hevc ? 35 : 9) }
}

extension VideoCoding {
    /// What the bytes of the stream say of its pictures.
    struct Picture: Equatable {
        /// Pixels after cropping.
        var size: PixelSize
        var colour: ColourDescription?
        /// Some pictures may be coded as two fields.
        var isInterlaced = false
        /// Nothing is said of the shape of its samples, or that they are square.
        var isSquare = true
    }

    /// The sample entry's configuration, and what it says. `stream` tells what it leaves open.
    func configuration(_ stream: StreamInfo) throws(CodingProblem) -> (
        box: any BoxContent, entry: FourCC, picture: Picture
    ) {
        let told = Picture(size: stream.video?.size ?? PixelSize(0, 0), colour: nil)
        switch codec {
        case .h264:
            let box = try avcBox()
            let all = sets.all(7).compactMap { try? H264SequenceParameterSet($0) }
            try checkSizes(all.map { PixelSize($0.width, $0.height) })
            guard let first = all.first else { return (box, "avc1", told) }
            return (
                box, "avc1",
                Picture(
                    size: PixelSize(first.width, first.height), colour: first.colour,
                    isInterlaced: !first.isProgressive, isSquare: Self.isSquare(first.sampleAspectRatio))
            )
        case .hevc:
            let box = try hevcBox()
            let all = sets.all(33).compactMap { try? HEVCSequenceParameterSet($0) }
            try checkSizes(all.map { PixelSize($0.width, $0.height) })
            guard let first = all.first else { return (box, "hvc1", told) }
            if first.isFieldSequence { throw CodingProblem("each of its pictures is a single field") }
            return (
                box, "hvc1",
                Picture(
                    size: PixelSize(first.width, first.height), colour: first.colour,
                    isSquare: Self.isSquare(first.sampleAspectRatio))
            )
        case .av1:
            return (try av1Box(), "av01", told)
        }
    }

    private static func isSquare(_ ratio: SampleAspectRatio?) -> Bool { ratio.map { $0.width == $0.height } ?? true }

    private func checkSizes(_ sizes: [PixelSize]) throws(CodingProblem) {
        if let first = sizes.first, let other = sizes.first(where: { $0 != first }) {
            throw CodingProblem("its picture is \(first) here and \(other) there")
        }
    }

    private func avcBox() throws(CodingProblem) -> AVCConfigurationBox {
        do throws(BitstreamError) {
            guard !framing.isAnnexB, var box = try? AVCConfigurationBox(extradata: header),
                !box.sequenceParameterSets.isEmpty, !box.pictureParameterSets.isEmpty
            else {
                var box = try AVCConfigurationBox(annexB: sets.annexB)
                box.lengthSizeMinusOne = UInt8(framing.lengthSize - 1)
                return box
            }
            for set in sets.added {
                if set.type == 7 { box.sequenceParameterSets.append(LengthPrefixedUnit(set.bytes)) }
                if set.type == 8 { box.pictureParameterSets.append(LengthPrefixedUnit(set.bytes)) }
            }
            return box
        } catch {
            throw CodingProblem("its parameter sets cannot be read: \(error)")
        }
    }

    private func hevcBox() throws(CodingProblem) -> HEVCConfigurationBox {
        do throws(BitstreamError) {
            guard !framing.isAnnexB, var box = try? HEVCConfigurationBox(extradata: header),
                [32, 33, 34].allSatisfy({ type in box.arrays.contains { $0.nalUnitType == type && !$0.units.isEmpty } })
            else {
                var box = try HEVCConfigurationBox(annexB: sets.annexB)
                box.lengthSizeMinusOne = UInt8(framing.lengthSize - 1)
                return box
            }
            for set in sets.added {
                guard let index = box.arrays.firstIndex(where: { $0.nalUnitType == set.type }) else { continue }
                box.arrays[index].units.append(LengthPrefixedUnit(set.bytes))
            }
            // `hvc1`: all parameter sets stand here (ISO/IEC 14496-15 §8.3.3.1).
            for index in box.arrays.indices where (32...34).contains(box.arrays[index].nalUnitType) {
                box.arrays[index].isComplete = true
            }
            return box
        } catch {
            throw CodingProblem("its parameter sets cannot be read: \(error)")
        }
    }

    /// Whether pictures are shown in the order in which they are decoded, as far as the stream says.
    var isInOrder: Bool {
        switch codec {
        case .h264:
            let all = sets.all(7).compactMap { try? H264SequenceParameterSet($0) }
            return !all.isEmpty && all.allSatisfy { $0.profile == 66 || $0.maxReorderFrames == 0 }
        case .hevc:
            let all = sets.all(33).compactMap { try? HEVCSequenceParameterSet($0) }
            return !all.isEmpty && all.allSatisfy { $0.maxReorderPictures == 0 }
        case .av1: return true
        }
    }
}

/// How NAL units are told from each other in a packet.
struct UnitFraming: Sendable {
    /// Bytes of the length before each unit in what is written.
    let lengthSize: Int
    let isAnnexB: Bool
    fileprivate let isWhole: Bool

    /// Packets have no units.
    static let whole = UnitFraming(lengthSize: 4, isAnnexB: false, isWhole: true)

    private init(lengthSize: Int, isAnnexB: Bool, isWhole: Bool) {
        self.lengthSize = lengthSize
        self.isAnnexB = isAnnexB
        self.isWhole = isWhole
    }

    /// By a header, which begins with 1 where lengths stand before the units (ISO/IEC 14496-15 §5.3.3.1).
    init(header: [UInt8], isHEVC: Bool) throws(CodingProblem) {
        guard header.first == 1 else {
            self.init(lengthSize: 4, isAnnexB: true, isWhole: false)
            return
        }
        let place = isHEVC ? 21 : 4
        guard header.count > place else { throw CodingProblem("its configuration is cut short") }
        self.init(lengthSize: Int(header[place] & 3) + 1, isAnnexB: false, isWhole: false)
    }

    /// Where the units are, their lengths or start codes aside.
    func ranges(in bytes: Span<UInt8>) throws(CodingProblem) -> [Range<Int>] {
        if isWhole { return [0..<bytes.count] }
        if isAnnexB { return NALUnits.ranges(annexB: bytes) }
        var ranges: [Range<Int>] = []
        var place = 0
        while place < bytes.count {
            guard bytes.count - place >= lengthSize else { throw CodingProblem("a picture is damaged") }
            var length = 0
            for index in place..<place + lengthSize { length = length << 8 | Int(bytes[index]) }
            place += lengthSize
            guard length <= bytes.count - place else { throw CodingProblem("a picture is damaged") }
            if length > 0 { ranges.append(place..<place + length) }
            place += length
        }
        return ranges
    }
}
