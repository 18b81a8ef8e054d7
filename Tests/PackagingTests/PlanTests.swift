import Catalog
import MediaTypes
import Packaging
import Testing

private let portrait = PixelSize(1080, 1920)

private let ladder = Ladder(
    rungs: [234, 360, 432, 540, 720, 1080].map {
        .init(
            id: "\($0)", shortSide: $0, videoBitrate: .kilobits(4 * $0), maxBitrate: .kilobits(6 * $0))
    },
    audio: [.init(id: "main", bitrate: .kilobits(64))], preset: "veryfast")

/// `count` pictures, each `step` ticks of 1/`scale` s, from `start` on.
private func video(
    _ count: Int, step: Int64, scale: UInt32, start: Int64 = 0, last: Int64? = nil, size: PixelSize = portrait
) -> SourceSummary.Video {
    .init(
        timescale: Timescale(scale), times: (0..<Int64(count)).map { start + $0 * step }, lastDuration: last ?? step,
        displaySize: size)
}

private func audio(from start: Int64, to end: Int64, _ scale: UInt32 = 48_000) -> SourceSummary.Audio {
    .init(start: MediaTime(start, perSecond: scale), end: MediaTime(end, perSecond: scale))
}

private func plan(_ video: SourceSummary.Video?, _ audio: SourceSummary.Audio? = nil) throws -> Plan {
    try Plan(SourceSummary(video: video, audio: audio), ladder)
}

private func seconds(_ times: [Double], scale: UInt32, last: Int64 = 0) -> SourceSummary.Video {
    .init(
        timescale: Timescale(scale), times: times.map { Int64(($0 * Double(scale)).rounded()) }, lastDuration: last,
        displaySize: portrait)
}

extension Plan {
    fileprivate var rate: FrameRate? {
        guard case .constant(let rate) = video?.clock.pacing else { return nil }
        return rate
    }
}

struct ConstantRateTests {
    @Test func `29 point 97 is cut every 60 frames, which is 60060 of 30000`() throws {
        // 306 frames: five segments of 60 (2.002 s) and 6 (0.2002 s) more, which join the fifth: 66 frames, 2.2022 s.
        let plan = try plan(video(306, step: 1001, scale: 30_000))
        #expect(plan.rate == FrameRate(30_000, 1001))
        #expect(plan.grid.timescale == Timescale(30_000))
        #expect(plan.grid.boundaries == [0, 60_060, 120_120, 180_180, 240_240, 306_306])
        #expect(plan.video?.cuts == [0, 60, 120, 180, 240, 306])
    }

    @Test func `30 has 60 frames a segment and a timescale of 30000`() throws {
        let plan = try plan(video(150, step: 512, scale: 15_360))
        #expect(plan.grid.timescale == Timescale(30_000))
        #expect(plan.grid.boundaries == [0, 60_000, 120_000, 150_000])
    }

    @Test(arguments: [
        (FrameRate(25, 2)!, 25), (FrameRate(60)!, 120), (FrameRate(24000, 1001)!, 48), (FrameRate(60000, 1001)!, 120),
        (FrameRate(24)!, 48), (FrameRate(25)!, 50), (FrameRate(120)!, 240), (FrameRate(15)!, 30), (FrameRate(1)!, 2),
    ])
    func `a segment has the frames nearest to two seconds`(_ rate: FrameRate, _ frames: Int) throws {
        let scale = rate.numerator * 1000
        let plan = try plan(video(3 * frames, step: Int64(rate.denominator) * 1000, scale: scale))
        #expect(plan.rate == rate)
        #expect(plan.video?.cuts == [0, frames, 2 * frames, 3 * frames])
    }

    @Test func `a clock of milliseconds hides neither 29 point 97 nor 30 nor 23 point 976`() throws {
        for rate in [FrameRate(30_000, 1001)!, FrameRate(30)!, FrameRate(24_000, 1001)!] {
            let times = (0..<300).map { Double($0) / rate.framesPerSecond }
            #expect(try plan(seconds(times, scale: 1000)).rate == rate)
        }
    }

    @Test func `times that were rounded to milliseconds are known in a finer clock too`() throws {
        let times = (0..<90).map { (Double($0) * 1000 / 30).rounded() / 1000 }
        #expect(try plan(seconds(times, scale: 16_000)).rate == FrameRate(30))
        // Jitter of 3 ms is the source's own.
        let jittery = times.enumerated().map { $0.offset % 2 == 0 ? $0.element : $0.element + 0.003 }
        #expect(try plan(seconds(jittery, scale: 90_000)).rate == nil)
    }

