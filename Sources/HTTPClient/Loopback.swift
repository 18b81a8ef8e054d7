/// Whether a URL's host is this machine by its name or address, which no proxy of the environment can reach.
func isLoopback(_ url: String) -> Bool {
    guard let scheme = url.firstRange(of: "://") else { return false }
    let authority = url[scheme.upperBound...].prefix { !"/?#".contains($0) }
    let hostAndPort = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    if hostAndPort.hasPrefix("[") { return hostAndPort.hasPrefix("[::1]") }
    let host = hostAndPort.prefix { $0 != ":" }.lowercased()
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    let isAddress = parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    return host == "localhost" || isAddress && parts[0] == "127"
}
