// Compiled together with the sources of Signing by `make fuzz-signing`: a plain build knows nothing of it.

import Catalog
import MediaTypes

private let key = SigningKey(kid: "k1", secret: Array(0..<32))!
private let expires = UnixTime(seconds: 1_893_456_000)
private let folder = "/media/reel-1/0123456789abcdef/"
private let genuine = {
    guard let path = try? RawPath(folder), let scope = TokenScope(.prefix, path) else { fatalError("no scope") }
    return Signer(key).token(for: scope, expires: expires, notBefore: UnixTime(seconds: 1)).text
}()
private let verifier = Verifier(keys: SigningKeys(key))
/// Remembers what it has verified, as the origin's does.
private let remembering = Verifier(keys: SigningKeys(key), verified: VerifiedTokens())

/// Lines: a token, a path, an address, seconds. Only the token that was minted is ever accepted, for what it was minted for.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = UnsafeBufferPointer(start: data, count: count)
    let lines = bytes.split(separator: 0x0A, maxSplits: 3, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    checkText(lines[0])
    checkPath(lines.count > 1 ? lines[1] : lines[0])
    let seconds = lines.count > 3 ? Int64(lines[3].prefix(15)) ?? 2 : 2
    for path in [lines.count > 1 ? lines[1] : folder + "a", folder + "a", "/media/reel-2/0123456789abcdef/a"] {
        for judge in [verifier, remembering] {
            verify(judge, lines[0], path, lines.count > 2 ? lines[2] : "127.0.0.1", UnixTime(seconds: seconds))
        }
    }
    return 0
}

private func verify(_ verifier: Verifier, _ text: String, _ path: String, _ address: String, _ now: UnixTime) {
    guard let path = try? RawPath(path) else { return }
    // Byte by byte: to a String more texts are equal.
    let isGenuine = text.utf8.elementsEqual(genuine.utf8)
    do throws(RefusalReason) {
        _ = try verifier.verify(text, path: path, address: address, at: now)
        guard isGenuine else { fatalError("accepted: \(text)") }
        guard path.text.hasPrefix(folder) else { fatalError("out of its scope: \(path)") }
        guard now < expires, UnixTime(seconds: 1) <= now else { fatalError("not valid at \(now.seconds)") }
    } catch {
        let isDue = now < expires && UnixTime(seconds: 1) <= now
        if isGenuine, isDue, path.text.hasPrefix(folder) { fatalError("refused: \(error)") }
    }
}

/// A token has one text, and no log shows it.
private func checkText(_ text: String) {
    if let token = Token(text), !token.text.utf8.elementsEqual(text.utf8) {
        fatalError("two texts of one token: \(text)")
    }
    for target in [text, "/~\(text)/a", "/a?t=\(text)", "/a?x=\(text)&\(text)"] {
        let shown = TokenCarriage.shortened(target)
        if let token = Token(text), shown.contains(Base64URL.encode(token.signature)) { fatalError("shown: \(shown)") }
        let (token, path) = TokenCarriage.split(target[...])
        let start = token.map { "/~\($0)" } ?? ""
        if !(start + path).utf8.elementsEqual(target.utf8) { fatalError("split: \(target)") }
    }
    if let bytes = Base64URL.decode(text), !Base64URL.encode(bytes).utf8.elementsEqual(text.utf8) {
        fatalError("two texts of some bytes: \(text)")
    }
}

/// A path that is let through means one thing: decoded, it still has the same segments and none of dots alone.
private func checkPath(_ text: String) {
    guard let path = try? RawPath(text) else { return }
    let segments = path.text.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    for (index, segment) in segments.enumerated() {
        let decoded = decode(segment)
        if decoded == Array(".".utf8) || decoded == Array("..".utf8) { fatalError("dots: \(text)") }
        if decoded.contains(where: { [0, 0x2F, 0x5C].contains($0) }) { fatalError("a delimiter: \(text)") }
        if segment.isEmpty, index < segments.count - 1 { fatalError("an empty segment: \(text)") }
    }
}

private func decode(_ text: Substring) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "%"), let decoded = UInt8(Substring(rest.prefix(2)), radix: 16) else {
            bytes.append(byte)
            continue
        }
        bytes.append(decoded)
        rest = rest.dropFirst(2)
    }
    return bytes
}
