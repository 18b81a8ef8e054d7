extension MPD {
    /// A property by the scheme that gives it its meaning: `DescriptorType`, §5.8.2.
    public struct Descriptor: Hashable, Sendable {
        /// `@schemeIdUri`.
        public var schemeIdUri: String
        /// `@value`, in the words of the scheme.
        public var value: String?
        /// `@id`.
        public var id: String?

        /// A property of a scheme.
        public init(schemeIdUri: String, value: String? = nil, id: String? = nil) {
            self.schemeIdUri = schemeIdUri
            self.value = value
            self.id = id
        }

        /// A role, as `main`, `alternate`, `subtitle` or `caption`. §5.8.5.5.
        public static func role(_ value: String) -> Descriptor {
            Descriptor(schemeIdUri: "urn:mpeg:dash:role:2011", value: value)
        }

        /// The number of audio channels of an AAC stream, by the channel configurations of ISO/IEC 23003-3; `nil` of a
        /// number that has none.
        public static func audioChannels(_ count: Int) -> Descriptor? {
            // Configuration 7 is 7.1: eight channels.
            guard let configuration = count == 8 ? 7 : (1...6).contains(count) ? count : nil else { return nil }
            return Descriptor(
                schemeIdUri: "urn:mpeg:dash:23003:3:audio_channel_configuration:2011", value: "\(configuration)")
        }

        /// The set serves fast playing of another, and is played only so. DASH-IF guidelines.
        public static func trickMode(ofSet id: UInt32) -> Descriptor {
            Descriptor(schemeIdUri: "http://dashif.org/guidelines/trickmode", value: "\(id)")
        }

        /// Each image is a grid of pictures, filled row by row. DASH-IF guidelines.
        public static func thumbnailTiles(columns: Int, rows: Int) -> Descriptor {
            Descriptor(schemeIdUri: "http://dashif.org/guidelines/thumbnail_tile", value: "\(columns)x\(rows)")
        }
    }

    /// What a menu shows. §5.3.10.
    public struct Label: Hashable, Sendable {
        /// The text.
        public var text: String
        /// `@lang`, BCP 47: of the text.
        public var lang: String?

        /// A label.
        public init(_ text: String, lang: String? = nil) {
            self.text = text
            self.lang = lang
        }
    }
}

extension MPD.Descriptor: MappedElement {
    /// Of an element whose name its place does not give.
    static let elementName = "Descriptor"
    static let blank = MPD.Descriptor(schemeIdUri: "")
    static let attributes: [AttributeMapping<MPD.Descriptor>] = [
        .required("schemeIdUri", \.schemeIdUri),
        .optional("value", \.value),
        .optional("id", \.id),
    ]
}

extension MPD.Label: MappedElement {
    static let elementName = "Label"
    static let blank = MPD.Label("")
    static let attributes: [AttributeMapping<MPD.Label>] = [.optional("lang", \.lang)]

    var content: String {
        get { text }
        set { text = newValue }
    }
}
