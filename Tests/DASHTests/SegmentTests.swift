import DASH
import Testing

struct SegmentTimelineTests {
    typealias Run = MPD.SegmentTimeline.Run

    @Test func `equal neighbours are one run, and only the first says when it begins`() {
        #expect(
            MPD.SegmentTimeline(cuts: [7, 9, 11, 13, 14, 16]).runs == [
                Run(start: 7, duration: 2, repeatCount: 2), Run(duration: 1), Run(duration: 2),
            ])
        #expect(MPD.SegmentTimeline(cuts: [0]).runs.isEmpty)
    }

    @Test func `a timeline says when each segment is`() {
        let cuts: [UInt64] = [7, 9, 11, 13, 14, 16]
        #expect(
            MPD.SegmentTimeline(cuts: cuts).segments(limit: 5) == zip(cuts, cuts.dropFirst()).map { $0..<$1 })
        // A gap, and a run until the next run: 10, 14, 18, the last of which reaches over 20.
        let runs = [Run(duration: 5), Run(start: 10, duration: 4, repeatCount: -1), Run(start: 20, duration: 1)]
        #expect(MPD.SegmentTimeline(runs: Array(runs.prefix(2))).segments(periodEnd: 20, limit: 9)?.count == 4)
        #expect(MPD.SegmentTimeline(runs: Array(runs.prefix(2))).segments(limit: 9) == nil)
        // 18..<22 and 20..<21 overlap.
        #expect(MPD.SegmentTimeline(runs: runs).segments(limit: 9) == nil)
    }

    @Test func `claims that cannot be are refused without work`() {
        let runs: [Run] = [
            Run(duration: 1, repeatCount: .max), Run(duration: .max, repeatCount: 3), Run(duration: 0, repeatCount: 1),
            Run(duration: 1, repeatCount: -2), Run(start: .max, duration: 1), Run(duration: 1, repeatCount: .min),
        ]
        for run in runs { #expect(MPD.SegmentTimeline(runs: [run]).segments(limit: 1000) == nil, "\(run)") }
        let endless = MPD.SegmentTimeline(runs: [Run(duration: 1, repeatCount: -1)])
        #expect(endless.segments(periodEnd: .max, limit: 1000) == nil)
        #expect(endless.segments(periodEnd: 0, limit: 1000) == nil)
        #expect(MPD.SegmentTimeline(cuts: [0, 1, 2]).segments(limit: 1) == nil)
    }
}

struct SegmentTemplateTests {
    private let identifiers = TemplateIdentifiers(
        MPD.Representation(id: "video/360", bandwidth: 365_000), number: 7, time: 60_060)

    @Test func `identifiers are replaced`() {
        let cases = [
            ("$RepresentationID$/$Number%05d$.m4s", "video/360/00007.m4s"), ("$Number$", "7"), ("$Time$", "60060"),
            ("$Bandwidth%09d$_$$", "000365000_$"), ("a", "a"), ("", ""), ("$Number%01d$", "7"), ("$$$$", "$$"),
        ]
        for (template, uri) in cases { #expect(identifiers.uri(from: template) == uri, "\(template)") }
    }

    @Test func `a template that cannot be understood is refused`() {
        let cases = [
            "$Number", "$number$", "$Number%5d$", "$Number%05x$", "$Number%0d$", "$Number%099999999999d$",
            "$RepresentationID%05d$", "$SubNumber$", "$Number%$", "$Number%05d%05d$", "$%05d$", "$Number%0-1d$",
        ]
        for template in cases { #expect(identifiers.uri(from: template) == nil, "\(template)") }
        // An initialization segment has neither number nor time.
        let initialization = TemplateIdentifiers(MPD.Representation(id: "a", bandwidth: 1))
        #expect(initialization.uri(from: "$RepresentationID$/init.mp4") == "a/init.mp4")
        #expect(initialization.uri(from: "$Number$") == nil)
    }

    @Test func `a level says what is not said below it`() {
        let outer = MPD.SegmentTemplate(
            timescale: 1, startNumber: 2, initialization: "i", media: "m", timeline: MPD.SegmentTimeline(cuts: [0, 1]))
        var inner = MPD.SegmentTemplate()
        inner.timescale = 5
        let both = inner.inheriting(from: outer)
        #expect(both.timescale == 5 && both.startNumber == 2 && both.media == "m" && both.timeline == outer.timeline)
        #expect(inner.inheriting(from: nil) == inner)
    }
}

struct DescriptorTests {
    @Test func `channels are those of ISO/IEC 23003-3`() {
        // Configuration 6 is 5.1 and 7 is 7.1; no configuration has seven channels.
        let values = [0, 1, 2, 6, 7, 8, 9].map { MPD.Descriptor.audioChannels($0)?.value }
        #expect(values == [nil, "1", "2", "6", nil, "7", nil])
    }
}
