extension MPD {
    /// A text of more bytes is refused unless another limit is given: a day of segments of two seconds needs a tenth.
    public static let byteLimit = 8 << 20

    /// Elements and attributes together.
    static let nodeLimit = 1_000_000

    /// Reads a manifest in UTF-8. What is not modelled is skipped; what is modelled and cannot be understood is an error with its
    /// line. A document type declaration is refused, so that no entity is ever expanded.
    public init(_ bytes: [UInt8], byteLimit: Int = MPD.byteLimit) throws(MPDError) {
        let root = try XMLElement(parsing: bytes, byteLimit: byteLimit, nodeLimit: Self.nodeLimit)
        guard root.name == Self.elementName, root.namespace == Self.namespace else {
            throw MPDError(.notMPD(root.name), line: root.line)
        }
        try self.init(reading: root)
    }

    /// The manifest as UTF-8. Equal values give equal bytes. A character that XML cannot hold is an error.
    public func serializedBytes() throws(MPDError) -> [UInt8] { try element().document() }
}
