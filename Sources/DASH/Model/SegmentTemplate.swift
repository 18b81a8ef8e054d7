extension MPD {
    /// Where the segments of a representation are, by a rule. §5.3.9.4.
    public struct SegmentTemplate: Hashable, Sendable {
        /// `@timescale`: ticks per second; absent means 1.
        public var timescale: UInt32?
        /// `@presentationTimeOffset` in ticks: the time of the media that is shown when the period begins.
        public var presentationTimeOffset: UInt64?
        /// `@duration` in ticks, nominal, where there is no timeline.
        public var duration: UInt32?
        /// `@startNumber`; absent means 1.
        public var startNumber: UInt32?
        /// `@endNumber`.
        public var endNumber: UInt32?
        /// `@initialization`: the template of the initialization segment's URL.
        public var initialization: String?
        /// `@media`: the template of a segment's URL.
        public var media: String?
        /// `SegmentTimeline`.
        public var timeline: SegmentTimeline?

        /// Nothing said.
        public init() {}

        /// Templates with a timeline.
        public init(
            timescale: UInt32, startNumber: UInt32, initialization: String, media: String, timeline: SegmentTimeline
        ) {
            self.timescale = timescale
            self.startNumber = startNumber
            self.initialization = initialization
            self.media = media
            self.timeline = timeline
        }

        /// What holds for a representation: this, and from the level above what this does not say. §5.3.9.1.
        public func inheriting(from outer: SegmentTemplate?) -> SegmentTemplate {
            guard let outer else { return self }
            var result = self
            result.timescale = timescale ?? outer.timescale
            result.presentationTimeOffset = presentationTimeOffset ?? outer.presentationTimeOffset
            result.duration = duration ?? outer.duration
            result.startNumber = startNumber ?? outer.startNumber
            result.endNumber = endNumber ?? outer.endNumber
            result.initialization = initialization ?? outer.initialization
            result.media = media ?? outer.media
            result.timeline = timeline ?? outer.timeline
            return result
        }
    }
}

extension MPD.SegmentTemplate: MappedElement {
    static let elementName = "SegmentTemplate"
    static let blank = MPD.SegmentTemplate()
    static let attributes: [AttributeMapping<MPD.SegmentTemplate>] = [
        .optional("timescale", \.timescale),
        .optional("presentationTimeOffset", \.presentationTimeOffset),
        .optional("duration", \.duration),
        .optional("startNumber", \.startNumber),
        .optional("endNumber", \.endNumber),
        .optional("initialization", \.initialization),
        .optional("media", \.media),
    ]
    static let children: [ChildMapping<MPD.SegmentTemplate>] = [.element(\.timeline)]
}
