import Catalog
import MediaTypes
import Platform
import Signing

/// `reelrig sign keys VERB FILE …`.
func changeKeys(_ arguments: Arguments) throws -> ExitCode {
    let words = arguments.positional.dropFirst()
    guard let verb = words.first, let path = words.dropFirst().first else {
        throw CommandError.usage("sign keys takes new, list, rotate or retire, and a file")
    }
    switch (verb, words.count) {
    case ("new", 2): try makeKeys(path, arguments)
    case ("list", 2): break
    case ("rotate", 2): try rotate(path, arguments)
    case ("retire", 3): try retire(words[words.startIndex + 2], path)
    default: throw CommandError.usage("sign keys takes new, list, rotate or retire, and a file")
    }
    try list(try loadSigningKeys(path), asJSON: arguments.has("--json"))
    return .done
}

private func makeKeys(_ path: String, _ arguments: Arguments) throws {
    guard !FileSystem.exists(path) else {
        throw CommandError.usage("there is a file already", at: path, hint: "sign keys rotate adds a key to it")
    }
    try save(SigningKeys(try newKey(arguments["--kid"] ?? "k1")), path)
}

private func rotate(_ path: String, _ arguments: Arguments) throws {
    let keys = try loadSigningKeys(path)
    let overlap = try arguments.integer("--overlap", default: 86400, in: 0...315_360_000)
    let free = (1...65).lazy.map { "k\($0)" }.first { keys.key($0) == nil }
    let kid = arguments["--kid"] ?? free ?? "k1"
    guard keys.key(kid) == nil else {
        throw CommandError.usage("there is a signing key '\(kid)' already", at: path)
    }
    let retirement = UnixTime(milliseconds: SystemClock.wallMilliseconds()) + .seconds(overlap)
    // Keys that verify nothing any more need not be kept.
    let rotated = keys.rotated(to: try newKey(kid), oldRetiresAt: retirement)
    try save(rotated.dropping(retiredAt: UnixTime(milliseconds: SystemClock.wallMilliseconds())), path)
}

private func retire(_ kid: String, _ path: String) throws {
    let keys = try loadSigningKeys(path)
    guard keys.key(kid) != nil else { throw CommandError.usage("there is no signing key '\(kid)'", at: path) }
    guard keys.active.kid != kid else {
        throw CommandError.usage(
            "'\(kid)' signs, so it cannot retire", at: path, hint: "sign keys rotate lets another one sign first")
    }
    try save(keys.retiring(kid, at: UnixTime(milliseconds: SystemClock.wallMilliseconds())), path)
}

private func newKey(_ kid: String) throws(CommandError) -> SigningKey {
    var generator = SystemRandomNumberGenerator()
    guard let key = SigningKey(kid: kid, using: &generator) else {
        throw .usage("--kid takes 1 to 32 letters, digits, '-' or '_'")
    }
    return key
}

private func save(_ keys: SigningKeys, _ path: String) throws(CommandError) {
    do {
        try keys.save(to: path)
    } catch {
        throw CommandError("the signing keys cannot be written: \(error.reason)", at: path, exitCode: .trouble)
    }
}

/// A line a key, without its secret.
private func list(_ keys: SigningKeys, asJSON: Bool) throws {
    let list = KeyList(keys, at: UnixTime(milliseconds: SystemClock.wallMilliseconds()))
    if asJSON {
        StandardStream.output.writeLine(String(decoding: try CanonicalJSON.line(list), as: UTF8.self))
    } else {
        for key in list.keys { StandardStream.output.writeLine("\(key.kid)  \(key.text)") }
    }
}

private struct KeyList: Encodable {
    var format = Format.current
    var active: String
    var keys: [Key]

    struct Key: Encodable {
        enum State: String, Encodable { case signs, verifies, retired }

        var kid: String
        var state: State
        var retireAt: UnixTime?

        var text: String {
            switch state {
            case .signs: "signs and verifies"
            case .verifies: retireAt.map { "verifies until \($0.seconds)" } ?? "verifies"
            case .retired: "retired"
            }
        }
    }

    init(_ keys: SigningKeys, at now: UnixTime) {
        active = keys.active.kid
        self.keys = keys.all.map { key in
            let isActive = key.kid == keys.active.kid
            return Key(
                kid: key.kid, state: isActive ? .signs : key.isRetired(at: now) ? .retired : .verifies,
                retireAt: key.retireAt)
        }
    }
}
