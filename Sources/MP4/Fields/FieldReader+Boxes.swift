extension FieldReader {
    /// Reads one box with everything in it.
    mutating func readBox() throws(BoxError) -> Box {
        guard depth < 16 else { throw failure(.tooDeep) }
        let start = index
        let header = try BoxHeader(reading: &self, available: remaining, allowsCut: keepsMalformed && depth == 0)
        let outer = (end: end, box: box)
        defer {
            (end, box) = outer
            depth -= 1
        }
        (end, box) = (start + header.size, header.type)
        depth += 1
        let content = try readContent(header.type, in: outer.box)
        defer { index = start + header.size }
        return Box(header, content: content, trailing: Array(storage[index..<end]), position: base + start)
    }

    /// A box of media data whose payload stays in the file.
    /// A box whose content stays in the file.
    mutating func omitted(_ header: BoxHeader) throws(BoxError) -> Box {
        try charge(2 * MemoryLayout<Box>.stride + OpaqueBox.footprint, for: 8)
        let content = OpaqueBox { $0.omittedCount = header.size - header.headerSize }
        return Box(header, content: content, trailing: [], position: position)
    }

    mutating func mediaData(_ header: BoxHeader) throws(BoxError) -> Box {
        try charge(2 * MemoryLayout<Box>.stride + MediaDataBox.footprint, for: 8)
        let data = MediaDataBox { $0.omittedCount = header.size - header.headerSize }
        return Box(header, content: data, trailing: [], position: position)
    }

    private mutating func readContent(_ type: FourCC, in parent: FourCC?) throws(BoxError) -> any BoxContent {
        let start = self
        var content = BoxRegistry.content(of: type, in: parent)
        // The array that the box lies in grows by doubling.
        try charge(2 * MemoryLayout<Box>.stride + Swift.type(of: content).footprint, for: 8)
        do throws(BoxError) {
            try content.code(&self)
            return content
        } catch {
            // A version from the future is not an error: readers skip the box (ISO/IEC 14496-12 §4.2).
            if case .unsupportedVersion = error.reason {
            } else if !keepsMalformed {
                throw error
            }
            (index, allowance) = (start.index, start.allowance)
            resetBits()
            var opaque = OpaqueBox()
            try opaque.code(&self)
            opaque.problem = error
            return opaque
        }
    }
}

extension BoxContent {
    /// Bytes of memory that content of this kind takes by itself.
    fileprivate static var footprint: Int { MemoryLayout<Self>.size + 32 }
}
