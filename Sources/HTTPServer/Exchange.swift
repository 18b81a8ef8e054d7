internal import HTTP

/// One request and its response, as the daemon's callbacks fill it in. Only one thread has it at a time.
final class Exchange {
    let target: String
    /// As its header says, once that is read.
    var request: Request?
    /// What is owed when the response ends.
    var pending: Pending?
    private(set) var body: [UInt8] = []
    private(set) var bodySize = 0
    private let bodyLimit: Int

    struct Pending {
        var status: Int
        var bytes: Int
        var delivered: (@Sendable (Delivery) -> Void)?
    }

    init(target: String, bodyLimit: Int) {
        self.target = target
        self.bodyLimit = bodyLimit
    }

    var isTooLarge: Bool { bodySize > bodyLimit }

    /// So much more than allowed that reading on to be polite is no use.
    var isFlood: Bool { bodySize > 16 * bodyLimit }

    func take(_ bytes: UnsafeRawBufferPointer) {
        bodySize += bytes.count
        if isTooLarge { body = [] } else { body += bytes }
    }

    func end(complete: Bool) {
        guard let pending else { return }
        pending.delivered?(Delivery(status: pending.status, bytes: pending.bytes, complete: complete))
    }
}
