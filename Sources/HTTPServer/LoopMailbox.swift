internal import Platform

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// What other threads tell the thread of an ``EventLoop``; a pipe wakes it.
final class LoopMailbox: Sendable {
    /// A connection that was accepted.
    struct Arrival: Sendable {
        var socket: Int32
        var clientAddress: String
    }

    /// How far a loop is to go.
    enum Stage: Int, Comparable, Sendable {
        case running
        /// Answers under way go on, everything else ends.
        case draining
        case ending

        static func < (left: Stage, right: Stage) -> Bool { left.rawValue < right.rawValue }
    }

    private struct Content {
        var arrivals: [Arrival] = []
        var stage = Stage.running
        var isClosed = false
    }

    private let content = Mutex(Content())
    /// Readable when something was posted.
    let descriptor: Int32
    private let writer: Int32

    init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .last("pipe", "") }
        (descriptor, writer) = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
    }

    deinit {
        close(descriptor)
        close(writer)
    }

    /// `false` when nobody takes it any more.
    func post(_ arrival: Arrival) -> Bool {
        let isTaken = content.withLock { content in
            if !content.isClosed { content.arrivals.append(arrival) }
            return !content.isClosed
        }
        wake()
        return isTaken
    }

    func post(_ stage: Stage) {
        content.withLock { $0.stage = max($0.stage, stage) }
        wake()
    }

    /// Takes what was posted; the pipe is empty afterwards.
    func take() -> (arrivals: [Arrival], stage: Stage) {
        var waste = [UInt8](repeating: 0, count: 64)
        while read(descriptor, &waste, waste.count) == waste.count {}
        return content.withLock { content in
            defer { content.arrivals = [] }
            return (content.arrivals, content.stage)
        }
    }

    /// The last thing the loop does: takes what it did not know of, and no more comes.
    func end() -> [Arrival] {
        content.withLock { content in
            content.isClosed = true
            defer { content.arrivals = [] }
            return content.arrivals
        }
    }

    /// A pipe that is full wakes as well.
    func wake() {
        var byte = UInt8(0)
        _ = write(writer, &byte, 1)
    }
}
