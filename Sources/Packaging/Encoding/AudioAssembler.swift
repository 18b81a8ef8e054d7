/// One continuous run of stereo samples from 0 on, made of pieces that have times: gaps become silence, overlaps are
/// dropped, and small disagreements between a piece's time and the sum of those before it are the clock's rounding.
package struct AudioAssembler: Sendable {
    /// Samples that a piece's time may be off before it is believed: 20 ms.
    private static let slack: Int64 = 960

    /// Where the next sample goes.
    package private(set) var position: Int64 = 0
    /// Silence that was put in, before the first piece and after the last included.
    package private(set) var silence: Int64 = 0
    private let end: Int64
    private var taken: Int64 = 0
    private var chunks: [Chunk] = []
    private var hasBegun = false

    /// Silence is a number: an hour of it takes no memory.
    private enum Chunk {
        case silence(Int64)
        case samples([[Float]])
    }

    package init(end: Int64) { self.end = end }

    /// Adds a piece whose first sample belongs at `time`, in samples. Both channels are equally long.
    package mutating func add(_ channels: [[Float]], at time: Int64) {
        let offset = time - position
        var skipped = 0
        if !hasBegun || offset.magnitude > Self.slack.magnitude {
            if offset > 0 { addSilence(offset) }
            if offset < 0 { skipped = Int(min(-offset, Int64(channels[0].count))) }
        }
        guard skipped < channels[0].count else { return }
        hasBegun = true
        let count = Int(min(Int64(channels[0].count - skipped), end - position))
        guard count > 0 else { return }
        chunks.append(.samples(channels.map { Array($0[skipped..<skipped + count]) }))
        position += Int64(count)
    }

    /// Fills up to the end.
    package mutating func finish() { addSilence(end - position) }

    /// The next `count` samples of both channels once they are there.
    package mutating func take(_ count: Int) -> [[Float]]? {
        guard position - taken >= Int64(count) else { return nil }
        taken += Int64(count)
        var result: [[Float]] = [[], []]
        while result[0].count < count {
            let wanted = count - result[0].count
            switch chunks.removeFirst() {
            case .silence(let length):
                let used = min(Int64(wanted), length)
                for index in result.indices { result[index] += repeatElement(0, count: Int(used)) }
                if used < length { chunks.insert(.silence(length - used), at: 0) }
            case .samples(let channels):
                for index in result.indices { result[index] += channels[index].prefix(wanted) }
                if channels[0].count > wanted {
                    chunks.insert(.samples(channels.map { Array($0.dropFirst(wanted)) }), at: 0)
                }
            }
        }
        return result
    }

    private mutating func addSilence(_ samples: Int64) {
        let count = max(0, min(samples, end - position))
        guard count > 0 else { return }
        silence += count
        position += count
        chunks.append(.silence(count))
    }
}
