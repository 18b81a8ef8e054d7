internal import Catalog
internal import FFmpeg
internal import HLS
internal import MP4
internal import MediaTypes

/// Puts the streams of several files on the one clock of their reel, and finds where all of them can be cut.
struct CopyPlacing {
    private let inputs: [CopyInput]
    /// What was lost.
    private let warnings: [String]

    /// Rungs of which one begins or ends this much later than another show different things.
    private static let mostApart = MediaTime(1, Timescale(1))
    /// What copying leaves empty at either end of a track.
    private static let longestGap = MediaTime(5, Timescale(1))
    /// How far audio may stick out before the reel is longer for it; less is cut. Nearly every file's does, by the
    /// frames and the priming of its codec.
    private static let trimmed = MediaTime(milliseconds: 24)
    private static let microseconds = Timescale(1_000_000)
    /// A segment that is shorter is none: half a second.
    private static let shortest: Int64 = 500_000
    /// What the last segment of a track has at least.
    private static let least: Int64 = 50_000
    /// A minute.
    private static let longestSegment: Int64 = 60_000_000
    private static let mostAudioTracks = 32

    init(_ source: CopySource) throws {
        inputs = source.inputs
        warnings = inputs.flatMap(\.losses) + inputs.flatMap { $0.video?.warnings ?? [] }
    }

    /// A video stream on its own clock.
    private struct Picture {
        var input: Int
        var track: PictureTrack
        var clock: RungClock
    }

    /// An audio stream, and the time of its file that is 0 for it.
    private struct Sound {
        var input: Int
        var track: SoundTrack
        /// From that time to the beginning of its first packet, in samples.
        var first: Int64
        /// The same, to the first sample that is heard.
        var audible: Int64
        /// The same, to the end of the last that is heard.
        var end: Int64

        init(_ input: Int, _ track: SoundTrack, since origin: MediaTime) {
            self.input = input
            self.track = track
            let scale = track.timescale
            first = MediaTime(track.starts[0], scale).ticks(since: origin, of: scale)
            audible = first + track.audibleStart - track.starts[0]
            end = first + track.audibleEnd - track.starts[0]
        }

        /// Samples of a frame, or 24 ms where that is more.
        var tolerance: MediaTime { max(MediaTime(track.longest, track.timescale), trimmed) }
        var begin: MediaTime { MediaTime(audible, track.timescale) }
        var finish: MediaTime { MediaTime(end, track.timescale) }
    }

    func plan() throws -> CopyPlan {
        var notes: [String] = []
        let pictures = inputs.enumerated().compactMap { index, input in
            input.video.map { Picture(input: index, track: $0, clock: RungClock($0)) }
        }
        try checkTogether(pictures, &notes)
        let sounds = try sounds(pictures, &notes)
        return try pictures.isEmpty ? audioPlan(sounds, notes) : plan(pictures, sounds, notes)
    }

    // MARK: one clock

    /// All rungs begin with their first pictures at one time, and end together.
    private func checkTogether(_ pictures: [Picture], _ notes: inout [String]) throws {
        guard let first = pictures.first else { return }
        for picture in pictures.dropFirst() {
            let path = inputs[picture.input].path
            let ticks = picture.track.start.ticks(since: first.track.start, of: Self.microseconds)
            let apart = MediaTime(ticks, Self.microseconds)
            let isComparable = inputs[picture.input].format == inputs[first.input].format
            if isComparable, ticks.magnitude > UInt64(Self.shortest) {
                let distance = MediaTime(Int64(ticks.magnitude), Self.microseconds)
                throw CopyRefusal(
                    path,
                    "it begins \(distance) s \(ticks > 0 ? "after" : "before") \(inputs[first.input].path), "
                        + "so they are no rungs of one reel",
                    hint: "cut them alike, or package them as reels of their own")
            }
            if ticks.magnitude > UInt64(CopyGrid.tolerance) {
                notes.append("\(path) is moved by \(-apart) s, so that all rungs begin together")
            }
            let (end, other) = (picture.clock.end, first.clock.end)
            let late = MediaTime(end, picture.clock.timescale).ticks(
                since: MediaTime(other, first.clock.timescale), of: Self.microseconds)
            if late.magnitude > UInt64(Self.mostApart.ticks(of: Self.microseconds)) {
                let difference = MediaTime(Int64(late.magnitude), Self.microseconds)
                throw CopyRefusal(
                    path,
                    "it lasts \(difference) s \(late > 0 ? "longer" : "less") than \(inputs[first.input].path), "
                        + "so they are no rungs of one reel",
                    hint: "cut them alike, or package them as reels of their own")
            }
        }
    }

