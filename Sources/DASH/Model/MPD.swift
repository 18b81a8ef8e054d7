/// A media presentation description: what a DASH client is given first. ISO/IEC 23009-1 §5.3.1.
///
/// Names are those of the schema. What is not modelled is skipped in reading.
public struct MPD: Hashable, Sendable {
    /// Of every element.
    public static let namespace = "urn:mpeg:dash:schema:mpd:2011"

    /// `MPD@type`.
    public enum PresentationType: String, Hashable, Sendable {
        /// Everything is there, and stays.
        case `static`
        /// Segments come and go with time.
        case dynamic
    }

    /// `MPD@id`.
    public var id: String?
    /// `MPD@profiles`: URIs; at least one is required.
    public var profiles: [String]
    /// `MPD@type`.
    public var type = PresentationType.static
    /// `MPD@mediaPresentationDuration`.
    public var mediaPresentationDuration: Duration?
    /// `MPD@minBufferTime`: how much must be buffered before playing, so that a link of a representation's bandwidth
    /// carries it on without a stop.
    public var minBufferTime: Duration
    /// `MPD@maxSegmentDuration`.
    public var maxSegmentDuration: Duration?
    /// `BaseURL` elements. Without, URLs are relative to the manifest's own.
    public var baseURLs: [String] = []
    /// `Period` elements; at least one is required.
    public var periods: [Period]

    /// A static presentation.
    public init(
        profiles: [String], mediaPresentationDuration: Duration? = nil, minBufferTime: Duration, periods: [Period]
    ) {
        self.profiles = profiles
        self.mediaPresentationDuration = mediaPresentationDuration
        self.minBufferTime = minBufferTime
        self.periods = periods
    }

    /// Values of `@profiles`.
    public enum Profile {
        /// ISO base media file format live: templates of segments, also where all is there already. §8.4.
        public static let isoffLive = "urn:mpeg:dash:profile:isoff-live:2011"
        /// CMAF content. §8.12.
        public static let cmaf = "urn:mpeg:dash:profile:cmaf:2019"
    }
}

extension MPD: MappedElement {
    static let elementName = "MPD"
    static let blank = MPD(profiles: [], minBufferTime: .zero, periods: [])
    static let attributes: [AttributeMapping<MPD>] = [
        .optional("id", \.id),
        .list("profiles", \.profiles, separator: ",", isRequired: true),
        // libavformat refuses a manifest that does not say it.
        .explicit("type", \.type),
        .optional("mediaPresentationDuration", \.mediaPresentationDuration),
        .required("minBufferTime", \.minBufferTime),
        .optional("maxSegmentDuration", \.maxSegmentDuration),
    ]
    static let children: [ChildMapping<MPD>] = [
        .texts("BaseURL", \.baseURLs),
        .elements(\.periods),
    ]
}
