/// A box with what is in it (ISO/IEC 14496-12 §4.2): written again, it has the bytes it was read from.
public struct Box: Sendable, Equatable {
    /// The four-character code.
    public var type: FourCC
    /// How its size is written.
    public var sizeForm: BoxHeader.SizeForm
    /// Its fields and the boxes in it; an ``OpaqueBox`` when its type is not known.
    public var content: any BoxContent
    /// Bytes after the last field that the specification knows.
    public var trailing: [UInt8]
    /// The byte of the input at which it began; 0 for a box that was made.
    public private(set) var position = 0
    /// Its size in the input, header included; 0 for a box that was made.
    public private(set) var size = 0

    /// A box of the type its content has, or of another that has the same fields.
    public init(_ content: some BoxContent, type: FourCC? = nil) {
        self.type = type ?? Swift.type(of: content).type
        self.content = content
        sizeForm = .compact
        trailing = []
    }

    init(_ header: BoxHeader, content: any BoxContent, trailing: [UInt8], position: Int) {
        type = header.type
        sizeForm = header.sizeForm
        self.content = content
        self.trailing = trailing
        self.position = position
        size = header.size
    }

    /// The box as bytes. Throws where a value does not fit its field.
    public func bytes() throws(BoxError) -> [UInt8] {
        var writer = FieldWriter()
        try writer.write(self)
        return writer.output
    }

    /// Boxes are equal when they are written as the same bytes.
    public static func == (left: Box, right: Box) -> Bool {
        guard left.type == right.type, let a = try? left.bytes(), let b = try? right.bytes() else { return false }
        return a == b
    }

    /// The boxes directly inside; empty for a box that holds fields only.
    public var children: [Box] { (content as? any BoxContainer)?.children ?? [] }
}

/// Content that holds boxes.
public protocol BoxContainer: BoxContent {
    /// The boxes directly inside, in the order of the file.
    var children: [Box] { get set }
}

extension BoxContainer {
    /// Nothing but boxes, unless the box says otherwise.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) { try fields.children(&children) }

    /// The first box inside with content of this kind.
    public func first<Content: BoxContent>(_ kind: Content.Type) -> Content? { children.first(kind) }

    /// Every box inside with content of this kind.
    public func all<Content: BoxContent>(_ kind: Content.Type) -> [Content] { children.all(kind) }
}

extension [Box] {
    /// Reads boxes up to the end of `bytes`, of which the first is byte `position` of the input.
    ///
    /// With `keepsMalformed` a box whose size is right but whose content cannot be read becomes an ``OpaqueBox`` that
    /// says why; without, it is an error.
    public init(reading bytes: [UInt8], position: Int = 0, keepsMalformed: Bool = false) throws(BoxError) {
        var reader = FieldReader(bytes, position: position, keepsMalformed: keepsMalformed)
        self = []
        while reader.remaining > 0 { append(try reader.readBox()) }
    }

    /// All of them as bytes.
    public func bytes() throws(BoxError) -> [UInt8] {
        var writer = FieldWriter()
        for box in self { try writer.write(box) }
        return writer.output
    }

    /// The first with content of this kind.
    public func first<Content: BoxContent>(_ kind: Content.Type) -> Content? {
        for box in self { if let content = box.content as? Content { return content } }
        return nil
    }

    /// Every one with content of this kind.
    public func all<Content: BoxContent>(_ kind: Content.Type) -> [Content] { compactMap { $0.content as? Content } }
}
