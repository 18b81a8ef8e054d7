import MediaTypes

/// An estimate of the wire's throughput: the lesser of two exponentially weighted means, one quick and one slow.
///
/// A sample weighs as many seconds as it took. Both means begin at zero and are freed of that bias by dividing by the
/// weight they have taken in, so that the first sample is the first estimate.
package struct ThroughputEstimator: Hashable, Sendable {
    private var fast: Average
    private var slow: Average

    /// Half-lives in seconds of transfer.
    package init(fastHalfLife: Double = 3, slowHalfLife: Double = 9) {
        fast = Average(halfLife: fastHalfLife)
        slow = Average(halfLife: slowHalfLife)
    }

    /// Bits per second; `nil` before the first sample.
    package var estimate: Double? {
        guard let fast = fast.value, let slow = slow.value else { return nil }
        return min(fast, slow)
    }

    /// Takes in `bytes` that came in `duration`. Nothing is learned from none, or from no time.
    package mutating func add(bytes: Int, in duration: Duration) {
        let seconds = duration.inSeconds
        guard bytes > 0, seconds > 0 else { return }
        let rate = Double(bytes) * 8 / seconds
        fast.add(rate, weight: seconds)
        slow.add(rate, weight: seconds)
    }

    private struct Average: Hashable, Sendable {
        var halfLife: Double
        var biased = 0.0
        var weight = 0.0

        init(halfLife: Double) { self.halfLife = halfLife }

        /// `1 - 2^(-weight / halfLife)` is the part of the mean that samples have filled.
        var value: Double? { weight > 0 ? biased / (1 - powerOfTwo(-weight / halfLife)) : nil }

        mutating func add(_ sample: Double, weight added: Double) {
            let kept = powerOfTwo(-added / halfLife)
            biased = sample * (1 - kept) + kept * biased
            weight += added
        }
    }
}

/// 2 to the power of `exponent`, to the last bit or two, without a C library.
func powerOfTwo(_ exponent: Double) -> Double {
    guard exponent > -1022 else { return 0 }
    let whole = exponent.rounded(.down)
    let argument = (exponent - whole) * 0.693_147_180_559_945_3
    var (term, sum) = (1.0, 1.0)
    for n in 1...20 {
        term *= argument / Double(n)
        sum += term
    }
    return Double(sign: .plus, exponent: Int(whole), significand: sum)
}