    @Test func `a rate is known that was cut into segments of another`() throws {
        // 50 pictures take 1.668333 s, as at 29.97; in a segment they are a thirtieth apart, and the last makes up for it.
        let ticks: [Int] = (0..<297).map { $0 / 50 * 150_150 + $0 % 50 * 3000 }
        let times = ticks.map { Double($0) / 90_000 }
        #expect(try plan(seconds(times, scale: 90_000)).rate == FrameRate(30_000, 1001))
    }

    @Test func `a fine clock that ticks evenly is believed to the tick`() throws {
        // 3750 of 90000 is 24 exactly; 3753 is an odd camera's 23.98.
        #expect(try plan(video(100, step: 3750, scale: 90_000)).rate == FrameRate(24))
        #expect(try plan(video(100, step: 3753, scale: 90_000)).rate == FrameRate(90_000, 3753))
    }

    @Test func `one missing picture makes the rate variable, and every time is kept`() throws {
        var source = video(100, step: 3000, scale: 90_000)
        source.times.remove(at: 50)
        let plan = try plan(source)
        #expect(plan.rate == nil)
        #expect(plan.video?.clock.timescale == Timescale(90_000))
        #expect(plan.video.map { clock in (0..<99).map { clock.clock[$0] } } == source.times)
    }

    @Test func `a clip under one segment is one segment of its true length`() throws {
        let plan = try plan(video(12, step: 1000, scale: 30_000), audio(from: 0, to: 19_200))
        #expect(plan.grid.boundaries == [0, 12_000])
        #expect(plan.duration == MediaTime(milliseconds: 400))
        // 0.4 s are 18.75 AAC frames, 19 to the nearest.
        #expect(plan.audio?.cuts == [0, 19 * 1024])
    }

    @Test func `one picture is one segment of one frame`() throws {
        let plan = try plan(video(1, step: 3000, scale: 90_000))
        #expect(plan.rate == FrameRate(30))
        #expect(plan.video?.cuts == [0, 1])
        let unknown = try Plan(SourceSummary(video: video(1, step: 0, scale: 90_000)), ladder)
        #expect(unknown.rate == FrameRate(30))
    }

    @Test func `a last picture with a duration of its own is held for it`() throws {
        // 30 frames at 30, the last shown for half a second: 14 frames more.
        #expect(try plan(video(30, step: 1000, scale: 30_000, last: 15_000)).video?.clock.count == 44)
        // A last duration of 20 hours is a slip.
        #expect(try plan(video(30, step: 1000, scale: 30_000, last: 2_160_000_000)).video?.clock.count == 30)
    }
}

struct TailTests {
    @Test func `a tail of half a second stands alone, a shorter one joins`() throws {
        #expect(try plan(video(60 + 15, step: 1, scale: 30)).video?.cuts == [0, 60, 75])
        #expect(try plan(video(60 + 14, step: 1, scale: 30)).video?.cuts == [0, 74])
    }

    @Test func `a tail that would lift the target duration stands alone`() throws {
        // 23 frames a second: 46 are 2 s and 11 are 0.478 s; 2.478 s round to 2.
        let joined = try plan(video(46 + 11, step: 1000, scale: 23_000))
        #expect(joined.video?.cuts == [0, 57])
        // 2.4 frames a second: five frames are 2.083 s, one more 0.417 s: 2.5 s would round to 3.
        let alone = try plan(video(6, step: 50_000, scale: 120_000))
        #expect(alone.rate == FrameRate(12, 5))
        #expect(alone.video?.cuts == [0, 5, 6])
    }

    @Test func `a tail stands alone when the audio's share of it would lift the target duration`() throws {
        // Pictures at 0, 2.014 and 4.1 s, the last for 0.413 s. Joined, the second segment lasts 2.499 s, which rounds
        // to 2; its audio is cut at frames 94 (of 94.41) and 212 (of 211.55): 118 frames, 2.517 s, would round to 3.
        let source = seconds([0, 2.014, 4.1], scale: 1000, last: 413)
        #expect(try plan(source).grid.boundaries == [0, 2014, 4513])
        let sounding = try plan(source, audio(from: 0, to: 216_624))
        #expect(sounding.grid.boundaries == [0, 2014, 4100, 4513])
        #expect(sounding.audio?.cuts == [0, 94, 192, 212].map { $0 * 1024 })
    }

