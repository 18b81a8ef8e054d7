internal import CFFmpeg

/// Pieces of memory that libavformat reads as one file.
final class MemoryReader {
    private let chunks: [[UInt8]]
    /// Where each chunk begins, and the end.
    private let offsets: [Int]
    private var position = 0
    private(set) var context: UnsafeMutablePointer<AVIOContext>?

    init(_ chunks: [[UInt8]]) throws(AVError) {
        self.chunks = chunks
        offsets = chunks.reduce(into: [0]) { $0.append($0.last! + $1.count) }
        let capacity = 32 << 10
        let buffer = try allocated(av_malloc(capacity), "read from memory")
        // Unretained: whoever holds the context holds this object, and `deinit` frees the context.
        let this = Unmanaged.passUnretained(self).toOpaque()
        context = avio_alloc_context(
            buffer.assumingMemoryBound(to: UInt8.self), Int32(capacity), 0, this, readFromMemory, nil, seekInMemory)
        guard context != nil else {
            av_free(buffer)
            throw .outOfMemory("read from memory")
        }
    }

    deinit {
        // libavformat may have replaced the buffer.
        av_free(context?.pointee.buffer)
        avio_context_free(&context)
    }

    fileprivate func read(into target: UnsafeMutableBufferPointer<UInt8>) -> Int {
        guard let index = offsets.lastIndex(where: { $0 <= position }), index < chunks.count else { return 0 }
        let start = position - offsets[index]
        let count = min(target.count, chunks[index].count - start)
        chunks[index].withUnsafeBufferPointer { source in
            _ = target[..<count].update(fromContentsOf: source[start..<(start + count)])
        }
        position += count
        return count
    }

    fileprivate func seek(to offset: Int64, whence: Int32) -> Int64 {
        let end = Int64(offsets.last!)
        if whence & AVSEEK_SIZE != 0 { return end }
        let base: Int64? =
            switch whence & ~AVSEEK_FORCE {
            case SEEK_SET: 0
            case SEEK_CUR: Int64(position)
            case SEEK_END: end
            default: nil
            }
        guard let base, case (let target, false) = base.addingReportingOverflow(offset), (0...end).contains(target)
        else { return Int64(reelrig_AVERROR_INVALIDDATA) }
        position = Int(target)
        return target
    }
}

private func readFromMemory(_ reader: UnsafeMutableRawPointer?, _ target: UnsafeMutablePointer<UInt8>?, _ count: Int32)
    -> Int32
{
    let reader = Unmanaged<MemoryReader>.fromOpaque(reader!).takeUnretainedValue()
    let got = reader.read(into: UnsafeMutableBufferPointer(start: target, count: Int(count)))
    return got > 0 ? Int32(got) : reelrig_AVERROR_EOF
}

private func seekInMemory(_ reader: UnsafeMutableRawPointer?, _ offset: Int64, _ whence: Int32) -> Int64 {
    Unmanaged<MemoryReader>.fromOpaque(reader!).takeUnretainedValue().seek(to: offset, whence: whence)
}
