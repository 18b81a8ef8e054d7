extension MPD {
    /// A stretch of the presentation with one choice of content. §5.3.2.
    public struct Period: Hashable, Sendable {
        /// `Period@id`.
        public var id: String?
        /// `Period@start`.
        public var start: Duration?
        /// `Period@duration`.
        public var duration: Duration?
        /// `BaseURL` elements.
        public var baseURLs: [String] = []
        /// What all sets inherit.
        public var segmentTemplate: SegmentTemplate?
        /// `AdaptationSet` elements.
        public var adaptationSets: [AdaptationSet]

        /// A period; the first begins at 0 unless told.
        public init(id: String? = nil, start: Duration? = nil, adaptationSets: [AdaptationSet]) {
            self.id = id
            self.start = start
            self.adaptationSets = adaptationSets
        }
    }
}

extension MPD.Period: MappedElement {
    static let elementName = "Period"
    static let blank = MPD.Period(adaptationSets: [])
    static let attributes: [AttributeMapping<MPD.Period>] = [
        .optional("id", \.id),
        .optional("start", \.start),
        .optional("duration", \.duration),
    ]
    static let children: [ChildMapping<MPD.Period>] = [
        .texts("BaseURL", \.baseURLs),
        .element(\.segmentTemplate),
        .elements(\.adaptationSets),
    ]
}
