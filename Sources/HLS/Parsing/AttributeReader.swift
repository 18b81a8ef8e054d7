/// The attribute list of one tag, read by name and type. §4.2.
///
/// Everything wrong with it is reported with its column; what can be made of it is still given, so that one slip does
/// not hide the rest. What no one asked for by ``finish()`` is unknown.
struct AttributeReader {
    struct Item {
        var name: String
        /// The value in the text, without quotes.
        var value: Range<Int>
        var isQuoted: Bool
        var start: Int
        var isUsed = false
    }

    let state: ReadingState
    let line: TextLine
    let tag: Tag
    private(set) var items: [Item] = []
    /// The names seen, from the sixteenth on; before that the items themselves are looked through.
    private var names: Set<String> = []
    /// Attributes that are left out because no value could be read.
    private var brokenNames: [String] = []
    /// A client has to ignore the whole tag: an enumerated value or a `REQ-` attribute it does not know. §6.3.1.
    private(set) var isIgnored = false

    init(_ state: ReadingState, line: TextLine, tag: Tag, list: Range<Int>?) {
        self.state = state
        self.line = line
        self.tag = tag
        if let list { scan(list) }
    }

    /// A client has to ignore the tag for what an attribute says.
    mutating func ignoreTag() { isIgnored = true }

    /// The tag goes, and with it the attribute of REQ- for which a version is needed: its place is kept for the check.
    func noteUnknownRequirement(_ name: String) {
        guard state.unknownRequiredAttribute == nil, let start = position(of: name) else { return }
        state.unknownRequiredAttribute = state.position(of: start, in: line)
    }

    func report(
        _ rule: Rule, at offset: Int? = nil, refuses: Bool = false, _ message: @autoclosure () -> String
    ) {
        state.report(
            rule, at: offset ?? line.content.lowerBound, in: line, refuses: refuses, "\(tag.rawValue): \(message())")
    }

    /// Says that an attribute is missing, unless it is there and what is wrong with it has been said.
    func reportMissing(_ name: String, _ rule: Rule) {
        if !has(name), !brokenNames.contains(name) { report(rule, "\(name) is missing") }
    }

    func position(of name: String) -> Int? { items.first { $0.name == name }?.start }

    func has(_ name: String) -> Bool { items.contains { $0.name == name } }

    func text(_ range: Range<Int>) -> String { state.text(range) }
}

// MARK: Scanning

extension AttributeReader {
    /// Splits the list at the commas outside quotes, item by item.
    private mutating func scan(_ list: Range<Int>) {
        let bytes = state.bytes
        var index = list.lowerBound
        while index < list.upperBound {
            index = skipBlanks(from: index, to: list.upperBound)
            guard index < list.upperBound else { return }
            if bytes[index] == UInt8(ascii: ",") {
                report(.g07, at: index, "an empty item in the attribute list")
                index += 1
                continue
            }
            index = scanItem(from: index, to: list.upperBound)
            guard index < list.upperBound else { return }
            // The scan of an item ends at its comma.
            index += 1
            if index == list.upperBound { report(.g07, at: index - 1, "a comma after the last attribute") }
        }
    }

    /// One `NAME=value`; gives the index of the comma after it, or the end.
    private mutating func scanItem(from start: Int, to end: Int) -> Int {
        let bytes = state.bytes
        var index = start
        while index < end, bytes[index] != UInt8(ascii: "="), bytes[index] != UInt8(ascii: ","),
            bytes[index] != UInt8(ascii: "\"")
        { index += 1 }
        guard index < end, bytes[index] == UInt8(ascii: "=") else {
            report(.g11, at: start, "'\(shown(start..<comma(from: index, to: end)))' is no attribute")
            return comma(from: index, to: end)
        }
        var nameEnd = index
        while nameEnd > start, bytes[nameEnd - 1].isBlank { nameEnd -= 1 }
        if nameEnd < index { report(.g07, at: nameEnd, "a blank before '='") }
        let nameIsGood = nameEnd > start && (start..<nameEnd).allSatisfy { isNameByte(bytes[$0]) }
        if !nameIsGood {
            report(.g11, at: start, "'\(shown(start..<nameEnd))' is no attribute name (A-Z, 0-9, '-')")
        }
        index = skipBlanks(from: index + 1, to: end)
        let (value, isQuoted, next) = scanValue(from: index, to: end)
        guard nameIsGood, let value else {
            if nameIsGood, brokenNames.count < 16 { brokenNames.append(text(start..<nameEnd)) }
            return next
        }
        add(Item(name: text(start..<nameEnd), value: value, isQuoted: isQuoted, start: start))
        return next
    }

