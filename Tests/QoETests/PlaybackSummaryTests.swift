import Catalog
import MediaTypes
import Player
import QoE
import Testing

private let low = RenditionID("video/234")!
private let high = RenditionID("video/720")!
private let audio = RenditionID("audio/main")!

private func log(_ entries: (Int64, Occurrence)...) -> [LogEntry] { entries.map { LogEntry(t: $0.0, $0.1) } }

private func played(_ rung: RenditionID, _ number: Int) -> Occurrence {
    .played(rendition: rung, kind: .video, number: number, milliseconds: 2000)
}

@Test func `start-up is the time to the first frame, and not a stall`() {
    let summary = PlaybackSummary(
        log(
            (0, .started(session: "s", policy: "throughput", speed: 1)), (84_000, .firstFrame),
            (8_084_000, .finished(.played))))
    #expect(summary.initialStartupTime == 84_000)
    #expect(summary.playbackStallCount == 0)
    #expect(summary.watchedTime == 8_084_000)
}

@Test func `stalls are counted and their lengths summed, also of one that the end cuts off`() {
    let summary = PlaybackSummary(
        log(
            (0, .started(session: "s", policy: "", speed: 1)), (2_000_000, .stalled(atMilliseconds: 2000)),
            (2_300_000, .resumed(microseconds: 300_000)), (4_000_000, .stalled(atMilliseconds: 3700)),
            (4_500_000, .finished(.stopped))))
    #expect(summary.playbackStallCount == 2)
    #expect(summary.playbackStallDuration == 800_000)
}

@Test func `without a playhead stalls are not counted, which is not the same as none`() {
    let summary = PlaybackSummary(log((0, .started(session: "s", policy: "", speed: nil))))
    #expect(summary.playbackStallCount == nil)
    #expect(summary.playbackStallDuration == nil)
}

@Test func `the mean rate is that of the bytes that were shown`() {
    // 100,000 + 300,000 bytes of video and 20,000 of audio in 4 s.
    let summary = PlaybackSummary(
        log(
            (0, .started(session: "s", policy: "", speed: nil)),
            (1, .rungs([LadderRung(id: low, bandwidth: BitRate(1)), LadderRung(id: high, bandwidth: BitRate(2))])),
            (2, .fetched(rendition: low, object: .segment(0), bytes: 100_000, requests: [])),
            (3, .hit(rendition: high, object: .segment(1), bytes: 300_000)),
            (4, .fetched(rendition: high, object: .segment(2), bytes: 999_999, requests: [])),
            (5, .hit(rendition: audio, object: .segment(0), bytes: 20_000)),
            (6, played(low, 0)), (7, played(high, 1)),
            (8, .played(rendition: audio, kind: .audio, number: 0, milliseconds: 4000))))
    #expect(summary.mediaTime == 4_000_000)
    #expect(summary.averagePlayedBitrate == 840_000)
    #expect(summary.segments == ["video/234": 1, "video/720": 1])
}

@Test func `frames are right when as many were seen as expected and none was wrong`() {
    func summary(_ reports: DecodeReport...) -> PlaybackSummary {
        PlaybackSummary(
            reports.map { LogEntry(t: 0, .decoded(rendition: low, kind: .video, number: 4, report: $0)) })
    }
    #expect(summary(DecodeReport(framesExpected: 60, framesSeen: 60)).isRight)
    #expect(!summary(DecodeReport(framesExpected: 60, framesSeen: 59)).isRight)
    #expect(!summary(DecodeReport(framesExpected: nil, framesSeen: 60)).isRight)
    #expect(!summary(DecodeReport(framesExpected: 60, framesSeen: 60, framesBad: 1)).isRight)
    #expect(!summary(DecodeReport(samplesExpected: 10, samplesSeen: 0)).isRight)
    let sum = summary(
        DecodeReport(framesExpected: 60, framesSeen: 60), DecodeReport(framesExpected: 3, problems: ["no"]))
    #expect(sum.frames.expected == 63)
    #expect(sum.problems == ["video/234 4: no"])
}

@Test func `bytes are told apart by where from, what for and what became of them`() {
    let summary = PlaybackSummary(
        log(
            (0, .started(session: "s", policy: "", speed: nil)),
            (1, .requested(id: FetchID(1), cause: .answer, rendition: nil, object: nil, from: nil)),
            (2, .ended(id: FetchID(1), status: 200, bytes: 300, end: .complete)),
            (3, .requested(id: FetchID(2), cause: .play, rendition: low, object: .segment(0), from: nil)),
            (4, .ended(id: FetchID(2), status: 403, bytes: 20, end: .complete)),
            (5, .hit(rendition: low, object: .segment(0), bytes: 5000))))
    #expect(summary.bytes.wire == 320)
    #expect(summary.bytes.cache == 5000)
    #expect(summary.bytes.byCause == ["answer": 300, "error": 20])
    #expect(summary.bytes.byFate == ["played": 300, "discarded": 20])
    #expect(summary.requests == 2)
}
