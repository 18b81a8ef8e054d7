#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The clocks of the machine. Only the command line reads them; everything below it is handed `now`.
package enum SystemClock {
    /// Milliseconds since 1970.
    package static func wallMilliseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// Since some moment before this process began; never goes back.
    package static func monotonic() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }
}
