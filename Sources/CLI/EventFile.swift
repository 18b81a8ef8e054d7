import Catalog
import Platform
import Synchronization

/// A file to which every event is added as a line.
final class EventFile: Sendable {
    private let file: Mutex<File>
    private let path: String

    init(_ path: String) throws(CommandError) {
        self.path = path
        do {
            file = Mutex(try File.openForAppending(path))
        } catch {
            throw CommandError("the events cannot be written: \(error.reason)", at: path, exitCode: .trouble)
        }
    }

    /// What cannot be written is lost: the work does not stop for it.
    func add(_ entry: some Encodable) {
        guard let line = try? CanonicalJSON.line(entry) else { return }
        file.withLock { try? $0.write(line + [UInt8(ascii: "\n")]) }
    }
}
