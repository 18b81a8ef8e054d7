import DASH
import Testing

private func rewritten(_ text: String, _ replacement: (ManifestURI) -> String?) throws -> String {
    String(decoding: try MPD.replacingURIs(in: Array(text.utf8), with: replacement), as: UTF8.self)
}

private func uris(_ text: String) throws -> [ManifestURI] {
    var found: [ManifestURI] = []
    _ = try rewritten(text) { uri in
        found.append(uri)
        return nil
    }
    return found
}

struct ManifestURITests {
    private let manifest = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- <BaseURL>stays</BaseURL> media="stays" -->
        <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" xmlns:xlink="http://www.w3.org/1999/xlink" media="stays">
          <BaseURL> 1/ </BaseURL>
          <Location>2?a=1&amp;b=2</Location>
          <Period xlink:href='3' href="stays">
            <AdaptationSet>
              <SegmentTemplate media="4/$Number%05d$.m4s" initialization = "5&#x3f;x" index="6" duration="2"/>
              <Representation id="stays"><BaseURL>7</BaseURL><BaseURL>https://other.example/</BaseURL></Representation>
              <Representation id="b"><SegmentList>
                <Initialization sourceURL="8"/><SegmentURL media="9" mediaRange="0-1"/>
              </SegmentList></Representation>
            </AdaptationSet>
          </Period>
        </MPD>

        """

    @Test func `every URL is found once, as it is meant`() throws {
        #expect(
            try uris(manifest).map(\.text) == [
                "1/", "2?a=1&b=2", "3", "4/$Number%05d$.m4s", "5?x", "6", "7", "https://other.example/", "8", "9",
            ])
        #expect(try uris(manifest)[3].example == "4/1.m4s")
        #expect(try uris(manifest)[3].place == .attribute(element: "SegmentTemplate", name: "media"))
    }

    @Test func `only the URLs change, and what is put in is escaped`() throws {
        #expect(try rewritten(manifest) { _ in nil } == manifest)
        let marked = try rewritten(manifest) { $0.text + "?<&\"'" }
        let mark = "?&lt;&amp;&quot;&apos;"
        #expect(marked.split(separator: mark, omittingEmptySubsequences: false).count == 11)
        // One reference to a character is resolved on the way.
        #expect(marked.replacing(mark, with: "") == manifest.replacing("&#x3f;", with: "?"))
        #expect(try MPD.replacingURIs(in: Array(marked.utf8)) { _ in nil } == Array(marked.utf8))
    }

    @Test func `a template is resolved wherever it is inherited`() throws {
        let found = try uris(manifest)
        // At the set itself, and below it with either base URL of the first representation.
        #expect(Set(found[3].bases) == [["1/"], ["1/", "7"], ["1/", "https://other.example/"]])
        #expect(found[0].bases == [[]])
        #expect(found[6].bases == [["1/"]])
        #expect(found[9].bases == [["1/"]])
    }

    @Test func `a base URL that is not plain text, and too many of them, let nothing through`() throws {
        let template = #"<Period><AdaptationSet><SegmentTemplate media="a"/></AdaptationSet></Period>"#
        let start = #"<MPD xmlns="urn:mpeg:dash:schema:mpd:2011">"#
        #expect(try uris("\(start)<BaseURL>a<!-- -->b</BaseURL>\(template)</MPD>").isEmpty)
        #expect(try uris("\(start)<BaseURL><![CDATA[a]]></BaseURL>\(template)</MPD>").isEmpty)
        let many = String(repeating: "<BaseURL>b/</BaseURL>", count: 65)
        #expect(try uris("\(start)\(many)\(template)</MPD>").allSatisfy { $0.text == "b/" })
        let few = String(repeating: "<BaseURL>b/</BaseURL>", count: 64)
        #expect(try uris("\(start)\(few)\(template)</MPD>").last?.bases.count == 64)
    }

    @Test(arguments: ["", "<MPD>", "<!DOCTYPE a><MPD/>", "no XML"])
    func `what is no XML is an error`(text: String) {
        #expect(throws: MPDError.self) { try rewritten(text) { _ in nil } }
    }

    @Test func `the manifest that is written has its templates and nothing else`() throws {
        let text = String(decoding: try fullMPD().serializedBytes(), as: UTF8.self)
        let signed = try rewritten(text) { $0.place == .element("BaseURL") ? nil : $0.text + "?t=1.k1" }
        var expected = try MPD(Array(text.utf8))
        func sign(_ template: inout MPD.SegmentTemplate?) {
            template?.media? += "?t=1.k1"
            template?.initialization? += "?t=1.k1"
        }
        for period in expected.periods.indices {
            sign(&expected.periods[period].segmentTemplate)
            for set in expected.periods[period].adaptationSets.indices {
                sign(&expected.periods[period].adaptationSets[set].segmentTemplate)
                for index in expected.periods[period].adaptationSets[set].representations.indices {
                    sign(&expected.periods[period].adaptationSets[set].representations[index].segmentTemplate)
                }
            }
        }
        #expect(try MPD(Array(signed.utf8)) == expected)
        #expect(signed != text)
    }
}
