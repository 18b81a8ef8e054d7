internal import Synchronization

/// How many connections a server has open: made by whoever wants to know, and kept by the server.
package final class ConnectionCount: Sendable {
    private let count = Atomic(0)

    package init() {}

    package var value: Int { count.load(ordering: .relaxed) }

    func add(_ difference: Int) { count.wrappingAdd(difference, ordering: .relaxed) }
}
