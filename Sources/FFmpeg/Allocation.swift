internal import CFFmpeg

/// How the C library hands out memory.
///
/// With AVX-512 x264's macroblock tree reads a little of what the memory of its pictures held before, past the last
/// row of macroblocks, so that recycled memory makes the bytes of an encode depend on what ran before it in the
/// process. Fresh memory is zero. x264 takes a picture in one block, and of ``hugeBlock`` on aligned to a huge page.
package enum Allocation {
    /// From here on x264 aligns a block to 2 MiB, which takes as much again to find: 7/8 of 2 MiB.
    static let hugeBlock = 1_835_008

    /// From now on every block of 16 KiB or more is fresh, unless smaller ones that were freed left a hole of that
    /// size, and goes back to the system when it is freed. By default glibc raises the threshold as it sees large
    /// blocks freed; a threshold that is set stays. Elsewhere nothing happens.
    ///
    /// To be called before much memory was used; ``VideoEncoder`` does so too.
    package static func fixMmapThreshold() { _ = isThresholdFixed }

    private static let isThresholdFixed = reelrig_set_mmap_threshold(16384) == 1

    /// Gives the pages of all holes back to the system, which makes them fresh. Whether a block of ``hugeBlock`` or more
    /// is fresh from now on: no hole for one can come of blocks below the threshold before the pictures are there.
    static func freshenHoles() -> Bool {
        guard isThresholdFixed else { return false }
        reelrig_trim_memory()
        return true
    }
}
