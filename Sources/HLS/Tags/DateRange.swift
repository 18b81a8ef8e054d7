/// EXT-X-DATERANGE: attributes of a range of time. §4.4.5.1.
///
/// Several tags may carry one ID; each is one value here, see ``MediaPlaylist/mergedDateRanges``.
public struct DateRange: Hashable, Sendable {
    /// CUE: when to act other than at the start date.
    public enum Cue: String, Hashable, Sendable {
        /// Before playback of the primary content begins, wherever that is.
        case pre = "PRE"
        /// After the primary content has been played to its end.
        case post = "POST"
        /// Once only, however often the date is passed.
        case once = "ONCE"
    }

    /// ID.
    public var id: String
    /// CLASS: what the attributes mean.
    public var rangeClass: String?
    /// START-DATE; absent where an earlier tag of the ID has it.
    public var startDate: DateTime?
    /// CUE.
    public var cue: [Cue] = []
    /// END-DATE.
    public var endDate: DateTime?
    /// DURATION in seconds.
    public var duration: ExactDecimal?
    /// PLANNED-DURATION in seconds.
    public var plannedDuration: ExactDecimal?
    /// SCTE35-CMD: a splice_info_section.
    public var scte35Command: HexSequence?
    /// SCTE35-OUT.
    public var scte35Out: HexSequence?
    /// SCTE35-IN.
    public var scte35In: HexSequence?
    /// END-ON-NEXT=YES: it ends where the next range of its class starts.
    public var endsOnNext = false
    /// The `X-` attributes in their order, those of interstitials among them.
    public var clientAttributes: [ClientAttribute] = []
    /// Attributes this library does not know.
    public var otherAttributes: [Attribute] = []
    /// How many of the listed segments stand before the tag. The range applies by its dates, not by its place.
    public var precedingSegments = 0

    /// A range by its name and start.
    public init(id: String, startDate: DateTime? = nil) {
        self.id = id
        self.startDate = startDate
    }

    /// One `X-` attribute of a date range.
    public struct ClientAttribute: Hashable, Sendable {
        /// What a client attribute may hold.
        public enum Value: Hashable, Sendable {
            /// A quoted-string.
            case string(String)
            /// A hexadecimal-sequence.
            case hex(HexSequence)
            /// A signed or unsigned decimal number.
            case number(ExactDecimal)
        }

        /// The AttributeName with its `X-`.
        public var name: String
        /// The value.
        public var value: Value

        /// An attribute by its name and value.
        public init(name: String, value: Value) {
            self.name = name
            self.value = value
        }
    }

    /// The value of the `X-` attribute of that name.
    public subscript(clientAttribute name: String) -> ClientAttribute.Value? {
        clientAttributes.first { $0.name == name }?.value
    }
}

extension DateRange {
    init?(_ list: inout AttributeReader) {
        let id = list.quoted("ID")
        rangeClass = list.quoted("CLASS")
        startDate = list.date("START-DATE")
        cue = Self.cues(&list)
        endDate = list.date("END-DATE")
        duration = list.seconds("DURATION")
        plannedDuration = list.seconds("PLANNED-DURATION")
        scte35Command = list.hex("SCTE35-CMD", .r13)
        scte35Out = list.hex("SCTE35-OUT", .r13)
        scte35In = list.hex("SCTE35-IN", .r13)
        endsOnNext = list.isYes("END-ON-NEXT", .r06)
        for item in list.items where item.name.hasPrefix("X-") {
            if let value = list.clientValue(item.name) {
                clientAttributes.append(ClientAttribute(name: item.name, value: value))
            }
        }
        otherAttributes = list.finish()
        guard let id else {
            list.reportMissing("ID", .r01)
            return nil
        }
        self.id = id
    }

    private static func cues(_ list: inout AttributeReader) -> [Cue] {
        let start = list.position(of: "CUE")
        return list.list("CUE", blanks: .g07).compactMap { text in
            if let cue = Cue(rawValue: text) { return cue }
            list.report(.r10, at: start, "CUE has '\(text.shortened)'; PRE, POST and ONCE are known")
            return nil
        }
    }

    func write(to writer: inout PlaylistWriter) {
        writer.tag(.dateRange) { list in
            list.quoted("ID", id)
            list.quoted("CLASS", rangeClass)
            list.quoted("START-DATE", startDate?.description)
            list.list("CUE", cue.map(\.rawValue))
            list.quoted("END-DATE", endDate?.description)
            list.plain("DURATION", duration)
            list.plain("PLANNED-DURATION", plannedDuration)
            list.plain("SCTE35-CMD", scte35Command)
            list.plain("SCTE35-OUT", scte35Out)
            list.plain("SCTE35-IN", scte35In)
            list.yes("END-ON-NEXT", endsOnNext)
            for attribute in clientAttributes {
                switch attribute.value {
                case .string(let text): list.quoted(attribute.name, text)
                case .hex(let bytes): list.plain(attribute.name, bytes)
                case .number(let number): list.plain(attribute.name, number)
                }
            }
            list.others(otherAttributes)
        }
    }
}

extension AttributeReader {
    fileprivate mutating func date(_ name: String) -> DateTime? {
        let start = position(of: name)
        guard let text = quoted(name) else { return nil }
        guard let date = DateTime(text) else {
            report(.r25, at: start, "\(name)=\"\(text.shortened)\" is no ISO 8601 date and time")
            return nil
        }
        if date.offsetMinutes == nil || date.fractionDigits < 3 {
            report(.r12, at: start, "\(name) lacks \(date.offsetMinutes == nil ? "a zone" : "milliseconds")")
        }
        return date
    }

    /// A decimal that is not negative.
    fileprivate mutating func seconds(_ name: String) -> ExactDecimal? {
        let start = position(of: name)
        guard let value = signedDecimal(name, .g15) else { return nil }
        guard value >= .zero else {
            report(.r04, at: start, "\(name)=\(value) is negative")
            return nil
        }
        return value
    }

    fileprivate mutating func clientValue(_ name: String) -> DateRange.ClientAttribute.Value? {
        guard let item = items.first(where: { $0.name == name }) else { return nil }
        if item.isQuoted { return quoted(name, mayBeEmpty: true).map { .string($0) } }
        let bytes = state.bytes
        let value = bytes.span.extracting(item.value)
        if let number = DecimalScan(value), number.length == item.value.count, !number.isSloppy {
            _ = take(name)
            return .number(number.value)
        }
        if HexScan(value) != nil || state.bytes[item.value].contains(UInt8(ascii: "{")) {
            return hex(name, .r11).map { .hex($0) }
        }
        report(.r11, at: item.start, "\(name)=\(shown(item.value)) is no quoted string, hexadecimal sequence or number")
        _ = take(name)
        return nil
    }
}
