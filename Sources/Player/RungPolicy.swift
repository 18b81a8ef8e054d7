package import Catalog
package import MediaTypes

/// An adaptive bit rate policy: which rung the next segment is taken from when the cache does not decide it.
package protocol RungPolicy: Sendable {
    /// As `--policy` names it.
    var name: String { get }

    mutating func choose(_ situation: RungSituation) -> RungChoice
}

/// What a policy may look at.
package struct RungSituation: Hashable, Sendable {
    package struct Rung: Hashable, Sendable {
        package var id: RenditionID
        /// BANDWIDTH of the variant: the peak of its video and audio together.
        package var bandwidth: BitRate

        package init(id: RenditionID, bandwidth: BitRate) {
            self.id = id
            self.bandwidth = bandwidth
        }
    }

    /// Within the caps, by ascending bandwidth, never empty. The first is the start rung.
    package var rungs: [Rung]
    /// Bits per second over the wire; `nil` while nothing is known.
    package var throughput: Double?
    /// Media ahead of the playhead.
    package var buffered: Duration
    /// The rung of the segment before.
    package var previous: RenditionID?
    /// Seconds of media that go by in a second: a rung needs so many times its bandwidth.
    package var speed: Double

    package init(
        rungs: [Rung], throughput: Double?, buffered: Duration, previous: RenditionID?, speed: Double = 1
    ) {
        self.speed = speed
        self.rungs = rungs
        self.throughput = throughput
        self.buffered = buffered
        self.previous = previous
    }
}

package struct RungChoice: Hashable, Sendable {
    /// An index into ``RungSituation/rungs``.
    package var rung: Int
    package var reason: RungReason

    package init(rung: Int, reason: RungReason) {
        self.rung = rung
        self.reason = reason
    }
}

/// Why a rung was taken.
package enum RungReason: String, Hashable, Sendable, Codable {
    /// The highest rung whose segment is complete in the cache.
    case cached
    /// Nothing is known of the wire yet.
    case start
    /// The highest rung that the wire carries.
    case throughput
    /// The policy knows one rung only.
    case fixed
    /// The rung that was wanted could not be had.
    case fallback
    /// There is one rung.
    case only
}

/// Takes the highest rung whose bandwidth, at the speed of playback, is at most 0.7 of the throughput; the start rung
/// while that is unknown.
package struct ThroughputPolicy: RungPolicy {
    package let name = "throughput"
    private static let safety = 0.7

    package init() {}

    package func choose(_ situation: RungSituation) -> RungChoice {
        guard let throughput = situation.throughput else { return RungChoice(rung: 0, reason: .start) }
        let affordable = situation.rungs.lastIndex {
            Double($0.bandwidth.bitsPerSecond) * situation.speed <= Self.safety * throughput
        }
        return RungChoice(rung: affordable ?? 0, reason: .throughput)
    }
}

/// Always takes one rung, or the nearest below it that the caps allow.
package struct FixedPolicy: RungPolicy {
    package let rung: RenditionID
    package var name: String { "fixed:\(rung)" }

    package init(rung: RenditionID) { self.rung = rung }

    package func choose(_ situation: RungSituation) -> RungChoice {
        let index = situation.rungs.firstIndex { $0.id == rung } ?? situation.rungs.count - 1
        return RungChoice(rung: index, reason: .fixed)
    }
}
