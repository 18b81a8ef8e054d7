import Catalog
import MediaTypes
import Packaging
import Platform
import TestSupport
import Testing

private let video360 = RenditionID("video/360")!
private let video180 = RenditionID("video/180")!
private let main = RenditionID("audio/main")!

/// Files that are packaged without encoding. What comes out is read by ffmpeg and ffprobe.
@Suite(.serialized, .enabled(if: Reader.areInstalled, "needs ffmpeg and ffprobe"))
struct CopyTests {
    private func refusal(_ body: () throws -> PackagedReel) -> CopyRefusal? {
        do {
            _ = try body()
            return nil
        } catch let error as CopyRefusal {
            return error
        } catch {
            Issue.record("\(error)")
            return nil
        }
    }

    @Test(arguments: ["mp4", "ts", "mkv", "flv"])
    func `29.97 with B-frames and AAC is the same from every container, in exact thirds`(_ container: String) throws {
        try withTemporaryDirectory { folder in
            let clip = try AppendixClip.ntsc.make(in: folder)
            let source = try CopyClip.make("\(folder)/other.\(container)", ["-i", clip, "-c", "copy"])
            let reel = try PackagedReel.copy([source], into: "\(folder)/out", isDASH: container == "ts")
            try expectIsCopy(reel, of: [video360: source, main: source])
            // 60 frames of 1001/30000 s; the last 6 join them. A coarse clock does not change it.
            #expect(reel.document.grid.boundaries == [0, 60_060, 120_120, 180_180, 240_240, 306_306])
            #expect(reel.document.grid.timescale == Timescale(30_000))
            #expect(reel.document.renditions.map(\.codecs) == ["avc1.64001E", "mp4a.40.2"])
            #expect(reel.audio[0].channels == 1)
            // Audio is cut at the nearest frame of 1024/44100 s.
            let halfFrame = 0.0117 + 0.001
            for (audio, video) in zip(reel.audio[0].cuts, reel.video[0].cuts).dropLast() {
                let skew = Double(audio) / 44_100 - Double(video) / 30_000
                #expect(abs(skew) <= halfFrame)
            }
            if container == "ts" { try expectManifestIsRight(reel) }
        }
    }

    @Test func `time stamps that begin high and wrap begin at 0`() throws {
        try withTemporaryDirectory { folder in
            let clip = try AppendixClip.ntsc.make(in: folder)
            // 2^33 ticks of 90 kHz are 95443.7 s.
            let source = try CopyClip.make(
                "\(folder)/wrap.ts", ["-i", clip, "-c", "copy", "-output_ts_offset", "95440"])
            let reel = try PackagedReel.copy([source], into: "\(folder)/out")
            #expect(reel.document.grid.boundaries == [0, 60_060, 120_120, 180_180, 240_240, 306_306])
            #expect(reel.document.warnings == [])
            let isEqual = try Reader.digests("\(reel.folder)/video/360/playlist.m3u8", "v") == Reader.digests(clip, "v")
            #expect(isEqual)
        }
    }

    @Test func `a variable rate keeps its times`() throws {
        try withTemporaryDirectory { folder in
            let source = try AppendixClip.vfr.make(in: folder)
            let reel = try PackagedReel.copy([source], into: "\(folder)/out")
            try expectIsCopy(reel, of: [video360: source], tolerance: 0.000_01)
            #expect(reel.lengths(reel.video[0]) == [2, 2, 2, 2, 1.9])
            #expect(reel.video[0].frameRate == FrameRate(30))
        }
    }

