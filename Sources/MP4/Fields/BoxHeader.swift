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
    }

    /// The four-character code.
    public var type: FourCC
    /// How the size is written.
    public var sizeForm: SizeForm
    /// Bytes of the whole box, header included.
    public var size: Int

    /// Bytes of the header itself: 8 or 16.
    public var headerSize: Int { sizeForm == .large ? 16 : 8 }

    /// Reads a header. A box to the end has the size of what `reader` has left.
    init(reading reader: inout FieldReader) throws(BoxError) {
        let (start, available) = (reader.position, reader.remaining)
        var compact: UInt32 = 0
        type = FourCC(rawValue: 0)
        try reader.integer("size", &compact)
        try reader.code("type", &type)
        switch compact {
        case 0: (sizeForm, size) = (.toEnd, available)
        case 1:
            var large: UInt64 = 0
            try reader.integer("largesize", &large)
            guard let exact = Int(exactly: large) else { throw BoxError(.invalidSize(large), at: start, in: type) }
            (sizeForm, size) = (.large, exact)
        default: (sizeForm, size) = (.compact, Int(compact))
        }
    }
}
