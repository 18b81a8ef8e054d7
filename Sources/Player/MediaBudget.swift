import MediaTypes

/// How much media may be kept, on the disk and in memory: the one owner of these numbers.
///
/// A warning shrinks them in an order that is always the same. Of a disk: nothing more is preloaded, then the cache keeps
/// to what fits, then downloads take no more than they have. Of memory: nothing more is preloaded, then less is held ahead
/// of the playhead. What plays now and what was downloaded is never given up. Nothing grows again by itself.
package struct MediaBudget: Hashable, Sendable {
    /// Bytes on the disk of what is evicted when there is no room.
    package private(set) var cache: Int
    /// Bytes of that which may have been preloaded and not been played.
    package private(set) var preload: Int
    /// Bytes on the disk of what is kept until somebody removes it.
    package private(set) var downloads: Int
    /// Media held in memory ahead of the playhead.
    package private(set) var buffer: Duration

    /// The least that is held: with less than two segments of two seconds playing stops at every seam.
    package static let leastBuffer: Duration = .seconds(4)

    /// - Parameter preload: a quarter of the cache unless told.
    package init(cache: Int, preload: Int? = nil, downloads: Int = 4 << 30, buffer: Duration = .seconds(10)) {
        self.cache = max(0, cache)
        self.preload = min(max(0, preload ?? cache / 4), max(0, cache))
        self.downloads = max(0, downloads)
        self.buffer = max(Self.leastBuffer, buffer)
    }

    package enum Warning: Hashable, Sendable {
        /// The disk is full: no more than so many bytes of the cache fit, and so many have been downloaded.
        case disk(cacheFits: Int, downloaded: Int)
        /// The system wants memory back.
        case memory

        package var shortage: Shortage {
            switch self {
            case .disk: .disk
            case .memory: .memory
            }
        }
    }

    /// What a warning is about.
    package enum Shortage: String, Hashable, Sendable, Codable { case disk, memory }

    /// One number that became less. Bytes; of the buffer, milliseconds of media.
    package struct Step: Hashable, Sendable, Codable {
        package enum Number: String, Hashable, Sendable, Codable { case preload, cache, downloads, buffer }

        package var number: Number
        package var from: Int
        package var to: Int

        package init(_ number: Number, from: Int, to: Int) {
            self.number = number
            self.from = from
            self.to = to
        }
    }

    /// Shrinks, and says what became less, in that order.
    package mutating func shrink(on warning: Warning) -> [Step] {
        var steps: [Step] = []
        if preload > 0 {
            steps.append(Step(.preload, from: preload, to: 0))
            preload = 0
        }
        switch warning {
        case .disk(let fits, let downloaded):
            if fits < cache {
                steps.append(Step(.cache, from: cache, to: max(0, fits)))
                cache = max(0, fits)
            }
            if downloaded < downloads {
                steps.append(Step(.downloads, from: downloads, to: max(0, downloaded)))
                downloads = max(0, downloaded)
            }
        case .memory:
            let less = max(Self.leastBuffer, buffer / 2)
            if less < buffer {
                steps.append(
                    Step(.buffer, from: Int(buffer.wholeMilliseconds), to: Int(less.wholeMilliseconds)))
                buffer = less
            }
        }
        return steps
    }
}
