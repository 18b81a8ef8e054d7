import HLS

/// One playlist file that was read.
struct PlaylistText {
    /// Its path from the folder.
    var path: String
    var reading: Reading
    /// Rules that want the address a playlist was loaded from, which a file does not have.
    var needsAddress: Set<Rule> = []

    /// A playlist that no other led to.
    init(path: String, bytes: [UInt8]) {
        self.path = path
        reading = Playlist.parse(bytes)
        readAgain(bytes, ReadingContext(), imports: true)
    }

    /// A media playlist as a presentation has it.
    init(path: String, bytes: [UInt8], member reading: Reading, of main: Reading) {
        self.path = path
        self.reading = reading
        let isQueryMissing = reading.findings.contains { $0.rule.id == "D07" }
        if isQueryMissing {
            readAgain(bytes, ReadingContext(multivariantVariables: main.variables), imports: false)
        }
    }

    /// Reads once more when variables come from outside the file. They stand for themselves: what is made of them is not
    /// known, and no rule is broken by that.
    private mutating func readAgain(_ bytes: [UInt8], _ context: ReadingContext, imports: Bool) {
        var context = context
        let definitions = reading.definitions
        let queried = definitions.filter { $0.source == .queryParameter }.map(\.name)
        let imported = imports ? definitions.filter { $0.source == .multivariantPlaylist }.map(\.name) : []
        guard !queried.isEmpty || !imported.isEmpty else { return }
        context.uri = "?" + Set(queried).sorted().map { "\($0)=\($0)" }.joined(separator: "&")
        if imports { context.multivariantVariables = Dictionary(imported.map { ($0, $0) }) { first, _ in first } }
        reading = Playlist.parse(bytes, context: context)
        if !queried.isEmpty { needsAddress.formUnion(Rule.queryParameters) }
        if !imported.isEmpty { needsAddress.insert(.imports) }
        dropFindings(on: bytes, naming: Set(queried + imported))
    }

    private mutating func dropFindings(on bytes: [UInt8], naming variables: Set<String>) {
        let found = Set(reading.findings.map(\.position.line))
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let unknown = lines.indices.filter { found.contains($0 + 1) && Self.refers(lines[$0], to: variables) }
        let numbers = Set(unknown.map { $0 + 1 })
        reading.findings.removeAll { numbers.contains($0.position.line) }
    }

    private static func refers(_ line: ArraySlice<UInt8>, to variables: Set<String>) -> Bool {
        line.split(separator: UInt8(ascii: "{"), omittingEmptySubsequences: false).dropFirst().contains { part in
            guard part.first == UInt8(ascii: "$"), let end = part.firstIndex(of: UInt8(ascii: "}")) else {
                return false
            }
            return variables.contains(String(decoding: part[..<end].dropFirst(), as: UTF8.self))
        }
    }
}

extension Reading {
    fileprivate var definitions: [VariableDefinition] {
        switch playlist {
        case .media(let media): media.definitions
        case .multivariant(let multivariant): multivariant.definitions
        }
    }
}

extension Rule {
    fileprivate static let imports = Rule.named("D06")!
    fileprivate static let queryParameters = ["D07", "D08"].compactMap(Rule.named)
}
