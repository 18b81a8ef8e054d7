import Synchronization

extension FileSystem {
    /// Brings files to the disk, several at a time: what is committed for one is committed for all, so that they wait
    /// together. The first error is thrown when all have come to their end.
    package static func synchronize(files: [String]) throws(SystemError) {
        let work = SharedWork(files)
        let workers = (0..<min(8, files.count)).map { _ in Worker { while work.synchronizeNext() {} } }
        for worker in workers { worker.join() }
        if let failure = work.failure.withLock({ $0 }) { throw failure }
    }

    private final class SharedWork: Sendable {
        private let files: [String]
        private let next = Mutex(0)
        let failure = Mutex<SystemError?>(nil)

        init(_ files: [String]) { self.files = files }

        /// `false` when there is nothing left to do.
        func synchronizeNext() -> Bool {
            let index = next.withLock { next in
                next += 1
                return next - 1
            }
            guard index < files.count else { return false }
            do throws(SystemError) {
                let file = try File.openForReading(files[index])
                try file.synchronize()
            } catch {
                failure.withLock { $0 = $0 ?? error }
            }
            return true
        }
    }
}