    /// The audio of the first file that has some, and of files of audio alone that have another language.
    private func sounds(_ pictures: [Picture], _ notes: inout [String]) throws -> [Sound] {
        guard let main = inputs.firstIndex(where: { !$0.audio.isEmpty }) else { return [] }
        var chosen = inputs[main].audio.map { (input: main, track: $0) }
        var languages = Set(chosen.compactMap { $0.track.language?.lowercased() })
        for (index, input) in inputs.enumerated() where index != main && input.video == nil {
            for track in input.audio {
                if let language = track.language, languages.insert(language.lowercased()).inserted {
                    chosen.append((index, track))
                } else {
                    notes.append(
                        "the audio of \(input.path) is left out: it has "
                            + (track.language == nil ? "no language" : "a language that is there already"))
                }
            }
        }
        return chosen.prefix(Self.mostAudioTracks).map { input, track in
            Sound(input, track, since: origin(of: input, track, pictures, main, &notes))
        }
    }

    /// The time of a file that is the beginning of the video, or of the main audio where there is none.
    private func origin(
        of input: Int, _ track: SoundTrack, _ pictures: [Picture], _ main: Int, _ notes: inout [String]
    ) -> MediaTime {
        if let own = inputs[input].video { return own.start }
        let format = inputs[input].format
        if let video = pictures.first(where: { inputs[$0.input].format == format }) { return video.track.start }
        if pictures.isEmpty, inputs[main].format == format, let first = inputs[main].audio.first { return first.start }
        if !pictures.isEmpty {
            notes.append("\(inputs[input].path) is of another format: its audio begins with the video")
        }
        return track.start
    }

    // MARK: with video

    private func plan(_ pictures: [Picture], _ sounds: [Sound], _ notes: [String]) throws -> CopyPlan {
        var notes = notes
        let lead = lead(sounds)
        if lead > .zero { notes.append("the video begins \(lead) s after the audio, and so it does in the copy") }
        let end = end(pictures, sounds, lead)
        try checkGaps(pictures, sounds, lead, end, &notes)
        let keys = pictures.map { picture in
            picture.track.keys.map { picture.clock.microseconds(picture.clock.times[$0], after: lead) }
        }
        let shared = CopyGrid.shared(keys)
        let candidates = shared.map { keys[0][$0[0]] }
        let cuts = CopyGrid.cuts(of: candidates, within: bounds(pictures, sounds, lead, end))
        if pictures.count > 1, cuts.count == 1, keys.contains(where: { $0.count > 1 }), end > Self.longestGap {
            throw CopyRefusal(
                inputs[pictures[1].input].path,
                "it has no key frames at the times of those of \(inputs[pictures[0].input].path) where the reel could be cut",
                hint: "encode the rungs with key frames at the same times, or \(CopyRefusal.encode)")
        }
        try checkLengths(pictures[0], cuts.map { candidates[$0] } + [end.ticks(of: Self.microseconds)])
        var rungs = try pictures.enumerated().map { index, picture in
            try rung(picture, lead, cuts.map { picture.track.keys[shared[$0][index]] }, &notes)
        }
        name(&rungs)
        let grid = grid(rungs[0], end)
        var plan = CopyPlan(grid: grid)
        plan.rungs = rungs.sorted { ($0.bytes, $0.input) < ($1.bytes, $1.input) }
        plan.sounds = sounds.enumerated().map { index, sound in
            place(
                sound, number: index, sounds, lead, end,
                boundaries: grid.boundaries.map { MediaTime($0, grid.timescale) })
        }
        plan.warnings = warnings
        plan.notes = notes
        return plan
    }

    /// How much before the beginning of the video the earliest audio begins, other than by a frame.
    private func lead(_ sounds: [Sound]) -> MediaTime {
        -(sounds.filter { -$0.begin > $0.tolerance }.map(\.begin).min() ?? .zero)
    }

