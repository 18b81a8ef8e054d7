import Catalog
import Foundation
import MediaTypes
import Packaging
import Platform
import TestSupport
import Testing

/// In seconds, and a microsecond for the rounding of two EXTINF.
private let halfAudioFrame = 512.0 / 48_000 + 0.000_001

/// Defects of other packagers, one test each: V, reproduced, in this file, and R, reported by their users, in the
/// extensions. What comes out is read by ffmpeg, ffprobe and Python.
@Suite(
    .serialized, .enabled(if: Reader.areInstalled && ForeignBoxes.isReadable, "needs ffmpeg, ffprobe and python3"),
    .defectBench)
struct KnownDefectTests {
    var bench: DefectBench { get throws { try #require(DefectBench.current) } }

    private func packaged(_ clip: AppendixClip, _ body: (PackagedReel) throws -> Void) throws {
        try body(try bench.reel(clip))
    }

    /// A minute, whose sound has 44,100 samples a second.
    func long() throws -> PackagedReel {
        try bench.reel(
            "long.mp4",
            [
                "-f", "lavfi", "-i", "testsrc2=s=180x320:r=30000/1001:d=60", "-f", "lavfi", "-i",
                "sine=f=440:r=44100:d=60", "-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac",
            ])
    }

    /// Video boundaries against audio boundaries, in seconds.
    func skews(_ reel: PackagedReel) throws -> [Double] {
        let video = try reel.playlist(reel.video[0]).durations
        let audio = try reel.playlist(reel.audio[0]).durations
        try #require(video.count == audio.count)
        var (left, right) = (0.0, 0.0)
        return zip(video, audio).map {
            (left, right) = (left + $0, right + $1)
            return left - right
        }
    }

    @Test
    func `V1 and R12 a clip under half a second is listed, with a target duration of 1 and the rate of the whole`()
        throws
    {
        try packaged(.short) { reel in
            let variants = try reel.multivariant.attributes("EXT-X-STREAM-INF")
            #expect(variants.count == 2)
            let playlists = try reel.document.renditions.map(reel.playlist)
            #expect(playlists.map(\.targetDuration) == [1, 1, 1])
            #expect(playlists[0].durations == [0.4])
            let sizes = try [reel.video[0], reel.audio[0]].map { rendition in
                Double(try FileSystem.status("\(reel.folder)/\(rendition.id)/00000.m4s").size)
            }
            let expected = (sizes[0] * 8 / 0.4).rounded(.up) + (sizes[1] * 8 / playlists[2].durations[0]).rounded(.up)
            // EXTINF is rounded to a microsecond, which is worth less than a bit per second.
            let bandwidth = try #require(variants[0]["BANDWIDTH"].flatMap(Double.init))
            #expect(abs(bandwidth - expected) <= 1)
        }
    }

    @Test func `V2, V21 and R13 no segment exceeds its target duration, whatever groups the source has`() throws {
        // Of 2.5 and 2.6 s; pictures are encoded anew, so that every segment has two seconds.
        for clip in [AppendixClip.half, .b26] {
            try packaged(clip) { reel in
                let playlist = try reel.playlist(reel.video[0])
                #expect(playlist.targetDuration == 2)
                #expect(playlist.durations.dropLast().allSatisfy { $0 == 2 })
            }
        }
    }

    @Test func `V3 a variant's bandwidth holds the audio, which is in one group with one default`() throws {
        try packaged(.ntsc) { reel in
            let multivariant = try reel.multivariant
            let media = multivariant.attributes("EXT-X-MEDIA")
            #expect(media.map { $0["DEFAULT"] } == ["YES"])
            #expect(media.map { $0["AUTOSELECT"] } == ["YES"])
            let variants = multivariant.attributes("EXT-X-STREAM-INF")
            #expect(variants.allSatisfy { $0["AUDIO"] == media[0]["GROUP-ID"] })
            #expect(!multivariant.uris.contains { $0.hasPrefix("audio/") })
            for (variant, rendition) in zip(variants, reel.video) {
                let parts = [rendition, reel.audio[0]].map(\.measured)
                #expect(variant["BANDWIDTH"] == "\(parts.reduce(0) { $0 + $1.peakBandwidth.bitsPerSecond })")
                let average = try #require(variant["AVERAGE-BANDWIDTH"].flatMap { Int($0) })
                #expect(average <= variant["BANDWIDTH"].flatMap { Int($0) } ?? 0)
            }
        }
    }

    @Test
    func `V4, V14, V20, R41 and R46 high dynamic range with open groups has codecs, true times and a range that is so`()
        throws
    {
        for clip in [AppendixClip.hlg, .pq] {
            try packaged(clip) { reel in
                let playlist = try reel.playlist(reel.video[0])
                #expect(playlist.durations == [2, 2])
                let variant = try #require(try reel.multivariant.attributes("EXT-X-STREAM-INF").first)
                #expect(variant["CODECS"]?.hasPrefix("avc1.") == true)
                // It is brought to standard range; absent means SDR.
                #expect([nil, "SDR"].contains(variant["VIDEO-RANGE"]))
                let stream = try Reader.streams("\(reel.folder)/\(reel.video[0].id)/playlist.m3u8")[0]
                #expect(stream.color_transfer == "bt709" && stream.color_space == "bt709")
                #expect(stream.color_range == "tv")
            }
        }
    }

    @Test func `V5, V24 and V26 sound stays where it was against the picture`() throws {
        // The tone begins at half a second: silence before it, to 10 ms.
        try packaged(.late) { reel in
            let samples = try Reader.samples("\(reel.folder)/\(reel.audio[0].id)/playlist.m3u8")
            let onset = try #require(samples.firstIndex { abs($0) > 0.02 })
            #expect(abs(Double(onset) / 48_000 - 0.5) < 0.01)
            #expect(samples[..<(onset - 1024)].allSatisfy { abs($0) < 0.001 })
        }
        try packaged(.ntsc) { reel in
            let samples = try Reader.samples("\(reel.folder)/\(reel.audio[0].id)/playlist.m3u8")
            let onset = try #require(samples.firstIndex { abs($0) > 0.02 })
            #expect(Double(onset) / 48_000 < 0.003)
        }
    }

    @Test func `V6, V7 and R47 a turned picture is turned, and its size is said as it is seen`() throws {
        try packaged(.rotated) { reel in
            #expect(reel.video.last?.size == PixelSize(640, 360))
            #expect(
                try ForeignBoxes.read("\(reel.folder)/video/360").matrix == [65536, 0, 0, 0, 65536, 0, 0, 0, 1 << 30])
            // ffmpeg turns the source by itself; the top rung has the same pixels but for the encoder's loss.
            let result = try #require(Tool("ffmpeg")).run([
                "-i", "\(reel.folder)/\(reel.video[1].id)/playlist.m3u8", "-i", reel.sourcePath, "-frames:v", "30",
                "-lavfi", "[0:v]settb=1/1000,setpts=N[a];[1:v]settb=1/1000,setpts=N[b];[a][b]ssim", "-f", "null", "-",
            ])
            let match = try #require(result.standardError.firstMatch(of: /All:([0-9.]+)/))
            #expect(try #require(Double(match.1)) > 0.8)
        }
    }

    @Test func `V8 and R56 names with spaces, a hash, a percent sign and an emoji make plain URIs`() throws {
        try withTemporaryDirectory { folder in
            let clip = try AppendixClip.short.make(in: folder)
            let strange = "\(folder)/Été 🎬 #1 50%.mp4"
            try FileSystem.rename(clip, to: strange)
            let reel = try PackagedReel.make(strange, into: "\(folder)/out")
            #expect(reel.document.reel.text == "t-1-50")
            try expectReadersAgree(reel)
            let plain = /[A-Za-z0-9\/._-]+/
            let uris = try reel.multivariant.uris + reel.document.renditions.flatMap { try reel.playlist($0).uris }
            #expect(uris.allSatisfy { $0.wholeMatch(of: plain) != nil })
        }
    }

    @Test func `V9, V23, V29 and R6 audio is cut within half an AAC frame of the picture, as often`() throws {
        try packaged(.ntsc) { reel in
            let short = try skews(reel)
            #expect(short.allSatisfy { abs($0) <= halfAudioFrame })
        }
        // A minute: the error does not grow.
        let minute = try skews(long())
        #expect(minute.count == 30)
        #expect(minute.allSatisfy { abs($0) <= halfAudioFrame })
    }

    @Test func `V10 a group of 59 frames in the source does not matter`() throws {
        try packaged(.g59) { reel in
            let durations = try reel.playlist(reel.video[0]).durations
            #expect(durations.dropLast().allSatisfy { $0 == 2.002 })
            #expect(reel.audio.isEmpty)
        }
    }

    @Test func `V11, V18 and R37 the peak is that of the richest run, wherever it is`() throws {
        try packaged(.peak11) { reel in
            for (rendition, variant) in zip(reel.video, try reel.multivariant.attributes("EXT-X-STREAM-INF")) {
                let playlist = try reel.playlist(rendition)
                let sizes = try playlist.uris.map { try FileSystem.status("\(reel.folder)/\(rendition.id)/\($0)").size }
                // Two-second segments and a target duration of 2: a run of 1 to 3.5 s is one segment.
                let peak = zip(sizes, playlist.durations).map { Double($0 * 8) / $1 }.max() ?? 0
                #expect(variant["BANDWIDTH"] == "\(Int(peak.rounded(.up)))")
                let average = Double(sizes.reduce(0, +) * 8) / playlist.durations.reduce(0, +)
                #expect(variant["AVERAGE-BANDWIDTH"] == "\(Int(average.rounded(.up)))")
            }
        }
    }

    @Test func `V12 I-frame variants have a peak that is no less than their average, and byte ranges that decode`()
        throws
    {
        try packaged(.ntsc) { reel in
            let variants = try reel.multivariant.attributes("EXT-X-I-FRAME-STREAM-INF")
            #expect(variants.map { $0["URI"] } == ["video/180/iframes.m3u8", "video/360/iframes.m3u8"])
            for (variant, rendition) in zip(variants, reel.video) {
                let peak = try #require(variant["BANDWIDTH"].flatMap { Int($0) })
                #expect(peak >= variant["AVERAGE-BANDWIDTH"].flatMap { Int($0) } ?? .max)
                let playlist = PlaylistText(try reel.text("\(rendition.id)/iframes.m3u8"))
                #expect(playlist.lines.contains("#EXT-X-I-FRAMES-ONLY"))
                #expect(playlist.durations == (try reel.playlist(rendition).durations))
                let initialization = try FileSystem.read("\(reel.folder)/\(rendition.id)/init.mp4", limit: 1 << 20)
                for (uri, range) in zip(playlist.uris, playlist.values("EXT-X-BYTERANGE")) {
                    let numbers = range.split(separator: "@").compactMap { Int($0) }
                    let file = try FileSystem.read("\(reel.folder)/\(rendition.id)/\(uri)", limit: 1 << 24)
                    try withTemporaryDirectory { folder in
                        try FileSystem.write(
                            initialization + file[numbers[1]..<numbers[1] + numbers[0]], to: "\(folder)/i.mp4")
                        // The first sample is whole; the samples that the run lists after it are not there.
                        let result = try Reader.ffmpeg([
                            "-i", "\(folder)/i.mp4", "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "gray",
                            "\(folder)/y",
                        ])
                        #expect(result.status == 0)
                        let size = try #require(rendition.size)
                        #expect(try FileSystem.status("\(folder)/y").size == size.width * size.height)
                    }
                }
            }
        }
    }

    @Test func `V13 and V15 with a variable rate times and the highest rate are the pictures' own`() throws {
        try packaged(.vfr) { reel in
            let source = try Reader.packets(reel.sourcePath)
            let shown = try Reader.packets("\(reel.folder)/\(reel.video[0].id)/playlist.m3u8")
            #expect(shown.count == source.count)
            for (a, b) in zip(source, shown) {
                #expect(abs((a.time - source[0].time) - (b.time - shown[0].time)) < 0.001)
            }
            let rates = try reel.multivariant.attributes("EXT-X-STREAM-INF").map { $0["FRAME-RATE"] }
            #expect(rates == ["30.000", "30.000"])
        }
    }

    @Test
    func `V16, V17, V19 and R44 rates have three decimals, EXTINF its comma, and channels are counted in the bytes`()
        throws
    {
        try packaged(.ntsc) { reel in
            let variants = try reel.multivariant.attributes("EXT-X-STREAM-INF")
            #expect(variants.allSatisfy { $0["FRAME-RATE"] == "29.970" })
            let durations = try reel.playlist(reel.video[0]).durations
            #expect(durations.allSatisfy { !$0.isNaN })
            // Mono is made stereo.
            let channels = try Reader.streams("\(reel.folder)/audio/main/playlist.m3u8")[0].channels
            let media = try reel.multivariant.attributes("EXT-X-MEDIA")
            #expect(media.map { $0["CHANNELS"] } == ["\(channels ?? 0)"])
        }
        try packaged(.surround) { reel in
            let channels = try Reader.streams("\(reel.folder)/audio/main/playlist.m3u8")[0].channels
            #expect(channels == 2)
            let media = try reel.multivariant.attributes("EXT-X-MEDIA")
            #expect(media.map { $0["CHANNELS"] } == ["2"])
        }
    }

    @Test func `V22 and R53 a source without audio is a source`() throws {
        try packaged(.g59) { reel in
            let multivariant = try reel.multivariant
            #expect(multivariant.attributes("EXT-X-MEDIA").isEmpty)
            #expect(multivariant.attributes("EXT-X-STREAM-INF").allSatisfy { $0["AUDIO"] == nil })
            #expect(multivariant.uris.count == 2)
        }
    }

    @Test func `V25 every rung has its own bit rate and a level that its size allows`() throws {
        try packaged(.ntsc) { reel in
            let bandwidths = try reel.multivariant.attributes("EXT-X-STREAM-INF").compactMap { $0["BANDWIDTH"] }
            #expect(Set(bandwidths).count == reel.video.count)
            for rendition in reel.video {
                let stream = try Reader.streams("\(reel.folder)/\(rendition.id)/playlist.m3u8")[0]
                let level = try #require(stream.level)
                let digits = String(level, radix: 16, uppercase: true)
                #expect(rendition.codecs.hasSuffix(digits.count == 1 ? "0" + digits : digits))
            }
        }
    }

    @Test func `V27 and R62 the same source gives the same bytes, also from another place and under another name`()
        throws
    {
        try withTemporaryDirectory { folder in
            let clip = try AppendixClip.ntsc.make(in: folder)
            let first = try PackagedReel.make(clip, into: "\(folder)/a", id: "reel")
            try FileSystem.rename(clip, to: "\(folder)/moved.mp4")
            let second = try PackagedReel.make("\(folder)/moved.mp4", into: "\(folder)/b", id: "reel")
            #expect(try tree(of: first.outcome.folder) == tree(of: second.outcome.folder))
        }
    }
}
