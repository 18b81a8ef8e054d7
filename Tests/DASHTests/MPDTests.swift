import DASH
import Foundation
import Testing

struct MPDTests {
    @Test func `what is written is read back as the same value`() throws {
        let mpd = fullMPD()
        #expect(try MPD(mpd.serializedBytes()) == mpd)
    }

    @Test func `a manifest is written in the order of the schema`() throws {
        var set = MPD.AdaptationSet(
            id: 0, contentType: .audio, representations: [MPD.Representation(id: "audio/main", bandwidth: 64_000)])
        set.lang = "en"
        set.segmentAlignment = true
        set.mimeType = "audio/mp4"
        set.roles = [.role("main")]
        set.labels = [MPD.Label("English")]
        set.audioChannelConfigurations = [.audioChannels(2)].compactMap { $0 }
        set.segmentTemplate = MPD.SegmentTemplate(
            timescale: 48_000, startNumber: 0, initialization: "$RepresentationID$/init.mp4",
            media: "$RepresentationID$/$Number%05d$.m4s",
            timeline: MPD.SegmentTimeline(cuts: [0, 96_256, 192_512, 200_704]))
        let mpd = MPD(
            profiles: [MPD.Profile.isoffLive], mediaPresentationDuration: .milliseconds(4160),
            minBufferTime: .milliseconds(2006), periods: [MPD.Period(id: "0", adaptationSets: [set])])
        #expect(
            String(decoding: try mpd.serializedBytes(), as: UTF8.self) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" profiles="urn:mpeg:dash:profile:isoff-live:2011" \
                type="static" mediaPresentationDuration="PT4.16S" minBufferTime="PT2.006S">
                  <Period id="0">
                    <AdaptationSet id="0" contentType="audio" lang="en" segmentAlignment="true" mimeType="audio/mp4">
                      <AudioChannelConfiguration schemeIdUri="urn:mpeg:dash:23003:3:audio_channel_configuration:2011" \
                value="2"/>
                      <Label>English</Label>
                      <Role schemeIdUri="urn:mpeg:dash:role:2011" value="main"/>
                      <SegmentTemplate timescale="48000" startNumber="0" initialization="$RepresentationID$/init.mp4" \
                media="$RepresentationID$/$Number%05d$.m4s">
                        <SegmentTimeline>
                          <S t="0" d="96256" r="1"/>
                          <S d="8192"/>
                        </SegmentTimeline>
                      </SegmentTemplate>
                      <Representation id="audio/main" bandwidth="64000"/>
                    </AdaptationSet>
                  </Period>
                </MPD>

                """)
    }

    @Test func `whatever a text holds, another parser reads the same`() throws {
        let text = "a\"b<c>&'d\u{9}e\u{A}f\u{D}g ]]> é 😀 \u{85}"
        var mpd = MPD(profiles: ["urn:x"], minBufferTime: .zero, periods: [MPD.Period(adaptationSets: [])])
        mpd.id = text
        mpd.baseURLs = ["a&b=<é>"]
        let bytes = try mpd.serializedBytes()
        #expect(try MPD(bytes).id == text)
        let root = try #require(try ForeignElement(bytes))
        #expect(root.attributes["id"] == text)
        #expect(root.child("BaseURL")?.text == "a&b=<é>")
    }

    @Test(arguments: [0x0, 0x1, 0x8, 0xB, 0x1F, 0xFFFE, 0xFFFF] as [UInt32])
    func `a character that XML cannot hold is refused by name`(code: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(code))
        var mpd = MPD(profiles: ["urn:x"], minBufferTime: .zero, periods: [])
        mpd.id = "a\(Character(scalar))"
        #expect(throws: MPDError(.unwritable(scalar: code, name: "id"))) { try mpd.serializedBytes() }
        mpd.id = nil
        mpd.baseURLs = ["\(Character(scalar))"]
        #expect(throws: MPDError(.unwritable(scalar: code, name: "BaseURL"))) { try mpd.serializedBytes() }
    }

    @Test func `equal values give equal bytes`() throws {
        #expect(try fullMPD().serializedBytes() == fullMPD().serializedBytes())
    }
}

struct ReadingTests {
    @Test func `a foreign manifest is read, and what is not modelled is skipped`() throws {
        // A byte order mark, a prefix, another namespace, comments, CDATA, single quotes, a comma with blanks.
        let text = """
            <?xml version='1.0' encoding='UTF-8'?><!-- a -->
            <d:MPD xmlns:d='urn:mpeg:dash:schema:mpd:2011' xmlns:o='urn:other' o:id='no' profiles=' urn:a ,\n urn:b'
              type='dynamic' minBufferTime=' P0Y0M '/>
            """.replacing("P0Y0M", with: "PT1M1.5S")
        let mpd = try MPD([0xEF, 0xBB, 0xBF] + Array(text.utf8))
        #expect(mpd.profiles == ["urn:a", "urn:b"])
        #expect(mpd.type == .dynamic && mpd.id == nil)
        #expect(mpd.minBufferTime == .milliseconds(61_500))

        let period = """
            <x:AdaptationSet xmlns:x='urn:other'/><EventStream/><AdaptationSet maxWidth=' 08 '><!-- b --><Rating/>
            <BaseURL>\n a/<![CDATA[b&c]]>\t</BaseURL><Representation id='1' bandwidth='+5'/></AdaptationSet>
            """
        let sets = try MPD(manifest(period: period)).periods[0].adaptationSets
        #expect(sets.count == 1)
        #expect(sets[0].baseURLs == ["a/b&c"])
        #expect(sets[0].maxWidth == 8)
        #expect(sets[0].representations == [MPD.Representation(id: "1", bandwidth: 5)])
    }

    @Test func `what cannot be understood is named with its line`() {
        func error(_ bytes: [UInt8]) -> MPDError? {
            do throws(MPDError) {
                _ = try MPD(bytes)
                return nil
            } catch {
                return error
            }
        }
        #expect(
            error(manifest(period: "\n<AdaptationSet\n maxWidth='-1'/>"))
                == MPDError(.malformed(attribute: "maxWidth", element: "AdaptationSet", value: "-1"), line: 3))
        #expect(
            error(manifest(period: "<AdaptationSet><Representation id='a'/></AdaptationSet>"))
                == MPDError(.missing(attribute: "bandwidth", element: "Representation"), line: 1))
        #expect(
            error(manifest(attributes: "profiles='urn:x'"))
                == MPDError(.missing(attribute: "minBufferTime", element: "MPD"), line: 1))
        #expect(error(Array("<MPD/>".utf8)) == MPDError(.notMPD("MPD"), line: 1))
        #expect(error(Array("<html xmlns='\(MPD.namespace)'/>".utf8)) == MPDError(.notMPD("html"), line: 1))
        for text in ["", " ", "<MPD", "<MPD></Period>", "\0", "<a/><b/>", "no", "<a>&e;</a>", "<a b='1' b='2'/>"] {
            guard case .notXML = error(Array(text.utf8))?.reason else {
                Issue.record("\(text.debugDescription): \(String(describing: error(Array(text.utf8))))")
                continue
            }
        }
    }

    @Test func `no document type is read, so that no entity is expanded and no file opened`() throws {
        let bomb = """
            <!DOCTYPE MPD [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
            <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;">]>
            <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" profiles="&d;" minBufferTime="PT1S"/>
            """
        let external = """
            <!DOCTYPE MPD [<!ENTITY f SYSTEM "file:///etc/passwd">]>
            <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" profiles="a" minBufferTime="PT1S"><BaseURL>&f;</BaseURL></MPD>
            """
        let remote = """
            <?xml version="1.0"?><?a <!b?><!-- <!DOCTYPE --> <!-->
            --><!DOCTYPE MPD SYSTEM "http://127.0.0.1:1/a.dtd"><MPD/>
            """
        for text in [bomb, external, remote] {
            #expect(throws: MPDError.self) { try MPD(Array(text.utf8)) }
            do throws(MPDError) { _ = try MPD(Array(text.utf8)) } catch { #expect(error.reason == .documentType) }
            // In another encoding nothing is looked for, since nothing is read.
            #expect(throws: MPDError.self) {
                try MPD([0xFF, 0xFE] + Array(text.utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
            }
        }
    }

    @Test func `bytes are UTF-8, whatever the declaration says`() throws {
        func manifest(_ id: [UInt8], _ encoding: String) -> [UInt8] {
            Array("<?xml version='1.0' encoding='\(encoding)'?><MPD xmlns='\(MPD.namespace)' id='".utf8) + id
                + Array("' profiles='urn:x' minBufferTime='PT1S'/>".utf8)
        }
        // An é in UTF-7, which could hide a document type, and in ISO 8859-1.
        #expect(try MPD(manifest(Array("+AOk-".utf8), "UTF-7")).id == "+AOk-")
        let hidden = "<?xml version='1.0' encoding='UTF-7'?>+ADw-!DOCTYPE MPD [+ADw-!ENTITY a 'b'+AD4-]+AD4-<MPD/>"
        #expect(throws: MPDError.self) { try MPD(Array(hidden.utf8)) }
        #expect(throws: MPDError.self) { try MPD(manifest([0xE9], "ISO-8859-1")) }
        #expect(try MPD(manifest(Array("é".utf8), "ISO-8859-1")).id == "é")
    }

    @Test func `size, depth and number are bounded`() {
        #expect(throws: MPDError(.tooLarge(limit: 10))) { try MPD(manifest(), byteLimit: 10) }
        let deep = String(repeating: "<a>", count: 65) + String(repeating: "</a>", count: 65)
        #expect(throws: MPDError(.tooMany("levels", limit: 64), line: 1)) { try MPD(Array(deep.utf8)) }
        let many = manifest(period: String(repeating: "<a/>", count: 1_000_000))
        #expect(throws: MPDError(.tooMany("elements and attributes", limit: 1_000_000), line: 1)) { try MPD(many) }
        let crowd = (0..<500_000).map { " a\($0)=''" }.joined()
        for element in [
            "<a\(crowd)/>", "<!-- <a ' --><a b='\">'\(crowd)>", "<a/><![CDATA[<a \"]]></a><?a <?><b\(crowd)/>",
        ] {
            #expect(throws: MPDError(.tooMany("attributes of one element", limit: 1000), line: 1)) {
                try MPD(manifest(period: element))
            }
        }
    }

    @Test func `damaged manifests are refused or read, and never more`() throws {
        let good = try fullMPD().serializedBytes()
        for index in stride(from: 0, to: good.count, by: 7) {
            for value in [0, 0x20, 0x22, 0x26, 0x3C, 0x39, 0xFF] as [UInt8] {
                var bytes = good
                bytes[index] = value
                _ = try? MPD(bytes)
            }
            _ = try? MPD(Array(good[..<index]))
        }
    }

    @Test func `durations are exact, and without years and months`() throws {
        let cases: [(String, Duration?)] = [
            ("PT0S", .zero), ("PT2.002S", .milliseconds(2002)), ("P1DT2H3M4.5S", .milliseconds(93_784_500)),
            ("P2D", .seconds(172_800)), ("PT90M", .seconds(5400)),
            ("PT0.000000000000000001S", Duration(secondsComponent: 0, attosecondsComponent: 1)),
            ("PT1.0000000000000000019S", Duration(secondsComponent: 1, attosecondsComponent: 1)),
            ("P1Y", nil), ("P1M", nil), ("PT", nil), ("P", nil), ("P1DT", nil), ("1S", nil), ("-PT1S", nil),
            ("PT1.S", nil), ("PT.5S", nil), ("PT1.5M", nil), ("PT1S1M", nil), ("PT99999999999999999999S", nil),
            ("PT9999999999999H", nil), ("PT1.5x S", nil), ("", nil), ("PT+1S", nil),
        ]
        for (text, duration) in cases {
            let mpd = try? MPD(manifest(attributes: "profiles='urn:x' minBufferTime='\(text)'"))
            #expect(mpd?.minBufferTime == duration, "\(text)")
        }
    }
}
