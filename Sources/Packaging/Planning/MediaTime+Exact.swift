internal import MediaTypes

extension MediaTime {
    /// The time since `origin` in ticks of `scale`, exact where it divides. Unlike `-` it needs no common timescale.
    func ticks(since origin: MediaTime, of scale: Timescale, rounding rule: Rounding = .nearest) -> Int64 {
        let (a, b) = (Int128(timescale.ticksPerSecond), Int128(origin.timescale.ticksPerSecond))
        let numerator = (Int128(value) * b - Int128(origin.value) * a) * Int128(scale.ticksPerSecond)
        return rounded(numerator, over: a * b, rule)
    }
}

/// `numerator / denominator` as a whole number; halves go up. Saturates where 64 bits end.
func rounded(_ numerator: Int128, over denominator: Int128, _ rule: MediaTime.Rounding) -> Int64 {
    let shifted =
        switch rule {
        case .down: numerator
        case .nearest: 2 * numerator + denominator
        case .up: numerator + denominator - 1
        }
    let divisor = rule == .nearest ? 2 * denominator : denominator
    let (quotient, remainder) = shifted.quotientAndRemainder(dividingBy: divisor)
    return Int64(clamping: remainder < 0 ? quotient - 1 : quotient)
}
