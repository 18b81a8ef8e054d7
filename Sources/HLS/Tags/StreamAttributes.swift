/// The attributes that EXT-X-STREAM-INF and EXT-X-I-FRAME-STREAM-INF share. §4.4.6.2, §4.4.6.3.
public struct StreamAttributes: Hashable, Sendable {
    /// BANDWIDTH: peak, in bits per second. 0 only where the tag lacks it or says so.
    public var bandwidth: UInt64
    /// AVERAGE-BANDWIDTH in bits per second.
    public var averageBandwidth: UInt64?
    /// SCORE: which to prefer, higher before lower.
    public var score: ExactDecimal?
    /// CODECS: every sample format used, by RFC 6381.
    public var codecs: [String] = []
    /// SUPPLEMENTAL-CODECS: `codec/brand…`.
    public var supplementalCodecs: [String] = []
    /// RESOLUTION: pixels to show all video at.
    public var resolution: Resolution?
    /// HDCP-LEVEL.
    public var hdcpLevel: HDCPLevel?
    /// ALLOWED-CPC: `keyformat:label/label…`.
    public var allowedContentProtection: [String] = []
    /// VIDEO-RANGE; absent means SDR.
    public var videoRange: VideoRange?
    /// REQ-VIDEO-LAYOUT: what a display must be able to show.
    public var requiredVideoLayout: [String] = []
    /// STABLE-VARIANT-ID.
    public var stableVariantID: String?
    /// VIDEO: a group of renditions.
    public var videoGroup: String?
    /// PATHWAY-ID; absent means `.`.
    public var pathwayID: String?
    /// Attributes this library does not know.
    public var otherAttributes: [Attribute] = []

    /// Streams of that peak, in bits per second.
    public init(bandwidth: UInt64) { self.bandwidth = bandwidth }
}

/// HDCP-LEVEL: the output protection a variant needs. §4.4.6.2.
public enum HDCPLevel: String, Hashable, Sendable {
    /// None.
    case none = "NONE"
    /// HDCP, of any version.
    case type0 = "TYPE-0"
    /// HDCP Type 1, which is from version 2.2 on.
    case type1 = "TYPE-1"
}

/// VIDEO-RANGE: the dynamic range of all video. §4.4.6.2.
public enum VideoRange: String, Hashable, Sendable {
    /// Standard: transfer characteristics 1, 6, 13, 14 or 15 of ISO/IEC 23091-2.
    case standard = "SDR"
    /// Hybrid log-gamma, 18, alone or beside those of SDR.
    case hybridLogGamma = "HLG"
    /// Perceptual quantization, 16, alone or beside others.
    case perceptualQuantization = "PQ"
}

extension StreamAttributes {
    /// All but the unknown attributes, which the tag that knows the rest adds.
    init(_ list: inout AttributeReader) {
        let bandwidth = list.integer("BANDWIDTH", .p02)
        list.reportMissing("BANDWIDTH", .p02)
        if bandwidth == 0 { list.report(.p45, at: list.position(of: "BANDWIDTH"), "BANDWIDTH is 0") }
        self.bandwidth = bandwidth ?? 0
        averageBandwidth = list.integer("AVERAGE-BANDWIDTH")
        score = list.decimal("SCORE", .p29)
        codecs = list.list("CODECS", blanks: .p18)
        supplementalCodecs = list.list("SUPPLEMENTAL-CODECS")
        resolution = list.resolution("RESOLUTION")
        hdcpLevel = list.enumerated("HDCP-LEVEL", .p27)
        allowedContentProtection = list.list("ALLOWED-CPC")
        videoRange = list.enumerated("VIDEO-RANGE", .p26)
        requiredVideoLayout = Self.layout(&list)
        stableVariantID = list.quoted("STABLE-VARIANT-ID")
        videoGroup = list.quoted("VIDEO")
        pathwayID = list.quoted("PATHWAY-ID")
    }

    /// A client that does not know every specifier ignores the variant.
    private static func layout(_ list: inout AttributeReader) -> [String] {
        let known: Set<Substring> = [
            "CH-STEREO", "CH-MONO", "PROJ-RECT", "PROJ-EQUI", "PROJ-HEQU", "PROJ-PRIM", "PROJ-AIV",
        ]
        let entries = list.list("REQ-VIDEO-LAYOUT", blanks: .g07)
        let unknown = entries.lazy.flatMap { $0.split(separator: "/") }.first { !known.contains($0) }
        if let unknown {
            list.report(
                .p46, at: list.position(of: "REQ-VIDEO-LAYOUT"),
                "REQ-VIDEO-LAYOUT has '\(String(unknown).shortened)', so clients that do not know it ignore the tag")
            list.ignoreTag()
            list.noteUnknownRequirement("REQ-VIDEO-LAYOUT")
        }
        return entries
    }

    func write(to list: inout AttributeWriter) {
        list.plain("BANDWIDTH", bandwidth)
        list.plain("AVERAGE-BANDWIDTH", averageBandwidth)
        list.plain("SCORE", score)
        list.list("CODECS", codecs)
        list.list("SUPPLEMENTAL-CODECS", supplementalCodecs)
        list.plain("RESOLUTION", resolution)
        list.word("HDCP-LEVEL", hdcpLevel)
        list.list("ALLOWED-CPC", allowedContentProtection)
        list.word("VIDEO-RANGE", videoRange)
        list.list("REQ-VIDEO-LAYOUT", requiredVideoLayout)
        list.quoted("STABLE-VARIANT-ID", stableVariantID)
        list.quoted("VIDEO", videoGroup)
        list.quoted("PATHWAY-ID", pathwayID)
    }
}
