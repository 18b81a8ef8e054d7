internal import FFmpeg
internal import MP4

/// How the sound of a stream is coded and framed.
struct SoundCoding: Sendable {
    enum Codec: Equatable, Sendable {
        /// With its AudioSpecificConfig.
        case aac([UInt8])
    }

    let codec: Codec
    /// Samples per second that come out: the timescale of what is written.
    let sampleRate: UInt32
    /// Each packet has a header of ADTS, which is taken off.
    let isADTS: Bool
    /// Samples of a packet.
    let frameLength: Int64

    /// `header` is the stream's extradata, `first` its first packet.
    init(_ stream: StreamInfo, header: [UInt8], first: Packet) throws(CodingProblem) {
        guard stream.codec == "aac" else {
            throw CodingProblem("its audio is \(stream.codec), which is not copied")
        }
        if first.isEncrypted { throw CodingProblem("its audio is encrypted") }
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

    /// The samples of a packet of the stream. Throws when it is not what the first was.
    func samples(of packet: Packet) throws(CodingProblem) -> Int64 {
        if packet.isEncrypted { throw CodingProblem("its audio is encrypted") }
        if packet.hasNewParameters { throw CodingProblem("its audio changes its configuration in the middle") }
        guard isADTS else { return frameLength }
        let header = packet.withBytes { ADTSHeader($0) }
        guard let header, case .aac(let known) = codec, header.configuration == known else {
            throw CodingProblem("its audio changes its configuration in the middle")
        }
        return frameLength
    }

    func track(priming: UInt32) throws(CodingProblem) -> AudioTrack {
        switch codec {
        case .aac(let configuration):
            do throws(BitstreamError) { return try AudioTrack(configuration: configuration, priming: priming) } catch {
                throw CodingProblem("its AAC configuration cannot be read: \(error)")
            }
        }
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
