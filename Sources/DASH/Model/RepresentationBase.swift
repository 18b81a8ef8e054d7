extension MPD {
    /// What an adaptation set and a representation may both say: `RepresentationBaseType`, §5.3.7. What a set says holds
    /// for each of its representations.
    public struct RepresentationBase: Hashable, Sendable {
        /// `@profiles`.
        public var profiles: [String] = []
        /// `@width`, in pixels.
        public var width: UInt32?
        /// `@height`, in pixels.
        public var height: UInt32?
        /// `@sar`: width to height of a pixel.
        public var sar: Ratio?
        /// `@frameRate`; where it varies, the average.
        public var frameRate: FrameRate?
        /// `@audioSamplingRate` in hertz: one rate, or the lowest and the highest.
        public var audioSamplingRate: [UInt32] = []
        /// `@mimeType`.
        public var mimeType: String?
        /// `@segmentProfiles`: brands of the segments.
        public var segmentProfiles: [String] = []
        /// `@codecs`, RFC 6381, without blanks.
        public var codecs: String?
        /// `@containerProfiles`: brands of the container.
        public var containerProfiles: [String] = []
        /// `@startWithSAP`: the highest type of stream access point that a segment begins with, 0 to 6.
        public var startWithSAP: UInt32?
        /// `@maxPlayoutRate`: how many times faster than real time it is meant to be played.
        public var maxPlayoutRate: Double?
        /// `@codingDependency`: whether a picture may need another.
        public var codingDependency: Bool?
        /// `@scanType`: `progressive`, `interlaced` or `unknown`.
        public var scanType: String?
        /// `AudioChannelConfiguration` elements.
        public var audioChannelConfigurations: [Descriptor] = []
        /// `EssentialProperty` elements: a client that does not know one passes over the whole.
        public var essentialProperties: [Descriptor] = []
        /// `SupplementalProperty` elements.
        public var supplementalProperties: [Descriptor] = []
        /// `Label` elements.
        public var labels: [Label] = []

        /// Nothing said.
        public init() {}
    }
}

extension MPD.RepresentationBase {
    static let attributes: [AttributeMapping<MPD.RepresentationBase>] = [
        .list("profiles", \.profiles, separator: ","),
        .optional("mimeType", \.mimeType),
        .list("containerProfiles", \.containerProfiles, separator: " "),
        .list("segmentProfiles", \.segmentProfiles, separator: " "),
        .optional("codecs", \.codecs),
        .optional("width", \.width),
        .optional("height", \.height),
        .optional("sar", \.sar),
        .optional("frameRate", \.frameRate),
        .optional("scanType", \.scanType),
        .list("audioSamplingRate", \.audioSamplingRate, separator: " "),
        .optional("startWithSAP", \.startWithSAP),
        .optional("maxPlayoutRate", \.maxPlayoutRate),
        .optional("codingDependency", \.codingDependency),
    ]

    static let children: [ChildMapping<MPD.RepresentationBase>] = [
        .elements(\.audioChannelConfigurations, named: "AudioChannelConfiguration"),
        .elements(\.essentialProperties, named: "EssentialProperty"),
        .elements(\.supplementalProperties, named: "SupplementalProperty"),
        .elements(\.labels),
    ]
}
