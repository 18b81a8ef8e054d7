internal import FFmpeg
internal import MP4

/// How the sound of a stream is coded and framed.
struct SoundCoding: Sendable {
    private enum Codec: Equatable, Sendable {
        /// With its AudioSpecificConfig.
        case aac([UInt8])
        case ac3(AC3Header)
        case eac3(AC3Header)
        /// With its STREAMINFO.
        case flac([UInt8])
    }

    private let codec: Codec
    /// Samples per second that come out: the timescale of what is written.
    let sampleRate: UInt32
    /// Each packet has a header of ADTS, which is taken off.
    private let isADTS: Bool
    /// Samples of a packet of AAC.
    private let frameLength: Int64
    /// A packet needs the one before it to be decoded.
    var isRollGroup: Bool { if case .aac = codec { true } else { false } }

    /// `header` is the stream's extradata, `first` its first packet.
    init(_ stream: StreamInfo, header: [UInt8], first: Packet) throws(CodingProblem) {
        if first.isEncrypted { throw CodingProblem.encrypted("audio") }
        switch stream.codec {
        case "aac": try self.init(aac: header, first)
        case "ac3", "eac3": try self.init(ac3: first, stream.codec)
        case "flac": try self.init(flac: header)
        default:
            throw CodingProblem(
                "its audio is \(stream.codec), and only AAC, AC-3, E-AC-3 and FLAC are packaged as they are")
        }
    }

    private init(aac header: [UInt8], _ first: Packet) throws(CodingProblem) {
        let adts = header.isEmpty ? first.withBytes { ADTSHeader($0) } : nil
        let bytes = adts?.configuration ?? header
        let configuration: AudioSpecificConfig
        do throws(BitstreamError) { configuration = try AudioSpecificConfig(bytes) } catch {
            throw CodingProblem("its AAC configuration cannot be read: \(error)")
        }
        guard configuration.channels > 0 else { throw CodingProblem("its AAC does not say how many channels it has") }
        codec = .aac(bytes)
        sampleRate = configuration.sampleRate
        isADTS = adts != nil
        frameLength = Int64(configuration.samplesPerFrame)
    }

    private init(ac3 first: Packet, _ name: String) throws(CodingProblem) {
        guard let header = first.withBytes({ AC3Header($0) }), header.isExtended == (name == "eac3") else {
            throw CodingProblem("its audio is \(name) of a form that is not packaged as it is")
        }
        codec = header.isExtended ? .eac3(header) : .ac3(header)
        sampleRate = header.sampleRate
        isADTS = false
        frameLength = header.samples
    }

    private init(flac header: [UInt8]) throws(CodingProblem) {
        guard header.count == 34, let rate = FLACFrame.sampleRate(streamInformation: header) else {
            throw CodingProblem("its FLAC has no stream information")
        }
        codec = .flac(header)
        sampleRate = rate
        isADTS = false
        frameLength = 0
    }

    /// The samples of a packet of the stream. Throws when it is not what the first was.
    func samples(of packet: Packet) throws(CodingProblem) -> Int64 {
        let change = CodingProblem("its audio changes its configuration in the middle")
        if packet.isEncrypted { throw CodingProblem.encrypted("audio") }
        if packet.hasNewParameters { throw change }
        switch codec {
        case .aac(let known):
            guard isADTS else { return frameLength }
            guard packet.withBytes({ ADTSHeader($0) })?.configuration == known else { throw change }
            return frameLength
        case .ac3(let known), .eac3(let known):
            guard let own = packet.withBytes({ AC3Header($0) }), own.isSame(as: known) else { throw change }
            return own.samples
        case .flac:
            guard let samples = packet.withBytes({ FLACFrame.samples($0) }) else {
                throw CodingProblem("a packet of its audio is damaged")
            }
            return samples
        }
    }

    func track(priming: UInt32) throws(CodingProblem) -> AudioTrack {
        switch codec {
        case .aac(let configuration):
            do throws(BitstreamError) { return try AudioTrack(configuration: configuration, priming: priming) } catch {
                throw CodingProblem("its AAC configuration cannot be read: \(error)")
            }
        case .ac3(let header): return track("ac-3", Box(header.box), channels: header.channels, priming)
        case .eac3(let header): return track("ec-3", Box(header.extendedBox), channels: header.channels, priming)
        case .flac(let information):
            var content = OpaqueBox()
            // Version and flags, and the header of a last block of type 0 and 34 bytes (Encapsulation of FLAC in ISO Base
            // Media File Format §3.3.2).
            content.payload = [0, 0, 0, 0, 0x80, 0, 0, 34] + information
            let channels = 1 + Int(information[12] >> 1 & 7)
            return track("fLaC", Box(content, type: "dfLa"), channels: channels, priming)
        }
    }

    private func track(_ type: FourCC, _ configuration: Box, channels: Int, _ priming: UInt32) -> AudioTrack {
        let entry = AudioSampleEntry {
            $0.channelCount = UInt16(clamping: channels)
            $0.sampleRate = sampleRate < 1 << 16 ? sampleRate << 16 : 0
            $0.children = [configuration]
        }
        return AudioTrack(sampleEntry: Box(entry, type: type), timescale: sampleRate, priming: priming)
    }

    func append(_ packet: Packet, to segment: inout MediaSegment, duration: UInt32) {
        packet.withBytes { bytes in
            let start = isADTS ? ADTSHeader(bytes)?.length ?? 0 : 0
            segment.append(bytes.extracting(start..<bytes.count), duration: duration)
        }
    }
}

/// What stands before every frame of AAC outside of files that have a place for it (ISO/IEC 14496-3 §1.A.2.2).
struct ADTSHeader: Equatable {
    /// 7 bytes, 9 with a check sum.
    var length: Int
    /// The AudioSpecificConfig that says the same.
    var configuration: [UInt8]

    /// `nil` of what is no header of a single frame with a usual number of channels.
    init?(_ bytes: Span<UInt8>) {
        guard bytes.count > 7, bytes[0] == 0xFF, bytes[1] & 0xF6 == 0xF0, bytes[6] & 3 == 0 else { return nil }
        length = bytes[1] & 1 == 1 ? 7 : 9
        let type = bytes[2] >> 6 + 1
        let rate = bytes[2] >> 2 & 0xF
        let channels = (bytes[2] & 1) << 2 | bytes[3] >> 6
        guard bytes.count > length, rate < 13, channels > 0 else { return nil }
        configuration = [type << 3 | rate >> 1, rate << 7 | channels << 3]
    }
}
