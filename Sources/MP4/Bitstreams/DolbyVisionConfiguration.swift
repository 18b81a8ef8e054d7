/// What a Dolby Vision decoder needs first: `dvcC`, `dvvC` or `dvwC` (Dolby Vision Streams Within the ISO Base Media File
/// Format §3.2).
public struct DolbyVisionConfiguration: Hashable, Sendable {
    /// 5, 7, 8, 9, 10 or 20.
    public var profile: UInt8
    /// 1 to 13.
    public var level: UInt8
    /// What the base layer alone looks like: 0 nothing usual, 1 HDR10, 2 SDR, 4 HLG; 0 where it is not said.
    public var baseLayerCompatibility: UInt8

    /// From the box of a sample entry; `nil` without one.
    public init?(_ entry: VisualSampleEntry) {
        let boxes = entry.children.filter { ["dvcC", "dvvC", "dvwC"].contains($0.type) }
        guard let payload = (boxes.first?.content as? OpaqueBox)?.payload else { return nil }
        var reader = BitReader(payload)
        do throws(BitstreamError) {
            try reader.skip(16)
            (profile, level) = (try reader.byte(7), try reader.byte(6))
            try reader.skip(3)
            baseLayerCompatibility = try reader.byte(4)
        } catch { return nil }
    }

    /// The codec: `dvh1.05.06`.
    public func codec(sampleEntry type: FourCC) -> String { "\(type).\(profile.twoDigits).\(level.twoDigits)" }
}
