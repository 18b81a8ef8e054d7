/// Sine waves without the C library, so that every machine draws and sounds the same.
enum Wave {
    /// One turn.
    static let turn = 1024

    /// One turn in 1024 steps, from −127 to 127.
    static let table: [Int] = (0..<turn).map { Int((sine(Double($0) / Double(turn)) * 127).rounded()) }

    /// The sine of an angle in turns: a parabola through its zeros and peaks, and a second one that corrects it to
    /// within 0.001.
    static func sine(_ turns: Double) -> Double {
        let x = 2 * (turns - turns.rounded())
        let parabola = 4 * x * (1 - x.magnitude)
        return 0.225 * (parabola * parabola.magnitude - parabola) + parabola
    }
}
