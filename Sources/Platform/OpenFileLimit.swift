#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// How many files and sockets this process may have open.
package enum OpenFileLimit {
    /// Raises it as far as the system lets us: a server with a socket for each client needs more than the usual 1024.
    package static func raise() {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = min(limit.rlim_max, 65536)
        setrlimit(resource, &limit)
    }

    package static var current: Int {
        var limit = rlimit()
        return getrlimit(resource, &limit) == 0 ? Int(clamping: limit.rlim_cur) : 256
    }

    #if canImport(Glibc)
        private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
        private static let resource = RLIMIT_NOFILE
    #endif
}
