import HLS
import Testing

/// §4.4.1 and §6.3.1: the first line, tags that are not known, comments, and tags that stand once.
struct Section02TagsTests {
    @Test func `case 19: a text without #EXTM3U is refused`() {
        let both = BothReadings("#EXT-X-TARGETDURATION:10\n#EXTINF:10,\na.ts")
        #expect(both.findings == ["G08 1:1!"])
        #expect(both.areRefused(for: "G08"))
    }

    @Test func `case 20: #EXTMU3 is not #EXTM3U`() {
        let both = BothReadings("#EXTMU3\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\na.ts")
        #expect(both.findings == ["G08 1:1!"])
        #expect(both.areRefused(for: "G08"))
    }

    @Test(arguments: ["# made by hand", "#EXT-X-VERSION:3", "", "#EXT-X-VERSION:3\n# why"])
    func `case 21: a line before #EXTM3U is refused, and passed over by a player`(line: String) throws {
        let both = BothReadings("\(line)\n#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\na.ts\n#EXT-X-ENDLIST")
        #expect(both.findings == ["G08 1:1!"])
        #expect(try both.media.segments.map(\.uri) == ["a.ts"])
        #expect(both.lenient.declaredVersion == (line.contains("VERSION") ? 3 : nil))
    }

    @Test func `case 22: #EXTM3U again is only worth knowing`() throws {
        let both = media("#EXTINF:10,\na.ts\n#EXTM3U\n#EXTINF:10,\nb.ts")
        #expect(both.findings == ["G23 6:1"])
        #expect(both.strict.findings[0].rule.level == .info)
        #expect(try both.media.segments.map(\.uri) == ["a.ts", "b.ts"])
    }

    @Test func `case 23: a longer word is another tag, text after a blank is a slip`() throws {
        let rest = "\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\na.ts\n#EXT-X-ENDLIST"
        #expect(BothReadings("#EXTM3U8" + rest).areRefused(for: "G08"))
        for suffix in [" foo", " url-tvg=\"http://h/e.xml\""] {
            let both = BothReadings("#EXTM3U" + suffix + rest)
            #expect(both.findings == ["G08 1:8!"])
            #expect(try both.media.segments.map(\.uri) == ["a.ts"])
        }
    }

    @Test func `case 24: comments are kept, and part nothing`() throws {
        let comments = ["# comment", "##", "#", "#comment #EXTINF"]
        let segments = media("#EXTINF:10,\n\(comments.joined(separator: "\n"))\na.ts")
        #expect(segments.findings.isEmpty)
        #expect(try segments.media.segments[0].otherLines.map(\.text) == comments)
        #expect(try segments.media.segments[0].duration == 10)
        let stream = "#EXT-X-STREAM-INF:BANDWIDTH=1000,CODECS=\"mp4a.40.2\""
        let variants = multivariant("\(stream)\n\(comments.joined(separator: "\n"))\na.m3u8")
        #expect(variants.findings.isEmpty)
        #expect(try variants.multivariant.variants.map(\.uri) == ["a.m3u8"])
        #expect(try variants.multivariant.otherLines.map(\.text) == comments)
    }

    @Test func `case 25: the name of a tag ends at the first colon, and what follows is kept as it is`() throws {
        let both = media("#EXT-X-FOO:{\"a\":\"b:c\"}\n#EXTINF:10,\na.ts")
        #expect(both.findings == ["G23 4:1"])
        let line = try #require(try both.media.otherLines.first)
        #expect(line.tagName == "EXT-X-FOO" && line.tagValue == "{\"a\":\"b:c\"}")
    }

    @Test func `case 26: a tag in lower case is a comment`() throws {
        let both = media("#ext-x-key:METHOD=AES-128,URI=\"k\"\n#EXTINF:10,\na.ts\n#Extinf:10,\nb.ts")
        #expect(both.findings == ["G23 4:1", "G23 7:1", "S01 8:1"])
        #expect(try both.media.segments.map(\.keys.count) == [0, 0])
        #expect(try both.media.segments.map(\.duration) == [10, nil])
    }