    private mutating func add(_ item: Item) {
        if isRepeated(item.name) {
            report(.g12, at: item.start, "\(item.name) is given twice; the first counts")
        } else if items.count >= state.limits.attributesOfOneTag {
            report(
                .limit, at: item.start, "more than \(state.limits.attributesOfOneTag) attributes; the rest is ignored")
        } else {
            items.append(item)
        }
    }

    private mutating func isRepeated(_ name: String) -> Bool {
        if items.count < 16 { return has(name) }
        if names.isEmpty { names = Set(items.map(\.name)) }
        return !names.insert(name).inserted
    }

    private mutating func scanValue(from start: Int, to end: Int) -> (Range<Int>?, isQuoted: Bool, next: Int) {
        let bytes = state.bytes
        if start < end, bytes[start] == UInt8(ascii: "\"") {
            var close = start + 1
            while close < end, bytes[close] != UInt8(ascii: "\"") { close += 1 }
            guard close < end else {
                report(.g17, at: start, "a quote is not closed")
                return (nil, true, end)
            }
            return ((start + 1)..<close, true, afterQuote(close + 1, end))
        }
        let next = unquotedEnd(from: start, to: end)
        var valueEnd = next
        while valueEnd > start, bytes[valueEnd - 1].isBlank { valueEnd -= 1 }
        if valueEnd < next { report(.g07, at: valueEnd, "a blank after a value") }
        guard valueEnd > start else {
            report(.g19, at: start, "an attribute without a value")
            return (nil, false, next)
        }
        return (start..<valueEnd, false, next)
    }

    private func afterQuote(_ start: Int, _ end: Int) -> Int {
        let index = skipBlanks(from: start, to: end)
        guard index < end, state.bytes[index] != UInt8(ascii: ",") else { return index }
        let next = comma(from: index, to: end)
        report(.g17, at: index, "'\(shown(index..<next))' after a closing quote")
        return next
    }

    private func skipBlanks(from start: Int, to end: Int) -> Int {
        var index = start
        while index < end, state.bytes[index].isBlank { index += 1 }
        if index > start { report(.g07, at: start, "a blank in the attribute list") }
        return index
    }

    private func unquotedEnd(from start: Int, to end: Int) -> Int {
        var index = start
        while index < end, state.bytes[index] != UInt8(ascii: ",") { index += 1 }
        return index
    }

    /// The next comma outside quotes.
    private func comma(from start: Int, to end: Int) -> Int {
        var (index, isInside) = (start, false)
        while index < end {
            let byte = state.bytes[index]
            if byte == UInt8(ascii: "\"") { isInside.toggle() }
            if byte == UInt8(ascii: ","), !isInside { return index }
            index += 1
        }
        return end
    }

    func shown(_ range: Range<Int>) -> String { state.shown(range) }

    private func isNameByte(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "A") < 26 || byte.decimalDigit != nil || byte == UInt8(ascii: "-")
    }
}

// MARK: Values by type

extension AttributeReader {
    private mutating func use(_ name: String) -> Item? {
        guard let index = items.firstIndex(where: { $0.name == name }) else { return nil }
        items[index].isUsed = true
        return items[index]
    }

    /// A quoted-string with its variables replaced. An empty one counts as absent unless it may be empty.
    mutating func quoted(_ name: String, mayBeEmpty: Bool = false) -> String? {
        guard let item = use(name) else { return nil }
        if !item.isQuoted { report(.g18, at: item.start, "\(name) is to be in quotes") }
        if !item.isQuoted, state.bytes[item.value].contains(UInt8(ascii: "\"")) {
            report(.g17, at: item.start, "\(name) has a quote inside")
            return nil
        }
        if item.value.isEmpty, !mayBeEmpty {
            report(.g17, at: item.start, "\(name) is empty")
            return nil
        }
        return state.substituted(item.value, in: line)
    }

