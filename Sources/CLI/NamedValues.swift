import MP4

/// Names and values, as one line or as an object.
struct NamedValues {
    enum Value {
        /// Digits.
        case number(String)
        case text(String)
        case list([String])
        case flag
    }

    private var values: [(name: String, value: Value)] = []

    mutating func add(_ name: String, _ value: Value?) { if let value { values.append((name, value)) } }
    mutating func add(_ name: String, number: (some CustomStringConvertible)?) {
        add(name, number.map { .number($0.description) })
    }
    mutating func add(_ name: String, text: (some CustomStringConvertible)?) {
        add(name, text.map { .text($0.description) })
    }
    mutating func add(_ name: String, list: [String]) { if !list.isEmpty { add(name, .list(list)) } }
    mutating func add(_ name: String, flag: Bool) { if flag { add(name, .flag) } }

    var text: String {
        values.map { name, value in
            switch value {
            case .number(let digits): "\(name)=\(digits)"
            case .text(let text): "\(name)=\(text.quotedForPrinting)"
            case .list(let list): "\(name)=\(list.map(\.quotedForPrinting).joined(separator: ","))"
            case .flag: name
            }
        }.joined(separator: " ")
    }

    func write(to json: JSONWriter) { json.object { writeMembers(to: json) } }

    func writeMembers(to json: JSONWriter) {
        for (name, value) in values {
            switch value {
            case .number(let digits): json.number(name, digits)
            case .text(let text): json.member(name, text)
            case .list(let list): json.array(name, list) { json.element($0) }
            case .flag: json.member(name, true)
            }
        }
    }
}
