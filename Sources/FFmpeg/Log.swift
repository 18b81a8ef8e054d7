internal import CFFmpeg
internal import Synchronization

/// libav's log. Nothing reaches standard error; the last complaint about a watched object explains its errors.
enum Log {
    /// Evaluated by every type that opens something: from then on libav is silent.
    static let isSilenced: Void = av_log_set_callback(receiveLogLine)

    /// Keeps what is said about `object` until `unwatch`.
    static func watch(_ object: UnsafeMutableRawPointer) {
        _ = isSilenced
        lines.withLock { $0[UInt(bitPattern: object)] = "" }
    }

    static func unwatch(_ object: UnsafeMutableRawPointer) {
        lines.withLock { $0[UInt(bitPattern: object)] = nil }
    }

    static func lastLine(about object: UnsafeMutableRawPointer) -> String? {
        lines.withLock { $0[UInt(bitPattern: object)] }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// By the address of the watched object; empty while nothing was said.
    private static let lines = Mutex<[UInt: String]>([:])

    fileprivate static func isWatched(_ address: UInt) -> Bool { lines.withLock { $0.keys.contains(address) } }

    fileprivate static func keep(_ line: String, _ address: UInt) {
        lines.withLock { if $0.keys.contains(address) { $0[address] = line } }
    }
}

/// Called by libav on any of its threads.
private func receiveLogLine(
    _ object: UnsafeMutableRawPointer?, _ level: Int32, _ format: UnsafePointer<CChar>?, _ arguments: CVaListPointer?
) {
    guard level <= AV_LOG_ERROR, let object, let format, let arguments else { return }
    let address = UInt(bitPattern: object)
    guard Log.isWatched(address) else { return }
    let capacity = 512
    var prefix: Int32 = 0
    let line = withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
        av_log_format_line2(nil, level, format, arguments, buffer.baseAddress, Int32(capacity), &prefix)
        return String(cString: buffer.baseAddress!)
    }
    Log.keep(String(line.prefix { !$0.isNewline }), address)
}
