internal import CEventQueue
internal import Platform

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Waits for descriptors that can be read or written: epoll(7), or kqueue(2) where that is not.
struct Poller: ~Copyable {
    private static let capacity = 256

    private let queue: Int32
    #if canImport(Glibc)
        private var events = [epoll_event](repeating: epoll_event(), count: capacity)
    #else
        private var events = [kevent](repeating: kevent(), count: capacity)
    #endif

    init() throws(SystemError) {
        #if canImport(Glibc)
            queue = epoll_create1(Int32(EPOLL_CLOEXEC))
        #else
            queue = kqueue()
        #endif
        if queue < 0 { throw .last("wait for connections", "") }
    }

    deinit { close(queue) }

    /// Says when the descriptor can be read, for as long as it can.
    func addForReading(_ descriptor: Int32) throws(SystemError) {
        #if canImport(Glibc)
            try add(descriptor, EPOLLIN.rawValue)
        #else
            try add(descriptor, [EVFILT_READ], 0)
        #endif
    }

    /// Says once when the descriptor begins to be readable or writable.
    func addForChanges(_ descriptor: Int32) throws(SystemError) {
        #if canImport(Glibc)
            try add(descriptor, EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue)
        #else
            try add(descriptor, [EVFILT_READ, EVFILT_WRITE], EV_CLEAR)
        #endif
    }

    /// Of one that was added for reading. Closing a descriptor does the same.
    func remove(_ descriptor: Int32) {
        #if canImport(Glibc)
            epoll_ctl(queue, EPOLL_CTL_DEL, descriptor, nil)
        #else
            var change = kevent(
                ident: UInt(descriptor), filter: Int16(EVFILT_READ), flags: UInt16(EV_DELETE), fflags: 0, data: 0,
                udata: nil)
            _ = kevent(queue, &change, 1, nil, 0, nil)
        #endif
    }

    /// The descriptors of which there is something to say; none when nothing was in time. `nil` waits for ever.
    mutating func wait(_ limit: Duration?) -> [Int32] {
        let milliseconds = limit.map { Int32(clamping: Int(($0 / .milliseconds(1)).rounded(.up))) } ?? -1
        #if canImport(Glibc)
            let count = epoll_wait(queue, &events, Int32(Self.capacity), milliseconds)
            return count > 0 ? events[..<Int(count)].map { $0.data.fd } : []
        #else
            var time = timespec(tv_sec: Int(milliseconds) / 1000, tv_nsec: Int(milliseconds) % 1000 * 1_000_000)
            let count = withUnsafePointer(to: &time) {
                kevent(queue, nil, 0, &events, Int32(Self.capacity), limit == nil ? nil : $0)
            }
            return count > 0 ? events[..<Int(count)].map { Int32($0.ident) } : []
        #endif
    }

    #if canImport(Glibc)
        private func add(_ descriptor: Int32, _ kinds: UInt32) throws(SystemError) {
            var event = epoll_event()
            event.events = kinds
            event.data.fd = descriptor
            if epoll_ctl(queue, EPOLL_CTL_ADD, descriptor, &event) < 0 { throw .last("wait for a connection", "") }
        }
    #else
        private func add(_ descriptor: Int32, _ filters: [Int32], _ flags: Int32) throws(SystemError) {
            var changes = filters.map {
                kevent(
                    ident: UInt(descriptor), filter: Int16($0), flags: UInt16(EV_ADD | flags), fflags: 0, data: 0,
                    udata: nil)
            }
            if kevent(queue, &changes, Int32(changes.count), nil, 0, nil) < 0 {
                throw .last("wait for a connection", "")
            }
        }
    #endif
}
