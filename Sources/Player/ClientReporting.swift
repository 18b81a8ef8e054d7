import Catalog
import HLS
import HTTP

/// How a session tells of itself: Common Media Client Data (CTA-5004; CTA-5004-B for version 2).
package struct ClientReporting: Hashable, Sendable {
    package enum Carriage: String, Hashable, Sendable, CaseIterable {
        /// Four header fields: URLs stay as they are.
        case headers
        /// The parameter `CMCD` of each URL. A signature over the whole URL does not survive it.
        case query
    }

    package var carriage: Carriage
    /// 1 or 2.
    package var version: Int

    package init(_ carriage: Carriage, version: Int = 1) {
        self.carriage = carriage
        self.version = version
    }

    private static let parameter = "CMCD="

    func carry(_ data: CMCD, _ url: String, _ headers: Headers) -> (url: String, headers: Headers) {
        switch carriage {
        case .headers:
            var headers = headers
            for field in data.fields { headers[field.name] = field.value }
            return (url, headers)
        case .query: return (Self.adding(data, to: url), headers)
        }
    }

    /// The URL that a response came from without what was added to it: references are resolved against it, and keys and
    /// variables may be made of it.
    func plain(_ url: String) -> String {
        guard carriage == .query, url.contains(Self.parameter) else { return url }
        var uri = URIReference(url)
        let kept = uri.query.map(Self.others) ?? []
        uri.query = kept.isEmpty ? nil : kept.joined(separator: "&")
        return uri.description
    }

    /// One parameter only: what the URL says already stays where the session has nothing else to say.
    private static func adding(_ data: CMCD, to url: String) -> String {
        var uri = URIReference(url)
        let parameters = uri.query ?? ""
        let before = parameters.split(separator: "&").first { $0.hasPrefix(parameter) }
        var all = data
        if let before {
            let known = CMCD.read([PercentEncoding.decoded(before.dropFirst(parameter.count))]).data
            all.values.merge(known.values) { own, _ in own }
        }
        let added = parameter + PercentEncoding.encoded(all.text)
        uri.query = (others(parameters) + [added]).joined(separator: "&")
        return uri.description
    }

    private static func others(_ query: String) -> [String] {
        query.isEmpty
            ? []
            : query.split(separator: "&", omittingEmptySubsequences: false).filter { !$0.hasPrefix(parameter) }
                .map(String.init)
    }
}
