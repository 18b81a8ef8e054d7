/// The sound of a sample: a tone whose pitch tells the reel, and a click at every full second.
struct Soundtrack {
    static let sampleRate = 48000

    /// Hertz. Reels 0 to 14 climb three octaves of a pentatonic scale from A3; then it begins again.
    let pitch: Double

    init(reel: Int) {
        let steps = [1, 9.0 / 8, 5.0 / 4, 3.0 / 2, 5.0 / 3]
        let step = reel % 15
        pitch = 220 * steps[step % 5] * Double(1 << (step / 5))
    }

    /// Samples `range` of either channel, of ±1 at most.
    func samples(_ range: Range<Int>) -> [Float] { range.map(sample) }

    private func sample(_ index: Int) -> Float {
        let seconds = Double(index) / Double(Self.sampleRate)
        let sinceClick = Double(index % Self.sampleRate) / Double(Self.sampleRate)
        // Swells and fades once in two seconds, and is never silent.
        let loudness = 0.16 + 0.06 * Wave.sine(seconds / 2)
        var value = loudness * Wave.sine(seconds * pitch) + loudness / 4 * Wave.sine(seconds * pitch * 2)
        if sinceClick < Self.clickLength {
            value += 0.5 * (1 - sinceClick / Self.clickLength) * Wave.sine(sinceClick * 2000)
        }
        return Float(value)
    }

    /// Seconds.
    private static let clickLength = 0.012
}
