/// What the groups of samples are (ISO/IEC 14496-12 §8.9.3).
///
/// Entries of version 0, and of version 2 as some editions have it, do not say how long they are. They are told apart
/// where the size of their kind is known, and are kept in one piece where it is not.
public struct SampleGroupDescriptionBox: BoxContent {
    /// `sgpd`.
    public static let type: FourCC = "sgpd"
    /// Version of the syntax.
    public var version: UInt8 = 1
    /// 24 bits of flags.
    public var flags: UInt32 = 0
    /// What kind of grouping: `roll`, `seig`, `rap ` …
    public var groupingType: FourCC = "roll"
    /// Bytes of every entry; 0 when each gives its own. Not in version 0.
    public var defaultLength: UInt32 = 0
    /// The entry, from 1, of samples that `sbgp` says nothing of; 0 for none. In version 2 alone.
    public var defaultGroupDescriptionIndex: UInt32 = 0
    /// `sbgp` counts them from 1.
    public var entries: [Entry] = []
    /// Everything after the grouping type, where entries cannot be told apart; there are no ``entries`` then.
    public private(set) var undivided: [UInt8]?
    /// Whether entries of version 2 say how long they are.
    private var hasLengths = true

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.fullBox(&version, &flags, versions: 0...2)
        try fields.code("grouping_type", &groupingType)
        if fields.isReading, version != 1 {
            try chooseForm(&fields)
            if undivided != nil { return }
        }
        if var rest = undivided {
            try fields.rest("entries", &rest)
        } else if version > 0, hasLengths {
            try codeWithLengths(&fields)
        } else {
            try codeBare(&fields)
        }
    }

    private mutating func codeWithLengths(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.integer("default_length", &defaultLength)
        if version == 2 { try fields.integer("default_group_description_index", &defaultGroupDescriptionIndex) }
        let fixed = defaultLength == 0 ? nil : Int(exactly: defaultLength) ?? .max
        for index in entries.indices { entries[index].fixedLength = fixed }
        try codeEntries(&fields, minimumSize: fixed ?? 4, prototype: Entry { $0.fixedLength = fixed })
    }

    private mutating func codeBare(_ fields: inout some FieldCoder) throws(BoxError) {
        if version == 2 { try fields.integer("default_group_description_index", &defaultGroupDescriptionIndex) }
        for index in entries.indices { entries[index].fixedLength = entries[index].payload.count }
        try codeEntries(&fields, minimumSize: 1, prototype: Entry { $0.kind = groupingType })
    }

    private mutating func codeEntries(
        _ fields: inout some FieldCoder, minimumSize: Int, prototype: Entry
    ) throws(BoxError) {
        guard var count = UInt32(exactly: entries.count) else { throw fields.failure(.invalidValue("entries")) }
        try fields.integer("entry_count", &count)
        try fields.list("entries", &entries, count: count, minimumSize: minimumSize, prototype: prototype)
    }

    /// Finds the form in which the fields fill the box; what has none is kept in one piece.
    private mutating func chooseForm(_ fields: inout some FieldCoder) throws(BoxError) {
        // Tried on a copy, which has as much memory left as the reader itself.
        guard let reader = fields as? FieldReader,
            let form = (version == 2 ? [true, false] : [false]).first(where: { fills(reader, hasLengths: $0) })
        else {
            var rest: [UInt8] = []
            try fields.rest("entries", &rest)
            undivided = rest
            return
        }
        hasLengths = form
    }

    private func fills(_ reader: FieldReader, hasLengths: Bool) -> Bool {
        var (box, reader) = (self, reader)
        do throws(BoxError) {
            if hasLengths { try box.codeWithLengths(&reader) } else { try box.codeBare(&reader) }
        } catch { return false }
        return reader.remaining == 0
    }

    /// A group, as the bytes that its kind of grouping defines.
    public struct Entry: FieldGroup, Hashable {
        /// The description itself.
        public var payload: [UInt8] = []
        /// `nil` when the length stands before the description.
        var fixedLength: Int?
        /// Where nothing says how long the description is: the kind of grouping, which does.
        var kind: FourCC?

        /// An empty description.
        public init() {}

        /// The fields, in the order of the file.
        public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
            if fields.isReading, let kind {
                try readBare(kind, &fields)
                return
            }
            if let fixedLength {
                try fields.bytes("description", &payload, count: fixedLength)
            } else {
                var length = UInt32(clamping: payload.count)
                try fields.integer("description_length", &length)
                try fields.bytes("description", &payload, count: Int(length))
            }
        }

        private mutating func readBare(_ kind: FourCC, _ fields: inout some FieldCoder) throws(BoxError) {
            guard let size = SampleGroupDescription.size(of: kind) else {
                throw fields.failure(.invalidValue("grouping_type"))
            }
            try fields.bytes("description", &payload, count: size)
            // A constant vector follows where samples are protected and have none of their own.
            if kind == "seig", payload[2] == 1, payload[3] == 0 {
                var (length, vector): (UInt8, [UInt8]) = (0, [])
                try fields.integer("constant_IV_size", &length)
                try fields.bytes("constant_IV", &vector, count: Int(length))
                payload += [length] + vector
            }
            (self.kind, fixedLength) = (nil, payload.count)
        }
    }

    /// What the entries mean; `nil` for one of a kind that is not known, or that cannot be read.
    public var descriptions: [SampleGroupDescription?] {
        entries.map { SampleGroupDescription($0.payload, kind: groupingType) }
    }
}