    /// A quoted-string that is a URI reference.
    mutating func uri(_ name: String) -> String? {
        let start = position(of: name)
        guard let text = quoted(name) else { return nil }
        if !text.utf8.allSatisfy({ uriBytes[Int($0)] }) || !URIReference(text).isValid {
            report(.g22, at: start, "'\(text.shortened)' is no URI reference")
        }
        return text
    }

    /// The entries of a quoted comma-separated list, without blanks around them. Where the entries are no
    /// enumerated-strings, a quoted-string may hold blanks, and only `blanks` is broken by one.
    mutating func list(_ name: String, blanks rule: Rule = .g31) -> [String] {
        let start = position(of: name)
        guard let text = quoted(name) else { return [] }
        return text.split(separator: ",", omittingEmptySubsequences: true).map { entry in
            let trimmed = entry.trimmingBlanks
            if trimmed.utf8.count < entry.utf8.count { report(rule, at: start, "a blank in \(name)") }
            return String(trimmed)
        }
    }

    private mutating func unquoted(_ name: String) -> Range<Int>? {
        guard let item = use(name) else { return nil }
        if item.isQuoted { report(.g18, at: item.start, "\(name) is not to be in quotes") }
        guard !item.value.isEmpty else {
            report(.g19, at: item.start, "\(name) is empty")
            return nil
        }
        return item.value
    }

    /// An enumerated-string. One that is not known makes a client ignore the tag, and breaks `rule`.
    mutating func enumerated<Value: RawRepresentable>(_ name: String, _ rule: Rule) -> Value?
    where Value.RawValue == String {
        guard let text = word(name) else { return nil }
        if let value = Value(rawValue: text) { return value }
        report(rule, at: position(of: name), "\(name)=\(text.shortened) is not known")
        isIgnored = true
        return nil
    }

    /// An enumerated-string of any value.
    mutating func word(_ name: String) -> String? {
        guard let range = unquoted(name) else { return nil }
        let bytes = state.bytes
        if range.contains(where: { bytes[$0] == UInt8(ascii: "\"") || bytes[$0].isBlank }) {
            report(.g19, at: range.lowerBound, "\(name) has a quote or a blank in it")
        }
        return text(range)
    }

    /// YES or NO.
    mutating func flag(_ name: String, _ rule: Rule) -> Bool? {
        (enumerated(name, rule) as YesOrNo?).map { $0 == .yes }
    }

    /// An attribute whose one value is YES.
    mutating func isYes(_ name: String, _ rule: Rule) -> Bool { (enumerated(name, rule) as Yes?) != nil }

    /// An attribute whose one value is YES, of a tag that says enough without it: NO is not defined, and what it is meant
    /// to say is plain, so the tag is not ignored for it.
    mutating func isYesOrMeantNo(_ name: String) -> Bool {
        guard let item = items.first(where: { $0.name == name }), !item.isQuoted,
            state.bytes[item.value].elementsEqual("NO".utf8)
        else { return isYes(name, .g29) }
        _ = use(name)
        report(.g29, at: item.start, "\(name)=NO is not known; it is left out instead")
        return false
    }

    /// A decimal-integer; of a number with a point the whole part.
    mutating func integer(_ name: String, _ rule: Rule = .g13) -> UInt64? {
        guard let range = unquoted(name) else { return nil }
        let bytes = state.bytes
        let value = bytes.span.extracting(range)
        if let number = decimalInteger(value) { return number }
        report(rule, at: range.lowerBound, "\(name)=\(shown(range)) is no whole number from 0 to 2^64 - 1")
        guard let scan = DecimalScan(value), scan.length == range.count, !scan.hasSign else { return nil }
        return UInt64(scan.value.wholePart)
    }

    /// A decimal-floating-point.
    mutating func decimal(_ name: String, _ rule: Rule = .g15) -> ExactDecimal? {
        guard let range = unquoted(name) else { return nil }
        guard let number = number(range, name, rule, form: .g15) else { return nil }
        guard !number.hasSign else {
            report(rule, at: range.lowerBound, "\(name)=\(shown(range)) has a sign")
            return nil
        }
        return number.value
    }

