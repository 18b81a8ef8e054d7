/// EXT-X-SKIP: what a delta update leaves out. §4.4.5.2.
public struct Skip: Hashable, Sendable {
    /// SKIPPED-SEGMENTS: segments of the playlist before that are not repeated.
    public var skippedSegments: UInt64
    /// RECENTLY-REMOVED-DATERANGES: IDs; `nil` when the update leaves out segments only.
    public var recentlyRemovedDateRanges: [String]?
    /// The index of the listed segment above which METHOD=NONE first ends the keys of the skipped segments, the number of
    /// segments for the one to come; `nil`, keys of those stay in force.
    public var keysEndAt: Int?
    /// Attributes this library does not know.
    public var otherAttributes: [Attribute] = []

    /// So many segments left out.
    public init(skippedSegments: UInt64, recentlyRemovedDateRanges: [String]? = nil) {
        self.skippedSegments = skippedSegments
        self.recentlyRemovedDateRanges = recentlyRemovedDateRanges
    }
}

extension Skip {
    init?(_ list: inout AttributeReader) {
        let count = list.integer("SKIPPED-SEGMENTS")
        if let ids = list.quoted("RECENTLY-REMOVED-DATERANGES", mayBeEmpty: true) {
            recentlyRemovedDateRanges = ids.split(separator: "\t").map(String.init)
        }
        otherAttributes = list.finish()
        guard let count else {
            list.reportMissing("SKIPPED-SEGMENTS", .l20)
            return nil
        }
        skippedSegments = count
    }

    func write(to writer: inout PlaylistWriter) {
        writer.tag(.skip) { list in
            list.plain("SKIPPED-SEGMENTS", skippedSegments)
            list.quoted("RECENTLY-REMOVED-DATERANGES", recentlyRemovedDateRanges?.joined(separator: "\t"))
            list.others(otherAttributes)
        }
    }
}
