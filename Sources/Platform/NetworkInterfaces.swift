#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The addresses under which other machines may reach this one.
package enum NetworkInterfaces {
    /// Numeric IPv4 addresses of interfaces that are up, without loopback, in the system's order.
    package static func addresses() -> [String] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var found = [String]()
        var next = list
        while let interface = next {
            if let address = address(of: interface.pointee), !found.contains(address) { found.append(address) }
            next = interface.pointee.ifa_next
        }
        return found
    }

    private static func address(of interface: ifaddrs) -> String? {
        let (up, loopback) = (UInt32(IFF_UP), UInt32(IFF_LOOPBACK))
        guard interface.ifa_flags & up != 0, interface.ifa_flags & loopback == 0,
            let address = interface.ifa_addr, Int32(address.pointee.sa_family) == AF_INET
        else { return nil }
        return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
            withUnsafeBytes(of: $0.pointee.sin_addr) { "\($0[0]).\($0[1]).\($0[2]).\($0[3])" }
        }
    }
}
