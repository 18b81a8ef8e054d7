import Catalog
import Foundation
import MediaTypes
import Packaging
import Platform
import Signing
import TestSupport
import Testing

/// Whole files beside the segments, read by ffprobe and ffmpeg.
@Suite(.serialized, .enabled(if: Reader.areInstalled, "needs ffmpeg and ffprobe"))
struct ProgressiveTests {
    /// A packet as ffprobe has it, whatever the container.
    private struct Packet: Decodable, Equatable {
        var pts_time: String
        var dts_time: String
        var size: String
        /// `K`, of a key frame.
        var flags: String
        var data_hash: String
        var pos: String?

        /// What is the same of a segment and of a whole file. Times are in microseconds.
        var content: [String] {
            [pts_time, dts_time].map { "\(Int(((Double($0) ?? .nan) * 1e6).rounded()))" }
                + [size, String(flags.prefix(1)), data_hash]
        }
    }

    private func packets(_ path: String, _ stream: String) throws -> [Packet] {
        struct Answer: Decodable { var packets: [Packet] }
        let arguments = ["-v", "error", "-of", "json", "-show_packets", "-show_data_hash", "md5"]
        let result = try #require(Tool("ffprobe")).run(arguments + ["-select_streams", stream, path])
        #expect(result.standardError == "")
        return try JSONDecoder().decode(Answer.self, from: Data(result.standardOutput)).packets
    }

    /// The digest of every decoded frame of a stream.
    private func frames(_ path: String, _ stream: String) throws -> [Substring] {
        let result = try Reader.ffmpeg(["-i", path, "-map", "0:\(stream)", "-f", "framemd5", "-"])
        #expect(result.status == 0 && result.standardError == "")
        return result.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
            .compactMap { $0.split(separator: ",").last }
    }

    /// The boxes of a file, by the first eight bytes of each.
    private func boxes(_ bytes: [UInt8]) -> [(type: String, position: Int)] {
        var boxes: [(String, Int)] = []
        var position = 0
        while position + 8 <= bytes.count {
            let size = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
            boxes.append((String(decoding: bytes[position + 4..<position + 8], as: UTF8.self), position))
            position += max(8, size)
        }
        return boxes
    }

    private func made(_ clip: AppendixClip, _ body: (PackagedReel) throws -> Void) throws {
        try withTemporaryDirectory { folder in
            let path = try clip.make(in: folder)
            try body(try PackagedReel.make(path, into: "\(folder)/out", isProgressive: true))
        }
    }

    @Test func `every rung is one file with the sound, of the very samples that its segments have`() throws {
        try made(.ntsc) { reel in
            let entries = try #require(reel.document.progressive)
            #expect(entries.map(\.path) == ["progressive/180.mp4", "progressive/360.mp4"])
            #expect(entries.map(\.rendition) == reel.video.map(\.id))
            for (entry, rendition) in zip(entries, reel.video) {
                let path = "\(reel.folder)/\(entry.path)"
                let listed = try #require(reel.document.playlists.first { $0.path == entry.path })
                let bytes = try FileSystem.read(path, limit: 1 << 24)
                #expect(listed.size == bytes.count && listed.sha256 == SHA256.digest(bytes))
                #expect(entry.codecs == "\(rendition.codecs),mp4a.40.2" && entry.size == rendition.size)
                // 306 frames of 1001/30000 s.
                let seconds = Double(306 * 1001) / 30000
                #expect(entry.bandwidth.bitsPerSecond == Int((Double(bytes.count * 8) / seconds).rounded(.up)))
                #expect(boxes(bytes).map(\.type) == ["ftyp", "moov", "mdat"])

                let playlists = [rendition, reel.audio[0]].map { "\(reel.folder)/\($0.id)/playlist.m3u8" }
                for (stream, playlist) in zip(["v", "a"], playlists) {
                    let whole = try packets(path, stream)
                    #expect(whole.map(\.content) == (try packets(playlist, stream).map(\.content)))
                    let begin = try #require(whole.map { Double($0.pts_time) ?? .nan }.min())
                    #expect(abs(begin - (stream == "a" ? -1024.0 / 48_000 : 0)) < 1e-6)
                }
                #expect(try frames(path, "v") == frames(playlists[0], "v"))
                // Of segments ffmpeg shows the priming, before 0; it is cut by the clock.
                #expect(try Reader.samples(path) == Reader.samples(playlists[1]))
                #expect(try Reader.complaints(path) == "")
            }
        }
    }

    @Test func `sound and picture take turns of a second at most`() throws {
        try made(.ntsc) { reel in
            let path = "\(reel.folder)/progressive/360.mp4"
            let all = try ["v", "a"].flatMap { stream in
                try packets(path, stream).map {
                    (stream: stream, place: Int($0.pos ?? "") ?? -1, time: Double($0.dts_time) ?? .nan)
                }
            }.sorted { $0.place < $1.place }
            var turns: [(stream: String, first: Double, last: Double)] = []
            for packet in all {
                if turns.last?.stream == packet.stream {
                    turns[turns.count - 1].last = packet.time
                } else {
                    turns.append((packet.stream, packet.time, packet.time))
                }
            }
            // 10.2 s of either.
            #expect(turns.count >= 20)
            #expect(turns.allSatisfy { $0.last - $0.first < 1 })
            // Who plays from the beginning has what is due next within a second.
            #expect(zip(turns, turns.dropFirst()).allSatisfy { abs($0.first - $1.first) <= 1.1 })
        }
    }

