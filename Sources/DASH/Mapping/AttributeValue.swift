/// A type that an attribute's text stands for.
protocol AttributeValue: Sendable {
    /// `nil` of a text that is none. White space around it is already gone.
    init?(attribute text: String)
    var attributeText: String { get }
}

extension String: AttributeValue {
    init?(attribute text: String) { self = text }
    var attributeText: String { self }
}

extension UInt32: AttributeValue {
    init?(attribute text: String) { self.init(text) }
    var attributeText: String { "\(self)" }
}

extension UInt64: AttributeValue {
    init?(attribute text: String) { self.init(text) }
    var attributeText: String { "\(self)" }
}

extension Int64: AttributeValue {
    init?(attribute text: String) { self.init(text) }
    var attributeText: String { "\(self)" }
}

extension Bool: AttributeValue {
    init?(attribute text: String) {
        switch text {
        case "true", "1": self = true
        case "false", "0": self = false
        default: return nil
        }
    }

    var attributeText: String { self ? "true" : "false" }
}

/// Finite, in decimal.
extension Double: AttributeValue {
    init?(attribute text: String) {
        guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }), let value = Double(text), value.isFinite
        else { return nil }
        self = value
    }

    var attributeText: String { "\(self)" }
}

extension MPD.Ratio: AttributeValue {
    init?(attribute text: String) { self.init(text) }
    var attributeText: String { description }
}

extension MPD.FrameRate: AttributeValue {
    init?(attribute text: String) { self.init(text) }
    var attributeText: String { description }
}

extension AttributeValue where Self: RawRepresentable, RawValue == String {
    init?(attribute text: String) { self.init(rawValue: text) }
    var attributeText: String { rawValue }
}

extension MPD.PresentationType: AttributeValue {}
extension MPD.AdaptationSet.ContentType: AttributeValue {}
