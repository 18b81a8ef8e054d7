package import Platform

/// What is only known at the moment it is asked for.
package struct Gauges: Hashable, Sendable {
    package var connections: Int?
    package var process: ProcessUsage?

    package init(connections: Int? = nil, process: ProcessUsage? = nil) {
        self.connections = connections
        self.process = process
    }
}
