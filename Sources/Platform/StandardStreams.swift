import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Standard output and standard error, written at once and without buffering.
package enum StandardStream: Int32, Sendable {
    case output = 1
    case error = 2

    /// Whether a person is looking.
    package var isTerminal: Bool { isatty(rawValue) == 1 }

    /// Why something that was written to standard output is lost: a full disk, a closed descriptor. A pipe whose reader has
    /// gone is no loss; nobody wanted the rest.
    package static var outputProblem: SystemError? {
        let code = outputError.load(ordering: .relaxed)
        return code == 0 ? nil : SystemError(code: code, operation: "write", path: "standard output")
    }

    /// Writes the text. What is not taken is lost; see ``outputProblem``.
    package func write(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes { writeBytes(rawValue, $0.baseAddress!, $0.count) }
            if written < 0 {
                if errno == EINTR { continue }
                if self == .output, errno != EPIPE { outputError.store(errno, ordering: .relaxed) }
                return
            }
            bytes = bytes.dropFirst(written)
        }
    }

    package func writeLine(_ text: String) { write(text + "\n") }
}

private let outputError = Atomic<Int32>(0)

private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
