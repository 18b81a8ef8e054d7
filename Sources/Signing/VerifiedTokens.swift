internal import Synchronization

/// Tokens whose signature was found right, so that the next request with one costs no MAC. It belongs to one set of
/// signing keys: with other keys a new one begins.
///
/// Only tokens that are bound to no address are kept. Time, scope and the key's retirement are looked at every time.
package final class VerifiedTokens: Sendable {
    private struct Known {
        var token: Token
        /// The token as a log may hold it.
        var shown: String
    }

    /// With more the oldest are forgotten, all at once.
    private static let most = 4096
    private let known = Mutex<[Text: Known]>([:])

    /// The exact bytes of a token. Strings would be equal that mean the same characters, as K and the Kelvin sign.
    private struct Text: Hashable {
        var bytes: [UInt8]

        func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
    }

    package init() {}

    func token(_ text: [UInt8]) -> Token? { known.withLock { $0[Text(bytes: text)]?.token } }

    func shown(_ text: [UInt8]) -> String? { known.withLock { $0[Text(bytes: text)]?.shown } }

    func remember(_ token: Token, as text: [UInt8]) {
        let entry = Known(token: token, shown: token.description)
        known.withLock { known in
            if known.count >= Self.most { known.removeAll(keepingCapacity: true) }
            known[Text(bytes: text)] = entry
        }
    }
}
