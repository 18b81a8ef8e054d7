internal import Catalog
internal import FFmpeg
internal import MediaTypes
internal import Platform
internal import Signing
internal import Synchronization

/// The poster and the thumbnails of a reel, of key frames alone: decoded in a thread of its own, while the rest is copied.
final class CopyStills: Sendable {
    private enum Piece: Sendable {
        case poster(Packet)
        /// Of the thumbnails' key frames, the one of this number.
        case thumbnail(Packet, Int)
    }

    struct Outcome: Sendable {
        var posters: [PackageDocument.File] = []
        var previewColor: String?
        var tiles: TileSheets?
        var warnings: [String] = []
    }

    /// Pictures of the smallest rung of which thumbnails are made, ascending.
    let thumbnailPictures: [Int]
    private let queue = BoundedQueue<Piece>(capacity: 4)
    private let results = Results()
    private let worker: Worker

    private final class Results: Sendable {
        let outcome = Mutex(Outcome())
        let failure = Mutex<(any Error)?>(nil)
    }

    init(_ plan: CopyPlan, _ source: CopySource, into folder: String) {
        let pictures = plan.tiles.map { Self.pictures(for: $0, plan) } ?? []
        let (queue, results) = (queue, results)
        thumbnailPictures = pictures
        worker = Worker {
            do {
                var stage = try Stage(plan, source, pictures, folder)
                while let piece = queue.pop() { try stage.accept(piece) }
                let outcome = try stage.finish()
                results.outcome.withLock { $0 = outcome }
            } catch {
                results.failure.withLock { $0 = error }
                queue.cancel()
            }
        }
    }

    /// Of each thumbnail the last key frame that is shown no later, each once.
    private static func pictures(for tiles: TileGrid, _ plan: CopyPlan) -> [Int] {
        guard let rung = plan.smallest else { return [] }
        let scale = rung.clock.timescale
        var keys = rung.track.keys[...]
        var pictures: [Int] = []
        for thumbnail in 0..<tiles.count {
            let time = tiles.start(of: thumbnail).ticks(of: scale, rounding: .up)
            while keys.count > 1, rung.time(of: keys[keys.startIndex + 1]) <= time { keys.removeFirst() }
            if let key = keys.first, pictures.last != key { pictures.append(key) }
        }
        return pictures
    }

    func poster(_ packet: Packet) throws { try push(.poster(packet)) }

    func thumbnail(_ packet: Packet, number: Int) throws { try push(.thumbnail(packet, number)) }

    private func push(_ piece: Piece) throws {
        guard queue.push(piece) else { throw results.failure.withLock { $0 } ?? Cancelled() }
    }

    /// Waits until everything is written. Called once, or ``cancel()`` is.
    func finish() throws -> Outcome {
        queue.finish()
        worker.join()
        if let failure = results.failure.withLock({ $0 }) { throw failure }
        return results.outcome.withLock { $0 }
    }

    func cancel() {
        queue.cancel()
        worker.join()
    }

    private struct Cancelled: Error {}

    /// What the thread does.
    private struct Stage {
        private let folder: String
        private var poster: Still?
        private var thumbnails: Still?
        private var tiles: TileStage?
        private var last: Frame?
        private var outcome = Outcome()
        private var missed = 0

        init(_ plan: CopyPlan, _ source: CopySource, _ pictures: [Int], _ folder: String) throws {
            self.folder = folder
            guard let largest = plan.largest, let smallest = plan.smallest else { return }
            let size = PixelSize(max(2, largest.size.width / 2 * 2), max(2, largest.size.height / 2 * 2))
            if plan.hasPosters { poster = try Still(largest, source.inputs[largest.input], to: size) }
            guard let grid = plan.tiles else { return }
            thumbnails = try Still(smallest, source.inputs[smallest.input], to: grid.size)
            let start = pictures.first.map(smallest.time) ?? 0
            let clock = FrameClock(
                variable: pictures.enumerated().map { $0 == 0 ? 0 : smallest.time(of: $1) },
                end: max(start + 1, plan.duration.ticks(of: smallest.clock.timescale, rounding: .up)),
                timescale: smallest.clock.timescale)
            tiles = try TileStage(grid, clock, matrix: thumbnails?.color.matrix ?? 1, in: folder)
        }

        mutating func accept(_ piece: Piece) throws {
            switch piece {
            case .poster(let packet):
                guard let picture = try poster?.picture(of: packet), let color = poster?.color else {
                    throw UnusableSource.undecodable("video")
                }
                outcome.posters = try Poster.all(of: picture, matrix: color.matrix).map(write)
                outcome.previewColor = PreviewColor.of(picture, matrix: color.matrix)
            case .thumbnail(let packet, let number):
                let own = try thumbnails?.picture(of: packet)
                if own == nil { missed += 1 }
                guard let picture = own ?? last else { throw UnusableSource.undecodable("video") }
                last = picture
                try tiles?.accept(PacedPicture(picture: picture, frame: number))
            }
        }

        mutating func finish() throws -> Outcome {
            outcome.tiles = try tiles?.finish()
            if missed > 0 {
                outcome.warnings.append("\(missed) thumbnails show the picture before theirs, which cannot be decoded")
            }
            return outcome
        }

        private func write(_ poster: Poster) throws -> PackageDocument.File {
            try FileSystem.write(poster.bytes, to: "\(folder)/\(poster.path)")
            return PackageDocument.File(
                path: poster.path, size: poster.bytes.count, sha256: SHA256.digest(poster.bytes))
        }
    }

    /// Decodes key frames one at a time and makes them upright, of one size and one form.
    private final class Still {
        let color: ColorDescription
        private let decoder: Decoder
        private let conformer: Conformer
        private let results = Box()

        private final class Box { var picture: Frame? }

        init(_ rung: CopyPlan.Rung, _ source: CopyInput, to size: PixelSize) throws {
            let input = try source.reopen()
            decoder = try input.makeDecoder(stream: rung.track.stream.index)
            color = rung.track.stream.video.map(OutputColor.of) ?? .bt709
            let results = results
            conformer = Conformer(
                to: size, rung.track.stream.video?.orientation ?? .upright, color, timeBase: decoder.timeBase
            ) { picture, _ in results.picture = results.picture ?? picture }
        }

        /// `nil` of what cannot be decoded.
        func picture(of packet: Packet) throws -> Frame? {
            results.picture = nil
            for piece in [packet, nil] {
                try decoder.decode(piece) { outcome in
                    if case .frame(let frame) = outcome { _ = try conformer.accept(frame) }
                }
            }
            // An interlaced picture is held back until the next, which is none of this group.
            if results.picture == nil { try conformer.finish() }
            decoder.flush()
            return results.picture
        }
    }
}
