internal import HTTP

/// Where a token travels in a request. The default is the path: `/~TOKEN/media/…`, which relative references keep.
package enum TokenCarriage {
    /// Takes the token segment off a raw path. What remains is what the token's scope is about.
    package static func split(_ rawPath: Substring) -> (token: Substring?, path: Substring) {
        // Of bytes: with a mark that combines, the tilde is another character.
        let bytes = rawPath.utf8
        guard bytes.prefix(2).elementsEqual("/~".utf8) else { return (nil, rawPath) }
        let rest = Substring(bytes.dropFirst(2))
        let end = rest.firstIndex(ofByte: UInt8(ascii: "/")) ?? rest.endIndex
        return (rest[..<end], rest[end...])
    }

    /// A path with a token in front.
    package static func path(_ path: RawPath, with token: Token) -> String { "/~\(token.text)\(path)" }

    /// A raw request target as a log may hold it: every token shortened, also one that is broken or in a place where
    /// none belongs.
    ///
    /// - Parameter verified: tokens that need not be read again.
    package static func shortened(_ target: String, verified: VerifiedTokens? = nil) -> String {
        var shown = ShortenedTarget(verified: verified)
        shown.append(Array(target.utf8)[...])
        return shown.text
    }
}

/// A request target for the log. Over bytes, because every request brings one.
private struct ShortenedTarget {
    let verified: VerifiedTokens?
    private var bytes: [UInt8] = []

    init(verified: VerifiedTokens?) {
        self.verified = verified
        bytes.reserveCapacity(256)
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func append(_ target: ArraySlice<UInt8>) {
        let end = target.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex
        append(target[..<end], separatedBy: UInt8(ascii: "/"), with: ["~", "%7E", "%7e"], showing: "~")
        guard end < target.endIndex else { return }
        bytes.append(UInt8(ascii: "?"))
        append(target[(end + 1)...], separatedBy: UInt8(ascii: "&"), with: ["t=", "%74="], showing: nil)
    }

    /// Of each part that begins with a mark the rest is a token.
    private mutating func append(
        _ text: ArraySlice<UInt8>, separatedBy separator: UInt8, with marks: [StaticString],
        showing shown: StaticString?
    ) {
        var start = text.startIndex
        while true {
            let end = text[start...].firstIndex(of: separator) ?? text.endIndex
            let part = text[start..<end]
            if let mark = marks.first(where: { part.begins(with: $0) }) {
                (shown ?? mark).withUTF8Buffer { bytes += $0 }
                appendToken(part.dropFirst(mark.utf8CodeUnitCount))
            } else {
                appendWithoutSignatures(part)
            }
            guard end < text.endIndex else { return }
            bytes.append(separator)
            start = end + 1
        }
    }

    private mutating func appendToken(_ token: ArraySlice<UInt8>) {
        let shown = verified?.shown(Array(token)) ?? Token(String(decoding: token, as: UTF8.self))?.description
        bytes += (shown ?? "*").utf8
    }

    /// Cuts every run that is as long as a signature and follows something else, also where its characters are
    /// percent-encoded. A reel id may be as long, but it is a whole path segment.
    private mutating func appendWithoutSignatures(_ text: ArraySlice<UInt8>) {
        guard text.count >= 43 else {
            bytes += text
            return
        }
        var (start, index, length) = (text.startIndex, text.startIndex, 0)
        func appendRun() {
            if length >= 43, start > text.startIndex {
                bytes.append(UInt8(ascii: "*"))
            } else {
                bytes += text[start..<index]
            }
        }
        while index < text.endIndex {
            let (character, next) = text.character(at: index)
            if character.isSignatureCharacter {
                length += 1
            } else {
                appendRun()
                bytes += text[index..<next]
                (start, length) = (next, 0)
            }
            index = next
        }
        appendRun()
    }
}

extension ArraySlice<UInt8> {
    /// What stands at a place, decoded if it is percent-encoded (RFC 3986 §2.1), and where it ends.
    fileprivate func character(at index: Int) -> (UInt8, end: Int) {
        guard self[index] == UInt8(ascii: "%"), index + 2 < endIndex, let high = self[index + 1].hexDigit,
            let low = self[index + 2].hexDigit
        else { return (self[index], index + 1) }
        return (high << 4 | low, index + 3)
    }

    fileprivate func begins(with mark: StaticString) -> Bool {
        count >= mark.utf8CodeUnitCount && mark.withUTF8Buffer { elementsEqual($0, prefix: $0.count) }
    }

    private func elementsEqual(_ other: UnsafeBufferPointer<UInt8>, prefix count: Int) -> Bool {
        (0..<count).allSatisfy { self[startIndex + $0] == other[$0] }
    }
}

extension UInt8 {
    fileprivate var hexDigit: UInt8? { Character(Unicode.Scalar(self)).hexDigitValue.map { UInt8($0) } }

    fileprivate var isSignatureCharacter: Bool {
        isLetterOrDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
    }
}
