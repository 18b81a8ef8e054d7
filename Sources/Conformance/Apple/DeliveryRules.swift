import HLS

/// Chapter 10: delivery.
extension AppleRule {
    static let delivery: [AppleRule] = [redundant]

    private static let redundant = AppleRule(
        "10.2", .appleShould, "Variants are offered from more than one place",
        why: "A player goes on from another server when one fails.",
        mend: "List each variant once more with the URI of another server, or use pathways and content steering."
    ) { subject in
        let variants = subject.multivariant?.variants ?? []
        let pathways = Set(variants.map { $0.pathwayID ?? "." })
        var places: [StreamAttributes: Set<String>] = [:]
        for variant in variants {
            var attributes = variant.attributes
            attributes.stableVariantID = nil
            places[attributes, default: []].insert(variant.uri)
        }
        let isRedundant = pathways.count > 1 || places.values.contains { $0.count > 1 }
        return subject.problem(if: !variants.isEmpty && !isRedundant, "every variant is in one place", at: .streamInf)
    }
}
