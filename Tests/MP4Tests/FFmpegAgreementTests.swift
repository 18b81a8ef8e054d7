import MP4
import Platform
import TestSupport
import Testing

/// What ffprobe says of a packet.
private struct Packet: Equatable {
    var pts: Int64
    var dts: Int64
    var duration: UInt32?
    var size: Int
    var position: Int
    var isKey: Bool
}

@Suite(.enabled(if: Tool.isInstalled("ffmpeg") && Tool.isInstalled("ffprobe"), "needs ffmpeg and ffprobe"))
struct FFmpegAgreementTests {
    let ffmpeg = Tool("ffmpeg")!
    let ffprobe = Tool("ffprobe")!

    @Test func `ffmpeg decodes the video we write as it decodes the original`() throws {
        try withTemporaryDirectory { folder in
            try encode("testsrc2=s=320x180:r=30000/1001:d=3", "\(folder)/a.mp4", ["-c:v", "libx264", "-g", "30"])
            let file = try FileSystem.read("\(folder)/a.mp4", limit: 1 << 24)
            try run(ffmpeg, ["-i", "\(folder)/a.mp4", "-c", "copy", "-f", "h264", "\(folder)/a.h264"])
            let annexB = try FileSystem.read("\(folder)/a.h264", limit: 1 << 24)
            let configuration = try AVCConfigurationBox(annexB: annexB)
            let packets = try packets("\(folder)/a.mp4", "v")
            let first = try #require(packets.map(\.pts).min())
            let delay = try first - #require(packets.first?.dts)

            var video = VideoTrack(timescale: 30000, width: 320, height: 180, configuration: configuration)
            video.language = try #require(LanguageCode("eng"))
            var output = try InitSection(track: .video(video)).bytes
            var segment = MediaSegment(sequenceNumber: 1, baseMediaDecodeTime: 0)
            for packet in packets {
                if packet.isKey, !segment.samples.isEmpty {
                    output += try segment.bytes
                    let next = segment.baseMediaDecodeTime + segment.duration
                    segment = MediaSegment(sequenceNumber: segment.sequenceNumber + 1, baseMediaDecodeTime: next)
                }
                let bytes = Array(file[packet.position..<packet.position + packet.size])
                segment.append(
                    bytes, duration: 1001, compositionOffset: Int32(packet.pts - packet.dts - delay),
                    isSync: packet.isKey)
            }
            output += try segment.bytes
            try FileSystem.write(output, to: "\(folder)/b.mp4")

            // ffmpeg shifts every presentation time by the most negative offset; differences tell the truth.
            let shift = try delay - #require(packets.map { $0.pts - $0.dts }.min())
            var written = try self.packets("\(folder)/b.mp4", "v")
            for index in written.indices { written[index].pts -= shift }
            #expect(written.map(\.pts) == packets.map { $0.pts - first })
            #expect(written.map(\.size) == packets.map(\.size))
            #expect(written.map(\.isKey) == packets.map(\.isKey))
            #expect(try frames("\(folder)/b.mp4") == frames("\(folder)/a.mp4"))
            #expect(segment.sequenceNumber == 3)

            // And our reader agrees with ffprobe about every packet of the file we wrote.
            var reader = FragmentReader(try Movie(reading: output))
            #expect(try reader.samples(inSegment: output).map(Packet.init) == written)
        }
    }

    @Test func `ffmpeg leaves out the priming of the audio we write`() throws {
        try withTemporaryDirectory { folder in
            let source = "sine=f=440:r=44100:d=2"
            try encode(source, "\(folder)/a.m4a", ["-c:a", "aac", "-b:a", "64k", "-movflags", "+frag_keyframe"])
            let file = try FileSystem.read("\(folder)/a.m4a", limit: 1 << 24)
            let configuration = try #require(try Movie(reading: file).tracks[0].audioConfiguration)
            #expect(configuration.codec == "mp4a.40.2")

            let track = try AudioTrack(configuration: configuration.bytes, priming: 1024)
            var output = try InitSection(track: .audio(track)).bytes
            var segment = MediaSegment(sequenceNumber: 1, baseMediaDecodeTime: 0, isRollGroup: true)
            let packets = try packets("\(folder)/a.m4a", "a")
            for packet in packets {
                segment.append(Array(file[packet.position..<packet.position + packet.size]), duration: 1024)
            }
            output += try segment.bytes
            try FileSystem.write(output, to: "\(folder)/b.mp4")

            let written = try self.packets("\(folder)/b.mp4", "a")
            #expect(written.first?.pts == -1024)
            #expect(written.map(\.size) == packets.map(\.size))
            let probe = try run(
                ffprobe,
                [
                    "-show_entries", "stream=codec_name,profile,sample_rate,channels,codec_tag_string", "-of",
                    "csv=p=0", "\(folder)/b.mp4",
                ])
            #expect(probe.text == "aac,LC,mp4a,44100,1\n")
            var reader = FragmentReader(try Movie(reading: output))
            #expect(try reader.samples(inSegment: output).map(\.presentationTime) == written.map(\.pts))
        }
    }

    @Test func `start codes and lengths of ffmpeg's own streams hold the same units`() throws {
        try withTemporaryDirectory { folder in
            try encode("testsrc2=s=160x90:r=10:d=1", "\(folder)/a.mp4", ["-c:v", "libx264"])
            try run(ffmpeg, ["-i", "\(folder)/a.mp4", "-c", "copy", "-f", "h264", "\(folder)/a.h264"])
            let file = try FileSystem.read("\(folder)/a.mp4", limit: 1 << 24)
            var units: [[UInt8]] = []
            for packet in try packets("\(folder)/a.mp4", "v") {
                let sample = Array(file[packet.position..<packet.position + packet.size])
                units += try NALUnits.split(lengthPrefixed: sample).map(Array.init)
            }
            let stream = try FileSystem.read("\(folder)/a.h264", limit: 1 << 24)
            // The byte stream repeats the parameter sets, types 7 and 8.
            let found = NALUnits.split(annexB: stream).map(Array.init).filter { ![7, 8].contains($0[0] & 0x1F) }
            #expect(found == units)
        }
    }

    @discardableResult
    private func run(_ tool: Tool, _ arguments: [String]) throws -> Tool.Output {
        let output = try tool.run(["-v", "error"] + arguments)
        #expect(output.status == 0 && output.standardError == "")
        return output
    }

    private func encode(_ source: String, _ path: String, _ options: [String]) throws {
        try run(ffmpeg, ["-f", "lavfi", "-i", source, "-pix_fmt", "yuv420p"] + options + [path])
    }

    private func frames(_ path: String) throws -> [Substring] {
        let text = try run(ffmpeg, ["-i", path, "-f", "framehash", "-hash", "md5", "-"]).text
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: ",").last }
    }

    private func packets(_ path: String, _ stream: String) throws -> [Packet] {
        let entries = "packet=pts,dts,duration,size,pos,flags"
        let text = try run(
            ffprobe, ["-select_streams", stream, "-show_entries", entries, "-of", "csv=p=0", path]
        ).text
        return try text.split(separator: "\n").map { line in
            let values = line.split(separator: ",")
            return Packet(
                pts: try #require(Int64(values[0])), dts: try #require(Int64(values[1])),
                duration: UInt32(values[2]), size: try #require(Int(values[3])),
                position: try #require(Int(values[4])), isKey: values[5].hasPrefix("K"))
        }
    }
}

extension Packet {
    init(_ sample: Sample) {
        self.init(
            pts: sample.presentationTime, dts: sample.decodeTime, duration: sample.duration, size: sample.size,
            position: sample.position, isKey: sample.isSync)
    }
}
