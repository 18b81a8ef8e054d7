/// The `Cookie` field of a request (RFC 6265 §4.2).
package enum CookieField {
    /// The values of one name, in their order.
    package static func values(of name: String, in fields: [String]) -> [Substring] {
        fields.flatMap { field in
            field.split(separator: ";").compactMap { pair in
                let parts = pair.drop { $0 == " " }.split(
                    separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return parts.count == 2 && parts[0] == name ? parts[1] : nil
            }
        }
    }
}