    @Test func `audio alone is cut at the frames nearest to every second second`() throws {
        // 93.75 frames are 2 s: 94, 188 (187.5 rounds up), 281 (281.25); of 300, the last 19 are 0.405 s and join.
        let plan = try plan(nil, audio(from: 0, to: 300 * 1024))
        #expect(plan.audio?.cuts == [0, 94, 188, 300].map { $0 * 1024 })
        #expect(plan.grid.timescale == Timescale(48_000))
        #expect(plan.grid.boundaries == plan.audio?.cuts)
    }
}

struct VariableRateTests {
    @Test func `boundary k is the first picture at or after k times two seconds`() throws {
        let times = [0, 0.5, 1.9, 2.1, 3, 4, 4.5, 5.9, 6.2, 7, 8.5]
        let plan = try plan(seconds(times, scale: 1000, last: 100))
        #expect(plan.grid.timescale == Timescale(1000))
        // 8.5 s is the first at or after 8; its 0.1 s join: 6.2 to 8.6 is 2.4 s, which still rounds to 2.
        #expect(plan.grid.boundaries == [0, 2100, 4000, 6200, 8600])
        #expect(plan.video?.cuts == [0, 3, 5, 8, 11])
    }

    @Test func `boundaries are distinct pictures, and no segment is a sliver`() throws {
        // Nothing between 1 and 7.999 s: that picture is the first after 2, 4 and 6; 8.0 s would be 1 ms later.
        let plan = try plan(seconds([0, 1, 7.999, 8.0, 9, 10.1], scale: 1000, last: 1000))
        #expect(plan.grid.boundaries == [0, 7999, 10_100, 11_100])
    }

    @Test func `the highest rate is that of the shortest frame`() throws {
        let bursts = (0..<10).map { Double($0) / 10 } + (0..<30).map { 1 + Double($0) / 30 }
        #expect(try plan(seconds(bursts, scale: 90_000)).video?.rungs[0].highestRate == FrameRate(30))
    }

    @Test func `a coarse clock gets finer and one of nanoseconds coarser`() throws {
        #expect(try plan(seconds([0, 1, 3, 4], scale: 1, last: 1)).grid.timescale == Timescale(1000))
        #expect(try plan(seconds([0, 1, 3, 4], scale: 1_000_000_000, last: 1)).grid.timescale == Timescale(90_000))
    }

    @Test func `a last picture of unknown length lasts as long as the one before`() throws {
        #expect(try plan(seconds([0, 0.5, 1.7], scale: 1000)).duration == MediaTime(milliseconds: 2900))
    }
}

struct AudioPlacingTests {
    @Test func `audio is cut at the frame nearest to the video's own boundary`() throws {
        let plan = try plan(video(300, step: 1001, scale: 30_000), audio(from: 0, to: 480_480))
        // 2.002 s are 96096 samples, 93.84 frames: 94; 4.004 s 187.69: 188; 6.006 s 281.53: 282; 8.008 s 375.4: 375;
        // never more than half a frame from the video. 10.01 s, the end, are 469.2: no sound falls short of it.
        #expect(plan.audio?.cuts == [0, 94, 188, 282, 375, 470].map { $0 * 1024 })
        #expect(AudioClock.packet(atCut: 0) == 0)
        #expect(AudioClock.packet(atCut: 94 * 1024) == 95)
    }

    @Test func `audio that sticks out by a frame of its codec is cut`() throws {
        // 10 s of video, 10.0078 s of audio: 431 AAC frames at 44.1 kHz; of Matroska, which rounds, 1 ms more at 23 ms.
        let longer = try plan(video(300, step: 1000, scale: 30_000), audio(from: 0, to: 431 * 1024, 44_100))
        #expect(longer.video?.clock.count == 300)
        let early = try plan(video(600, step: 1000, scale: 60_000, start: 1440), audio(from: 0, to: 10_048, 1000))
        #expect(early.video?.clock.count == 600)
        #expect(longer.audio?.cuts.last == Int64(480_256))
    }

    @Test func `audio that is longer holds the last picture`() throws {
        // 0.1 s more is three frames at 30.
        let plan = try plan(video(300, step: 1000, scale: 30_000), audio(from: 0, to: 484_800))
        #expect(plan.video?.clock.count == 303)
        #expect(plan.duration == MediaTime(milliseconds: 10_100))
    }

