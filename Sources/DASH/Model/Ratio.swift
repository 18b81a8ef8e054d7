extension MPD {
    /// Width to height, as `9:16`.
    public struct Ratio: Hashable, Sendable, CustomStringConvertible {
        /// The first number.
        public var width: UInt32
        /// The second.
        public var height: UInt32

        /// The ratio as it is given.
        public init(_ width: UInt32, _ height: UInt32) {
            self.width = width
            self.height = height
        }

        /// `9:16`; `nil` of anything else.
        public init?(_ text: some StringProtocol) {
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, let width = UInt32(parts[0]), let height = UInt32(parts[1]) else { return nil }
            self.init(width, height)
        }

        /// `9:16`.
        public var description: String { "\(width):\(height)" }
    }

    /// Frames per second as a fraction: `30000/1001`, `25`.
    public struct FrameRate: Hashable, Sendable, Comparable, CustomStringConvertible {
        /// Frames.
        public var numerator: UInt32
        /// Seconds, at least 1.
        public var denominator: UInt32

        /// The fraction as it is given; `nil` with a denominator of 0.
        public init?(_ numerator: UInt32, _ denominator: UInt32 = 1) {
            guard denominator > 0 else { return nil }
            self.numerator = numerator
            self.denominator = denominator
        }

        /// `30000/1001` or `25`; `nil` of anything else.
        public init?(_ text: some StringProtocol) {
            let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            guard (1...2).contains(parts.count), let numerator = UInt32(parts[0]),
                let denominator = parts.count == 2 ? UInt32(parts[1]) : 1
            else { return nil }
            self.init(numerator, denominator)
        }

        /// Whether the first is the lower rate.
        public static func < (left: FrameRate, right: FrameRate) -> Bool {
            UInt64(left.numerator) * UInt64(right.denominator) < UInt64(right.numerator) * UInt64(left.denominator)
        }

        /// `30000/1001`, or `25` for a whole number.
        public var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }
    }
}
