extension MPD {
    /// One encoding of an adaptation set's content. §5.3.5.
    @dynamicMemberLookup
    public struct Representation: Hashable, Sendable {
        /// `@id`, without white space, unique in the period.
        public var id: String
        /// `@bandwidth` in bits per second: of a link over which it plays without a stop from any access point on, once
        /// `MPD@minBufferTime` of it is there. §5.3.5.2.
        public var bandwidth: UInt32
        /// What it does not share with its set.
        public var base = RepresentationBase()
        /// `BaseURL` elements.
        public var baseURLs: [String] = []
        /// `SegmentTemplate`.
        public var segmentTemplate: SegmentTemplate?

        /// A representation that has all else from its set.
        public init(id: String, bandwidth: UInt32) {
            self.id = id
            self.bandwidth = bandwidth
        }

        /// The members of ``base``.
        public subscript<Value>(dynamicMember path: WritableKeyPath<RepresentationBase, Value>) -> Value {
            get { base[keyPath: path] }
            set { base[keyPath: path] = newValue }
        }
    }
}

extension MPD.Representation: MappedElement {
    static let elementName = "Representation"
    static let blank = MPD.Representation(id: "", bandwidth: 0)
    static let attributes: [AttributeMapping<MPD.Representation>] =
        [
            .required("id", \.id),
            .required("bandwidth", \.bandwidth),
        ] + MPD.RepresentationBase.attributes.map { $0.of(\.base) }
    static let children: [ChildMapping<MPD.Representation>] =
        MPD.RepresentationBase.children.map { $0.of(\.base) } + [
            .texts("BaseURL", \.baseURLs),
            .element(\.segmentTemplate),
        ]
}
