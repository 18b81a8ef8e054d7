import Catalog
import Foundation
import MediaTypes
import Packaging
import Platform
import TestSupport
import Testing

/// A clip that was packaged into a temporary folder, and what programs that are not ours say of the result.
struct PackagedReel {
    let outcome: Packager.Outcome
    /// The version's folder.
    let folder: String
    let sourcePath: String

    var document: PackageDocument { outcome.package }

    /// Two rungs, quickly encoded.
    static let small = Ladder(
        rungs: [
            .init(id: "180", shortSide: 180, videoBitrate: .kilobits(150), maxBitrate: .kilobits(225)),
            .init(id: "360", shortSide: 360, videoBitrate: .kilobits(500), maxBitrate: .kilobits(750)),
        ],
        audio: [.init(id: "main", bitrate: .kilobits(64))], preset: "veryfast")

    static func make(
        _ path: String, into out: String, ladder: Ladder = small, id: String? = nil, isThreaded: Bool = true,
        isForced: Bool = false, isDASH: Bool = false, isProgressive: Bool = false, hasTiles: Bool = true,
        hasPosters: Bool = true
    ) throws -> PackagedReel {
        let packager = Packager(
            out: out, ladder: ladder, isForced: isForced, isDASH: isDASH, isProgressive: isProgressive,
            hasTiles: hasTiles, hasPosters: hasPosters, isThreaded: isThreaded)
        let source = try Source.open(path, id: id.flatMap(ReelID.init))
        let outcome = try packager.package(source) { _, _ in }
        return PackagedReel(outcome: outcome, folder: "\(outcome.folder)/\(outcome.package.version)", sourcePath: path)
    }

    func text(_ path: String) throws -> String {
        String(decoding: try FileSystem.read("\(folder)/\(path)", limit: 1 << 24), as: UTF8.self)
    }

    var multivariant: PlaylistText { get throws { PlaylistText(try text("multivariant.m3u8")) } }

    func playlist(_ rendition: PackageDocument.Rendition) throws -> PlaylistText {
        PlaylistText(try text("\(rendition.id)/playlist.m3u8"))
    }

    var video: [PackageDocument.Rendition] { document.renditions.filter { $0.kind == .video } }
    var audio: [PackageDocument.Rendition] { document.renditions.filter { $0.kind == .audio } }
}

/// A playlist read line by line by what the text of RFC 8216 says, without the library under test.
struct PlaylistText {
    let lines: [String]

    init(_ text: String) { lines = text.split(separator: "\n").map(String.init) }

    /// The values of a tag, in order.
    func values(_ tag: String) -> [String] {
        lines.filter { $0.hasPrefix("#\(tag):") }.map { String($0.dropFirst(tag.count + 2)) }
    }

    /// EXTINF, whose comma is mandatory.
    var durations: [Double] {
        values("EXTINF").map { value in value.hasSuffix(",") ? Double(value.dropLast()) ?? .nan : .nan }
    }

    var uris: [String] { lines.filter { !$0.hasPrefix("#") } }

    var targetDuration: Int? { values("EXT-X-TARGETDURATION").first.flatMap { Int($0) } }

    /// Attributes of every tag of that name; quotes are taken off.
    func attributes(_ tag: String) -> [[String: String]] {
        values(tag).map { list in
            var result: [String: String] = [:]
            for match in list.matches(of: /([A-Z0-9-]+)=("[^"]*"|[^,]*)/) {
                result[String(match.1)] = String(match.2).trimmingCharacters(in: ["\""])
            }
            return result
        }
    }
}

/// ffprobe and ffmpeg.
enum Reader {
    static let areInstalled = Tool.isInstalled("ffmpeg") && Tool.isInstalled("ffprobe")

    /// Decodes everything. What ffmpeg complains about comes back; nothing is a clean stream.
    static func complaints(_ input: String) throws -> String {
        let result = try ffmpeg(["-i", input, "-map", "0", "-f", "null", "-"])
        return result.status == 0 ? result.standardError : "exit \(result.status): \(result.standardError)"
    }

    static func ffmpeg(_ arguments: [String]) throws -> Tool.Output {
        try #require(Tool("ffmpeg")).run(["-v", "error", "-y"] + arguments)
    }

    struct Packet: Decodable {
        var pts_time: String
        var duration_time: String?
        var flags: String

        var time: Double { Double(pts_time) ?? .nan }
        var isKey: Bool { flags.hasPrefix("K") }
    }

    /// The packets of the first stream, in order of presentation.
    static func packets(_ input: String) throws -> [Packet] {
        struct Answer: Decodable { var packets: [Packet] }
        let answer: Answer = try probe(["-show_packets", "-select_streams", "0", input])
        return answer.packets.sorted { $0.time < $1.time }
    }