    /// When the last picture and the last sound are over. Audio that sticks out by a frame is cut.
    private func end(_ pictures: [Picture], _ sounds: [Sound], _ lead: MediaTime) -> MediaTime {
        let video = pictures.map { self.end(of: $0, lead) }.max() ?? .zero
        let audio = sounds.filter { Self.sum($0.finish, lead) - video > $0.tolerance }.map { Self.sum($0.finish, lead) }
        return max(video, audio.max() ?? .zero)
    }

    private func end(of picture: Picture, _ lead: MediaTime) -> MediaTime {
        MediaTime(picture.clock.microseconds(picture.clock.end, after: lead), Self.microseconds)
    }

    /// In microseconds: scales of two tracks may have none in common.
    private static func sum(_ time: MediaTime, _ other: MediaTime) -> MediaTime {
        MediaTime(time.ticks(of: microseconds) + other.ticks(of: microseconds), microseconds)
    }

    private func checkGaps(
        _ pictures: [Picture], _ sounds: [Sound], _ lead: MediaTime, _ end: MediaTime, _ notes: inout [String]
    ) throws {
        if lead > Self.longestGap {
            throw CopyRefusal(inputs[0].path, "its video begins \(lead) s after its audio")
        }
        for picture in pictures {
            let missing = Self.sum(end, -self.end(of: picture, lead))
            guard missing > Self.trimmed else { continue }
            let path = inputs[picture.input].path
            if missing > Self.longestGap { throw CopyRefusal(path, "its video ends \(missing) s before its audio") }
            notes.append("the video of \(path) ends \(missing) s before the reel, and so it does in the copy")
        }
        for sound in sounds {
            let path = inputs[sound.input].path
            let begin = Self.sum(sound.begin, lead)
            let missing = Self.sum(end, -Self.sum(sound.finish, lead))
            if begin > Self.longestGap { throw CopyRefusal(path, "its audio begins \(begin) s after its video") }
            if missing > Self.longestGap { throw CopyRefusal(path, "its audio ends \(missing) s before its video") }
            if begin > sound.tolerance {
                notes.append("the audio of \(path) begins at \(begin) s, and so it does in the copy")
            }
            if missing > sound.tolerance {
                notes.append("the audio of \(path) ends \(missing) s before the reel, and so it does in the copy")
            }
            if sound.track.gaps > 0 {
                let length = MediaTime(sound.track.missing, sound.track.timescale)
                let places = sound.track.gaps == 1 ? "one place" : "\(sound.track.gaps) places"
                notes.append("the audio of \(path) lacks \(length) s in \(places), and so it does in the copy")
            }
        }
    }

    private func bounds(_ pictures: [Picture], _ sounds: [Sound], _ lead: MediaTime, _ end: MediaTime)
        -> CopyGrid.Bounds
    {
        let lastStart = ([lead] + sounds.map { Self.sum($0.begin, lead) }).max() ?? .zero
        let firstEnd = (pictures.map { self.end(of: $0, lead) } + sounds.map { Self.sum($0.finish, lead) }).min() ?? end
        let late = lastStart.ticks(of: Self.microseconds)
        return CopyGrid.Bounds(
            first: late > 0 ? late + Self.shortest : 0, last: firstEnd.ticks(of: Self.microseconds) - Self.least,
            end: end.ticks(of: Self.microseconds))
    }

    private func rung(
        _ picture: Picture, _ lead: MediaTime, _ cuts: [Int], _ notes: inout [String]
    ) throws -> CopyPlan.Rung {
        let (track, clock) = (picture.track, picture.clock)
        let path = inputs[picture.input].path
        let ticks = lead.ticks(of: clock.timescale)
        let all = cuts + [track.times.count]
        let shift = shift(clock, all)
        let (description, configured) = try CopySource.naming(path) {
            try self.description(track, clock.timescale, shift)
        }
        if configured.isInterlaced {
            notes.append("the pictures of \(path) may be interlaced, which players of HLS need not handle")
        }
        return CopyPlan.Rung(
            id: PackageLayout.tiles, input: picture.input, track: track, clock: clock, lead: ticks, cuts: all,
            cutTimes: cuts.map { clock.times[$0] + ticks } + [clock.end + ticks], shift: shift,
            description: description, videoRange: Self.videoRange(description.colour),
            size: track.stream.video?.displaySize ?? PixelSize(0, 0))
    }