    @Test func `at a low rate no audible end is cut`() throws {
        // One frame a second and 0.4 s more of audio: the last picture is held for them, and no longer.
        let plan = try plan(video(4, step: 1, scale: 1), audio(from: 0, to: 211_200))
        #expect(plan.video?.clock.count == 4)
        #expect(plan.duration == MediaTime(milliseconds: 4400))
        // 0.99 s more are nearly a frame.
        let whole = try Plan(
            SourceSummary(video: video(4, step: 1, scale: 1), audio: audio(from: 0, to: 239_520)), ladder)
        #expect(whole.rate == FrameRate(1) && whole.video?.clock.count == 5)
    }

    @Test func `at a low rate the first picture is held for exactly what is missing`() throws {
        // One picture a second, 0.1 s late, in milliseconds; five seconds of sound.
        let slow = try plan(video(5, step: 1000, scale: 1000, start: 100), audio(from: 0, to: 240_000))
        #expect(slow.rate == nil && slow.origin == .zero && slow.video?.lead == 0)
        #expect(slow.duration == MediaTime(milliseconds: 5100))
        #expect(slow.video.map { video in (0..<5).map { video.clock[$0] } } == [0, 1100, 2100, 3100, 4100])
        // Whole frames that are missing are whole frames: 1 s, and one in which 20 ms are too many.
        for start: Int64 in [1000, 980] {
            let whole = try plan(video(5, step: 1000, scale: 1000, start: start), audio(from: 0, to: 240_000))
            #expect(whole.rate == FrameRate(1) && whole.video?.lead == 1)
        }
        #expect(try plan(video(5, step: 1000, scale: 1000, start: 979), audio(from: 0, to: 240_000)).rate == nil)
        // From ten a second on the rate stays what it is.
        let usual = try plan(video(50, step: 100, scale: 1000, start: 30), audio(from: 0, to: 240_000))
        #expect(usual.rate == FrameRate(10) && usual.video?.lead == 1)
    }

    @Test func `a slow last picture of unknown length ends with the sound, or when the file says`() throws {
        // Two pictures six seconds apart and sound of 6.086 s, in a file that says that it lasts six.
        let pictures = video(2, step: 6000, scale: 1000, start: 38, last: 0)
        let six = MediaTime(milliseconds: 6000)
        let both = SourceSummary(video: pictures, audio: audio(from: 0, to: 6086, 1000), declaredDuration: six)
        #expect(try Plan(both, ladder).duration == MediaTime(milliseconds: 6086))
        // Without sound the file's word counts, and without that the picture before is the measure.
        var silent = SourceSummary(video: pictures, declaredDuration: MediaTime(milliseconds: 6500))
        #expect(try Plan(silent, ladder).duration == MediaTime(milliseconds: 6500))
        silent.declaredDuration = nil
        #expect(try Plan(silent, ladder).duration == MediaTime(milliseconds: 12_000))
        // What ends before the last picture leaves it a frame of 25 a second.
        silent.declaredDuration = MediaTime(milliseconds: 5000)
        #expect(try Plan(silent, ladder).duration == MediaTime(milliseconds: 6040))
    }

    @Test func `audio that is shorter or late leaves the grid alone`() throws {
        let whole = try plan(video(300, step: 1000, scale: 30_000))
        let late = try plan(video(300, step: 1000, scale: 30_000), audio(from: 24_000, to: 400_000))
        #expect(late.grid == whole.grid)
        #expect(late.origin == .zero)
        #expect(late.audio?.cuts.last == Int64(480_256))
    }

    @Test func `audio that starts early holds the first picture`() throws {
        // 0.5 s early at 30: fifteen frames, and 0 is where the audio starts.
        let plan = try plan(video(300, step: 1000, scale: 30_000, start: 15_000), audio(from: 0, to: 504_000))
        #expect(plan.video?.lead == 15)
        #expect(plan.video?.clock.count == 315)
        #expect(plan.origin == .zero)
    }

    @Test func `a held start is whole frames, and begins before the audio`() throws {
        // 0.49 s early: 14.7 frames. Fifteen put 0 ten milliseconds before the audio, and picture and sound stay true.
        let plan = try plan(video(300, step: 1000, scale: 30_000, start: 14_700), audio(from: 0, to: 500_000))
        #expect(plan.video?.lead == 15)
        #expect(plan.origin == MediaTime(milliseconds: -10))
    }

    @Test func `audio that starts early by a frame of its codec is cut, and the video begins at 0`() throws {
        // A transport stream: video from 1.4 s, audio 10 ms before it.
        let plan = try plan(video(300, step: 3000, scale: 90_000, start: 126_000), audio(from: 66_720, to: 547_200))
        #expect(plan.video?.lead == 0)
        #expect(plan.origin == MediaTime(milliseconds: 1400))
    }

