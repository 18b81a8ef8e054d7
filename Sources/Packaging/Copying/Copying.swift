internal import Catalog
internal import FFmpeg
internal import MP4
internal import MediaTypes

/// The way of packets from the files that hold them to the segments of a version.
struct Copying {
    private let plan: CopyPlan
    private let source: CopySource
    private let folder: String
    private let readBack: EarlyReadBack
    private static let progressScale = Timescale(1000)

    init(_ plan: CopyPlan, _ source: CopySource, into folder: String, readBack: EarlyReadBack) {
        self.plan = plan
        self.source = source
        self.folder = folder
        self.readBack = readBack
    }

    /// Reads every file once more. `progress` is told how much of the version's time is copied.
    func run(progress: (MediaTime) -> Void) throws -> EncodedReel {
        var prepared = try plan.rungs.map(prepare) + plan.sounds.map(prepare)
        let writer = CopyWriter(prepared.map(\.writer))
        let hasStills = !plan.rungs.isEmpty && (plan.hasPosters || plan.tiles != nil)
        let stills = hasStills ? CopyStills(plan, source, into: folder) : nil
        do {
            for index in source.inputs.indices { try copy(index, writer, stills, progress) }
        } catch {
            writer.cancel()
            stills?.cancel()
            throw error
        }
        let written: [RenditionWriter]
        do {
            written = try writer.finish()
        } catch {
            stills?.cancel()
            throw error
        }
        for (index, writer) in written.enumerated() { prepared[index].writer = writer }
        let outcome = try stills?.finish() ?? .init()
        return EncodedReel(
            renditions: prepared.map(\.rendition), poster: outcome.posters.first,
            otherPosters: Array(outcome.posters.dropFirst()), tiles: outcome.tiles,
            previewColor: outcome.previewColor, strip: nil, warnings: plan.warnings + outcome.warnings,
            notes: plan.notes)
    }

    // MARK: one file

    private func copy(
        _ index: Int, _ writer: CopyWriter, _ stills: CopyStills?, _ progress: (MediaTime) -> Void
    ) throws {
        let rung = plan.rungs.firstIndex { $0.input == index }
        let sounds = plan.sounds.indices.filter { plan.sounds[$0].input == index }
        guard rung != nil || !sounds.isEmpty else { return }
        let input = try source.inputs[index].reopen()
        var video = rung.map { RungReader(plan.rungs[$0], plan, stills) }
        var audio = sounds.map { SoundCopier(plan.sounds[$0]) }
        let stream = rung.map { plan.rungs[$0].track.stream.index }
        input.select(Set([stream].compactMap { $0 } + sounds.map { plan.sounds[$0].track.stream.index }))
        while let packet = input.nextPacket() {
            if let rung, packet.streamIndex == stream {
                for content in try video?.accept(packet) ?? [] { try writer.write(content, of: rung) }
                guard video?.isFull == true else { continue }
                let done = plan.rungs[rung].cutTimes[video?.segmentCount ?? 0]
                progress(share(MediaTime(done, plan.rungs[rung].clock.timescale), of: index))
            } else if let place = sounds.firstIndex(where: {
                plan.sounds[$0].track.stream.index == packet.streamIndex
            }), let segment = audio[place].accept(packet) {
                try writer.write(.whole(segment), of: plan.rungs.count + sounds[place])
            }
        }
        guard audio.allSatisfy(\.isComplete), video?.isComplete ?? true else {
            throw CopyRefusal(source.inputs[index].path, "\(UnusableSource.changed)", hint: nil)
        }
    }

    /// Of several files each is a part of the work.
    private func share(_ time: MediaTime, of index: Int) -> MediaTime {
        let whole = plan.duration.ticks(of: Self.progressScale)
        let count = Int64(source.inputs.count)
        return MediaTime(
            (Int64(index) * whole + time.ticks(of: Self.progressScale)) / count, Self.progressScale)
    }

    /// A rung that is read, with what is made of some of its pictures beside the copy.
    private struct RungReader {
        private let rung: CopyPlan.Rung
        private var copier: RungCopier
        private let stills: CopyStills?
        private let isPoster: Bool
        private var thumbnails: ArraySlice<Int> = []
        private var thumbnailCount = 0
        /// Packets that are handed on together.
        private var batch: [Packet] = []
        private var batchSize = 0
        private static let largestBatch = 1 << 19

