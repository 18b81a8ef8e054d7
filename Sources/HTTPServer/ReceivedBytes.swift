/// Bytes that came and were not taken yet.
struct ReceivedBytes {
    private var bytes: [UInt8] = []
    /// The first that was not taken, and the first that may be the end of a line.
    private var (start, unseen) = (0, 0)

    var count: Int { bytes.count - start }
    var isEmpty: Bool { count == 0 }

    mutating func append(_ received: UnsafeRawBufferPointer) {
        // Moved to the front when that costs no more than what was taken.
        if start > 0, start >= count {
            bytes.removeSubrange(..<start)
            (start, unseen) = (0, unseen - start)
        }
        bytes += received
    }

    /// Lets go of memory that a large request took, when nothing is left of it.
    mutating func shrink() {
        if isEmpty, bytes.capacity > 4096 { self = ReceivedBytes() }
    }

    /// A line without its LF; `nil` when there is none.
    mutating func takeLine() -> ArraySlice<UInt8>? {
        guard let end = bytes[unseen...].firstIndex(of: UInt8(ascii: "\n")) else {
            unseen = bytes.count
            return nil
        }
        defer { (start, unseen) = (end + 1, end + 1) }
        return bytes[start..<end]
    }

    /// None when none are there.
    mutating func take(atMost most: Int) -> ArraySlice<UInt8> {
        let taken = bytes[start...].prefix(most)
        start += taken.count
        unseen = start
        return taken
    }
}