    @Test func `with a variable rate the first picture is held exactly`() throws {
        var source = seconds([1, 1.5, 3.2, 4], scale: 1000, last: 500)
        source.timescale = Timescale(1000)
        let plan = try plan(source, audio(from: 45_600, to: 230_400))
        #expect(plan.origin == MediaTime(milliseconds: 950))
        #expect(plan.video.map { video in (0...4).map { video.clock[$0] } } == [0, 550, 2250, 3050, 3850])
    }

    @Test func `a ladder without audio makes none`() throws {
        var silent = ladder
        silent.audio = []
        let source = SourceSummary(
            video: video(30, step: 1, scale: 30), audio: audio(from: 0, to: 480_000))
        let plan = try Plan(source, silent)
        #expect(plan.audio == nil)
        #expect(plan.duration == MediaTime(1, perSecond: 1))
    }
}

struct RungTests {
    private func sizes(_ width: Int, _ height: Int) throws -> [PixelSize] {
        try #require(try plan(video(2, step: 1, scale: 30, size: PixelSize(width, height))).video).rungs.map(\.size)
    }

    @Test func `a portrait source of 1080 has six rungs, whose long side is even`() throws {
        // 234 × 1920 / 1080 = 416; 360: 640; 432: 768; 540: 960; 720: 1280.
        #expect(
            try sizes(1080, 1920) == [
                PixelSize(234, 416), PixelSize(360, 640), PixelSize(432, 768), PixelSize(540, 960),
                PixelSize(720, 1280), PixelSize(1080, 1920),
            ])
    }

    @Test func `the short side decides, whichever it is`() throws {
        #expect(try sizes(1280, 720).last == PixelSize(1280, 720))
        #expect(try sizes(1280, 720).count == 5)
        #expect(try sizes(640, 640) == [234, 360, 432, 540].map { PixelSize($0, $0) })
    }

    @Test func `an odd long side is rounded to the nearest even number`() throws {
        // 800×640 of 64:45 samples is 1138×640 as displayed: 1138 × 540 / 640 = 960.19; × 234 / 640 = 416.08.
        #expect(try sizes(1138, 640).map(\.width) == [416, 640, 768, 960])
        // 361×641: 641 × 360 / 361 = 639.2, of which 640 is the nearest even number.
        #expect(try sizes(361, 641).last == PixelSize(360, 640))
    }

    @Test func `a source below the lowest rung has one of its own size`() throws {
        let rungs = try #require(try plan(video(2, step: 1, scale: 30, size: PixelSize(101, 179))).video).rungs
        #expect(rungs.map(\.size) == [PixelSize(100, 178)])
        #expect(rungs.map(\.id.text) == ["video/100"])
        #expect(rungs[0].videoBitrate == ladder.rungs[0].videoBitrate)
    }

    @Test func `a rung's cap drops frames but shares every cut`() throws {
        var capped = ladder
        capped.rungs = [ladder.rungs[0]]
        capped.rungs[0].frameRateCap = FrameRate(30)
        let sixty = try Plan(SourceSummary(video: video(240, step: 1, scale: 60)), capped)
        #expect(sixty.video?.rungs[0].frames == Array(stride(from: 0, to: 240, by: 2)))
        #expect(sixty.video?.rungs[0].highestRate == FrameRate(30))
        // 50 at most 30 is every second; at 25 frames a segment's half its first frame is there all the same.
        let odd = try Plan(SourceSummary(video: video(150, step: 1000, scale: 37_500)), capped)
        #expect(odd.video?.cuts == [0, 75, 150])
        #expect(odd.video?.rungs[0].frames?.contains(75) == true)
        // 30000/1001 meets a cap of 30, and 30 one of 29.97.
        capped.rungs[0].frameRateCap = FrameRate(30_000, 1001)
        let near = try Plan(SourceSummary(video: video(60, step: 1, scale: 30)), capped)
        #expect(near.video?.rungs[0].frames == nil)
    }
}

struct RefusalTests {
    @Test func `nothing to show is an error`() {
        #expect(throws: PlanError.nothingToShow) { try plan(nil) }
    }

