import HLS

/// The parameters of a query in their order, each kept as its raw bytes.
struct QueryParameters {
    struct Parameter {
        /// Its place in the query as it was.
        var index: Int
        /// As it stands between the ampersands.
        var raw: Substring
        var name: Substring
        /// Percent-decoded once; the raw text where that is no UTF-8.
        var value: String
    }

    var all: [Parameter]

    init(_ query: String) {
        all = query.split(separator: "&", omittingEmptySubsequences: false).enumerated().map { index, raw in
            let name = raw.prefix { $0 != "=" }
            let value = String(raw.dropFirst(name.count + 1))
            return Parameter(index: index, raw: raw, name: name, value: value.percentDecoded ?? value)
        }
    }

    /// The value of the first of that name, which is compared by case.
    subscript(_ name: String) -> String? { all.first { $0.name == name }?.value }

    func has(_ names: String...) -> Bool { names.allSatisfy { name in all.contains { $0.name == name } } }

    mutating func remove(where isVolatile: (Parameter) -> Bool) { all.removeAll(where: isVolatile) }

    mutating func remove(_ names: Set<String>) { all.removeAll { names.contains(String($0.name)) } }

    /// `nil` when nothing is left.
    var text: String? { all.isEmpty ? nil : all.map(\.raw).joined(separator: "&") }
}
