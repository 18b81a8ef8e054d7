internal import FFmpeg
internal import MediaTypes
internal import Platform

/// A sample reel as a file: H.264 and AAC in MP4, a strip in every frame, the sound exactly as long as the picture.
package enum SampleReel {
    /// Makes the file, whole or not at all; what was there is replaced. Equal recipes give equal bytes on one machine.
    /// `progress` is told how many frames are done.
    package static func write(_ recipe: SampleRecipe, to path: String, progress: (Int) -> Void = { _ in }) throws {
        let temporary = "\(path).new"
        do {
            try encode(recipe, to: temporary, progress)
            try FileSystem.rename(temporary, to: path)
        } catch {
            try? FileSystem.removeFile(temporary)
            throw error
        }
    }

    /// Whether the file at `path` is a reel of this recipe, as far as its headers and its first frame tell.
    package static func isThere(_ recipe: SampleRecipe, at path: String) -> Bool {
        guard let input = try? Input.open(path: path), let stream = input.streams.first(where: { $0.kind == .video }),
            let video = stream.video, video.size == recipe.size, video.averageFrameRate == recipe.rate,
            stream.duration.flatMap(stream.timeBase.time) == recipe.duration
        else { return false }
        return firstStrip(input, stream) == FrameStrip(reel: recipe.reel, frame: 0)
    }

    private static func firstStrip(_ input: Input, _ stream: StreamInfo) -> FrameStrip? {
        guard let decoder = try? input.makeDecoder(stream: stream.index) else { return nil }
        input.select([stream.index])
        var first: Frame?
        let take = { (outcome: Decoder.Outcome) in
            if case .frame(let frame) = outcome, first == nil { first = frame }
        }
        while first == nil, let packet = try? input.readPacket() { try? decoder.decode(packet, take) }
        if first == nil { try? decoder.decode(nil, take) }
        return first?.strip
    }

    private static func encode(_ recipe: SampleRecipe, to path: String, _ progress: (Int) -> Void) throws {
        let video = try VideoEncoder(recipe.encoderSettings)
        let audio = try AudioEncoder(sampleRate: Soundtrack.sampleRate, bitrate: .kilobits(128))
        let muxer = try Muxer(path: path)
        try muxer.addTrack(of: video)
        try muxer.addTrack(of: audio)
        try muxer.begin()
        let painter = Painter(recipe)
        var sound = SoundFeeder(recipe, audio)
        // A key picture every two seconds: the grid on which reels are cut.
        let groupLength = max(1, Int((recipe.rate.framesPerSecond * 2).rounded()))
        for index in 0..<recipe.frameCount {
            let frame = try painter.picture(index)
            try video.encode(frame, isIDR: index.isMultiple(of: groupLength)) { try muxer.write($0, track: 0) }
            try sound.feed(until: index + 1) { try muxer.write($0, track: 1) }
            progress(index + 1)
        }
        try video.encode(nil) { try muxer.write($0, track: 0) }
        try audio.encode(nil) { try muxer.write($0, track: 1) }
        try muxer.finish()
    }
}

/// Makes the pictures of a reel.
private struct Painter {
    private let recipe: SampleRecipe
    private let scene: Scene

    init(_ recipe: SampleRecipe) {
        self.recipe = recipe
        scene = Scene(size: recipe.size, reel: recipe.reel)
    }

    func picture(_ index: Int) throws -> Frame {
        let strip = FrameStrip(reel: recipe.reel, frame: index)
        return try Frame.picture(.init(size: recipe.size), pts: Int64(index), duration: 1) { plane, shape, bytes in
            scene.draw(frame: index, rate: recipe.rate, plane: plane, shape, &bytes)
            if plane == 0 {
                strip?.draw(into: &bytes, stride: shape.stride, size: recipe.size)
            } else {
                // The strip is grey.
                let rows = min(FrameStrip.height(in: recipe.size) / 2, shape.height)
                for row in 0..<rows { for column in 0..<shape.width { bytes[row * shape.stride + column] = 128 } }
            }
        }
    }
}

/// Sends sound to its encoder as the picture goes on, and stops where the picture stops.
private struct SoundFeeder {
    private let track: Soundtrack
    private let encoder: AudioEncoder
    private let recipe: SampleRecipe
    private var done = 0

    init(_ recipe: SampleRecipe, _ encoder: AudioEncoder) {
        self.recipe = recipe
        self.encoder = encoder
        track = Soundtrack(reel: recipe.reel)
    }

    /// Whole AAC frames up to the start of picture `count`; after the last picture also what is left.
    mutating func feed(until count: Int, _ body: (Packet) throws -> Void) throws {
        let timescale = Timescale(UInt32(encoder.sampleRate))
        let end = Int(recipe.rate.time(ofFrame: Int64(count)).ticks(of: timescale))
        let isLast = count == recipe.frameCount
        while end - done >= encoder.frameSize || (isLast && end > done) {
            let samples = track.samples(done..<min(end, done + encoder.frameSize))
            let frame = try Frame.audio(
                channels: [samples, samples], sampleRate: encoder.sampleRate, pts: Int64(done))
            try encoder.encode(frame, body)
            done += samples.count
        }
    }
}

extension SampleRecipe {
    fileprivate var encoderSettings: VideoEncoder.Settings {
        let rate: VideoEncoder.RateControl =
            bitrate.map { rate in
                let maximum = BitRate(rate.bitsPerSecond / 2 * 3)
                return .bitrate(average: rate, maximum: maximum, buffer: maximum.bitsPerSecond)
            } ?? .quality(20)
        return VideoEncoder.Settings(
            // The bounds of `SampleRecipe` keep both numbers of the rate below 2^31.
            size: size, timeBase: TimeBase(frameOf: self.rate)!, frameRate: self.rate, rate: rate)
    }
}
