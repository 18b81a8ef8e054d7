/// The keys of the specification, and what their values are.
enum CMCDKey {
    enum Kind {
        case integer, decimal, flag
        case string(atMost: Int)
        case strings
        /// One of these, or in version 2 one of those too.
        case token(Set<String>, later: Set<String> = [])
        /// An integer, or in version 2 a list of them.
        case integers
    }

    /// CTA-5004 §3.1: the keys of version 1.
    static let first: [String: Kind] = [
        "br": .integers, "bl": .integers, "bs": .flag, "cid": .string(atMost: 64), "d": .integer, "dl": .integer,
        "mtp": .integers, "nor": .strings, "nrr": .string(atMost: 64),
        "ot": .token(["m", "a", "v", "av", "i", "c", "tt", "k", "o"]), "pr": .decimal, "rtp": .integer,
        "sf": .token(["d", "h", "s", "o"], later: ["e"]), "sid": .string(atMost: 64),
        "st": .token(["v", "l"], later: ["ll"]), "su": .flag, "tb": .integers, "v": .integer,
    ]

    /// Those that version 2 adds for requests, and those of its events and responses that a request may carry.
    static let second: [String: Kind] = [
        "ab": .integers, "bg": .flag, "bsa": .integers, "bsd": .integers, "bsda": .integers,
        "cdn": .string(atMost: 128),
        "cen": .string(atMost: 128), "cid": .string(atMost: 128), "cs": .string(atMost: 256), "dfa": .integer,
        "e": .token([
            "abs", "abe", "ae", "as", "b", "bc", "c", "ce", "e", "h", "m", "pc", "pe", "pr", "ps", "rr", "sk", "t",
            "um",
        ]), "ec": .strings, "h": .string(atMost: 128), "lab": .integers, "lb": .integers, "ltc": .integer,
        "msd": .integer, "nr": .flag, "pb": .integers, "pt": .integer, "sn": .integer,
        "sta": .token(["s", "p", "k", "r", "a", "e", "f", "q", "d", "w"]), "tab": .integers, "tbl": .integers,
        "tpb": .integers, "ts": .integer,
    ]

    /// The header fields, by how often what they say changes (CTA-5004 §2.1).
    enum Field: String, CaseIterable {
        case object = "CMCD-Object"
        case request = "CMCD-Request"
        case session = "CMCD-Session"
        case status = "CMCD-Status"
    }

    /// Where a key belongs; a custom one says something of its request. Version 2 has moved `pr`.
    static func field(of key: String, version: Int) -> Field {
        key == "pr" && version < 2 ? .session : fields[key] ?? .request
    }

    private static let fields: [String: Field] = {
        let keys: [Field: String] = [
            .object: "ab br d lab lb ot tab tb tpb", .session: "cid msd sf sid st v",
            .status: "bg bs bsa bsd bsda cdn ec nr pr pt rtp",
        ]
        var fields: [String: Field] = [:]
        for (field, names) in keys { for name in names.split(separator: " ") { fields[String(name)] = field } }
        return fields
    }()

    /// `nil` when the version has no such key.
    static func kind(of key: String, version: Int) -> Kind? {
        version < 2 ? first[key] : second[key] ?? first[key]
    }

    /// A custom key has a hyphen after its owner's reversed name (CTA-5004 §3.1).
    static func isCustom(_ key: String) -> Bool { key.contains("-") }

    static func allows(_ value: CMCD.Value, as kind: Kind, version: Int) -> Bool {
        switch (kind, value) {
        case (.integer, .integer(let number)), (.integers, .integer(let number)): number >= 0
        case (.decimal, .integer), (.decimal, .decimal), (.flag, .flag): true
        case (.string(let most), .string(let text)): text.count <= most
        case (.strings, .string): true
        case (.token(let known, let later), .token(let text)):
            known.contains(text) || version > 1 && later.contains(text)
        case (.integers, .list(let items)):
            version > 1 && items.allSatisfy { if case .integer = $0.value { true } else { false } }
        case (.strings, .list(let items)):
            version > 1 && items.allSatisfy { if case .string = $0.value { true } else { false } }
        default: false
        }
    }
}
