extension MPD {
    /// Representations of the same content, among which a client may switch. §5.3.3.
    @dynamicMemberLookup
    public struct AdaptationSet: Hashable, Sendable {
        /// `@contentType`.
        public enum ContentType: String, Hashable, Sendable {
            /// The kinds of content.
            case text, image, audio, video, application, font
        }

        /// `@id`, unique in the period.
        public var id: UInt32?
        /// `@contentType`.
        public var contentType: ContentType?
        /// `@lang`, BCP 47.
        public var lang: String?
        /// `@par`: width to height of the picture.
        public var par: Ratio?
        /// `@minWidth` of the representations, in pixels.
        public var minWidth: UInt32?
        /// `@maxWidth`.
        public var maxWidth: UInt32?
        /// `@minHeight`.
        public var minHeight: UInt32?
        /// `@maxHeight`.
        public var maxHeight: UInt32?
        /// `@minFrameRate`.
        public var minFrameRate: FrameRate?
        /// `@maxFrameRate`.
        public var maxFrameRate: FrameRate?
        /// `@segmentAlignment`: segment k of every representation covers the same time.
        public var segmentAlignment = false
        /// `@bitstreamSwitching`: segments of different representations may follow one another after one
        /// initialization segment.
        public var bitstreamSwitching: Bool?
        /// What its representations have in common.
        public var base = RepresentationBase()
        /// `Accessibility` elements.
        public var accessibilities: [Descriptor] = []
        /// `Role` elements.
        public var roles: [Descriptor] = []
        /// `BaseURL` elements.
        public var baseURLs: [String] = []
        /// `SegmentTemplate`, for all that have none of their own.
        public var segmentTemplate: SegmentTemplate?
        /// `Representation` elements.
        public var representations: [Representation]

        /// A set without properties.
        public init(id: UInt32? = nil, contentType: ContentType? = nil, representations: [Representation] = []) {
            self.id = id
            self.contentType = contentType
            self.representations = representations
        }

        /// The members of ``base``.
        public subscript<Value>(dynamicMember path: WritableKeyPath<RepresentationBase, Value>) -> Value {
            get { base[keyPath: path] }
            set { base[keyPath: path] = newValue }
        }
    }
}

extension MPD.AdaptationSet: MappedElement {
    static let elementName = "AdaptationSet"
    static let blank = MPD.AdaptationSet()
    static let attributes: [AttributeMapping<MPD.AdaptationSet>] =
        [
            .optional("id", \.id),
            .optional("contentType", \.contentType),
            .optional("lang", \.lang),
            .optional("par", \.par),
            .optional("minWidth", \.minWidth),
            .optional("maxWidth", \.maxWidth),
            .optional("minHeight", \.minHeight),
            .optional("maxHeight", \.maxHeight),
            .optional("minFrameRate", \.minFrameRate),
            .optional("maxFrameRate", \.maxFrameRate),
            .defaulted("segmentAlignment", \.segmentAlignment, false),
            .optional("bitstreamSwitching", \.bitstreamSwitching),
        ] + MPD.RepresentationBase.attributes.map { $0.of(\.base) }
    static let children: [ChildMapping<MPD.AdaptationSet>] =
        MPD.RepresentationBase.children.map { $0.of(\.base) } + [
            .elements(\.accessibilities, named: "Accessibility"),
            .elements(\.roles, named: "Role"),
            .texts("BaseURL", \.baseURLs),
            .element(\.segmentTemplate),
            .elements(\.representations),
        ]
}
