import HLS

/// One playlist file that was read.
struct PlaylistText {
    /// Its path from the folder.
    var path: String
    var reading: Reading
    /// Rules that want the address a playlist was loaded from, which a file does not have.
    var needsAddress: Set<Rule> = []

    /// Reads the text. Variables whose values come from outside the file stand for themselves: what is made of them is
    /// not known, and no rule is broken by that.
    ///
    /// - Parameter variables: what the multivariant playlist declares; `nil` for a playlist that is looked at alone.
    init(path: String, bytes: [UInt8], variables: [String: String]?) {
        self.path = path
        var context = ReadingContext(multivariantVariables: variables)
        reading = Playlist.parse(bytes, context: context)
        let definitions = reading.definitions
        let queried = definitions.filter { $0.source == .queryParameter }.map(\.name)
        let imported = definitions.filter { $0.source == .multivariantPlaylist }.map(\.name)
        guard !queried.isEmpty || variables == nil && !imported.isEmpty else { return }
        context.uri = "?" + Set(queried).sorted().map { "\($0)=\($0)" }.joined(separator: "&")
        if variables == nil {
            context.multivariantVariables = Dictionary(
                imported.map { ($0, $0) }, uniquingKeysWith: { first, _ in first })
            if !imported.isEmpty, reading.playlist.media != nil { needsAddress.insert(.imports) }
        }
        if !queried.isEmpty { needsAddress.formUnion(Rule.queryParameters) }
        reading = Playlist.parse(bytes, context: context)
        let unknown = (queried + (variables == nil ? imported : [])).map { "{$\($0)}" }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        reading.findings.removeAll { finding in
            guard lines.indices.contains(finding.position.line - 1) else { return false }
            let line = String(decoding: lines[finding.position.line - 1], as: UTF8.self)
            return unknown.contains { line.contains($0) }
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
