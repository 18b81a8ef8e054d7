import Foundation

/// Lines of a pipe, as they come.
struct Lines {
    private let handle: FileHandle
    private var rest: [UInt8] = []

    init(_ handle: FileHandle) { self.handle = handle }

    /// `nil` at the end.
    mutating func next() -> String? {
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                defer { rest.removeFirst(end + 1) }
                return String(decoding: rest[..<end], as: UTF8.self)
            }
            // Unlike `read(upToCount:)` it waits for no more than there is.
            let more = handle.availableData
            guard !more.isEmpty else { return nil }
            rest += more
        }
    }
}
