import HLS

/// Rules of Apple's that text does not tell.
extension AppleRule {
    static let unchecked: [Rule] =
        rules(
            .segments,
            "1.2 1.5 1.36 1.39 2.1 2.11 2.17 2.25 3.2 3.3 3.4 4.2 5.3 5.4 5.8 6.10 7.1 7.2 7.3 8.1 8.16 9.5 13.7 16.2 16.3 16.5"
        )
        + rules(
            .streams,
            "1.7 1.8 1.11 1.13 1.14 1.16 1.17 1.18 1.21 1.35 2.18 2.19 2.20 2.21 2.22 2.24 2.30 4.3 7.4 7.8 7.9 8.13 8.14"
        )
        + rules(.answers, "2.9 6.7 6.9 8.18 8.24 10.1 10.4 11.1 11.2 11.3 12.1 12.2 12.3")
        + rules(.reloads, "1.28 1.29 8.8")
        + rules(.knowledge, "1.15 1.22 1.25 6.4 6.17 8.19 8.21")

    private static func rules(_ need: Rule.Need, _ numbers: String) -> [Rule] {
        numbers.split(separator: " ").map { Rule("A\($0)", .appleMust, "Apple \($0)", "", needs: [need]) }
    }
}
