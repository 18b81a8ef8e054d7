import Catalog
import Foundation
import MediaTypes
import Packaging
import Platform
import TestSupport
import Testing

// Declared bit rates and codecs: what users of other packagers reported.
extension KnownDefectTests {
    /// The rate of the richest run of contiguous segments that lasts from half a target duration to one and a half and
    /// half a second (RFC 8216 bis §4.1), in bits per second.
    private func richest(_ sizes: [Int], _ durations: [Double], target: Double) -> Int {
        var peak = 0.0
        for first in sizes.indices {
            for last in first..<sizes.count {
                let seconds = durations[first...last].reduce(0, +)
                guard (0.5 * target...1.5 * target + 0.5).contains(seconds) else { continue }
                peak = max(peak, Double(sizes[first...last].reduce(0, +) * 8) / seconds)
            }
        }
        return Int(peak.rounded(.up))
    }

    private func sizes(_ reel: PackagedReel, _ rendition: PackageDocument.Rendition) throws -> [Int] {
        try reel.playlist(rendition).uris.map { try FileSystem.status("\(reel.folder)/\(rendition.id)/\($0)").size }
    }

    private func peak(_ reel: PackagedReel, _ rendition: PackageDocument.Rendition) throws -> Int {
        let playlist = try reel.playlist(rendition)
        return richest(
            try sizes(reel, rendition), playlist.durations, target: Double(try #require(playlist.targetDuration)))
    }

    @Test func `R35 no average is above its peak`() throws {
        for clip in [AppendixClip.short, .ntsc, .hlg, .peak11] {
            let playlist = try bench.reel(clip).multivariant
            let variants = ["EXT-X-STREAM-INF", "EXT-X-I-FRAME-STREAM-INF"].flatMap(playlist.attributes)
            #expect(variants.count == 4)
            for variant in variants {
                let rates = ["AVERAGE-BANDWIDTH", "BANDWIDTH"].compactMap { variant[$0].flatMap { Int($0) } }
                #expect(rates.count == 2 && rates[0] <= rates[1], "\(clip)")
            }
        }
    }

    @Test func `R36 a short last segment has no peak of its own`() throws {
        // Noise in the last 0.6 s only, where less than half a target duration is left.
        let filter = "format=yuv420p,drawbox=c=gray:t=fill,noise=alls=100:allf=t:enable='gte(t,3.99)'"
        let reel = try bench.reel(
            "tail.mp4", TinyClip.picture(4.6) + ["-vf", filter] + TinyClip.h264 + ["-crf", "23"])
        let video = reel.video[0]
        let durations = try reel.playlist(video).durations
        #expect(durations == [2, 2, 0.6])
        let declared = try reel.multivariant.attributes("EXT-X-STREAM-INF")[0]["BANDWIDTH"]
        let peak = try peak(reel, video)
        #expect(declared == "\(peak)")
        let tail = try sizes(reel, video)[2]
        #expect(Double(tail * 8) / 0.6 > Double(peak))
    }

    private func languages() throws -> PackagedReel {
        try bench.reel(
            "languages.mkv",
            TinyClip.picture(4) + ["-f", "lavfi", "-i", "anullsrc=r=48000:cl=stereo:d=4"]
                + ["-f", "lavfi", "-i", "anoisesrc=d=4:a=0.5", "-map", "0:v", "-map", "1:a", "-map", "2:a"]
                + TinyClip.h264
                + ["-c:a", "aac", "-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=fra"])
    }

    @Test func `R38 of several sounds the richest counts, whichever is the default`() throws {
        let reel = try languages()
        let sounds = try reel.audio.map { try peak(reel, $0) }
        // The default is silence.
        #expect(sounds.count == 2 && sounds[0] < sounds[1])
        let declared = try reel.multivariant.attributes("EXT-X-STREAM-INF").map { $0["BANDWIDTH"] }
        let expected = try peak(reel, reel.video[0]) + sounds[1]
        #expect(declared == ["\(expected)"])
    }

    @Test func `R39 the rate of I-frames is that of their byte ranges, over the time to the next`() throws {
        let reel = try bench.reel(.ntsc)
        let variants = try reel.multivariant.attributes("EXT-X-I-FRAME-STREAM-INF")
        for (variant, rendition) in zip(variants, reel.video) {
            let playlist = PlaylistText(try reel.text("\(rendition.id)/iframes.m3u8"))
            let sizes = playlist.values("EXT-X-BYTERANGE").compactMap { Int($0.split(separator: "@")[0]) }
            #expect(variant["BANDWIDTH"] == "\(richest(sizes, playlist.durations, target: 2))")
        }
    }

    @Test func `R40 rates are measured of the files, and no two rungs say the same`() throws {
        for clip in [AppendixClip.ntsc, .late, .vfr] {
            let reel = try bench.reel(clip)
            let sound = try reel.audio.map { try peak(reel, $0) }.max() ?? 0
            let declared = try reel.multivariant.attributes("EXT-X-STREAM-INF").map { $0["BANDWIDTH"] }
            let expected = try reel.video.map { "\(try peak(reel, $0) + sound)" }
            #expect(declared == expected)
            #expect(Set(declared).count == 2)
        }
    }

    @Test func `package.json holds what the ladder asked for and what the files have`() throws {
        struct Document: Decodable {
            struct Rates: Decodable, Equatable { var peakBandwidth: Int, averageBandwidth: Int }
            struct Rendition: Decodable { var id: String, declared: Rates, measured: Rates }
            var renditions: [Rendition]
        }
        let reel = try bench.reel(.ntsc)
        let document = try JSONDecoder().decode(Document.self, from: Data(reel.text("package.json").utf8))
        #expect(document.renditions.map(\.id) == ["video/180", "video/360", "audio/main"])
        #expect(document.renditions.map(\.declared.averageBandwidth) == [150_000, 500_000, 64_000])
        #expect(document.renditions.map(\.declared.peakBandwidth) == [225_000, 750_000, 64_000])
        for (rendition, known) in zip(document.renditions, reel.document.renditions) {
            let (sizes, durations) = try (sizes(reel, known), reel.playlist(known).durations)
            let average = Double(sizes.reduce(0, +) * 8) / durations.reduce(0, +)
            let peak = try peak(reel, known)
            #expect(rendition.measured == .init(peakBandwidth: peak, averageBandwidth: Int(average.rounded(.up))))
        }
    }

    @Test func `R42 the sound's profile is that of its bytes`() throws {
        let reel = try bench.reel(.surround)
        #expect(reel.audio[0].codecs == "mp4a.40.2")
        #expect(try Reader.streams("\(reel.folder)/audio/main/playlist.m3u8")[0].profile == "LC")
    }

    @Test func `R43 parameter sets lie in the sample entry, and only there, whatever the source's tag`() throws {
        let reel = try bench.reel("hev1.mp4") { folder in
            let clip = try AppendixClip.hlg.make(in: folder)
            let result = try Reader.ffmpeg(["-i", clip, "-c", "copy", "-tag:v", "hev1", "\(folder)/hev1.mp4"])
            try #require(result.status == 0, "\(result.standardError)")
            return "\(folder)/hev1.mp4"
        }
        for rendition in reel.video {
            let boxes = try ForeignBoxes.read("\(reel.folder)/\(rendition.id)")
            #expect(boxes.entry == "avc1" && rendition.codecs.hasPrefix("avc1."))
            // Sequence and picture parameter sets are units 7 and 8.
            #expect(boxes.segments.flatMap(\.units).allSatisfy { !$0.contains(7) && !$0.contains(8) })
        }
    }

    @Test func `R45 a group has one default, and what is default is chosen without being asked for`() throws {
        let media = try languages().multivariant.attributes("EXT-X-MEDIA")
        #expect(media.map { $0["DEFAULT"] } == ["YES", "NO"])
        #expect(media.map { $0["AUTOSELECT"] } == ["YES", "YES"])
        #expect(Set(media.map { $0["GROUP-ID"] }).count == 1 && Set(media.map { $0["NAME"] }).count == 2)
    }
}
