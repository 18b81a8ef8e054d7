import Catalog
import FFmpeg
import MediaTypes
import Platform
import Sampling
import TestSupport
import Testing

private func recipe(
    _ size: PixelSize, _ rate: FrameRate, seconds: Int64 = 1, reel: Int = 4711
) throws -> SampleRecipe {
    SampleRecipe(
        name: try #require(ReelID("test")), reel: reel, size: size, rate: rate, length: MediaTime(seconds, perSecond: 1)
    )
}

/// Every frame of one kind of stream, in the order shown.
private func decode(_ path: String, _ kind: StreamInfo.Kind) throws -> (stream: StreamInfo, frames: [Frame]) {
    let input = try Input.open(path: path)
    let stream = try #require(input.streams.first { $0.kind == kind })
    let decoder = try input.makeDecoder(stream: stream.index)
    input.select([stream.index])
    var frames = [Frame]()
    func take(_ outcome: Decoder.Outcome) throws {
        switch outcome {
        case .frame(let frame): frames.append(frame)
        case .corrupt(let error): throw error
        }
    }
    while let packet = try input.readPacket() { try decoder.decode(packet, take) }
    try decoder.decode(nil, take)
    return (stream, frames)
}

@Suite struct SampleReelTests {
    @Test(arguments: [
        (PixelSize(180, 320), FrameRate(30000, 1001)!), (PixelSize(320, 180), FrameRate(24)!),
        (PixelSize(144, 144), FrameRate(60)!), (PixelSize(128, 256), FrameRate(25, 2)!),
    ])
    func `every frame says which it is, at its time`(size: PixelSize, rate: FrameRate) throws {
        let recipe = try recipe(size, rate)
        try withTemporaryDirectory { (folder: String) in
            try SampleReel.write(recipe, to: "\(folder)/a.mp4")
            let (stream, frames) = try decode("\(folder)/a.mp4", .video)
            #expect(stream.video?.size == size && stream.video?.averageFrameRate == rate)
            #expect(frames.map(\.strip) == (0..<recipe.frameCount).map { FrameStrip(reel: 4711, frame: $0) })
            let times = frames.map { $0.pts.flatMap(stream.timeBase.time) }
            #expect(times == (0..<recipe.frameCount).map { rate.time(ofFrame: Int64($0)) })
            #expect(SampleReel.isThere(recipe, at: "\(folder)/a.mp4"))
        }
    }

    @Test(.enabled(if: Tool.isInstalled("ffprobe"), "needs ffprobe"))
    func `the sound is exactly as long as the picture`() throws {
        // 30 frames of 1001/30000 s are 1.001 s, 48,048 samples: 46.9 AAC frames.
        let recipe = try recipe(PixelSize(128, 256), FrameRate(30000, 1001)!)
        try withTemporaryDirectory { (folder: String) in
            try SampleReel.write(recipe, to: "\(folder)/a.mp4")
            let arguments = "-v error -show_entries stream=codec_name,duration_ts,time_base,start_pts -of csv=p=0"
            let output = try Tool("ffprobe")!.run(
                arguments.split(separator: " ").map(String.init) + ["\(folder)/a.mp4"])
            #expect(output.text == "h264,1/30000,0,30030\naac,1/48000,0,48048\n")
            #expect(output.standardError.isEmpty)
        }
    }

    @Test func `the same recipe gives the same bytes, another reel others`() throws {
        try withTemporaryDirectory { (folder: String) in
            let recipe = try recipe(PixelSize(128, 256), FrameRate(25)!)
            let other = try SamplingTests.recipe(PixelSize(128, 256), FrameRate(25)!, reel: 4712)
            for (name, recipe) in [("a", recipe), ("b", recipe), ("c", other)] {
                try SampleReel.write(recipe, to: "\(folder)/\(name)")
            }
            let files = try ["a", "b", "c"].map { try FileSystem.read("\(folder)/\($0)", limit: 1 << 24) }
            #expect(files[0] == files[1] && files[0] != files[2])
            #expect(!SampleReel.isThere(recipe, at: "\(folder)/c"))
        }
    }

    @Test func `the tone tells the reel, and a click every second`() throws {
        // Reel 5 is the sixth step of the scale: an octave above A3.
        let recipe = try recipe(PixelSize(128, 256), FrameRate(25)!, seconds: 3, reel: 5)
        try withTemporaryDirectory { (folder: String) in
            try SampleReel.write(recipe, to: "\(folder)/a.mp4")
            let frames = try decode("\(folder)/a.mp4", .audio).frames
            let samples = frames.flatMap { $0.samples(ofChannel: 0) ?? [] }
            #expect(frames[0].audioFormat.sampleRate == 48000 && samples.count >= 144_000)
            let quiet = samples[12_000..<44_000]
            let rises = zip(quiet, quiet.dropFirst()).count { $0 < 0 && $1 >= 0 }
            #expect(abs(Double(rises) * 48000 / 32_000 - 440) < 3)
            // Loudest in the 12 ms after a full second, and nowhere else.
            for second in 1...2 {
                let click = samples[(second * 48_000)..<(second * 48_000 + 576)].map(\.magnitude).max()!
                let before = samples[(second * 48_000 - 24_000)..<(second * 48_000 - 2400)].map(\.magnitude).max()!
                #expect(click > before * 1.5)
            }
        }
    }

    @Test func `a reel that cannot be written leaves nothing`() throws {
        try withTemporaryDirectory { (folder: String) in
            try FileSystem.createDirectories("\(folder)/a.mp4")
            try FileSystem.write([1], to: "\(folder)/a.mp4/in the way")
            let recipe = try recipe(PixelSize(128, 256), FrameRate(25)!)
            #expect(throws: (any Error).self) { try SampleReel.write(recipe, to: "\(folder)/a.mp4") }
            #expect(throws: (any Error).self) { try SampleReel.write(recipe, to: "\(folder)/missing/a.mp4") }
            #expect(try FileSystem.list(folder) == ["a.mp4"])
        }
    }

    /// The lowest rung of the default ladder, and smaller ones that it does not have, encoded by another program.
    @Test(
        .enabled(if: Tool.isInstalled("ffmpeg"), "needs ffmpeg"),
        arguments: [
            (PixelSize(540, 960), "234:416", "100k"), (PixelSize(960, 540), "416:234", "100k"),
            (PixelSize(540, 960), "132:234", "60k"), (PixelSize(540, 540), "234:234", "100k"),
        ])
    func `every strip is read on the lowest rung`(size: PixelSize, scaled: String, bitrate: String) throws {
        let recipe = try recipe(size, FrameRate(30000, 1001)!, seconds: 4)
        try withTemporaryDirectory { (folder: String) in
            try SampleReel.write(recipe, to: "\(folder)/a.mp4")
            let encode = "-c:v libx264 -preset veryfast -b:v \(bitrate) -maxrate 150k -bufsize 100k -g 60 -an"
            let words = "-v error -i a.mp4 -vf scale=\(scaled):flags=bicubic \(encode) low.mp4"
            let output = try Tool("ffmpeg")!.run(words.split(separator: " ").map(String.init), in: folder)
            #expect(output.status == 0, "\(output.standardError)")
            let frames = try decode("\(folder)/low.mp4", .video).frames
            #expect(frames.map(\.strip) == (0..<recipe.frameCount).map { FrameStrip(reel: 4711, frame: $0) })
        }
    }
}
