internal import FFmpeg
internal import MP4

/// Tells which packets of H.264 are the second field of a picture whose first field is a packet of its own: the decoder
/// gives one picture for both.
struct FieldPairs {
    private let set: H264SequenceParameterSet
    private let framing: UnitFraming
    /// Of the packet before, when it is one field and the other is missing.
    private var first: H264Field?
    /// The header of a slice is shorter, as far as it is read.
    private static let headerSize = 48

    /// `nil` of a stream that has no fields by its parameter sets.
    init?(_ stream: StreamInfo, header: [UInt8]) {
        guard stream.codec == "h264", let framing = try? UnitFraming(header: header, isHEVC: false) else { return nil }
        let box =
            framing.isAnnexB ? try? AVCConfigurationBox(annexB: header) : try? AVCConfigurationBox(extradata: header)
        let sets = (box?.sequenceParameterSets ?? []).compactMap { try? H264SequenceParameterSet($0.bytes) }
        guard let set = sets.first(where: { !$0.isProgressive }),
            sets.allSatisfy({ $0.frameNumberBits == set.frameNumberBits && $0.isProgressive == set.isProgressive })
        else { return nil }
        self.set = set
        self.framing = framing
    }

    /// Takes the packets in order of decoding.
    mutating func isSecond(_ packet: Packet) -> Bool {
        let field = packet.withBytes { single(in: $0) }
        if let field, let first, field.isBottom != first.isBottom, field.frameNumber == first.frameNumber {
            self.first = nil
            return true
        }
        first = field
        return false
    }

    /// The field that a packet is; `nil` of a whole picture, and of what cannot be read.
    private func single(in bytes: Span<UInt8>) -> H264Field? {
        var found: H264Field?
        for range in (try? framing.ranges(in: bytes)) ?? [] where [1, 2, 5].contains(bytes[range.lowerBound] & 0x1F) {
            let start = bytes.extracting(range.lowerBound..<min(range.upperBound, range.lowerBound + Self.headerSize))
            guard let field = try? H264Field(start.withUnsafeBufferPointer { Array($0) }, set),
                found == nil || found == field
            else { return nil }
            found = field
        }
        return found
    }
}