        init(_ rung: CopyPlan.Rung, _ plan: CopyPlan, _ stills: CopyStills?) {
            self.rung = rung
            self.stills = stills
            copier = RungCopier(rung)
            isPoster = plan.hasPosters && plan.largest?.id == rung.id
            if plan.smallest?.id == rung.id { thumbnails = (stills?.thumbnailPictures ?? [])[...] }
        }

        var isComplete: Bool { copier.pictureCount == rung.track.times.count }

        var isFull: Bool { copier.isFull }
        var segmentCount: Int { copier.segmentCount }

        /// What is to be written with this packet.
        mutating func accept(_ packet: Packet) throws -> [CopyWriter.Piece.Content] {
            let picture = copier.pictureCount
            var contents: [CopyWriter.Piece.Content] = []
            switch try copier.place(of: packet) {
            case .outside: return []
            case .inside: break
            case .first(let segment): contents.append(.begin(segment))
            }
            batch.append(packet)
            batchSize += packet.size
            if copier.isFull || batchSize >= Self.largestBatch {
                contents.append(.samples(batch, rung.track.coding))
                (batch, batchSize) = ([], 0)
            }
            if copier.isFull { contents.append(.end) }
            try makeStills(of: packet, picture)
            return contents
        }

        private mutating func makeStills(of packet: Packet, _ picture: Int) throws {
            guard let stills else { return }
            if isPoster, picture == 0 { try stills.poster(packet) }
            if thumbnails.first == picture {
                thumbnails.removeFirst()
                try stills.thumbnail(packet, number: thumbnailCount)
                thumbnailCount += 1
            }
        }
    }

    // MARK: renditions

    /// A rendition whose init section is written.
    private struct Prepared {
        var writer: RenditionWriter
        let describe: (RenditionWriter) -> EncodedRendition

        var rendition: EncodedRendition { describe(writer) }
    }

    private func prepare(_ rung: CopyPlan.Rung) throws -> Prepared {
        let (writer, facts) = try begin(rung.id, .video(rung.description))
        return Prepared(writer: writer) { writer in
            var rendition = Self.rendition(writer, .video, facts, rung.clock.timescale, rung.cutTimes)
            rendition.size = rung.size
            rendition.highestRate = rung.clock.highestRate
            rendition.videoRange = rung.videoRange
            return rendition
        }
    }

    private func prepare(_ sound: CopyPlan.Sound) throws -> Prepared {
        let path = source.inputs[sound.input].path
        let track = try CopySource.naming(path) {
            try sound.track.coding.track(priming: UInt32(clamping: sound.priming))
        }
        let (writer, facts) = try begin(sound.id, .audio(track))
        return Prepared(writer: writer) { writer in
            var rendition = Self.rendition(writer, .audio, facts, sound.track.timescale, sound.cutTimes)
            rendition.channels = facts.channels
            rendition.language = sound.track.language
            return rendition
        }
    }

    /// Writes the init section, and reads from it what it says.
    private func begin(_ id: RenditionID, _ track: InitSection.Track) throws -> (RenditionWriter, Track) {
        var writer = try RenditionWriter(id, in: folder, readBack: readBack)
        try writer.writeInitialization(track)
        let movie = try Movie(reading: try InitSection(track: track).bytes)
        return (writer, movie.tracks[0])
    }

    private static func rendition(
        _ writer: RenditionWriter, _ kind: RenditionKind, _ track: Track, _ timescale: Timescale, _ cuts: [Int64]
    ) -> EncodedRendition {
        // Nothing was asked for but the bytes that are there.
        let ticks = max(1, cuts[cuts.count - 1] - cuts[0])
        let bytes = writer.segments.reduce(0) { $0 + $1.file.size }
        let rate = rounded(Int128(bytes) * 8 * Int128(timescale.ticksPerSecond), over: Int128(ticks), .up)
        return EncodedRendition(
            id: writer.id, kind: kind, codecs: track.codec ?? "", timescale: timescale, cuts: cuts,
            initialization: writer.initialization, segments: writer.segments,
            declared: .init(peakBandwidth: BitRate(Int(rate)), averageBandwidth: BitRate(Int(rate))))
    }
}