    @Test func `case 27: a tag is known by its whole name`() throws {
        let both = media(
            """
            #EXT-X-MEDIA-SEQUENCE:7
            #EXT-X-DISCONTINUITY-SEQUENCE:3
            #EXT-X-SERVER-CONTROL:PART-HOLD-BACK=3
            #EXT-X-PART-INF:PART-TARGET=1
            #EXT-X-KEYX:METHOD=AES-128
            #EXT-X-DISCONTINUITY
            #EXT-X-PART:DURATION=1,URI="p.ts"
            #EXTINF:10,
            a.ts
            """)
        #expect(both.findings == ["G23 8:1"])
        let playlist = try both.media
        #expect(playlist.mediaSequence == 7 && playlist.discontinuitySequence == 3)
        #expect(playlist.partInformation?.partTarget == 1 && playlist.segments[0].parts.count == 1)
        #expect(playlist.segments[0].discontinuities == 1 && playlist.segments[0].keys.isEmpty)
        let frames = "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1000,CODECS=\"avc1.64000d\",URI=\"i.m3u8\""
        let streams = multivariant("\(frames)\n\(variant())")
        #expect(streams.findings.isEmpty)
        #expect(try streams.multivariant.variants.count == 1 && streams.multivariant.iFrameVariants.count == 1)
    }

    @Test func `case 28: tags of other formats do not part EXTINF and its URI`() throws {
        let both = media("#EXTINF:10,\n#EXTVLCOPT:network-caching=1000\n#EXTGRP:News\n#EXT-X-CUE-OUT:30\na.ts")
        #expect(both.findings == ["G23 5:1", "G23 6:1", "G23 7:1"])
        #expect(both.strict.findings.allSatisfy { $0.rule.level == .info })
        #expect(try both.media.segments.map(\.duration) == [10])
        #expect(try both.media.segments[0].otherLines.count == 3)
    }

    @Test func `case 29: every line that begins with another character is a URI`() throws {
        let both = media("JUNK\n/#EXTINF:10,\nC:\\HLS Video\\test1.ts")
        #expect(both.findings == ["S01 4:1", "S01 5:1", "G22 6:1", "S01 6:1"])
        #expect(try both.media.segments.map(\.uri) == ["JUNK", "/#EXTINF:10,", "C:\\HLS Video\\test1.ts"])
        #expect(URIReference("C:\\HLS Video\\test1.ts").scheme == "C")
    }

    @Test func `case 30: a tag without a value is accepted with one`() throws {
        let both = media(
            "#EXT-X-GAP \n#EXTINF:10,\na.ts\n#EXT-X-DISCONTINUITY:\n#EXTINF:10,\nb.ts", end: "#EXT-X-ENDLIST:1")
        #expect(both.findings == ["G07 4:11", "G30 7:22", "G30 10:17"])
        let playlist = try both.media
        #expect(playlist.segments.map(\.isGap) == [true, false])
        #expect(playlist.segments.map(\.discontinuities) == [0, 1])
        #expect(playlist.isEnded)
    }

    @Test func `case 31: a tag that lacks its value says nothing`() throws {
        let both = media(
            "#EXT-X-MEDIA-SEQUENCE:\n#EXT-X-PLAYLIST-TYPE:\n#EXT-X-KEY\n#EXTINF:10,\na.ts", target: "")
        #expect(both.findings == ["M02 3:1", "M07 4:1", "M10 5:1", "G30 6:1", "K01 6:1"])
        let playlist = try both.media
        #expect(playlist.targetDuration == nil && playlist.mediaSequence == nil && playlist.playlistType == nil)
        #expect(playlist.segments[0].keys.isEmpty)
    }

