/// The boxes of a file without its samples: the payload of `mdat` stays in the file, and so does what is large and means
/// nothing here, free space and boxes of unknown types.
public struct FileStructure: Sendable {
    /// The boxes, in the order of the file. What could not be read inside one is an ``OpaqueBox`` that says why.
    public private(set) var boxes: [Box] = []
    /// Bytes of the file.
    public let size: Int
    /// Why the boxes end before the file does.
    public private(set) var problem: BoxError?

    /// Reads the structure of a file of `size` bytes. `fetch` gives the bytes of a range of it; fewer than asked for are
    /// an error in the file.
    public init<Failure: Error>(size: Int, fetch: (Range<Int>) throws(Failure) -> [UInt8]) throws(Failure) {
        self.size = size
        var position = 0
        // What is read is there twice for a moment; what is not read leaves room.
        var allowance = FieldReader.allowance(0) + 2 * min(size, 1 << 60)
        while position < size {
            let start = try fetch(position..<min(size, position + 16))
            guard let header = readHeader(start, at: position) else { return }
            let range = position..<position + header.size
            let isLeft = Self.isLeft(header)
            guard isLeft || header.size <= Self.largestBox else {
                problem = BoxError(.tooLarge(Self.largestBox), at: position, in: header.type)
                return
            }
            let content = isLeft ? [] : try fetch(range)
            guard isLeft || content.count == header.size else {
                problem = BoxError(.truncated, at: position + content.count, in: header.type)
                return
            }
            guard addBox(header, content, at: position, &allowance) else { return }
            position += header.size
        }
    }

    /// Reads the structure of a file that is in memory.
    public init(_ bytes: [UInt8]) { self.init(size: bytes.count) { Array(bytes[$0]) } }

    /// A box that is read is twice in memory for a moment.
    private static let largestBox = 1 << 30
    /// What is smaller is read whatever it is, so that it can be written again.
    private static let smallBox = 1 << 20

    private static func isLeft(_ header: BoxHeader) -> Bool {
        header.type == "mdat" || header.size > smallBox && BoxRegistry.isOpaque(header.type)
    }

    private mutating func readHeader(_ bytes: [UInt8], at position: Int) -> BoxHeader? {
        var reader = FieldReader(bytes, position: position)
        do throws(BoxError) {
            return try BoxHeader(reading: &reader, available: size - position, allowsCut: true)
        } catch {
            problem = error
            return nil
        }
    }

    private mutating func addBox(
        _ header: BoxHeader, _ bytes: [UInt8], at position: Int, _ allowance: inout Int
    ) -> Bool {
        var reader = FieldReader(bytes, position: position, keepsMalformed: true)
        reader.allowance = allowance - 2 * bytes.count
        do throws(BoxError) {
            switch (header.type, Self.isLeft(header)) {
            case ("mdat", _): boxes.append(try reader.mediaData(header))
            case (_, true): boxes.append(try reader.omitted(header))
            case (_, false): boxes.append(try reader.readBox())
            }
        } catch {
            problem = error
            return false
        }
        allowance = reader.allowance
        return true
    }
}
