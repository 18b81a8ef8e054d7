internal import CFFmpeg

/// How the C library hands out memory.
package enum Allocation {
    /// From now on every block of 16 KiB or more is fresh and zeroed, and goes back to the system when it is freed.
    ///
    /// x264's macroblock tree reads a little of what its blocks held before (seen with AVX-512), so that recycled
    /// memory makes the bytes of an encode depend on what ran before it in the process. By default glibc raises the
    /// threshold as it sees large blocks freed; a threshold that is set stays. Elsewhere nothing happens.
    /// ``VideoEncoder`` sees to it.
    package static func fixMmapThreshold() { _ = isThresholdFixed }

    private static let isThresholdFixed = reelrig_set_mmap_threshold(16384) == 1
}