    /// A signed-decimal-floating-point.
    mutating func signedDecimal(_ name: String, _ rule: Rule = .g16) -> ExactDecimal? {
        guard let range = unquoted(name) else { return nil }
        return number(range, name, rule, form: .g16)?.value
    }

    /// A number; what is none breaks `rule`, one without a digit beside its point the rule of its `form`.
    private func number(_ range: Range<Int>, _ name: String, _ rule: Rule, form: Rule) -> DecimalScan? {
        let bytes = state.bytes
        guard let scan = DecimalScan(bytes.span.extracting(range)), scan.length == range.count else {
            report(rule, at: range.lowerBound, "\(name)=\(shown(range)) is no decimal number")
            return nil
        }
        if scan.isSloppy {
            report(form, at: range.lowerBound, "\(name)=\(shown(range)) lacks a digit beside the point")
        }
        return scan
    }

    /// A hexadecimal-sequence with its variables replaced.
    mutating func hex(_ name: String, _ rule: Rule = .g14) -> HexSequence? {
        guard let range = unquoted(name) else { return nil }
        let text = Array(state.substituted(range, in: line).utf8)
        guard let scan = HexScan(text.span) else {
            report(rule, at: range.lowerBound, "\(name)=\(shown(range)) is no hexadecimal sequence (0x and digits)")
            return nil
        }
        if scan.hasLowerCase { report(.g14, at: range.lowerBound, "\(name) has digits in lower case") }
        return scan.value
    }

    /// A decimal-resolution.
    mutating func resolution(_ name: String) -> Resolution? {
        guard let range = unquoted(name) else { return nil }
        let bytes = state.bytes
        if let value = Resolution(bytes.span.extracting(range)) { return value }
        report(.g21, at: range.lowerBound, "\(name)=\(shown(range)) is no resolution (WIDTHxHEIGHT)")
        return nil
    }

    /// A quoted `n[@o]`.
    mutating func byteRange(_ name: String, _ rule: Rule) -> ByteSubrange? {
        let start = position(of: name)
        guard let text = quoted(name) else { return nil }
        let bytes = Array(text.utf8)
        if let value = ByteSubrange(bytes.span) { return value }
        report(rule, at: start, "\(name)=\"\(text.shortened)\" is no byte range (LENGTH[@OFFSET])")
        return nil
    }

    /// Marks an attribute that is looked at elsewhere.
    mutating func take(_ name: String) -> Item? { use(name) }

    /// What no one asked for, kept for writing it again.
    mutating func finish() -> [Attribute] {
        guard items.contains(where: { !$0.isUsed }) else { return [] }
        return items.filter { !$0.isUsed }.map { item in
            if item.name.hasPrefix("REQ-") {
                isIgnored = true
                report(.g23, at: item.start, "\(item.name) is not known, so clients ignore the tag")
                noteUnknownRequirement(item.name)
            } else if item.name == "PROGRAM-ID" {
                report(.g24, at: item.start, "PROGRAM-ID was removed in version 6")
            } else {
                report(.g23, at: item.start, "\(item.name) is no attribute of this tag")
            }
            let value = item.isQuoted ? state.substituted(item.value, in: line) : text(item.value)
            return Attribute(name: item.name, value: value, isQuoted: item.isQuoted)
        }
    }
}

private enum YesOrNo: String { case yes = "YES", no = "NO" }

private enum Yes: String { case yes = "YES" }

/// Bytes that may stand somewhere in a URI reference.
let uriBytes: [Bool] = (0..<256).map { value in
    let byte = UInt8(value)
    return URICharacters.query.contains(byte) || URICharacters.authority.contains(byte) || byte == UInt8(ascii: "%")
        || byte == UInt8(ascii: "#")
}

extension Substring {
    var trimmingBlanks: Substring {
        var bytes = utf8
        while let first = bytes.first, first.isBlank { bytes.removeFirst() }
        while let last = bytes.last, last.isBlank { bytes.removeLast() }
        return Substring(bytes)
    }
}

extension String {
    /// At most forty characters of it, for messages.
    var shortened: String { count > 40 ? prefix(39) + "…" : self }
}