    struct Stream: Decodable {
        var codec_name: String
        var width: Int?
        var height: Int?
        var pix_fmt: String?
        var sample_aspect_ratio: String?
        var color_range: String?
        var color_space: String?
        var color_transfer: String?
        var r_frame_rate: String
        var channels: Int?
        var side_data_list: [[String: Value]]?
        var profile: String?
        var level: Int?
    }

    /// A member whose value does not matter.
    struct Value: Decodable { init(from decoder: any Decoder) {} }

    static func streams(_ input: String) throws -> [Stream] {
        struct Answer: Decodable { var streams: [Stream] }
        let answer: Answer = try probe(["-show_streams", input])
        return answer.streams
    }

    private static func probe<Answer: Decodable>(_ arguments: [String]) throws -> Answer {
        let result = try #require(Tool("ffprobe")).run(["-v", "error", "-of", "json"] + arguments)
        return try JSONDecoder().decode(Answer.self, from: Data(result.standardOutput))
    }

    /// Decoded samples of the first channel at 48 kHz.
    static func samples(_ input: String) throws -> [Float] {
        // By the clock: the priming lies before 0 and is cut.
        let result = try ffmpeg([
            "-copyts", "-i", input, "-map", "0:a", "-af", "aresample=async=1:first_pts=0", "-ac", "1", "-ar", "48000",
            "-f",
            "f32le", "-",
        ])
        return result.standardOutput.withUnsafeBytes { bytes in
            (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self) }
        }
    }
}

/// What every package must hold, whatever the clip: clean in ffmpeg, and as its playlists say in ffprobe.
func expectReadersAgree(_ reel: PackagedReel, at location: SourceLocation = #_sourceLocation) throws {
    let multivariant = try reel.multivariant
    for rendition in reel.document.renditions {
        let playlist = try reel.playlist(rendition)
        let path = "\(reel.folder)/\(rendition.id)"
        let comment = Comment(rawValue: "\(reel.document.reel) \(rendition.id)")
        #expect(try Reader.complaints("\(path)/playlist.m3u8") == "", comment, sourceLocation: location)
        var file: [UInt8] = []
        for name in ["init.mp4"] + playlist.uris { file += try FileSystem.read("\(path)/\(name)", limit: 1 << 28) }
        try withTemporaryDirectory { folder in
            try FileSystem.write(file, to: "\(folder)/whole.mp4")
            #expect(try Reader.complaints("\(folder)/whole.mp4") == "", comment, sourceLocation: location)
        }
        let packets = try Reader.packets("\(path)/playlist.m3u8")
        #expect(packets.count == rendition.sampleCounts.reduce(0, +), comment, sourceLocation: location)
        let stream = try #require(try Reader.streams("\(path)/playlist.m3u8").first, comment, sourceLocation: location)
        let sum = playlist.durations.reduce(0, +)
        // Presentation begins at 0; of audio the priming lies before it.
        let start = rendition.kind == .audio ? -1024.0 / 48_000 : 0
        #expect(abs(packets[0].time - start) < 0.001, comment, sourceLocation: location)
        let last = packets[packets.count - 1]
        let end = last.time + (last.duration_time.flatMap(Double.init) ?? 0)
        #expect(abs(end - sum) < 0.001, comment, sourceLocation: location)
        #expect(
            playlist.durations.allSatisfy { Int(($0 + 0.5).rounded(.down)) <= playlist.targetDuration ?? 0 }, comment,
            sourceLocation: location)
        if rendition.kind == .video {
            try expectKeyFrames(packets, playlist, comment, location)
            let variant = multivariant.attributes("EXT-X-STREAM-INF").first {
                $0["STABLE-VARIANT-ID"] == rendition.id.text
            }
            #expect(
                variant?["RESOLUTION"] == "\(stream.width ?? 0)x\(stream.height ?? 0)", comment,
                sourceLocation: location)
            #expect(
                stream.pix_fmt == "yuv420p" && stream.sample_aspect_ratio == "1:1", comment, sourceLocation: location)
            #expect(stream.side_data_list == nil, "no display matrix", sourceLocation: location)
        } else {
            #expect(stream.codec_name == "aac" && stream.channels == 2, comment, sourceLocation: location)
        }
    }
}

/// A key frame at every boundary of the playlist and nowhere else.
private func expectKeyFrames(
    _ packets: [Reader.Packet], _ playlist: PlaylistText, _ comment: Comment, _ location: SourceLocation
) throws {
    let keys = packets.filter(\.isKey).map(\.time)
    let boundaries = playlist.durations.dropLast().reduce(into: [0.0]) { $0.append($0[$0.count - 1] + $1) }
    #expect(keys.count == boundaries.count, comment, sourceLocation: location)
    for (key, boundary) in zip(keys, boundaries) {
        #expect(abs(key - boundary) < 0.001, comment, sourceLocation: location)
    }
}
