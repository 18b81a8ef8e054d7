/// The text of a SubRip cue, as WebVTT says it.
///
/// `<b>`, `<i>` and `<u>` are in both. `<font>` and override codes in braces are not in WebVTT and go; of the codes
/// `{\an1}` … `{\an9}`, which place a cue as a numeric keypad lies, a position is kept.
struct SubRipText {
    private(set) var lines: [String] = []
    private(set) var settings = ""

    init(_ source: ArraySlice<String>) {
        for line in source {
            let converted = convert(line)
            if !converted.trimmed.isEmpty { lines.append(converted) }
        }
    }

    private mutating func convert(_ line: String) -> String {
        var result = ""
        var rest = line[...]
        while let character = rest.first {
            if character == "{", rest.dropFirst().first == "\\", let end = Self.end(of: rest, "}") {
                place(rest[..<end].dropFirst(2))
                rest = rest[rest.index(after: end)...]
            } else if character == "<", let end = Self.end(of: rest, ">"), let tag = Self.tag(rest[..<end].dropFirst())
            {
                result += tag
                rest = rest[rest.index(after: end)...]
            } else {
                result += Self.escaped(character, before: rest.dropFirst())
                rest = rest.dropFirst()
            }
        }
        return result
    }

    /// Where what begins here ends; `nil` when another of its kind begins before.
    private static func end(of text: Substring, _ end: Character) -> String.Index? {
        text.dropFirst().firstIndex { $0 == end || $0 == text.first }.flatMap { text[$0] == end ? $0 : nil }
    }

    /// What stands for a tag; `nil` when it is none but text.
    private static func tag(_ inside: Substring) -> String? {
        let name = inside.lowercased().trimmed
        let bare = name.hasPrefix("/") ? name.dropFirst() : name
        if ["b", "i", "u"].contains(bare) { return "<\(name)>" }
        return bare == "font" || bare.hasPrefix("font ") ? "" : nil
    }

    /// `&`, `<` and `>` are markup in WebVTT; what is an entity already stays one.
    private static func escaped(_ character: Character, before rest: Substring) -> String {
        switch character {
        case "<": "&lt;"
        case ">": "&gt;"
        case "&": entities.contains { rest.hasPrefix($0) } ? "&" : "&amp;"
        default: String(character)
        }
    }

    private static let entities = ["amp;", "lt;", "gt;", "nbsp;", "lrm;", "rlm;"]

    private mutating func place(_ code: Substring) {
        guard code.hasPrefix("an"), let digit = code.dropFirst(2).first?.wholeNumberValue, (1...9).contains(digit)
        else { return }
        var parts: [String] = []
        if digit > 6 { parts.append("line:0") } else if digit > 3 { parts.append("line:50%") }
        if digit % 3 == 1 { parts.append("align:start") } else if digit % 3 == 0 { parts.append("align:end") }
        settings = parts.joined(separator: " ")
    }
}
