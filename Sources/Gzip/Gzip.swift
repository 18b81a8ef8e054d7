internal import CZlib

/// The gzip format (RFC 1952) through zlib. One input always gives the same bytes: no time and no name is written.
package enum Gzip {
    /// What zlib refused, in its words.
    package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        package var description: String
    }

    /// - Parameter level: 1 is fastest, 9 smallest.
    package static func compress(_ bytes: [UInt8], level: Int = 6) throws(Failure) -> [UInt8] {
        var stream = z_stream()
        try check(reelrig_deflate_init_gzip(&stream, Int32(min(max(level, 1), 9))), "deflate")
        defer { deflateEnd(&stream) }
        let bound = Int(deflateBound(&stream, UInt(bytes.count)))
        var code = Z_OK
        let packed = [UInt8](unsafeUninitializedCapacity: bound) { buffer, filled in
            code = run(&stream, bytes, into: buffer) { deflate(&$0, Z_FINISH) }
            filled = bound - Int(stream.avail_out)
        }
        guard code == Z_STREAM_END else { throw Failure(description: "deflate did not end (\(code))") }
        return packed
    }

    /// Both buffers are lent for the length of one call.
    private static func run(
        _ stream: inout z_stream, _ input: [UInt8], into output: UnsafeMutableBufferPointer<UInt8>,
        _ step: (inout z_stream) -> Int32
    ) -> Int32 {
        input.withUnsafeBufferPointer { input in
            stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            stream.avail_in = UInt32(clamping: input.count)
            stream.next_out = output.baseAddress
            stream.avail_out = UInt32(clamping: output.count)
            return step(&stream)
        }
    }
}

private func check(_ code: Int32, _ what: String) throws(Gzip.Failure) {
    guard code != Z_OK else { return }
    throw Gzip.Failure(description: "\(what): \(code == Z_MEM_ERROR ? "out of memory" : "zlib error \(code)")")
}
