import HLS
import Signing

/// Puts a token into the query of references that lead from a text to what the token allows, and into no other.
struct QueryCarriage {
    /// The URL of the text, with the path that clients see.
    private let text: URIReference
    /// Scheme and host of it, normalised.
    private let own: URIReference
    /// What stands before the paths of this origin in its public URL.
    private let prefix: String
    private let scope: TokenScope

    /// - Parameters:
    ///   - base: the origin's own URL without a final slash; `nil` when it is not known, and then absolute references are
    ///     all taken for those of others.
    ///   - path: of the text, below it.
    init(base: String?, path: RawPath, scope: TokenScope) {
        let origin = URIReference(base ?? "reelrig://origin")
        prefix = origin.path
        text = URIReference(scheme: origin.scheme, authority: origin.authority, path: "\(prefix)\(path)")
        self.scope = scope
        own = text.normalizedForComparison
    }

    /// The reference with parameters in its query; `nil` when it leads elsewhere.
    ///
    /// - Parameters:
    ///   - example: the reference as it is resolved, where that is not how it is written.
    ///   - bases: the ways from the text to it. It has to lead to this origin on each of them.
    func carried(
        _ reference: String, example: String? = nil, bases: [[String]] = [[]],
        parameters: (_ isPlaylist: Bool) -> String
    ) -> String? {
        let targets = bases.map { way in
            (way + [example ?? reference]).reduce(text) { URIReference($1).resolved(against: $0) }
        }
        // Browsers leave tabs and line ends out before they look where a reference leads.
        guard !targets.isEmpty, targets.allSatisfy(isAllowed), ([reference] + bases.joined()).allSatisfy(Self.isPlain)
        else { return nil }
        return Self.adding(parameters(targets[0].path.hasSuffix(".m3u8")), to: reference)
    }

    /// Whether a URL is one of this origin that the token allows. Of another scheme or host it is not ours, and elsewhere
    /// on ours the token would be of no use.
    private func isAllowed(_ target: URIReference) -> Bool {
        if target.scheme != text.scheme || target.authority != text.authority {
            let url = target.normalizedForComparison
            guard url.scheme == own.scheme, url.authority == own.authority else { return false }
        }
        let path = target.encodedForRequest.path
        guard path.hasPrefix(prefix), let path = try? RawPath(path.dropFirst(prefix.count)) else { return false }
        return scope.covers(path)
    }

    private static func isPlain(_ reference: String) -> Bool {
        reference.utf8.first != 0x20 && reference.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }

    /// A token that is there already gives way: the first of a name would count.
    private static func adding(_ parameters: String, to reference: String) -> String {
        var uri = URIReference(reference)
        let own = [TokenCarriage.parameter, TokenCarriage.formParameter]
        let kept = uri.query?.split(separator: "&", omittingEmptySubsequences: false).filter { parameter in
            !own.contains { parameter.hasPrefix("\($0)=") }
        }
        uri.query = ((kept ?? []) + [parameters[...]]).joined(separator: "&")
        return uri.description
    }
}
