extension FieldReader {
    /// Reads one box with everything in it.
    mutating func readBox() throws(BoxError) -> Box {
        guard depth < 16 else { throw failure(.tooDeep) }
        guard budget > 0 else { throw failure(.tooManyBoxes) }
        budget -= 1
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

    private mutating func readContent(_ type: FourCC, in parent: FourCC?) throws(BoxError) -> any BoxContent {
        let start = self
        var content = BoxRegistry.content(of: type, in: parent)
        do throws(BoxError) {
            try content.code(&self)
            return content
        } catch {
            // A version from the future is not an error: readers skip the box (ISO/IEC 14496-12 §4.2).
            if case .unsupportedVersion = error.reason {
            } else if !keepsMalformed {
                throw error
            }
            index = start.index
            resetBits()
            var opaque = OpaqueBox()
            try opaque.code(&self)
            opaque.problem = error
            return opaque
        }
    }
}
