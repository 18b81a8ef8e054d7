/// What the identifiers of a template stand for. §5.3.9.4.4.
public struct TemplateIdentifiers: Hashable, Sendable {
    /// `$RepresentationID$`.
    public var representationID: String
    /// `$Bandwidth$`.
    public var bandwidth: UInt32
    /// `$Number$`, of a segment.
    public var number: UInt64?
    /// `$Time$`, of a segment.
    public var time: UInt64?

    /// Of a segment; without number and time, of an initialization segment.
    public init(_ representation: MPD.Representation, number: UInt64? = nil, time: UInt64? = nil) {
        representationID = representation.id
        bandwidth = representation.bandwidth
        self.number = number
        self.time = time
    }

    /// More digits than any number has; a template that asks for more is refused.
    private static let mostDigits = 32

    /// The URL that a template makes; `nil` when it has an identifier that is unknown or has no value here.
    public func uri(from template: String) -> String? {
        let parts = template.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count % 2 == 1 else { return nil }
        var uri = ""
        for (index, part) in parts.enumerated() {
            if index % 2 == 0 {
                uri += part
            } else if part.isEmpty {
                uri += "$"
            } else {
                guard let value = value(of: part) else { return nil }
                uri += value
            }
        }
        return uri
    }

    private func value(of identifier: Substring) -> String? {
        if identifier == "RepresentationID" { return representationID }
        let parts = identifier.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
        let number: UInt64? =
            switch parts[0] {
            case "Number": self.number
            case "Time": time
            case "Bandwidth": UInt64(bandwidth)
            default: nil
            }
        guard let number, let width = parts.count == 1 ? 1 : Self.width(parts[1]) else { return nil }
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// Of a format tag `0[width]d`, without its percent sign.
    private static func width(_ tag: Substring) -> Int? {
        guard tag.first == "0", tag.last == "d", let width = Int(tag.dropFirst().dropLast()),
            (1...mostDigits).contains(width)
        else { return nil }
        return width
    }
}
