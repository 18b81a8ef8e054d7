internal import CFFmpeg

/// The functions of libavfilter, which is loaded when they are first asked for.
enum FilterLibrary {
    /// Throws when the library cannot be loaded; the program was built against one of the same major version.
    static func functions(_ operation: String) throws(AVError) -> reelrig_filters {
        guard let loaded else {
            throw AVError(
                reelrig_AVERROR_FILTER_NOT_FOUND, operation,
                detail: "libavfilter \(LIBAVFILTER_VERSION_MAJOR) is not installed as a shared library")
        }
        return loaded
    }

    private static let loaded: reelrig_filters? = withUnsafeTemporaryAllocation(of: reelrig_filters.self, capacity: 1) {
        reelrig_load_filters($0.baseAddress!) ? $0[0] : nil
    }
}
