/// The pages that may read answers to requests with credentials, by their web origins (RFC 6454 §6.2).
package struct CredentialedOrigins: Hashable, Sendable {
    /// `nil` for those of this machine.
    private var list: Set<String>?

    /// Pages that this machine serves, at every port: who develops a page has it there.
    package static let loopback = CredentialedOrigins(list: nil)

    private init(list: Set<String>?) { self.list = list }

    /// Those of a list and no other. `nil` when one of them is no `http` or `https` origin as browsers write it: lower
    /// case, no path, no port where it is the scheme's own, and not `null`, which stands for many.
    package init?(_ origins: [String]) {
        guard origins.allSatisfy(Self.isSerialized) else { return nil }
        list = Set(origins)
    }

    /// - Parameter origin: the `Origin` of a request, compared byte for byte (Fetch §4.10).
    package func contains(_ origin: String) -> Bool {
        guard Self.isSerialized(origin) else { return false }
        guard let list else { return Self.isLoopback(origin) }
        return list.contains(origin)
    }

    private static func isSerialized(_ text: String) -> Bool {
        guard let (scheme, authority) = parts(text), !text.utf8.contains(where: isUpperCase),
            RequestText.host(String(authority)) != nil
        else { return false }
        return !authority.hasSuffix(scheme == "http" ? ":80" : ":443")
    }

    /// `localhost` is this machine for every browser; other names may be anybody's.
    private static func isLoopback(_ origin: String) -> Bool {
        guard let (_, authority) = parts(origin) else { return false }
        return ["localhost", "127.0.0.1", "[::1]"].contains { host in
            authority == host || authority.hasPrefix("\(host):")
        }
    }

    private static func parts(_ origin: String) -> (scheme: String, authority: Substring)? {
        ["http", "https"].first { origin.hasPrefix("\($0)://") }.map { ($0, origin.dropFirst($0.count + 3)) }
    }

    private static func isUpperCase(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
}
