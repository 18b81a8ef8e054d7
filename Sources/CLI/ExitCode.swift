/// What the program tells its caller. Of several inputs the highest counts.
enum ExitCode: Int32, Comparable {
    case done = 0
    /// The thing examined failed: a false claim, a broken MUST, frames that were not seen.
    case failed = 1
    /// Wrong usage or unusable input.
    case usage = 2
    /// I/O, network or internal failure.
    case trouble = 3

    static func < (left: ExitCode, right: ExitCode) -> Bool { left.rawValue < right.rawValue }
}