    @Test func `rates that nothing shows and shapes that nothing decodes are not believed`() throws {
        // One picture, and a clock of a gigahertz that is also its rate.
        var one = video(1, step: 0, scale: 1_493_172_254)
        one.declaredRates = [FrameRate(1_493_172_254)!]
        let short = try plan(one, audio(from: 0, to: 144_000))
        #expect(short.duration == MediaTime(3, perSecond: 1))
        #expect(short.video?.clock.count == 1)
        #expect(throws: PlanError.tooLarge(PixelSize(2, 100_000))) {
            try plan(video(2, step: 1, scale: 30, size: PixelSize(2, 100_000)))
        }
        // 360 rows would be 10,800 wide.
        let wide = try plan(video(2, step: 1, scale: 30, size: PixelSize(12_000, 400)))
        #expect(wide.video?.rungs.map(\.size) == [PixelSize(7020, 234)])
    }

    @Test func `time stamps that are hours apart with seconds between them are refused, long slides are not`() throws {
        let hour: Int64 = 3600 * 30
        var source = SourceSummary(video: seconds([0, 1, 2, 3602], scale: 30, last: 1), contentSeconds: 4)
        #expect(throws: PlanError.holes(seconds: 3602, content: 4)) { try Plan(source, ladder) }
        source.contentSeconds = 3603
        #expect(try Plan(source, ladder).duration > MediaTime(hour, perSecond: 30))
        source.contentSeconds = 0
        #expect(try Plan(source, ladder).duration > MediaTime(hour, perSecond: 30))
    }

    @Test func `more than a day is refused before anything is made of it`() {
        let source = SourceSummary.Video(
            timescale: Timescale(1), times: [0, 100_000], lastDuration: 1, displaySize: portrait)
        #expect(throws: PlanError.self) { try plan(source) }
        let far = SourceSummary.Video(
            timescale: Timescale(1), times: [.min / 2, .max / 2], lastDuration: 1, displaySize: portrait)
        #expect(throws: PlanError.self) { try plan(far) }
    }
}

struct LanguagePlanTests {
    @Test func `tracks of other languages are cut as the default is, and named for their language`() throws {
        var sound = audio(from: 0, to: 480_000)
        sound.alternatives = ["fr", "pt-BR"]
        let plan = try plan(video(300, step: 1, scale: 30), sound)
        #expect(plan.audio?.ids.map(\.text) == ["audio/main", "audio/main-fr", "audio/main-pt-BR"])
        let document = PlanDocument(plan)
        #expect(document.audio.map(\.id.text) == ["audio/main", "audio/main-fr", "audio/main-pt-BR"])
        #expect(Set(document.audio.map(\.cuts)).count == 1)
    }
}

struct TileGridTests {
    private func grid(_ interval: MediaTime, _ duration: MediaTime, _ picture: PixelSize) -> TileGrid {
        TileGrid(interval: interval, duration: duration, picture: picture)
    }

    private let two = MediaTime(2, Timescale(1))

    @Test(arguments: [
        (4.0, 2, "2x1", 1), (4.5, 3, "3x1", 1), (12, 6, "5x2", 1), (50, 25, "5x5", 1), (50.01, 26, "5x5", 2),
        (3600, 1800, "5x5", 72),
    ])
    func `there is a thumbnail every interval, and no larger sheet than needed`(
        seconds: Double, count: Int, layout: String, sheets: Int
    ) {
        let grid = grid(two, MediaTime(milliseconds: Int64(seconds * 1000)), PixelSize(1080, 1920))
        #expect(grid.count == count && "\(grid.columns)x\(grid.rows)" == layout && grid.sheetCount == sheets)
    }

    @Test(arguments: [
        (PixelSize(1080, 1920), PixelSize(90, 160)), (PixelSize(1920, 1080), PixelSize(160, 90)),
        (PixelSize(480, 480), PixelSize(90, 90)), (PixelSize(640, 480), PixelSize(120, 90)),
        // As large as it is, and no longer than 480.
        (PixelSize(64, 36), PixelSize(64, 36)), (PixelSize(4800, 200), PixelSize(480, 20)),
        (PixelSize(2, 8000), PixelSize(2, 480)),
    ])
    func `a thumbnail has the shape of the picture`(picture: PixelSize, size: PixelSize) {
        #expect(grid(two, two, picture).size == size)
    }

    @Test func `thumbnails fill a sheet row by row`() {
        let grid = grid(two, two * 30, PixelSize(1920, 1080))
        #expect(grid.place(of: 0) == (0, 0) && grid.place(of: 4) == (640, 0))
        #expect(grid.place(of: 5) == (0, 90) && grid.place(of: 24) == (640, 360) && grid.place(of: 25) == (0, 0))
    }
}
