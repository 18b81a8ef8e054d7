import HLS

/// What names the bytes behind a URL, however the URL is signed: the URL without what signing adds to it.
///
/// Two URLs that differ only in their signature, its times or its carriage have one key. Where it is not certain that a
/// part is of the signature it stays: two keys for one object cost a download, one key for two objects shows the wrong
/// one. It may be used where every URL was validated by its server before; it is never a proof of anything.
package struct StableKey: Hashable, Sendable, CustomStringConvertible {
    /// `https://host/path?query`: scheme and host in lower case, no default port and no fragment, escapes of
    /// unreserved characters decoded, no dot segments, and the query as it was but for what was left out.
    package let text: String
    private let reference: URIReference

    package init(_ url: String, rules: StableKeyRules = StableKeyRules()) {
        var omissions: [Omission] = []
        self.init(url, rules: rules, omissions: &omissions)
    }

    /// - Parameter omissions: what the key leaves out is added to them.
    package init(_ url: String, rules: StableKeyRules = StableKeyRules(), omissions: inout [Omission]) {
        let given = URIReference(url)
        guard let scheme = given.scheme?.lowercased(), ["http", "https"].contains(scheme), given.authority != nil else {
            // Opaque (`data:`) or relative: nothing in it is known.
            reference = given
            text = url
            return
        }
        var key = given.normalizedForComparison
        if let authority = key.authority, let origin = rules.origins[authority] { key.authority = origin }
        key.path = strippedPath(key.path, omissions: &omissions)
        key.query = strippedQuery(given.query, host: key.authority ?? "", rules: rules, omissions: &omissions)
        if let fragment = given.fragment {
            omissions.append(Omission(part: .fragment, text: fragment, scheme: "fragment"))
        }
        reference = key
        text = key.description
    }

    /// A part of a URL that its key leaves out.
    package struct Omission: Hashable, Sendable {
        package enum Part: String, Hashable, Sendable, Codable { case path, query, fragment }

        package var part: Part
        /// A segment of the path, a parameter with its value, or the fragment: it may be a secret.
        package var text: String
        /// Whose it is by its marks: `CloudFront`, `CMCD`, `configured`, …
        package var scheme: String
        /// What stands in the key instead.
        package var replacement: String?

        init(part: Part, text: String, scheme: String, replacement: String? = nil) {
            self.part = part
            self.text = text
            self.scheme = scheme
            self.replacement = replacement
        }
    }

    package var description: String { text }

    /// The way from the folder of `base` to this one, for naming a playlist within its presentation; the whole key
    /// when they are not of one origin.
    package func path(relativeTo base: StableKey) -> String {
        guard reference.scheme != nil, reference.scheme == base.reference.scheme,
            reference.authority == base.reference.authority
        else { return text }
        let own = reference.path.split(separator: "/", omittingEmptySubsequences: false)
        let folder = base.reference.path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        let common = zip(own.dropLast(), folder).prefix { $0 == $1 }.count
        let steps = Array(repeating: "..", count: folder.count - common) + own.dropFirst(common).map(String.init)
        return steps.joined(separator: "/") + (reference.query.map { "?\($0)" } ?? "")
    }
}

/// What only the one who runs the servers can know.
package struct StableKeyRules: Sendable {
    /// `host[:port]` of each server of one origin, in lower case, to that origin's one name.
    package var origins: [String: String]
    /// Query parameters that never select content, as those of a signing scheme of one's own.
    package var volatileParameters: Set<String>

    package init(origins: [String: String] = [:], volatileParameters: Set<String> = []) {
        self.origins = origins
        self.volatileParameters = volatileParameters
    }
}
