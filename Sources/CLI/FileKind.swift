/// What a file is, by its first bytes.
enum FileKind {
    /// Boxes of ISO/IEC 14496-12.
    case boxes
    case playlist
    /// Something else, by its name; `nil` where nothing is known.
    case other(String?)

    init(head: [UInt8], name: String) {
        let text = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head[3...] : head[...]
        if text.starts(with: "#EXTM3U".utf8) {
            self = .playlist
        } else if let known = Self.signatures.first(where: { $0.matches(head, text) }) {
            self = .other(known.name)
        } else if Self.isBox(head) {
            self = .boxes
        } else {
            let isNamedSo = [".m3u8", ".m3u"].contains { name.lowercased().hasSuffix($0) }
            self = isNamedSo ? .playlist : .other(nil)
        }
    }

    /// A size and a type. Text has printable characters for a size, and no type that files begin with.
    private static func isBox(_ head: [UInt8]) -> Bool {
        guard head.count >= 8 else { return false }
        let type = head[4..<8]
        let isKnown = outermost.contains { type.elementsEqual($0.utf8) }
        return isKnown || type.allSatisfy(isPrintable) && !head[..<4].allSatisfy(isPrintable)
    }

    private static func isPrintable(_ byte: UInt8) -> Bool { (0x20...0x7E).contains(byte) }

    private static let outermost = [
        "ftyp", "styp", "moov", "moof", "mdat", "sidx", "emsg", "prft", "free", "skip", "wide", "uuid", "meta",
    ]

    private struct Signature {
        let name: String
        var bytes: [UInt8]
        var offset = 0

        func matches(_ head: [UInt8], _ text: ArraySlice<UInt8>) -> Bool {
            if name == "MPEG-2 TS" {
                return [0, 4].contains { start in
                    let length = start == 0 ? 188 : 192
                    return head.count >= start + length && head[start] == 0x47
                        && (head.count <= start + length || head[start + length] == 0x47)
                }
            }
            return head.dropFirst(offset).starts(with: bytes) || offset == 0 && text.starts(with: bytes)
        }
    }

    private static let signatures = [
        Signature(name: "MPEG-2 TS", bytes: []),
        Signature(name: "WebM or Matroska", bytes: [0x1A, 0x45, 0xDF, 0xA3]),
        Signature(name: "JPEG", bytes: [0xFF, 0xD8, 0xFF]),
        Signature(name: "PNG", bytes: [0x89, 0x50, 0x4E, 0x47]),
        Signature(name: "AAC in ADTS", bytes: [0xFF, 0xF1]),
        Signature(name: "AAC in ADTS", bytes: [0xFF, 0xF9]),
        Signature(name: "packed audio with an ID3 tag", bytes: Array("ID3".utf8)),
        Signature(name: "MP3", bytes: [0xFF, 0xFB]),
        Signature(name: "AC-3", bytes: [0x0B, 0x77]),
        Signature(name: "WebVTT", bytes: Array("WEBVTT".utf8)),
        Signature(name: "Ogg", bytes: Array("OggS".utf8)),
        Signature(name: "FLAC", bytes: Array("fLaC".utf8)),
        Signature(name: "WAVE", bytes: Array("WAVE".utf8), offset: 8),
        Signature(name: "AVI", bytes: Array("AVI ".utf8), offset: 8),
        Signature(name: "Flash video", bytes: Array("FLV".utf8)),
        Signature(name: "gzip", bytes: [0x1F, 0x8B]),
        Signature(name: "XML", bytes: Array("<".utf8)),
        Signature(name: "JSON", bytes: Array("{".utf8)),
    ]
}
