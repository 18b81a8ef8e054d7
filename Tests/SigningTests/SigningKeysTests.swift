import Catalog
import MediaTypes
import Platform
import Signing
import TestSupport
import Testing

// base64url of the bytes 0 to 31, as Python's urlsafe_b64encode prints it.
private let secret = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"

private func file(active: String = "k1", secret: String = secret, extra: String = "") -> [UInt8] {
    Array(#"{"active": "\#(active)", "keys": [{"kid": "k1", "secret": "\#(secret)"}\#(extra)]}"#.utf8)
}

@Test func `a signing keys file is read`() throws {
    try withTemporaryDirectory { folder in
        let path = "\(folder)/keys.json"
        try FileSystem.write(
            file(extra: #", {"kid": "k0", "secret": "\#(secret)", "retireAt": 1000}"#), to: path, mode: 0o600)
        let keys = try SigningKeys.load(path)
        #expect(keys.active == (try countingKey()))
        #expect(keys.key("k0")?.retireAt == UnixTime(seconds: 1))
    }
}

@Test(arguments: [0o640, 0o604, 0o644, 0o660, 0o610, 0o777] as [UInt16])
func `signing keys that others may read are refused`(mode: UInt16) throws {
    try withTemporaryDirectory { folder in
        let path = "\(folder)/keys.json"
        try FileSystem.write(file(), to: path, mode: 0o600)
        try setMode(mode, of: path)
        #expect(throws: SigningKeysProblem.tooWide(mode: mode)) { try SigningKeys.load(path) }
    }
}

@Test func `what is wrong with signing keys is said without repeating a secret`() throws {
    try withTemporaryDirectory { folder in
        func problem(_ bytes: [UInt8]) throws -> SigningKeysProblem? {
            let path = "\(folder)/keys.json"
            try FileSystem.write(bytes, to: path, mode: 0o600)
            do {
                _ = try SigningKeys.load(path)
                return nil
            } catch let problem { return problem }
        }
        #expect(try problem(file(active: "k2")) == .noActiveKey)
        #expect(try problem(file(secret: String(secret.dropLast()) + "9")) == .badSecret(kid: "k1"))
        #expect(try problem(file(secret: secret + "AA")) == .badSecret(kid: "k1"))
        #expect(try problem(file(extra: #", {"kid": "k1", "secret": "\#(secret)"}"#)) == .doubled(kid: "k1"))
        #expect(try problem(file(extra: #", {"kid": "k/1", "secret": "\#(secret)"}"#)) == .badKeyID)
        for text in ["", "[", #"{"active": "k1"}"#, #"{"active": "k1", "keys": [{"kid": "k1", "secret": 5}]}"#] {
            let found = try problem(Array(text.utf8))
            guard case .notJSON = found else {
                Issue.record("\(text): \(String(describing: found))")
                continue
            }
        }
        #expect(try problem(Array("{}".utf8)) == .notJSON("there is no 'active'"))
        #expect(try problem(Array(#"{"active": "k1"}"#.utf8)) == .notJSON("there is no 'keys'"))
        #expect(
            try problem(Array(#"{"active": "k1", "keys": [{"kid": "k1"}]}"#.utf8))
                == .notJSON("there is no 'secret', at .keys[0]"))
        #expect(throws: SigningKeysProblem.self) { try SigningKeys.load("\(folder)/missing") }
        #expect(throws: SigningKeysProblem.self) { try SigningKeys.load(folder) }
    }
}

@Test func `saved keys are their owner's alone and read back the same`() throws {
    try withTemporaryDirectory { folder in
        let path = "\(folder)/keys.json"
        try FileSystem.write([], to: "\(path).new", mode: 0o644)
        let keys = SigningKeys(try countingKey()).rotated(to: try countingKey("k2"), oldRetiresAt: expiry)
        try keys.save(to: path)
        #expect(try FileSystem.status(path).permissions == 0o600)
        #expect(try SigningKeys.load(path) == keys)
    }
}

@Test func `a generated key takes its secret from the source it is given`() throws {
    var generator = CountingGenerator()
    let key = try #require(SigningKey(kid: "k1", using: &generator))
    #expect(generator.drawn == 32)
    #expect(SigningKey(kid: "k 1", using: &generator) == nil)
    let token = Signer(key).token(for: try scope(.prefix, folder), expires: expiry)
    #expect(throws: Never.self) {
        try Verifier(keys: SigningKeys(key)).verify(
            token.text, path: try RawPath(segment), address: "", at: UnixTime(seconds: 0))
    }
}

@Test func `no description of a key or of keys shows the secret`() throws {
    let keys = SigningKeys(try countingKey())
    var dumped = ""
    dump(keys, to: &dumped)
    let shown = ["\(keys)", String(reflecting: keys), dumped, "\(keys.document)", String(reflecting: keys.active)]
    for text in shown {
        #expect(!text.contains(secret))
        #expect(!text.contains("0, 1, 2") && !text.contains("30"), "\(text)")
    }
}

@Test func `the active key cannot be retired away`() throws {
    let keys = SigningKeys(try countingKey("old")).rotated(to: try countingKey("new"), oldRetiresAt: nil)
    let retired = keys.retiring("old", at: UnixTime(seconds: 5)).retiring("new", at: UnixTime(seconds: 5))
    #expect(retired.key("old")?.isRetired(at: UnixTime(seconds: 5)) == true)
    #expect(retired.key("old")?.isRetired(at: UnixTime(milliseconds: 4999)) == false)
    #expect(retired.active.retireAt == nil)
}

private func setMode(_ mode: UInt16, of path: String) throws {
    let result = try #require(Tool("chmod")).run([String(mode, radix: 8), path])
    #expect(result.status == 0)
}
