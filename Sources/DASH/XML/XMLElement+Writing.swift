internal import CLibXML2

extension XMLElement {
    /// The document whose outermost element this is: UTF-8, two spaces an indentation, attributes in their order. The
    /// namespace is declared there. Equal values give equal bytes.
    func document() throws(MPDError) -> [UInt8] {
        let writer = try DocumentWriter()
        try check(xmlTextWriterStartDocument(writer.writer, "1.0", "UTF-8", nil), "begin a document")
        try writer.write(self, isOutermost: true)
        try check(xmlTextWriterEndDocument(writer.writer), "end a document")
        return writer.bytes
    }
}

/// libxml2's writer and the buffer that it fills.
private final class DocumentWriter {
    let writer: xmlTextWriterPtr
    private let buffer: xmlBufferPtr

    init() throws(MPDError) {
        _ = LibXML2.isReady
        let buffer = try allocated(xmlBufferCreate(), "make a buffer")
        guard let writer = xmlNewTextWriterMemory(buffer, 0) else {
            xmlBufferFree(buffer)
            throw MPDError(.library("libxml2 could not make a writer"))
        }
        (self.writer, self.buffer) = (writer, buffer)
        xmlTextWriterSetIndent(writer, 1)
        xmlTextWriterSetIndentString(writer, "  ")
    }

    deinit {
        xmlFreeTextWriter(writer)
        xmlBufferFree(buffer)
    }

    var bytes: [UInt8] {
        xmlTextWriterFlush(writer)
        return Array(UnsafeBufferPointer(start: xmlBufferContent(buffer), count: Int(xmlBufferLength(buffer))))
    }

    func write(_ element: XMLElement, isOutermost: Bool = false) throws(MPDError) {
        try check(xmlTextWriterStartElement(writer, element.name), "begin an element")
        if isOutermost { try write(.init(name: "xmlns", value: MPD.namespace)) }
        for attribute in element.attributes { try write(attribute) }
        if !element.text.isEmpty {
            try refuseUnwritable(element.text, name: element.name)
            try check(xmlTextWriterWriteString(writer, element.text), "write a text")
        }
        for child in element.children { try write(child) }
        try check(xmlTextWriterEndElement(writer), "end an element")
    }

    private func write(_ attribute: XMLElement.Attribute) throws(MPDError) {
        try refuseUnwritable(attribute.value, name: attribute.name)
        try check(xmlTextWriterWriteAttribute(writer, attribute.name, attribute.value), "write an attribute")
    }
}

/// XML 1.0 §2.2: no control characters but tab, line feed and carriage return, and neither U+FFFE nor U+FFFF, escaped or
/// not.
private func refuseUnwritable(_ text: String, name: String) throws(MPDError) {
    let isWritable: (Unicode.Scalar) -> Bool = { scalar in
        scalar.value >= 0x20 ? scalar.value & ~1 != 0xFFFE : [0x9, 0xA, 0xD].contains(scalar.value)
    }
    guard let scalar = text.unicodeScalars.first(where: { !isWritable($0) }) else { return }
    throw MPDError(.unwritable(scalar: scalar.value, name: name))
}