    /// A segment is in memory as it is made, and no player waits for one that never ends.
    private func checkLengths(_ picture: Picture, _ boundaries: [Int64]) throws {
        for (start, end) in zip(boundaries, boundaries.dropFirst()) where end - start > Self.longestSegment {
            let (first, second) = (MediaTime(start, Self.microseconds), MediaTime(end, Self.microseconds))
            throw CopyRefusal(
                inputs[picture.input].path,
                "it cannot be cut between \(first) and \(second) s: no key frame there stands alone"
                    + (inputs.count > 1 ? " in every file" : ""))
        }
    }

    /// How much later than they are shown pictures must be said to be composed, so that none is decoded after it.
    private func shift(_ clock: RungClock, _ cuts: [Int]) -> Int64 {
        var longest: Int64 = 0
        for (first, end) in zip(cuts, cuts.dropFirst()) {
            let times = clock.times[first..<end]
            for (decoded, shown) in zip(times.sorted(), times) { longest = max(longest, decoded - shown) }
        }
        return clock.isConstant ? longest : min(longest, Int64(clock.timescale.ticksPerSecond) / 2)
    }

    private func description(
        _ track: PictureTrack, _ scale: Timescale, _ shift: Int64
    ) throws(CodingProblem) -> (VideoTrack, VideoCoding.Picture) {
        let (box, entry, picture) = try track.coding.configuration(track.stream)
        guard let width = UInt16(exactly: picture.size.width), let height = UInt16(exactly: picture.size.height),
            width > 0, height > 0
        else { throw CodingProblem("its picture has the size \(picture.size)") }
        var description = VideoTrack(
            timescale: scale.ticksPerSecond, width: width, height: height, configuration: box, sampleEntryType: entry)
        description.compositionShift = UInt32(clamping: shift)
        description.colour = Self.colour(picture.colour, track.stream.video?.color)
        let aspect = track.stream.video?.sampleAspect ?? .square
        description.pixelAspectRatio = SampleAspectRatio(
            UInt32(clamping: aspect.numerator), UInt32(clamping: aspect.denominator))
        let square = aspect.squared(picture.size)
        description.matrix = (track.stream.video?.orientation ?? .upright).matrix(of: square)
        return (description, picture)
    }

    /// That of the stream's own parameter sets; else the container's, where it says something.
    private static func colour(_ own: ColourDescription?, _ told: ColorDescription?) -> ColourDescription? {
        if let own, own.primaries != 2 || own.transfer != 2 || own.matrix != 2 { return own }
        guard let told, told.primaries != 2 || told.transfer != 2 || told.matrix != 2 else { return own }
        return ColourDescription(
            primaries: UInt8(clamping: told.primaries), transfer: UInt8(clamping: told.transfer),
            matrix: UInt8(clamping: told.matrix), isFullRange: told.isFullRange ?? false)
    }

    /// By the transfer function (RFC 8216 bis §4.4.6.2).
    private static func videoRange(_ colour: ColourDescription?) -> VideoRange {
        switch colour?.transfer {
        case 16: .perceptualQuantization
        case 18: .hybridLogGamma
        default: .standard
        }
    }

    /// By the short side: `video/720`; of several of one size the larger ones have a number behind it.
    private func name(_ rungs: inout [CopyPlan.Rung]) {
        var counts: [Int: Int] = [:]
        for index in rungs.indices.sorted(by: { (rungs[$0].bytes, $0) < (rungs[$1].bytes, $1) }) {
            let side = rungs[index].size.shortSide
            let count = counts[side, default: 0] + 1
            counts[side] = count
            rungs[index].id = RenditionID("video/\(side)" + (count > 1 ? "-\(count)" : ""))!
        }
    }

    private func grid(_ rung: CopyPlan.Rung, _ end: MediaTime) -> PackageDocument.Grid {
        let scale = rung.clock.timescale
        var boundaries = rung.cutTimes
        boundaries[0] = 0
        let last = boundaries[boundaries.count - 1]
        // A rung that ends a rounding before the reel does not make the reel longer than it is.
        let isOwn =
            (MediaTime(last, scale).ticks(of: Self.microseconds) - end.ticks(of: Self.microseconds)).magnitude <= 1
        if !isOwn { boundaries[boundaries.count - 1] = end.ticks(of: scale, rounding: .up) }
        return PackageDocument.Grid(timescale: scale, boundaries: boundaries)
    }

