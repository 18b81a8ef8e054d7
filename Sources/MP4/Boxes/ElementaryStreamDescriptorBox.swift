/// What a decoder of MPEG-4 audio or video needs first (ISO/IEC 14496-14 §5.6, ISO/IEC 14496-1 §7.2.6.5).
public struct ElementaryStreamDescriptorBox: BoxContent {
    /// `esds`.
    public static let type: FourCC = "esds"
    /// Version of the syntax.
    public var version: UInt8 = 0
    /// 24 bits of flags.
    public var flags: UInt32 = 0
    /// The ES_Descriptor, and what may follow it.
    public var descriptors: [Descriptor] = []

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.fullBox(&version, &flags, versions: 0...0)
        try fields.listToEnd("descriptors", &descriptors, prototype: Descriptor())
    }

    /// The decoder configuration.
    public var decoderConfig: Descriptor.DecoderConfig? {
        for case .elementaryStream(let stream) in descriptors.map(\.content) {
            for case .decoderConfig(let config) in stream.descriptors.map(\.content) { return config }
        }
        return nil
    }

    /// The bytes of the decoder specific information: for AAC an ``AudioSpecificConfig``.
    public var decoderSpecificInfo: [UInt8]? {
        for descriptor in decoderConfig?.descriptors ?? [] where descriptor.tag == 5 {
            if case .opaque(let bytes) = descriptor.content { return bytes }
        }
        return nil
    }

    /// The descriptors of an AAC stream.
    public init(audio configuration: [UInt8], averageBitRate: UInt32 = 0, maximumBitRate: UInt32 = 0) {
        let config = Descriptor.DecoderConfig {
            $0.avgBitrate = averageBitRate
            $0.maxBitrate = maximumBitRate
            $0.descriptors = [Descriptor(tag: 5, .opaque(configuration))]
        }
        let stream = Descriptor.ElementaryStream {
            // MP4's own synchronisation (ISO/IEC 14496-14 §3.1.2).
            $0.descriptors = [Descriptor(tag: 4, .decoderConfig(config)), Descriptor(tag: 6, .opaque([2]))]
        }
        descriptors = [Descriptor(tag: 3, .elementaryStream(stream))]
    }
}
