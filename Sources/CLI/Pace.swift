import Player

/// `--speed`.
enum Pace {
    static func parse(_ text: String) throws(CommandError) -> SessionConfiguration.Pace {
        if text == "max" { return .asFastAsPossible }
        guard let speed = Double(text), speed >= 0.1, speed <= 100 else {
            throw .usage("--speed takes a number from 0.1 to 100, or max, not '\(text)'")
        }
        return .realTime(speed: speed)
    }
}
