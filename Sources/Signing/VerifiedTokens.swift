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
    private let known = Mutex<[String: Known]>([:])

    package init() {}

    func token(_ text: String) -> Token? { entry(text)?.token }

    func shown(_ text: String) -> String? { entry(text)?.shown }

    /// To a dictionary texts are equal that mean the same characters, as K and the Kelvin sign; a token has one text.
    private func entry(_ text: String) -> Known? {
        known.withLock { known in
            guard let index = known.index(forKey: text), known[index].key.utf8.elementsEqual(text.utf8) else {
                return nil
            }
            return known[index].value
        }
    }

    func remember(_ token: Token, as text: String) {
        let entry = Known(token: token, shown: token.description)
        known.withLock { known in
            if known.count >= Self.most { known.removeAll(keepingCapacity: true) }
            known[text] = entry
        }
    }
}
