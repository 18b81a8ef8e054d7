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

    /// Writes the text. What a closed pipe does not take is lost.
    package func write(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes { writeBytes(rawValue, $0.baseAddress!, $0.count) }
            if written < 0 {
                if errno == EINTR { continue }
                return
            }
            bytes = bytes.dropFirst(written)
        }
    }

    package func writeLine(_ text: String) { write(text + "\n") }
}

private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