    // MARK: audio

    private func place(
        _ sound: Sound, number: Int, _ sounds: [Sound], _ lead: MediaTime, _ end: MediaTime, boundaries: [MediaTime]
    ) -> CopyPlan.Sound {
        let track = sound.track
        let scale = track.timescale
        let offset = sound.first - track.starts[0] + lead.ticks(of: scale)
        let packets = packets(of: sound, offset, end)
        let begin = track.starts[packets.lowerBound] + offset
        var cuts = [packets.lowerBound]
        for time in boundaries.dropFirst().dropLast() {
            let wanted = time.ticks(of: scale) - offset
            let nearest = Self.nearest(wanted, in: track.starts, packets)
            cuts.append(min(max(nearest, cuts[cuts.count - 1] + 1), packets.upperBound - 1))
        }
        let last = track.end(of: packets.upperBound - 1) + offset
        return CopyPlan.Sound(
            id: Self.soundID(number, sounds), input: sound.input, track: track, packets: packets, offset: offset,
            priming: max(0, -begin), cuts: cuts + [packets.upperBound],
            cutTimes: [max(0, begin)] + cuts.dropFirst().map { track.starts[$0] + offset } + [last])
    }

    /// From those that prepare the decoder for the first sample up to the last that is heard.
    private func packets(of sound: Sound, _ offset: Int64, _ end: MediaTime) -> Range<Int> {
        let (track, length) = (sound.track, sound.track.longest)
        let wanted = max(0, track.audibleStart + offset)
        let stop = min(track.audibleEnd + offset, end.ticks(of: track.timescale, rounding: .up))
        var first = 0
        while first + 1 < track.starts.count, track.starts[first] + offset + length <= wanted - 3 * length {
            first += 1
        }
        var last = track.starts.count
        while last > first + 1, track.starts[last - 1] + offset >= stop { last -= 1 }
        return first..<last
    }

    private static func nearest(_ time: Int64, in starts: [Int64], _ packets: Range<Int>) -> Int {
        var range = packets
        while range.count > 1 {
            let middle = range.lowerBound + range.count / 2
            if starts[middle] <= time { range = middle..<range.upperBound } else { range = range.lowerBound..<middle }
        }
        let place = range.lowerBound
        guard place + 1 < packets.upperBound, starts[place + 1] - time < time - starts[place] else { return place }
        return place + 1
    }

    /// `audio/main`, and `audio/main-fr` of another language.
    private static func soundID(_ number: Int, _ sounds: [Sound]) -> RenditionID {
        guard number > 0, let language = sounds[number].track.language, let id = RenditionID("audio/main-\(language)")
        else { return RenditionID("audio/main")! }
        return id
    }

    /// Without video: the frames of the first track that are nearest to every two seconds.
    private func audioPlan(_ sounds: [Sound], _ notes: [String]) throws -> CopyPlan {
        var notes = notes
        guard let main = sounds.first else { throw UnusableSource.nothingToShow }
        let lead = lead(sounds)
        let end = sounds.map { Self.sum($0.finish, lead) }.max() ?? .zero
        try checkGaps([], sounds, lead, end, &notes)
        let scale = main.track.timescale
        let offset = main.first - main.track.starts[0] + lead.ticks(of: scale)
        let starts = main.track.starts.map { $0 + offset }.filter { $0 > 0 }
        let candidates = [0] + starts.map { MediaTime($0, scale).ticks(of: Self.microseconds) }
        let cuts = CopyGrid.cuts(of: candidates, within: bounds([], sounds, lead, end))
        let times = cuts.map { $0 == 0 ? 0 : starts[$0 - 1] }
        let placed = sounds.indices.map { index in
            place(
                sounds[index], number: index, sounds, lead, end,
                boundaries: times.map { MediaTime($0, scale) } + [end])
        }
        let last = max(placed[0].cutTimes[times.count], end.ticks(of: scale, rounding: .up))
        var plan = CopyPlan(grid: PackageDocument.Grid(timescale: scale, boundaries: times + [last]))
        plan.sounds = placed
        plan.warnings = warnings
        plan.notes = notes
        return plan
    }
}
