/// EXT-X-KEY and EXT-X-SESSION-KEY: how to decrypt. METHOD=NONE is the absence of keys. §4.4.4.4, §4.4.6.5.
public struct Key: Hashable, Sendable {
    /// The encryption method.
    public struct Method: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// As the playlist has it; a method that is not known means the segment cannot be decrypted.
        public var rawValue: String
        /// A method by its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Whole segments, AES-128 in CBC with PKCS#7 padding.
        public static let aes128 = Method(rawValue: "AES-128")
        /// Samples, AES-128 in CBC: scheme `cbcs` in fMP4.
        public static let sampleAES = Method(rawValue: "SAMPLE-AES")
        /// Samples, AES-128 in CTR: scheme `cenc`, fMP4 only.
        public static let sampleAESCTR = Method(rawValue: "SAMPLE-AES-CTR")
        /// Whole segments, AES-256 in GCM with the IV before the text.
        public static let aes256GCM = Method(rawValue: "AES-256-GCM")
        /// Whether the draft defines it.
        public var isKnown: Bool { [.aes128, .sampleAES, .sampleAESCTR, .aes256GCM].contains(self) }
        /// The name.
        public var description: String { rawValue }
    }

    /// METHOD.
    public var method: Method
    /// Where the key is, as given: a reference to resolve, or opaque (`skd:`, `data:`). Absent only in a broken tag.
    public var uri: String?
    /// IV, 128 bits. Without one, `identity` keys use the media sequence number.
    public var initializationVector: HexSequence?
    /// KEYFORMAT; absent means `identity`.
    public var keyFormat: String?
    /// KEYFORMATVERSIONS: positive numbers joined by `/`; absent means `1`.
    public var keyFormatVersions: String?
    /// Attributes this library does not know.
    public var otherAttributes: [Attribute] = []

    /// A key by its method and place.
    public init(
        method: Method, uri: String?, initializationVector: HexSequence? = nil, keyFormat: String? = nil,
        keyFormatVersions: String? = nil
    ) {
        self.method = method
        self.uri = uri
        self.initializationVector = initializationVector
        self.keyFormat = keyFormat
        self.keyFormatVersions = keyFormatVersions
    }

    /// KEYFORMAT, `identity` where it is left out: a later key of the same one replaces this.
    public var effectiveKeyFormat: String { keyFormat ?? "identity" }
}

extension Key {
    /// `nil` for METHOD=NONE and for a tag that says nothing about decryption.
    init?(_ list: inout AttributeReader) {
        guard let method = list.word("METHOD").map(Method.init(rawValue:)) else {
            list.reportMissing("METHOD", .k01)
            return nil
        }
        self.method = method
        if method.rawValue == "NONE" {
            if let other = list.items.first(where: { $0.name != "METHOD" }), list.tag == .key {
                list.report(.k02, at: other.start, "METHOD=NONE with \(other.name)")
            }
            return nil
        }
        if !method.isKnown {
            list.report(.k01, at: list.position(of: "METHOD"), "METHOD=\(method.rawValue.shortened) is not known")
        }
        uri = list.uri("URI")
        initializationVector = list.hex("IV", .k06)
        keyFormat = list.quoted("KEYFORMAT")
        keyFormatVersions = list.quoted("KEYFORMATVERSIONS")
        otherAttributes = list.finish()
        list.reportMissing("URI", .k03)
        check(&list)
    }

    private func check(_ list: inout AttributeReader) {
        let ivStart = list.position(of: "IV")
        if let initializationVector {
            if initializationVector.bytes.count > 16 { list.report(.k06, at: ivStart, "IV has more than 128 bits") }
            if method == .aes256GCM { list.report(.k04, at: ivStart, "METHOD=AES-256-GCM with IV") }
            if method == .sampleAESCTR { list.report(.k05, at: ivStart, "METHOD=SAMPLE-AES-CTR with IV") }
        }
        if let keyFormatVersions, !Self.areVersions(keyFormatVersions) {
            list.report(
                .k07, at: list.position(of: "KEYFORMATVERSIONS"),
                "'\(keyFormatVersions.shortened)' is no list of positive numbers joined by '/'")
        }
    }

    private static func areVersions(_ text: String) -> Bool {
        text.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
            let bytes = Array(part.utf8)
            return (decimalInteger(bytes.span) ?? 0) > 0
        }
    }

    func write(to writer: inout PlaylistWriter, as tag: Tag) {
        writer.tag(tag) { list in
            list.word("METHOD", method)
            list.quoted("URI", uri)
            list.plain("IV", initializationVector)
            list.quoted("KEYFORMAT", keyFormat)
            list.quoted("KEYFORMATVERSIONS", keyFormatVersions)
            list.others(otherAttributes)
        }
    }
}

extension [Key] {
    /// The keys in force after another tag: it takes the place of the one of its KEYFORMAT. §4.4.4.4.
    mutating func apply(_ key: Key) {
        if let index = firstIndex(where: { $0.effectiveKeyFormat == key.effectiveKeyFormat }) {
            self[index] = key
        } else {
            append(key)
        }
    }
}
