/// What a sample depends on, and whether it is a sync sample (ISO/IEC 14496-12 §8.8.3.1).
public struct SampleFlags: Hashable, Sendable {
    /// The 32 bits.
    public var rawValue: UInt32

    /// A sync sample of which nothing more is known.
    public init() { rawValue = 0 }

    /// The bits that a file holds.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Depends on no other sample: 0x0200_0000.
    public static let sync = SampleFlags(rawValue: 0x0200_0000)
    /// Depends on others and is no sync sample: 0x0101_0000.
    public static let nonSync = SampleFlags(rawValue: 0x0101_0000)

    /// Whether the sample decodes by itself.
    public var isSync: Bool { rawValue & 0x1_0000 == 0 }
    /// 0 unknown, 1 depends on others, 2 depends on none, 3 is redundant.
    public var dependsOn: UInt8 { UInt8(rawValue >> 24 & 3) }
    /// 0 unknown, 1 others depend on it, 2 it can be dropped.
    public var isDependedOn: UInt8 { UInt8(rawValue >> 22 & 3) }
}