    @Test func `case 32: a playlist of both kinds is refused`() {
        let segmentFirst = BothReadings(
            "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\na.ts\n\(variant())\n#EXT-X-ENDLIST")
        #expect(segmentFirst.findings == ["P39 5:1", "G09 5:1!"])
        #expect(segmentFirst.areRefused(for: "G09"))
        #expect(segmentFirst.strict.playlist.media != nil)
        let streamFirst = multivariant("\(variant())\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\na.ts")
        #expect(streamFirst.findings.prefix(3) == ["M06 5:1", "G09 5:1!", "S20 6:1"])
        #expect(streamFirst.areRefused(for: "G09"))
        #expect(streamFirst.strict.playlist.multivariant != nil)
    }

    @Test func `case 33: tags of either kind alone make an empty multivariant playlist`() throws {
        let both = multivariant(
            "#EXT-X-START:TIME-OFFSET=1\n#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-DEFINE:NAME=\"a\",VALUE=\"b\"", version: 8)
        #expect(both.findings == ["G10 1:1"])
        let playlist = try both.multivariant
        #expect(playlist.variants.isEmpty && playlist.start?.timeOffset == 1 && playlist.hasIndependentSegments)
    }

    @Test(arguments: [
        ("#EXT-X-TARGETDURATION:10", "#EXT-X-TARGETDURATION:11", "M05"),
        ("#EXT-X-MEDIA-SEQUENCE:1", "#EXT-X-MEDIA-SEQUENCE:2", "M05"),
        ("#EXT-X-DISCONTINUITY-SEQUENCE:1", "#EXT-X-DISCONTINUITY-SEQUENCE:2", "M05"),
        ("#EXT-X-PLAYLIST-TYPE:VOD", "#EXT-X-PLAYLIST-TYPE:EVENT", "M05"),
        ("#EXT-X-PART-INF:PART-TARGET=1", "#EXT-X-PART-INF:PART-TARGET=2", "M05"),
        ("#EXT-X-SERVER-CONTROL:HOLD-BACK=30,PART-HOLD-BACK=6", "#EXT-X-SERVER-CONTROL:HOLD-BACK=40", "M05"),
        ("#EXT-X-SKIP:SKIPPED-SEGMENTS=1", "#EXT-X-SKIP:SKIPPED-SEGMENTS=2", "L20"),
        ("#EXT-X-ENDLIST", "#EXT-X-ENDLIST", "M05"), ("#EXT-X-I-FRAMES-ONLY", "#EXT-X-I-FRAMES-ONLY", "M05"),
        ("#EXT-X-START:TIME-OFFSET=1", "#EXT-X-START:TIME-OFFSET=2", "M13"),
        ("#EXT-X-INDEPENDENT-SEGMENTS", "#EXT-X-INDEPENDENT-SEGMENTS", "M13"),
        ("#EXT-X-VERSION:9", "#EXT-X-VERSION:8", "V01"),
    ])
    func `case 34: of a tag that stands once the first counts`(first: String, again: String, rule: String) throws {
        func text(_ lines: String...) -> String {
            let target = first.hasPrefix("#EXT-X-TARGET") ? [] : ["#EXT-X-TARGETDURATION:10"]
            return (["#EXTM3U"] + target + lines + ["#EXTINF:10,", "a.ts"]).joined(separator: "\n")
        }
        let both = BothReadings(text(first, again))
        let alone = BothReadings(text(first))
        #expect(Set(both.rules).subtracting(alone.rules) == [rule])
        #expect(both.strict.findings.filter { $0.rule.id == rule }.map(\.rule.level) == [.must])
        #expect(try both.media == alone.media)
    }

    @Test(arguments: [
        ("NaN", ["V02 2:16"]), ("3.5", ["V02 2:16"]), ("0", ["V02 2:1"]), ("14", ["V19 2:1!"]),
    ])
    func `case 35: a version is a number from 1, and above 13 a player stops`(text: String, findings: [String]) {
        let both = BothReadings(
            "#EXTM3U\n#EXT-X-VERSION:\(text)\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\na.ts\n#EXT-X-ENDLIST")
        #expect(both.findings == findings)
        #expect((both.lenient.refusal?.rule.id == "V19") == (text == "14"))
    }
}
