import Catalog
import DASH
import Foundation
import MP4
import Packaging
import Platform
import TestSupport
import Testing

/// A manifest for DASH as a program that is not ours reads it: Python's xml.etree, and the rules of ISO/IEC 23009-1
/// §5.3.9 for templates and timelines written once more.
struct ForeignManifest: Decodable {
    struct Representation: Decodable {
        var id: String
        var timescale: Int64
        var offset: Int64
        /// Starts of the segments, and the last one's end.
        var cuts: [Int64]
        var files: [String]
        var attributes: [String: String]
    }

    var attributes: [String: String]
    /// Without images, which have no timeline.
    var representations: [Representation]

    static let isReadable = Tool.isInstalled("python3")

    static func read(_ path: String) throws -> ForeignManifest {
        let result = try #require(Tool("python3")).run(["-c", script, path])
        try #require(result.status == 0, "\(result.standardError)")
        return try JSONDecoder().decode(ForeignManifest.self, from: Data(result.standardOutput))
    }

    private static let script = """
        import json, re, sys, xml.etree.ElementTree as tree
        space = {"d": "urn:mpeg:dash:schema:mpd:2011"}
        root = tree.parse(sys.argv[1]).getroot()
        assert root.tag == "{urn:mpeg:dash:schema:mpd:2011}MPD"
        found = []
        for s in root.findall("d:Period/d:AdaptationSet", space):
            if s.get("contentType") == "image": continue
            for r in s.findall("d:Representation", space):
                t = r.find("d:SegmentTemplate", space)
                t = s.find("d:SegmentTemplate", space) if t is None else t
                cuts = []
                for run in t.findall("d:SegmentTimeline/d:S", space):
                    start = int(run.get("t", cuts[-1] if cuts else 0))
                    assert not cuts or start == cuts[-1]
                    cuts = cuts or [start]
                    for _ in range(int(run.get("r", 0)) + 1): cuts.append(cuts[-1] + int(run.get("d")))
                def name(text, number):
                    def value(m):
                        if m[1] == "RepresentationID": return r.get("id")
                        assert m[1] == "Number"
                        return ("%" + (m[2] or "d")) % number
                    return re.sub(r"\\$(\\w+)(?:%(0\\d+d))?\\$", value, text)
                first = int(t.get("startNumber", 1))
                files = [name(t.get("initialization"), None)]
                files += [name(t.get("media"), first + i) for i in range(len(cuts) - 1)]
                found.append({"id": r.get("id"), "timescale": int(t.get("timescale", 1)),
                              "offset": int(t.get("presentationTimeOffset", 0)), "cuts": cuts, "files": files,
                              "attributes": {**s.attrib, **r.attrib}})
        print(json.dumps({"attributes": root.attrib, "representations": found}))
        """
}

/// What ffprobe counts when it decodes one stream of an input.
struct DecodedStream: Decodable, Equatable {
    var codec_type: String
    var width: Int?
    var nb_read_frames: String

    /// Each stream by itself: libavformat 5.1 ends all streams of a manifest when the first of them ends.
    static func read(_ input: String, _ index: Int, _ options: [String] = []) throws -> DecodedStream? {
        struct Answer: Decodable { var streams: [DecodedStream] }
        let result = try #require(Tool("ffprobe")).run(
            ["-v", "error"] + options + [
                "-count_frames", "-select_streams", "\(index)", "-show_streams", "-of", "json", input,
            ])
        #expect(result.standardError == "")
        return try JSONDecoder().decode(Answer.self, from: Data(result.standardOutput)).streams.first
    }
}

/// By the schema of ISO/IEC 23009-1, where it is there, through our validator and xmllint.
func expectManifestIsValid(_ path: String, at location: SourceLocation = #_sourceLocation) throws {
    guard let schema = Folders.shared("oracle/mpd/DASH-MPD.xsd") else { return }
    let problems = try MPDSchema(contentsOf: schema).problems(of: try FileSystem.read(path, limit: 1 << 24))
    #expect(problems == [], sourceLocation: location)
    guard let xmllint = Tool("xmllint") else { return }
    let result = try xmllint.run(["--nonet", "--noout", "--schema", schema, path])
    #expect(result.status == 0, "\(result.standardError)", sourceLocation: location)
}

