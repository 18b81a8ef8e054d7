/// A descriptor of MPEG-4 systems: a tag, a size in base 128, and what is described (ISO/IEC 14496-1 §7.2.2).
public struct Descriptor: FieldGroup, Hashable {
    /// 3 elementary stream, 4 decoder configuration, 5 decoder specific information, 6 synchronisation layer.
    public var tag: UInt8 = 3
    /// Bytes that the size takes; writers often use 4 where 1 is enough.
    public var sizeByteCount = 1
    /// What is described.
    public var content = Content.opaque([])
    /// 0 in the box; an elementary stream is looked for there only, a decoder configuration one further in only.
    var level = 0

    /// What a descriptor describes.
    public enum Content: Hashable, Sendable {
        /// Tag 3.
        case elementaryStream(ElementaryStream)
        /// Tag 4.
        case decoderConfig(DecoderConfig)
        /// Any other tag.
        case opaque([UInt8])
    }

    /// An empty descriptor.
    public init() {}

    /// A descriptor with its tag.
    public init(tag: UInt8, _ content: Content) {
        self.tag = tag
        self.content = content
    }

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.integer("tag", &tag)
        switch content {
        case _ where fields.isReading && tag == 3 && level == 0:
            var stream = ElementaryStream()
            try codeSized("elementary_stream", &stream, &fields)
            content = .elementaryStream(stream)
        case _ where fields.isReading && tag == 4 && level == 1:
            var config = DecoderConfig()
            try codeSized("decoder_config", &config, &fields)
            content = .decoderConfig(config)
        case .elementaryStream(var stream): try codeSized("elementary_stream", &stream, &fields)
        case .decoderConfig(var config): try codeSized("decoder_config", &config, &fields)
        case .opaque(let bytes):
            var payload = Payload { $0.bytes = bytes }
            try codeSized("payload", &payload, &fields)
            content = .opaque(payload.bytes)
        }
    }

    private mutating func codeSized(
        _ name: StaticString, _ value: inout some FieldGroup, _ fields: inout some FieldCoder
    ) throws(BoxError) {
        var size = 0
        if fields.isReading {
            size = try readSize(&fields)
        } else {
            var writer = FieldWriter()
            try value.code(&writer)
            size = writer.output.count
            try writeSize(size, &fields)
        }
        try fields.nested(name, &value, byteCount: size)
    }

    private mutating func readSize(_ fields: inout some FieldCoder) throws(BoxError) -> Int {
        var size = 0
        for count in 1...4 {
            var byte: UInt8 = 0
            try fields.integer("size", &byte)
            size = size << 7 | Int(byte & 0x7F)
            sizeByteCount = count
            if byte & 0x80 == 0 { return size }
        }
        throw fields.failure(.invalidValue("sizeOfInstance"))
    }

    private func writeSize(_ size: Int, _ fields: inout some FieldCoder) throws(BoxError) {
        var count = max(1, sizeByteCount)
        while count < 4, size >> (7 * count) > 0 { count += 1 }
        guard size >> (7 * count) == 0 else { throw fields.failure(.invalidValue("sizeOfInstance")) }
        for place in (0..<count).reversed() {
            var byte = UInt8(size >> (7 * place) & 0x7F) | (place > 0 ? 0x80 : 0)
            try fields.integer("size", &byte)
        }
    }

    /// One elementary stream (ISO/IEC 14496-1 §7.2.6.5).
    public struct ElementaryStream: FieldGroup, Hashable {
        /// 0 in a file: the track's number counts.
        public var id: UInt16 = 0
        /// The stream that this one depends on.
        public var dependsOn: UInt16?
        /// Where the stream is, if elsewhere.
        public var url: [UInt8]?
        /// The stream that has the clock.
        public var clockReference: UInt16?
        /// 0 to 31.
        public var priority: UInt8 = 0
        /// The decoder configuration and others.
        public var descriptors: [Descriptor] = []

        /// A stream without descriptors.
        public init() {}

        /// The fields, in the order of the file.
        public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
            var (hasDependency, hasURL, hasClock) = (dependsOn != nil, url != nil, clockReference != nil)
            try fields.integer("ES_ID", &id)
            try fields.flag("streamDependenceFlag", &hasDependency)
            try fields.flag("URL_Flag", &hasURL)
            try fields.flag("OCRstreamFlag", &hasClock)
            try fields.bits("streamPriority", &priority, 5)
            try fields.integer("dependsOn_ES_ID", &dependsOn, isPresent: hasDependency)
            if hasURL {
                var text = url ?? []
                var length = UInt8(clamping: text.count)
                try fields.integer("URLlength", &length)
                try fields.bytes("URLstring", &text, count: Int(length))
                url = text
            }
            try fields.integer("OCR_ES_Id", &clockReference, isPresent: hasClock)
            try fields.listToEnd("descriptors", &descriptors, prototype: Descriptor { $0.level = 1 })
        }
    }

    /// What decodes the stream, and how (ISO/IEC 14496-1 §7.2.6.6).
    public struct DecoderConfig: FieldGroup, Hashable {
        /// 0x40 MPEG-4 audio, 0x20 MPEG-4 video, 0x6B MP3, 0x66 to 0x68 MPEG-2 AAC …
        public var objectTypeIndication: UInt8 = 0x40
        /// 4 video, 5 audio.
        public var streamType: UInt8 = 5
        /// Whether the stream goes from receiver to sender.
        public var isUpStream = false
        /// Bytes of the decoding buffer.
        public var bufferSizeDB: UInt32 = 0
        /// Bits in the busiest second.
        public var maxBitrate: UInt32 = 0
        /// Bits per second over everything; 0 when it varies.
        public var avgBitrate: UInt32 = 0
        /// The decoder specific information and others.
        public var descriptors: [Descriptor] = []
        private var reserved: UInt8 = 1

        /// MPEG-4 audio without decoder specific information.
        public init() {}

        /// The fields, in the order of the file.
        public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
            try fields.integer("objectTypeIndication", &objectTypeIndication)
            try fields.bits("streamType", &streamType, 6)
            try fields.flag("upStream", &isUpStream)
            try fields.bits("reserved", &reserved, 1)
            try fields.integer("bufferSizeDB", &bufferSizeDB, byteCount: 3)
            try fields.integer("maxBitrate", &maxBitrate)
            try fields.integer("avgBitrate", &avgBitrate)
            try fields.listToEnd("descriptors", &descriptors, prototype: Descriptor { $0.level = 2 })
        }
    }

    private struct Payload: FieldGroup {
        var bytes: [UInt8] = []
        mutating func code(_ fields: inout some FieldCoder) throws(BoxError) { try fields.rest("bytes", &bytes) }
    }
}
