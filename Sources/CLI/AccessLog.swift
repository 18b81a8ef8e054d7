import Catalog
import Origin
import Platform
import Synchronization

/// Where the access log's lines go: a file, or standard output.
final class AccessLog: Sendable {
    private let file: Mutex<File?>
    private let hasFailed = Atomic(false)

    init() { file = Mutex(nil) }

    init(path: String) throws(CommandError) {
        do {
            file = Mutex(try File.openForAppending(path))
        } catch {
            throw CommandError("the access log cannot be written: \(error.reason)", at: path, exitCode: .trouble)
        }
    }

    /// Each line in one write, so that lines of several threads do not mix.
    func write(_ entry: AccessLogEntry) {
        let line = entry.line
        do throws(SystemError) {
            try file.withLock { file throws(SystemError) in
                if file == nil {
                    StandardStream.output.write(String(decoding: line, as: UTF8.self))
                } else {
                    try file?.write(line)
                }
            }
        } catch {
            guard !hasFailed.exchange(true, ordering: .relaxed) else { return }
            StandardStream.error.writeLine("reelrig: the access log is not written any more: \(error)")
        }
    }
}
