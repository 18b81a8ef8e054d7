import Catalog
import Dispatch
import Origin
import Platform
import Synchronization

/// Where the access log's lines go: a file, or standard output. One thread writes, every few milliseconds at most, so
/// that many lines cost one system call.
final class AccessLog: Sendable {
    private enum Post: Sendable {
        case line([UInt8])
        case end
    }

    /// Lines that are waiting; with more of them whoever has one to add waits too.
    private static let mostWaiting = 16384
    /// How long lines may wait for company.
    private static let patience = DispatchTimeInterval.milliseconds(10)

    private let posts = Mailbox<Post>()
    private let places = DispatchSemaphore(value: mostWaiting)
    private let closing = DispatchSemaphore(value: 0)
    private let writer: Mutex<Worker?>

    convenience init() {
        self.init { StandardStream.output.write(String(decoding: $0, as: UTF8.self)) }
    }

    convenience init(path: String) throws(CommandError) {
        let file: LogFile
        do {
            file = LogFile(try File.openForAppending(path))
        } catch {
            throw CommandError("the access log cannot be written: \(error.reason)", at: path, exitCode: .trouble)
        }
        self.init(file.write)
    }

    private init(_ write: @escaping @Sendable ([UInt8]) -> Void) {
        writer = Mutex(nil)
        let worker = Worker { [posts, places, closing] in
            var isOpen = true
            while isOpen {
                var lines = [UInt8]()
                for post in posts.take() {
                    switch post {
                    case .line(let line):
                        lines += line
                        places.signal()
                    case .end: isOpen = false
                    }
                }
                write(lines)
                if isOpen { _ = closing.wait(timeout: .now() + Self.patience) }
            }
        }
        writer.withLock { $0 = worker }
    }

    func write(_ entry: AccessLogEntry) {
        let line = entry.line
        places.wait()
        posts.post(.line(line))
    }

    /// Waits until every line is written. Nothing may be added afterwards.
    func close() {
        posts.post(.end)
        closing.signal()
        writer.withLock { writer in
            writer?.join()
            writer = nil
        }
    }
}

/// The log's file, which says once when it cannot be written.
private final class LogFile: Sendable {
    private let file: Mutex<File>
    private let hasFailed = Atomic(false)

    init(_ file: consuming File) { self.file = Mutex(file) }

    @Sendable func write(_ lines: [UInt8]) {
        do throws(SystemError) {
            try file.withLock { file throws(SystemError) in try file.write(lines) }
        } catch {
            guard !hasFailed.exchange(true, ordering: .relaxed) else { return }
            StandardStream.error.writeLine("reelrig: the access log is not written any more: \(error)")
        }
    }
}
