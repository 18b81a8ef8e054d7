#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A failed call of the operating system: what was tried, on what, and what it said.
package struct SystemError: Error, Equatable, CustomStringConvertible {
    package var code: Int32
    /// As `open` or `rename`.
    package var operation: String
    package var path: String

    package init(code: Int32, operation: String, path: String) {
        self.code = code
        self.operation = operation
        self.path = path
    }

    /// A disk without room.
    package static func noSpace(_ operation: String, _ path: String) -> SystemError {
        SystemError(code: ENOSPC, operation: operation, path: path)
    }

    /// The last error of this thread.
    package static func last(_ operation: String, _ path: String) -> SystemError {
        SystemError(code: errno, operation: operation, path: path)
    }

    package var reason: String { String(cString: strerror(code)) }
    package var description: String { "\(operation): \(reason) (\(path))" }

    package var isMissing: Bool { code == ENOENT || code == ENOTDIR }
    package var isNoSpace: Bool { code == ENOSPC || code == EDQUOT }
    /// The system does not let this be written, however often it is tried.
    package var isForbidden: Bool { code == EROFS || code == EACCES || code == EPERM }
    package var isAddressInUse: Bool { code == EADDRINUSE }
    package var isAlreadyThere: Bool { code == EEXIST || code == ENOTEMPTY }
}

/// Runs a call that returns -1 on failure, again when a signal interrupted it.
func checked<Value: BinaryInteger>(_ operation: String, _ path: String, _ call: () -> Value) throws(SystemError)
    -> Value
{
    while true {
        let value = call()
        if value >= 0 { return value }
        if errno != EINTR { throw .last(operation, path) }
    }
}
