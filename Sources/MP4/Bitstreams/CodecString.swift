/// A codec string of a playlist or a MIME type, taken apart as far as two of them can be compared (RFC 6381 and the
/// bindings of the codecs).
public struct CodecString: Hashable, Sendable {
    /// What has to be decoded: `avc1` for both kinds of H.264 entry, `hvc1` for both of H.265, `dvh1` for both of Dolby
    /// Vision, `mp4a.40` and the like with the object type, else the part before the first dot. In lower case, since
    /// `opus` and `Opus` are both in use.
    public var family: String
    /// `profile_idc`, `seq_profile` or the object type of MPEG-4 audio; `nil` where the string does not go on.
    public var profile: Int?
    /// As the codec counts: 31 is 3.1 of H.264 and of VP9, 93 that of H.265, 5 that of AV1.
    public var level: Int?
    /// Of H.265 and AV1.
    public var isHighTier = false

    /// Takes a string apart; `nil` when it is none of its codec: a part is missing, or is no number.
    public init?(_ text: some StringProtocol) {
        let parts = String(text).split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard !parts.contains("") else { return nil }
        family = parts[0].lowercased()
        let fields = Array(parts.dropFirst())
        let isRead =
            switch family {
            case _ where fields.isEmpty: true
            case "avc1", "avc2", "avc3", "avc4", "dva1", "dvav": readAVC(fields)
            case "hvc1", "hev1": readHEVC(fields)
            case "dvh1", "dvhe", "dav1": readNumbers(fields, count: 2, limit: 2)
            case "av01": readAV1(fields)
            case "vp08", "vp09": readNumbers(fields, count: 3, limit: 8)
            case "mp4a", "mp4v": readObjectType(fields)
            default: true
            }
        guard isRead else { return nil }
        family = ["avc3": "avc1", "hev1": "hvc1", "dvhe": "dvh1", "dvav": "dva1"][family] ?? family
    }

    private mutating func readAVC(_ fields: [String]) -> Bool {
        // Dolby Vision over H.264 has two numbers.
        if family.hasPrefix("dv"), fields.count == 2 { return readNumbers(fields, count: 2, limit: 2) }
        guard fields.count == 1, fields[0].utf8.count == 6, let number = Self.hexadecimal(fields[0]) else {
            return false
        }
        (profile, level) = (number >> 16, number & 0xFF)
        return true
    }

    private mutating func readHEVC(_ fields: [String]) -> Bool {
        guard (3...9).contains(fields.count), let tier = fields[2].first, tier == "L" || tier == "H" else {
            return false
        }
        let hasSpace = fields[0].first.map { "ABC".contains($0) } ?? false
        profile = Self.decimal(fields[0].dropFirst(hasSpace ? 1 : 0))
        (level, isHighTier) = (Self.decimal(fields[2].dropFirst()), tier == "H")
        let rest = [fields[1]] + fields[3...]
        return profile != nil && level != nil && rest.allSatisfy { Self.hexadecimal($0) != nil }
    }

    private mutating func readAV1(_ fields: [String]) -> Bool {
        guard fields.count >= 3, fields.count <= 9, let tier = fields[1].last, tier == "M" || tier == "H" else {
            return false
        }
        profile = Self.decimal(fields[0])
        (level, isHighTier) = (Self.decimal(fields[1].dropLast()), tier == "H")
        return profile != nil && level != nil && fields[2...].allSatisfy { Self.decimal($0) != nil }
    }

    private mutating func readNumbers(_ fields: [String], count: Int, limit: Int) -> Bool {
        let numbers = fields.map { Self.decimal($0) }
        guard (count...limit).contains(numbers.count), !numbers.contains(nil) else { return false }
        (profile, level) = (numbers[0], numbers[1])
        return true
    }

    /// An object type in hexadecimal, and what MPEG-4 audio and video put after it.
    private mutating func readObjectType(_ fields: [String]) -> Bool {
        guard fields.count <= 2, fields[0].utf8.count == 2, Self.hexadecimal(fields[0]) != nil else { return false }
        family += "." + fields[0].lowercased()
        guard fields.count == 2 else { return true }
        // The zero of `mp4a.40.02` is in old playlists.
        profile = Self.decimal(fields[1])
        return profile != nil
    }

    /// Digits and nothing else: `Int` would take a sign.
    private static func decimal(_ text: some StringProtocol) -> Int? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }

    /// At most eight digits, of either case.
    private static func hexadecimal(_ text: String) -> Int? {
        text.utf8.count <= 8 && !text.hasPrefix("+") && !text.hasPrefix("-") ? Int(text, radix: 16) : nil
    }
}