    @Test(arguments: [
        (AppendixClip.g59, [1.9686, 1.9686, 1.9686, 1.9686, 2.3357]), (.b26, [2.6, 2.6, 2.6, 2.6, 2.6]),
    ])
    fileprivate func `groups that do not divide two seconds are cut where they begin`(
        _ clip: AppendixClip, _ lengths: [Double]
    ) throws {
        try withTemporaryDirectory { folder in
            let source = try clip.make(in: folder)
            let reel = try PackagedReel.copy([source], into: "\(folder)/out")
            try expectIsCopy(reel, of: [video360: source])
            let found = reel.lengths(reel.video[0])
            #expect(found.count == lengths.count)
            for (length, expected) in zip(found, lengths) { #expect(abs(length - expected) < 0.0001) }
        }
    }

    @Test func `pictures of an open group are not cut at: neither recovery points nor CRA`() throws {
        try withTemporaryDirectory { folder in
            let h264 = try CopyClip.make(
                "\(folder)/h264.mp4", CopyClip.picture(6) + CopyClip.h264(group: 60, ":open-gop=1:bframes=3"))
            let h265 = try CopyClip.make(
                "\(folder)/h265.mp4", CopyClip.picture(6) + CopyClip.h265(":open-gop=1") + ["-tag:v", "hvc1"])
            for source in [h264, h265] {
                let reel = try PackagedReel.copy([source], into: "\(folder)/out", id: nil)
                try expectIsCopy(reel, of: [video180: source])
                #expect(reel.lengths(reel.video[0]) == [6])
                #expect(reel.outcome.copied?.first?.keyFrames == 1)
                #expect(reel.outcome.copied?.first?.openKeyFrames == 2)
            }
        }
    }

    @Test func `hev1 becomes hvc1 with its parameter sets in the sample entry, from MP4 and from a transport stream`()
        throws
    {
        try withTemporaryDirectory { folder in
            let source = try CopyClip.make(
                "\(folder)/hev1.mp4",
                CopyClip.picture(4)
                    + CopyClip.h265(
                        ":open-gop=0:repeat-headers=1:colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc")
                    + ["-tag:v", "hev1"])
            let stream = try CopyClip.make("\(folder)/hevc.ts", ["-i", source, "-c", "copy"])
            for path in [source, stream] {
                let reel = try PackagedReel.copy([path], into: "\(folder)/out", id: nil)
                try expectIsCopy(reel, of: [video180: path])
                #expect(reel.video[0].codecs == "hvc1.2.4.L60.90")
                #expect(reel.lengths(reel.video[0]) == [2, 2])
                let variants = try reel.multivariant.attributes("EXT-X-STREAM-INF")
                #expect(variants.map { $0["VIDEO-RANGE"] } == ["HLG"])
                // Units of types 32 to 34 alone: nothing is left of any sample.
                let sets = try Reader.ffmpeg([
                    "-i", "\(reel.folder)/video/180/playlist.m3u8", "-c", "copy", "-bsf:v",
                    "filter_units=pass_types=32-34", "-f", "framemd5", "-",
                ])
                #expect(sets.text.split(separator: "\n").allSatisfy { $0.hasPrefix("#") })
            }
        }
    }

    @Test func `PQ is said, and of every variant as soon as one is not standard`() throws {
        try withTemporaryDirectory { folder in
            let bright = try AppendixClip.pq.make(in: folder)
            let plain = try CopyClip.make("\(folder)/plain.mp4", CopyClip.picture(4) + CopyClip.h264())
            let reel = try PackagedReel.copy([bright, plain], into: "\(folder)/out")
            let variants = try reel.multivariant.attributes("EXT-X-STREAM-INF")
            let ranges = Dictionary(
                uniqueKeysWithValues: variants.map { ($0["STABLE-VARIANT-ID"] ?? "", $0["VIDEO-RANGE"] ?? "") })
            #expect(ranges == ["video/360": "PQ", "video/180": "SDR"])
            try expectIsCopy(reel, of: [video360: bright, video180: plain])
        }
    }

    @Test func `V6 V7 a turned picture keeps its matrix, and RESOLUTION is that of what is seen`() throws {
        try withTemporaryDirectory { folder in
            let source = try AppendixClip.rotated.make(in: folder)
            let reel = try PackagedReel.copy([source], into: "\(folder)/out")
            let variants = try reel.multivariant.attributes("EXT-X-STREAM-INF")
            #expect(variants.map { $0["RESOLUTION"] } == ["640x360"])
            let path = "\(reel.folder)/video/360/playlist.m3u8"
            let stream = try #require(try Reader.streams(path).first)
            #expect(stream.width == 360 && stream.height == 640)
            #expect(stream.side_data_list?.isEmpty == false)
            // ffmpeg turns both alike.
            let isEqual = try Reader.digests(path, "v") == Reader.digests(source, "v")
            #expect(isEqual)
            #expect(try Reader.complaints(path) == "")
        }
    }

    @Test func `samples that are not square keep their shape, and RESOLUTION is that of what is seen`() throws {
        try withTemporaryDirectory { folder in
            let source = try CopyClip.make(
                "\(folder)/wide.mp4", CopyClip.picture(2) + CopyClip.h264() + ["-vf", "setsar=4/3"])
            let reel = try PackagedReel.copy([source], into: "\(folder)/out")
            #expect(reel.video[0].size == PixelSize(240, 320))
            let stream = try #require(try Reader.streams("\(reel.folder)/video/240/playlist.m3u8").first)
            #expect(stream.sample_aspect_ratio == "4:3")
        }
    }

    @Test func `several files are rungs of one reel, the lowest bandwidth first, whatever their containers`() throws {
        try withTemporaryDirectory { folder in
            let high = try AppendixClip.ntsc.make(in: folder)
            let low = try CopyClip.make(
                "\(folder)/low.mkv",
                CopyClip.picture(10.2, rate: "30000/1001") + CopyClip.tone(10.2) + CopyClip.h264(group: 30)
                    + ["-c:a", "aac", "-b:v", "100k"])
            let reel = try PackagedReel.copy([high, low], into: "\(folder)/out", isDASH: true)
            try expectIsCopy(reel, of: [video360: high, video180: low, main: high])
            // Twice as many key frames in one, the same cuts in both, exactly.
            #expect(reel.video.map(\.id) == [video180, video360])
            #expect(reel.video[0].cuts == reel.video[1].cuts)
            #expect(reel.outcome.copied?.map(\.keyFrames) == [11, 6, nil])
            let variants = try reel.multivariant.attributes("EXT-X-STREAM-INF")
            #expect(variants.map { $0["STABLE-VARIANT-ID"] } == ["video/180", "video/360"])
            #expect(reel.document.reel.text == "reel")
            try expectManifestIsRight(reel)
        }
    }

    @Test func `two rungs of one size have ids of their own`() throws {
        try withTemporaryDirectory { folder in
            let rate = { (kilobits: Int) in ["-b:v", "\(kilobits)k"] }
            let source = CopyClip.picture(2) + CopyClip.h264()
            let low = try CopyClip.make("\(folder)/a.mp4", source + rate(50))
            let high = try CopyClip.make("\(folder)/b.mp4", source + rate(400))
            let reel = try PackagedReel.copy([high, low], into: "\(folder)/out")
            try expectIsCopy(reel, of: [video180: low, RenditionID("video/180-2")!: high])
        }
    }

    @Test func `audio of files of audio alone is added when it has a language of its own`() throws {
        try withTemporaryDirectory { folder in
            let picture = try CopyClip.make(
                "\(folder)/video.mp4",
                CopyClip.picture(4) + CopyClip.tone(4) + CopyClip.h264()
                    + ["-c:a", "aac", "-metadata:s:a", "language=eng"])
            let audio = { (language: String) in
                try CopyClip.make(
                    "\(folder)/\(language).m4a",
                    CopyClip.tone(4) + ["-c:a", "aac", "-metadata:s:a", "language=\(language)"])
            }
            let paths = try [picture, audio("fra"), audio("eng")]
            let reel = try PackagedReel.copy(paths, into: "\(folder)/out")
            try expectIsCopy(reel, of: [video180: picture, main: picture, RenditionID("audio/main-fr")!: paths[1]])
            #expect(reel.audio.map(\.language) == ["en", "fr"])
            #expect(reel.document.warnings.count == 1)
            #expect(reel.document.warnings.first?.contains("eng.m4a is left out") == true)
        }
    }

    @Test func `audio alone, and audio of six channels`() throws {
        try withTemporaryDirectory { folder in
            let surround = try AppendixClip.surround.make(in: folder)
            let audio = try CopyClip.make("\(folder)/audio.m4a", CopyClip.tone(5) + ["-c:a", "aac"])
            let first = try PackagedReel.copy([surround], into: "\(folder)/out", id: "surround")
            try expectIsCopy(first, of: [video360: surround, main: surround])
            #expect(first.audio[0].channels == 6)
            let media = try first.multivariant.attributes("EXT-X-MEDIA")
            #expect(media.map { $0["CHANNELS"] } == ["6"])
            let second = try PackagedReel.copy([audio], into: "\(folder)/out", id: "audio")
            try expectIsCopy(second, of: [main: audio])
            let lengths = second.lengths(second.audio[0]).dropLast()
            #expect(lengths.allSatisfy { abs($0 - 2) <= 0.0233 })
        }
    }

    @Test(arguments: [("ac3", "ts", "ac-3"), ("eac3", "mp4", "ec-3"), ("flac", "mkv", "fLaC")])
    fileprivate func `other audio of HLS is copied too`(_ codec: String, _ container: String, _ name: String) throws {
        try withTemporaryDirectory { folder in
            let source = try CopyClip.make(
                "\(folder)/clip.\(container)",
                CopyClip.picture(5) + [
                    "-f", "lavfi", "-i", "anoisesrc=d=5:a=0.1:r=48000,pan=5.1|c0=c0|c1=c0|c2=c0|c3=c0|c4=c0|c5=c0",
                ]
                    + CopyClip.h264() + ["-c:a", codec, "-strict", "-2"])
            let reel = try PackagedReel.copy([source], into: "\(folder)/out")
            try expectIsCopy(reel, of: [video180: source, main: source])
            #expect(reel.audio[0].codecs == name)
            #expect(reel.audio[0].channels == 6)
            #expect(reel.lengths(reel.audio[0]).count == 3)
            // One of 1536 or 4608 samples is the longest that a frame lasts.
            #expect(reel.lengths(reel.audio[0]).dropLast().allSatisfy { abs($0 - 2) < 0.096 })
            let variants = try reel.multivariant.attributes("EXT-X-STREAM-INF")
            #expect(variants.map { $0["CODECS"] } == ["avc1.64000D,\(name)"])
        }
    }

    /// At 44.1 kHz frames of AC-3 are in turns one word longer (ETSI TS 102 366 table 4.13); their sample entry is one.
    @Test(arguments: [("ac3", "48000", "dac3"), ("ac3", "44100", "dac3"), ("eac3", "44100", "dec3")])
    fileprivate func `AC-3 is described as ffmpeg describes it`(_ codec: String, _ rate: String, _ box: String) throws {
        try withTemporaryDirectory { folder in
            let source = try CopyClip.make(
                "\(folder)/clip.ts", CopyClip.tone(3) + ["-ar", rate, "-ac", "2", "-c:a", codec, "-b:a", "192k"])
            let reel = try PackagedReel.copy([source], into: "\(folder)/out")
            try expectIsCopy(reel, of: [main: source])
            let theirs = try CopyClip.make("\(folder)/theirs.mp4", ["-i", source, "-c", "copy"])
            let descriptions = try [theirs, "\(reel.folder)/audio/main/init.mp4"].map { path in
                let bytes = try FileSystem.read(path, limit: 1 << 20)
                let type = try #require(bytes.indices.first { bytes[$0...].starts(with: Array(box.utf8)) })
                return Array(bytes[type - 4..<type - 4 + Int(bytes[type - 1])])
            }
            #expect(descriptions[0] == descriptions[1] && descriptions[0].count > 10)
        }
    }

    @Test func `late audio stays late: the gap is in its first time, and is said`() throws {
        try withTemporaryDirectory { folder in
            let source = try AppendixClip.late.make(in: folder)
            let reel = try PackagedReel.copy([source], into: "\(folder)/out", isDASH: true)
            try expectIsCopy(reel, of: [video360: source, main: source])
            let times = try Reader.times(source, "a")
            let copied = try Reader.times("\(reel.folder)/audio/main/playlist.m3u8", "a")
            #expect(abs(copied[0] - times[0]) < 0.0001)
            #expect(copied[0] > 0.4)
            #expect(reel.document.warnings.count == 1)
            #expect(reel.document.warnings.first?.contains("begins at 0.4") == true)
            #expect(reel.document.duration.milliseconds == 6000)
            try expectManifestIsRight(reel)
            // Nothing was lost.
            _ = try PackagedReel.copy([source], into: "\(folder)/strict", isStrict: true)
        }
    }

    @Test func `the same files give the same bytes, and nothing is done again`() throws {
        try withTemporaryDirectory { folder in
            let source = try AppendixClip.ntsc.make(in: folder)
            let first = try PackagedReel.copy([source], into: "\(folder)/a")
            let second = try PackagedReel.copy([source], into: "\(folder)/b")
            let isEqual = try tree(of: first.outcome.folder) == tree(of: second.outcome.folder)
            #expect(isEqual)
            #expect(try PackagedReel.copy([source], into: "\(folder)/a").outcome.change == .unchanged)
            #expect(try PackagedReel.copy([source], into: "\(folder)/a", isForced: true).outcome.change == .remade)
            #expect(try PackagedReel.copy([source], into: "\(folder)/a", hasTiles: false).outcome.change == .replaced)
        }
    }

    @Test func `thumbnails are the key frames that begin the segments, and the poster is the first picture`() throws {
        try withTemporaryDirectory { folder in
            let source = try AppendixClip.ntsc.make(in: folder)
            let reel = try PackagedReel.copy([source], into: "\(folder)/out")
            #expect(reel.outcome.reel.poster == "poster.jpg")
            let sheet = try #require(try Reader.streams("\(reel.folder)/tiles/00000.jpg").first)
            // One every 2.002 s, six in all: two rows of five of 90×160.
            #expect(sheet.width == 450 && sheet.height == 320)
            let poster = try #require(try Reader.streams("\(reel.folder)/poster.jpg").first)
            #expect(poster.width == 360 && poster.height == 640)
        }
    }

    @Test func `a transport stream that ends within a picture says so, and is refused when that is asked for`() throws {
        try withTemporaryDirectory { folder in
            let whole = try CopyClip.make(
                "\(folder)/whole.ts", CopyClip.picture(4, rate: "25") + CopyClip.h264(group: 50))
            let bytes = try FileSystem.read(whole, limit: 1 << 26)
            let cut = "\(folder)/cut.ts"
            try FileSystem.write(bytes.prefix(bytes.count * 4 / 5), to: cut)
            // What ffmpeg finds when it decodes it.
            let decoded = try Reader.ffmpeg(["-v", "warning", "-threads", "1", "-i", cut, "-f", "null", "-"])
            try #require(decoded.standardError.contains("corrupt decoded frame"))
            let loss = "the file is cut short: a picture at its end is damaged"
            #expect(try PackagedReel.copy([cut], into: "\(folder)/out").document.warnings == [loss])
            #expect(try PackagedReel.copy([whole], into: "\(folder)/other").document.warnings == [])
            let strict = Packager(out: "\(folder)/strict", ladder: PackagedReel.small, isStrict: true)
            let source = try CopySource.open([cut], id: nil)
            #expect(throws: UnusableSource.damaged([loss])) { try strict.preview(source) }
            #expect(throws: UnusableSource.damaged([loss])) { try strict.package(source) { _, _ in } }
            #expect(!FileSystem.exists("\(folder)/strict"))
        }
    }

    @Test func `of two codecs at one size the later one has the higher score, and all variants have one`() throws {
        try withTemporaryDirectory { folder in
            let make = { (name: String, size: String, codec: [String]) in
                try CopyClip.make("\(folder)/\(name).mp4", CopyClip.picture(4, rate: "25", size: size) + codec)
            }
            let hevc = CopyClip.h265(":keyint=50:min-keyint=50")
            let low = try make("low", "180x320", CopyClip.h264(group: 50))
            let high = try make("high", "360x640", CopyClip.h264(group: 50))
            let late = try make("late", "360x640", hevc)
            let reel = try PackagedReel.copy([low, high, late], into: "\(folder)/out")
            let variants = try reel.multivariant.attributes("EXT-X-STREAM-INF")
            let scores = variants.map { ($0["CODECS"]?.prefix(4) ?? "", $0["RESOLUTION"] ?? "", $0["SCORE"] ?? "") }
            #expect(scores.count == 3)
            #expect(scores.contains { $0 == ("avc1", "180x320", "1") })
            #expect(scores.contains { $0 == ("avc1", "360x640", "2") })
            #expect(scores.contains { $0 == ("hvc1", "360x640", "3") })
            let alike = try PackagedReel.copy([low, high], into: "\(folder)/alike")
            #expect(try alike.multivariant.attributes("EXT-X-STREAM-INF").allSatisfy { $0["SCORE"] == nil })
        }
    }

    @Test func `a sequence header of AV1 that the container has otherwise is that of the samples`() throws {
        try withTemporaryDirectory { folder in
            // What this encoder gives the container is not what it then encodes.
            let path = try CopyClip.make(
                "\(folder)/a.mp4", CopyClip.picture(4) + ["-c:v", "libsvtav1", "-preset", "12", "-g", "60"])
            var bytes = try FileSystem.read(path, limit: 1 << 26)
            let places = sequenceHeaders(bytes)
            // Two key frames, and `av1C` behind them.
            try #require(places.count == 3)
            let header = Array(bytes[places[0]..<places[0] + 13])
            #expect(Array(bytes[places[2]..<places[2] + 13]) != header)
            let reel = try PackagedReel.copy([path], into: "\(folder)/out")
            let initial = try FileSystem.read("\(reel.folder)/\(reel.video[0].id)/init.mp4", limit: 1 << 20)
            #expect(try Array(initial[#require(sequenceHeaders(initial).first)...].prefix(13)) == header)
            let playlist = "\(reel.folder)/\(reel.video[0].id)/playlist.m3u8"
            let isEqual = try Reader.digests(playlist, "v") == Reader.digests(path, "v")
            #expect(isEqual)
            #expect(try Reader.complaints(playlist) == "")

            // Filter and tool flags of the second: another sequence.
            bytes[places[1] + 9] ^= 0x40
            let changing = "\(folder)/changing.mp4"
            try FileSystem.write(bytes, to: changing)
            let problem = refusal { try .copy([changing], into: "\(folder)/out") }
            #expect(problem?.reason == "its sequence header changes in the middle")
        }
    }

    /// Units with a size of eleven bytes, profile 0 and no still picture.
    private func sequenceHeaders(_ bytes: [UInt8]) -> [Int] {
        bytes.indices.filter { bytes[$0...].starts(with: [0x0A, 0x0B, 0x00, 0x00, 0x00]) }
    }

    @Test func `a raw stream has no times, and that is said with what gives it some`() throws {
        try withTemporaryDirectory { folder in
            let raw = try CopyClip.make("\(folder)/a.h264", CopyClip.picture(1) + CopyClip.h264())
            let problem = refusal { try .copy([raw], into: "\(folder)/out") }
            #expect(problem?.reason == "its pictures have no times, as those of a raw stream")
            #expect(problem?.hint?.hasPrefix("put it into a container with a tool that reckons times") == true)
            #expect(problem?.hint?.hasSuffix(CopyRefusal.encode) == true)
        }
    }

    @Test func `what cannot be copied is refused by name, with what to do about it`() throws {
        try withTemporaryDirectory { folder in
            let out = "\(folder)/out"
            let group = { (name: String, group: Int, seconds: Double) in
                try CopyClip.make(
                    "\(folder)/\(name).ts", CopyClip.picture(seconds, rate: "25") + CopyClip.h264(group: group))
            }
            let fifty = try group("fifty", 50, 8)
            let seventy = try group("seventy", 70, 8)
            let apart = refusal { try .copy([fifty, seventy], into: out) }
            #expect(apart?.path == seventy && apart?.reason.contains("no key frames at the times of those of") == true)
            #expect(apart?.hint?.hasPrefix("encode the rungs with key frames at the same times") == true)
            let twin = "\(folder)/twin.ts"
            try FileSystem.write(try FileSystem.read(fifty, limit: 1 << 26), to: twin)
            let same = refusal { try .copy([fifty, twin], into: out) }
            #expect(same?.path == twin && same?.reason == "it holds the same as \(fifty)")
            let late = try CopyClip.make("\(folder)/late.ts", ["-i", fifty, "-c", "copy", "-output_ts_offset", "1"])
            let after = refusal { try .copy([fifty, late], into: out) }
            #expect(after?.reason.contains(/^it begins [01]\.\d+ s after .*fifty\.ts,/) == true)
            let before = refusal { try .copy([late, fifty], into: out) }
            #expect(before?.reason.contains(/^it begins [01]\.\d+ s before .*late\.ts,/) == true)
            let longer = refusal { try .copy([fifty, try group("short", 50, 4)], into: out) }
            #expect(longer?.reason.contains("it lasts 4.000000 s less than") == true)

            // Two streams one after the other, of other parameter sets or of times that go back.
            let other = try CopyClip.make(
                "\(folder)/other.ts", CopyClip.picture(4, rate: "25", size: "360x640") + CopyClip.h264(group: 50))
            let limit = 1 << 26
            let changing = "\(folder)/changing.ts"
            try FileSystem.write(
                try FileSystem.read(fifty, limit: limit) + FileSystem.read(other, limit: limit), to: changing)
            #expect(refusal { try .copy([changing], into: out) }?.reason == "its parameter sets change in the middle")
            let twice = "\(folder)/twice.ts"
            try FileSystem.write(
                try FileSystem.read(fifty, limit: limit) + FileSystem.read(fifty, limit: limit), to: twice)
            #expect(
                refusal { try .copy([twice], into: out) }?.reason.hasPrefix("its time stamps go backwards") == true
                    || refusal { try .copy([twice], into: out) }?.reason.hasPrefix("two of its pictures") == true)

            let encrypted = try CopyClip.make(
                "\(folder)/encrypted.mp4",
                ["-i", fifty, "-c", "copy", "-encryption_scheme", "cenc-aes-ctr"]
                    + ["-encryption_key", "76a6c65c5ea762046bd749a2e632ccbb"]
                    + ["-encryption_kid", "a7e61c373e219033c21091fa607bf3b8"])
            let refused = refusal { try .copy([encrypted], into: out) }
            // Nor can it be encoded.
            #expect(refused?.reason == "its video is encrypted" && refused?.hint == nil)

            let mpeg = try CopyClip.make("\(folder)/mpeg.mp4", CopyClip.picture(2) + ["-c:v", "mpeg4"])
            let codec = refusal { try .copy([mpeg], into: out) }
            #expect(codec?.reason.hasPrefix("its video is mpeg4") == true)
            #expect(codec?.hint == CopyRefusal.encode)
            #expect(!FileSystem.exists(out))
        }
    }

