import TestSupport

/// Clips on which packagers have been seen to fail, made with ffmpeg when a test needs them.
enum AppendixClip: String {
    case ntsc, g59, short, late, half, b26, vfr, peak11, hlg, pq, rotated, surround

    /// Makes the clip in a folder and gives its path.
    func make(in folder: String) throws -> String {
        let path = "\(folder)/\(rawValue).mp4"
        let result = try Reader.ffmpeg(try arguments(in: folder) + [path])
        guard result.status == 0 else { throw ClipError(clip: rawValue, message: result.standardError) }
        return path
    }

    private func arguments(in folder: String) throws -> [String] {
        switch self {
        // 29.97 frames a second with B-frames, an IDR every 60, mono AAC.
        case .ntsc:
            picture("30000/1001", 10.2) + tone(10.2) + h264 + ["-g", "60", "-keyint_min", "60", "-sc_threshold", "0"]
                + ["-c:a", "aac", "-ac", "1"]
        // What `int(2 × 29.97)` gives; no audio.
        case .g59: picture("30000/1001", 10.2) + h264 + ["-g", "59", "-keyint_min", "59", "-sc_threshold", "0"]
        case .short: picture("30", 0.4) + tone(0.4) + h264 + ["-c:a", "aac"]
        // Audio from half a second on.
        case .late:
            picture("30", 6) + ["-itsoffset", "0.5"] + tone(5.5) + h264
                + ["-g", "60", "-sc_threshold", "0", "-c:a", "aac"]
        // Groups of 2.5 s.
        case .half: picture("24", 10) + h264 + ["-g", "60", "-keyint_min", "60", "-sc_threshold", "0"]
        // Groups of 2.6 s.
        case .b26: picture("30", 13) + h264 + ["-g", "78", "-keyint_min", "78", "-sc_threshold", "0"]
        // Ten a second, then bursts of thirty and two seconds of one.
        case .vfr:
            picture("30", 10) + ["-vf", "select='if(lt(n,30),not(mod(n,3)),not(mod(n,60))+lt(mod(n,7),3))'"]
                + ["-vsync", "vfr"] + h264 + ["-force_key_frames", "expr:gte(t,n_forced*2)", "-sc_threshold", "0"]
        // Grey, and noise in the eleventh two seconds only.
        case .peak11:
            picture("30", 30)
                + [
                    "-vf",
                    "format=yuv420p,drawbox=c=gray:t=fill,noise=alls=100:allf=t:enable='between(t,20,21.99)'",
                ] + h264 + ["-crf", "23", "-g", "60", "-keyint_min", "60", "-sc_threshold", "0"]
        case .hlg: picture("30", 4) + h265("arib-std-b67")
        case .pq: picture("30", 4) + h265("smpte2084")
        // `ntsc`, to be turned by a quarter.
        case .rotated:
            ["-i", try AppendixClip.ntsc.make(in: folder), "-c", "copy", "-metadata:s:v", "rotate=90"]
        case .surround:
            picture("30", 4)
                + ["-f", "lavfi", "-i", "anoisesrc=d=4:a=0.1,pan=5.1|c0=c0|c1=c0|c2=c0|c3=c0|c4=c0|c5=c0"] + h264
                + ["-g", "60", "-c:a", "aac"]
        }
    }

    private var h264: [String] {
        ["-c:v", "libx264", "-preset", "veryfast", "-threads", "1", "-pix_fmt", "yuv420p"]
    }

    private func picture(_ rate: String, _ seconds: Double) -> [String] {
        ["-f", "lavfi", "-i", "testsrc2=s=360x640:r=\(rate):d=\(seconds)"]
    }

    private func tone(_ seconds: Double) -> [String] {
        ["-f", "lavfi", "-i", "sine=f=440:r=44100:d=\(seconds)"]
    }

    /// Ten bits and open groups, which is what x265 does when nobody says otherwise.
    private func h265(_ transfer: String) -> [String] {
        [
            "-pix_fmt", "yuv420p10le", "-c:v", "libx265", "-preset", "ultrafast", "-x265-params",
            "log-level=error:keyint=60:min-keyint=60:scenecut=0:colorprim=bt2020:transfer=\(transfer):colormatrix=bt2020nc",
            "-color_primaries", "bt2020", "-color_trc", transfer, "-colorspace", "bt2020nc", "-tag:v", "hvc1",
        ]
    }

    struct ClipError: Error {
        var clip: String
        var message: String
    }
}