    @Test func `without sound there is a picture, and without a picture sound alone`() throws {
        try made(.g59) { reel in
            #expect(reel.document.progressive?.map(\.codecs) == reel.video.map(\.codecs))
            let streams = try Reader.streams("\(reel.folder)/progressive/360.mp4")
            #expect(streams.map(\.codec_name) == ["h264"])
            #expect(try packets("\(reel.folder)/progressive/360.mp4", "v").count == 306)
        }
        try withTemporaryDirectory { folder in
            let made = try Reader.ffmpeg(
                ["-f", "lavfi", "-i", "sine=f=440:r=44100:d=5.3", "-c:a", "aac", "\(folder)/a.m4a"])
            try #require(made.status == 0, "\(made.standardError)")
            let reel = try PackagedReel.make("\(folder)/a.m4a", into: "\(folder)/out", isProgressive: true)
            #expect(reel.document.progressive?.map(\.path) == ["progressive/main.m4a"])
            #expect(PackageLayout.mediaType(ofPath: "progressive/main.m4a") == "audio/mp4")
            let path = "\(reel.folder)/progressive/main.m4a"
            let samples = try Reader.samples(path)
            #expect(samples == (try Reader.samples("\(reel.folder)/audio/main/playlist.m3u8")))
            #expect(samples.count == 249 * 1024)
        }
    }

    @Test func `times of a variable rate are the segments' own`() throws {
        try made(.vfr) { reel in
            let whole = try packets("\(reel.folder)/progressive/180.mp4", "v")
            let segmented = try packets("\(reel.folder)/video/180/playlist.m3u8", "v")
            #expect(whole.map(\.content) == segmented.map(\.content))
        }
    }

    @Test(arguments: [AppendixClip.ntsc, .late, .hlg])
    fileprivate func `of what is not encoded the files have the source's own samples, at the segments' times`(
        clip: AppendixClip
    ) throws {
        try withTemporaryDirectory { folder in
            let path = try clip.make(in: folder)
            let reel = try PackagedReel.copy([path], into: "\(folder)/out", isProgressive: true)
            let entry = try #require(reel.document.progressive?.first)
            let whole = "\(reel.folder)/\(entry.path)"
            #expect(try Reader.complaints(whole) == "")
            for (stream, rendition) in zip(["v", "a"], [reel.video.first, reel.audio.first]) {
                guard let rendition else { continue }
                let found = try packets(whole, stream)
                let segmented = try packets("\(reel.folder)/\(rendition.id)/playlist.m3u8", stream)
                #expect(found.map(\.data_hash) == segmented.map(\.data_hash))
                #expect(found.map(\.pts_time) == segmented.map(\.pts_time), "\(stream)")
                let source = Set(try packets(path, stream).map(\.data_hash))
                #expect(found.allSatisfy { source.contains($0.data_hash) })
            }
        }
    }

    @Test func `the option makes another version of the same objects, and two runs are the same`() throws {
        try withTemporaryDirectory { folder in
            let clip = try AppendixClip.short.make(in: folder)
            let plain = try PackagedReel.make(clip, into: "\(folder)/plain", id: "r")
            let whole = try PackagedReel.make(clip, into: "\(folder)/whole", id: "r", isProgressive: true)
            let again = try PackagedReel.make(
                clip, into: "\(folder)/again", id: "r", isThreaded: false, isProgressive: true)
            #expect(whole.document.objects == plain.document.objects)
            #expect(whole.document.version != plain.document.version && plain.document.progressive == nil)
            #expect(whole.document.recipe != plain.document.recipe)
            #expect(again.document == whole.document)
            #expect(try tree(of: "\(folder)/whole") == tree(of: "\(folder)/again"))
            let next = try PackagedReel.make(clip, into: "\(folder)/whole", id: "r", isProgressive: true)
            #expect(next.outcome.change == .unchanged)
            let listed = (whole.document.objects + whole.document.playlists).map(\.path) + ["package.json"]
            #expect(Set(try tree(of: whole.folder).keys) == Set(listed))
        }
    }

    @Test func `a whole file that is not right is found when it is read back`() throws {
        try made(.ntsc) { reel in
            let check = ReadBack(folder: reel.folder)
            #expect(try check.problems(of: reel.document) == [])
            let path = "progressive/180.mp4"
            let good = try FileSystem.read("\(reel.folder)/\(path)", limit: 1 << 24)
            func problems(_ bytes: [UInt8]) throws -> [String] {
                try FileSystem.write(bytes, to: "\(reel.folder)/\(path)")
                return try check.problems(of: reel.document).filter { $0 != "\(path) is not what was written" }
            }
            var bytes = good
            bytes[bytes.count - 1] ^= 1
            #expect(try problems(bytes).allSatisfy { $0.hasPrefix("\(path): sample ") && $0.hasSuffix("other bytes") })
            #expect(try problems(bytes).count == 1)
            // 1000 ticks for 1001 in the first `stts`: a type, version, count, and a row of eight bytes.
            let table = try #require(good.firstRange(of: Array("stts".utf8)))
            bytes = good
            bytes[table.upperBound + 15] ^= 1
            let early = try #require(try problems(bytes).first)
            let times = try #require(
                early.firstMatch(of: /: sample 1 of segment 0 of video\/180 is shown at (\d+), not (\d+)/))
            #expect(Int(times.1).map { $0 + 1 } == Int(times.2))
            // The samples before their index.
            let parts = boxes(good)
            let (header, index) = (parts[1].position, parts[2].position)
            bytes = Array(good[..<header]) + good[index...] + good[header..<index]
            #expect(try problems(bytes) == ["\(path): it is made of [ftyp, mdat, moov]"])
            #expect(try problems(Array(good.dropLast(100))).count == 1)
        }
    }
}
