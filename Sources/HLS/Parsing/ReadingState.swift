/// What the parts of one reading share: the text, the findings and the variables.
final class ReadingState {
    let bytes: [UInt8]
    let mode: Reading.Mode
    let limits: ReadingLimits
    let log = FindingLog()
    let uriTable = URIByteClasses.table
    var variables: Variables
    /// The variables added more than they may, so that what is read from here on is not what the text says.
    private(set) var isOverBudget = false
    /// Where the first attribute stands that begins with REQ- and is not known.
    var unknownRequiredAttribute: SourcePosition?

    init(_ bytes: [UInt8], mode: Reading.Mode, limits: ReadingLimits) {
        self.bytes = bytes
        self.mode = mode
        self.limits = limits
        variables = Variables(budget: limits.bytes)
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// The first characters of it, for messages.
    func shown(_ range: Range<Int>) -> String {
        text(range.lowerBound..<min(range.upperBound, range.lowerBound + 160)).shortened
    }

    func report(
        _ rule: Rule, at offset: Int, in line: TextLine, refuses: Bool = false, _ message: @autoclosure () -> String
    ) {
        log.report(rule, at: position(of: offset, in: line), refuses: refuses, message())
    }

    /// Scalars from the line's start, counted by their first bytes; far into a very long line, bytes.
    func position(of offset: Int, in line: TextLine) -> SourcePosition {
        let end = max(line.start, min(offset, bytes.count))
        guard end - line.start < 1 << 16 else { return SourcePosition(line: line.number, column: end - line.start + 1) }
        let firstBytes = bytes[line.start..<end].reduce(into: 0) { if $1 & 0xC0 != 0x80 { $0 += 1 } }
        return SourcePosition(line: line.number, column: firstBytes + 1)
    }

    /// The text with its variables replaced; one that is not declared refuses the playlist.
    func substituted(_ range: Range<Int>, in line: TextLine) -> String {
        let raw = text(range)
        guard bytes[range].contains(UInt8(ascii: "{")) else { return raw }
        let (result, undeclared) = variables.substituting(in: raw)
        if let undeclared {
            report(
                .d09, at: range.lowerBound, in: line, refuses: true,
                "the variable '\(undeclared.shortened)' is not declared above this line")
        }
        if undeclared == nil, variables.budget >= 0, Variables.hasReference(result) {
            report(.d10, at: range.lowerBound, in: line, "what was put in holds a reference, which stays as it is")
        }
        if variables.budget < 0 {
            isOverBudget = true
            report(
                .limit, at: range.lowerBound, in: line, refuses: true,
                "the variables add more than \(limits.bytes) bytes")
        }
        return result
    }
}
