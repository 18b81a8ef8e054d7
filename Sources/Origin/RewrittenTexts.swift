import Platform
import Signing

/// Texts cut at the places where a token goes. To find those takes a reading of the whole; what a request for a token of its
/// own needs is then the pieces, joined.
final class RewrittenTexts: Sendable {
    /// All that decides where a token goes, but for the token.
    struct Name: Hashable {
        /// Of the bytes that the text is made from.
        var entityTag: String
        /// References are resolved against both.
        var base: String?
        var path: RawPath
        var scope: TokenScope
        var form: CarriageForm
    }

    /// Bytes and texts that are kept; with more all are forgotten at once.
    private static let mostBytes = 8 << 20
    private static let mostTexts = 1024
    /// Stands for the token, and is written as one is: of unreserved characters (RFC 3986 §2.3).
    private static let mark = "~here-goes-the-token~"

    private struct State {
        var pieces: [Name: [[UInt8]]] = [:]
        var bytes = 0
    }

    private let state = Mutex(State())

    /// - Parameters:
    ///   - source: what the text is made from.
    ///   - make: the text with this token; `nil` where it is none to put one into.
    func text(
        _ name: Name, of source: [UInt8], with token: String, make: (_ token: String) -> [UInt8]?
    ) -> [UInt8]? {
        if let pieces = state.withLock({ $0.pieces[name] }) { return Self.joined(pieces, token) }
        let mark = Array(Self.mark.utf8)
        // One that has the mark already is nobody's honest text, and is made each time.
        guard Self.cut(source, at: mark).count == 1 else { return make(token) }
        guard let marked = make(Self.mark) else { return nil }
        let pieces = Self.cut(marked, at: mark)
        keep(pieces, marked.count, as: name)
        return Self.joined(pieces, token)
    }

    private func keep(_ pieces: [[UInt8]], _ count: Int, as name: Name) {
        // A piece costs more than its bytes.
        let bytes = count + 64 * pieces.count
        guard bytes <= Self.mostBytes else { return }
        state.withLock { state in
            if state.bytes + bytes > Self.mostBytes || state.pieces.count >= Self.mostTexts { state = State() }
            if state.pieces.updateValue(pieces, forKey: name) == nil { state.bytes += bytes }
        }
    }

    private static func joined(_ pieces: [[UInt8]], _ token: String) -> [UInt8] {
        let token = Array(token.utf8)
        var text = [UInt8]()
        text.reserveCapacity(pieces.reduce(0) { $0 + $1.count + token.count })
        for (index, piece) in pieces.enumerated() {
            if index > 0 { text += token }
            text += piece
        }
        return text
    }

    private static func cut(_ text: [UInt8], at mark: [UInt8]) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var (start, index) = (0, 0)
        while let found = text[index...].firstIndex(of: mark[0]) {
            index = found + 1
            guard text[found...].starts(with: mark) else { continue }
            pieces.append(Array(text[start..<found]))
            (start, index) = (found + mark.count, found + mark.count)
        }
        return pieces + [Array(text[start...])]
    }
}