    @Test(.enabled(if: Folders.hasShared("media"), "needs ../shared/media"))
    func `every real clip is a copy of itself, or is refused by name`() throws {
        let refused = [
            "bbb_800x640_768kbps_30fps_vp9.mp4": "its video is vp9",
            "iibbibb_editlist_videoonly.mp4": "its edit list hides pictures that others need",
            "sample_edit_list.mp4": "its edit list hides pictures that others need",
            "sample_malformed_free_box.mp4": "it cannot be opened as video or audio",
            "sample_twos_pcm.mp4": "its audio is pcm_s16be, and only AAC",
        ]
        let media = try #require(Folders.shared("media"))
        for clip in try FileSystem.list(media) where clip != "NOTICE" {
            try withTemporaryDirectory { out in
                let path = "\(media)/\(clip)"
                if let reason = refused[clip] {
                    let found = refusal { try .copy([path], into: out) }
                    #expect(found?.reason.hasPrefix(reason) == true, "\(clip): \(found?.reason ?? "")")
                } else {
                    let reel = try PackagedReel.copy([path], into: out, isDASH: true)
                    let sources = reel.document.renditions.map { ($0.id, path) }
                    try expectIsCopy(reel, of: Dictionary(uniqueKeysWithValues: sources))
                }
            }
        }
    }
}
