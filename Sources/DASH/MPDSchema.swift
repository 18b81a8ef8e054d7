internal import CLibXML2

/// The schema of the MPD, read from a file. ISO/IEC 23009-1 publishes it beside the text.
public struct MPDSchema: ~Copyable {
    /// A rule of the schema that a manifest breaks.
    public struct Problem: Hashable, Sendable, CustomStringConvertible {
        /// In the words of libxml2.
        public var message: String
        /// From 1.
        public var line: Int?

        /// The message after its line.
        public var description: String { (line.map { "line \($0): " } ?? "") + message }
    }

    private let schema: xmlSchemaPtr

    /// Reads a schema and what it imports, which must be files: nothing is fetched from the network.
    public init(contentsOf path: String) throws(MPDError) {
        _ = LibXML2.isReady
        let log = LibXML2.Log()
        // What is said while imports are opened comes here, to this thread's handler.
        xmlSetStructuredErrorFunc(log.pointer, LibXML2.Log.handler)
        defer { withExtendedLifetime(log) { xmlSetStructuredErrorFunc(nil, nil) } }
        let parser = try allocated(xmlSchemaNewParserCtxt(path), "make a parser of schemas")
        defer { xmlSchemaFreeParserCtxt(parser) }
        xmlSchemaSetParserStructuredErrors(parser, LibXML2.Log.handler, log.pointer)
        guard let schema = xmlSchemaParse(parser) else {
            throw MPDError(.schema(log.entries.first?.message ?? path), line: log.entries.first?.line)
        }
        self.schema = schema
    }

    deinit { xmlSchemaFree(schema) }

    /// What is wrong with a manifest; nothing when it is valid. One that is not XML, or too large, is an error.
    public func problems(of bytes: [UInt8], byteLimit: Int = MPD.byteLimit) throws(MPDError) -> [Problem] {
        // Refuses what is hostile before the whole is made into a tree.
        _ = try XMLElement(parsing: bytes, byteLimit: byteLimit, nodeLimit: byteLimit)
        let document = try allocated(document(bytes), "read the document")
        defer { xmlFreeDoc(document) }
        let log = LibXML2.Log()
        let validator = try allocated(xmlSchemaNewValidCtxt(schema), "make a validator")
        defer { xmlSchemaFreeValidCtxt(validator) }
        xmlSchemaSetValidStructuredErrors(validator, LibXML2.Log.handler, log.pointer)
        let result = try check(xmlSchemaValidateDoc(validator, document), "validate")
        if result > 0, log.entries.isEmpty { return [Problem(message: "not valid", line: nil)] }
        return log.entries
    }

    private func document(_ bytes: [UInt8]) -> xmlDocPtr? {
        bytes.withUnsafeBytes { bytes in
            xmlReadMemory(
                bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), nil, LibXML2.encoding,
                LibXML2.options | Int32(XML_PARSE_NOERROR.rawValue))
        }
    }
}
