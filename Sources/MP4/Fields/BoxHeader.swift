/// Size and type of a box (ISO/IEC 14496-12 §4.2.2), as the file gives them.
public struct BoxHeader: Hashable, Sendable {
    /// How the size is written.
    public enum SizeForm: Hashable, Sendable {
        /// In 32 bits.
        case compact
        /// As 1, with 64 bits after the type.
        case large
        /// As 0: the box goes on to the end of the file, or of the box around it.
        case toEnd
        /// More than there is: the file was cut, or never was so long. What it says, and whether in 64 bits.
        case beyondEnd(UInt64, isLarge: Bool)
    }

    /// The four-character code.
    public var type: FourCC
    /// How the size is written.
    public var sizeForm: SizeForm
    /// Bytes of the whole box that are there, header included.
    public var size: Int

    /// Bytes of the header itself: 8 or 16.
    public var headerSize: Int {
        switch sizeForm {
        case .large, .beyondEnd(_, isLarge: true): 16
        default: 8
        }
    }

    /// Reads a header where `available` bytes are left for the box. With `allowsCut` media data may claim more: what
    /// describes media must be whole.
    init(reading reader: inout FieldReader, available: Int, allowsCut: Bool) throws(BoxError) {
        let start = reader.position
        var compact: UInt32 = 0
        type = FourCC(rawValue: 0)
        try reader.integer("size", &compact)
        try reader.code("type", &type)
        var claimed = UInt64(compact)
        sizeForm = compact == 0 ? .toEnd : .compact
        if compact == 0 { claimed = UInt64(available) }
        if compact == 1 {
            try reader.integer("largesize", &claimed)
            sizeForm = .large
        }
        size = Int(clamping: claimed)
        guard size >= headerSize, size <= available || allowsCut && type == "mdat" else {
            throw BoxError(.invalidSize(claimed), at: start, in: type)
        }
        if size > available {
            sizeForm = .beyondEnd(claimed, isLarge: sizeForm == .large)
            size = available
        }
    }
}
