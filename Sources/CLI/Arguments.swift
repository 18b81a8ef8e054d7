/// The parsed words after a command's name.
struct Arguments {
    private(set) var positional: [String] = []
    private var values: [String: String] = [:]
    private var repeated: [String: [String]] = [:]
    private var flags: Set<String> = []

    /// Options may stand anywhere; after `--` everything is positional. Unknown, doubled and valueless ones are errors.
    init(_ words: [String], options: [Option]) throws(CommandError) {
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                positional += rest
                break
            }
            guard word.hasPrefix("-"), word != "-" else {
                positional.append(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let option = options.first(where: { $0.name == parts[0] }) else {
                throw .usage("unknown option \(parts[0])", hint: Self.nearest(parts[0], options))
            }
            try add(option, inlineValue: parts.count == 2 ? parts[1] : nil, &rest)
        }
    }

    func has(_ flag: String) -> Bool { flags.contains(flag) }

    subscript(option: String) -> String? { values[option] }

    /// The values of an option that may be given several times, in their order.
    func all(_ option: String) -> [String] { repeated[option] ?? [] }

    func required(_ option: String) throws(CommandError) -> String {
        guard let value = values[option] else { throw .usage("\(option) is missing") }
        return value
    }

    /// A whole number within bounds.
    func integer(_ option: String, default standard: Int, in bounds: ClosedRange<Int>) throws(CommandError) -> Int {
        guard let text = values[option] else { return standard }
        guard let number = Int(text), bounds.contains(number) else {
            throw .usage(
                "\(option) takes a whole number from \(bounds.lowerBound) to \(bounds.upperBound), not '\(text)'")
        }
        return number
    }

    private mutating func add(
        _ option: Option, inlineValue: String?, _ rest: inout ArraySlice<String>
    ) throws(CommandError) {
        let isRepeated = values[option.name] != nil || flags.contains(option.name)
        guard !isRepeated else { throw .usage("\(option.name) is given twice") }
        switch option {
        case .flag(let name):
            guard inlineValue == nil else { throw .usage("\(name) takes no value") }
            flags.insert(name)
        case .value(let name):
            guard let value = inlineValue ?? rest.popFirst() else { throw .usage("\(name) needs a value") }
            values[name] = value
        case .values(let name):
            guard let value = inlineValue ?? rest.popFirst() else { throw .usage("\(name) needs a value") }
            repeated[name, default: []].append(value)
        }
    }

    private static func nearest(_ word: String, _ options: [Option]) -> String? {
        options.isEmpty ? nil : "options: \(options.map(\.name).sorted().joined(separator: " "))"
    }
}