/// What holds of every manifest: valid, and for every reader the same as the playlists and the segments.
func expectManifestIsRight(_ reel: PackagedReel, at location: SourceLocation = #_sourceLocation) throws {
    let path = "\(reel.folder)/manifest.mpd"
    #expect(reel.document.playlists.contains { $0.path == "manifest.mpd" }, sourceLocation: location)
    try expectManifestIsValid(path, at: location)
    let manifest = try ForeignManifest.read(path)
    #expect(manifest.attributes["type"] == "static", sourceLocation: location)
    let ids = manifest.representations.map(\.id)
    #expect(ids.sorted() == reel.document.renditions.map(\.id.text).sorted(), sourceLocation: location)
    for representation in manifest.representations {
        try expectTimelineIsRight(representation, reel, location)
    }
    // The same pictures and sounds as through the playlists, each once. libavformat has the streams in the same order.
    for (index, rendition) in reel.document.renditions.enumerated() {
        let stream = try DecodedStream.read(path, index)
        let other = try DecodedStream.read("\(reel.folder)/\(rendition.id)/playlist.m3u8", 0)
        #expect(stream == other, "\(rendition.id)", sourceLocation: location)
        if rendition.kind == .video {
            #expect(stream?.nb_read_frames == "\(rendition.sampleCounts.reduce(0, +))", sourceLocation: location)
        }
    }
    #expect(
        try DecodedStream.read(path, reel.document.renditions.count) == nil, "no other stream",
        sourceLocation: location)
    #expect(try Reader.complaints(path) == "", sourceLocation: location)
}

private func expectTimelineIsRight(
    _ representation: ForeignManifest.Representation, _ reel: PackagedReel, _ location: SourceLocation
) throws {
    let rendition = try #require(reel.document.renditions.first { $0.id.text == representation.id })
    let comment = Comment(rawValue: representation.id)
    let playlist = try reel.playlist(rendition)
    #expect(
        representation.files.dropFirst() == playlist.uris.map { "\(rendition.id)/\($0)" }[...], comment,
        sourceLocation: location)
    #expect(representation.cuts.count == playlist.durations.count + 1, comment, sourceLocation: location)
    let bounds = zip(representation.cuts, representation.cuts.dropFirst())
    for ((start, end), duration) in zip(bounds, playlist.durations) {
        // EXTINF is the difference of two times that are rounded to a microsecond.
        let seconds = Double(end - start) / Double(representation.timescale)
        #expect(abs(seconds - duration) < 1.01e-6, comment, sourceLocation: location)
    }
    // `tfdt`, less what the edit list takes off: the presentation time, which the timeline says.
    let files = try representation.files.map { try FileSystem.read("\(reel.folder)/\($0)", limit: 1 << 28) }
    let movie = try Movie(reading: files[0])
    let track = try #require(movie.tracks.first)
    #expect(Int64(track.timescale) == representation.timescale, comment, sourceLocation: location)
    #expect(track.codec == representation.attributes["codecs"], comment, sourceLocation: location)
    var reader = FragmentReader(movie)
    for (index, file) in files.dropFirst().enumerated() {
        let samples = try reader.samples(inSegment: file, trackID: track.trackID)
        let first = try #require(samples.first)
        let length = samples.reduce(0) { $0 + Int64($1.duration) }
        // Of audio the first segment has the priming before the presentation.
        let priming = rendition.kind == .audio && index == 0 ? track.presentationShift : 0
        let start = rendition.kind == .audio ? first.decodeTime + track.presentationShift - priming : first.decodeTime
        #expect(start == representation.cuts[index], comment, sourceLocation: location)
        #expect(samples.map(\.presentationTime).min() == start + priming, comment, sourceLocation: location)
        #expect(start + length + priming == representation.cuts[index + 1], comment, sourceLocation: location)
    }
}
