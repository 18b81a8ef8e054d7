internal import CFFmpeg
internal import CZimg
internal import MediaTypes

/// What makes the bytes: the versions of the libraries that decode, convert and encode.
package struct Versions: Hashable, Sendable {
    /// As `59.37.100`, followed by the build's own name as `5.1.9-0+deb12u1`.
    package var libavcodec: String
    package var libavfilter: String
    package var libswscale: String
    /// As `3.0.4`.
    package var zimg: String
    /// As `core 164 r3095 baee400`; what x264 writes into every stream.
    package var x264: String

    /// Of the libraries that encode. The first call encodes one tiny picture to ask x264.
    package static func linked() throws -> Versions {
        let build = String(cString: av_version_info())
        let filters = try FilterLibrary.functions("tell libavfilter's version").avfilter_version()
        return Versions(
            libavcodec: "\(number(avcodec_version())) \(build)", libavfilter: "\(number(filters)) \(build)",
            libswscale: "\(number(swscale_version())) \(build)", zimg: zimgVersion, x264: try x264Version.get())
    }

    /// Of the libraries that read packets and make pictures of key frames, when nothing is encoded but JPEG. x264 and
    /// libavfilter are not asked, which would load them; the build's name stands for the latter.
    package static var withoutEncoder: [String] {
        [avformat_version(), avcodec_version(), swscale_version()].map(number)
            + [String(cString: av_version_info()), zimgVersion]
    }

    private static func number(_ version: UInt32) -> String {
        "\(version >> 16).\(version >> 8 & 0xFF).\(version & 0xFF)"
    }

    private static var zimgVersion: String {
        var (major, minor, micro): (UInt32, UInt32, UInt32) = (0, 0, 0)
        zimg_get_version_info(&major, &minor, &micro)
        return "\(major).\(minor).\(micro)"
    }

    private static let x264Version = Result { try readX264Version() }

    /// x264's user data (SEI type 5) of a first picture begins "x264 - core N rN hash - H.264/MPEG-4 AVC codec".
    private static func readX264Version() throws -> String {
        let format = Frame.VideoFormat(size: .init(32, 32))
        let picture = try Frame.picture(format, pts: 0) { _, _, bytes in bytes.update(repeating: 128) }
        let encoder = try VideoEncoder(
            .init(
                size: format.size, timeBase: TimeBase(1, 25)!, frameRate: .init(25)!, preset: "ultrafast",
                rate: .quality(30)))
        var stream = [UInt8]()
        for frame in [picture, nil] { try encoder.encode(frame) { stream += $0.bytes } }
        let text = String(decoding: stream.map { (32..<127).contains($0) ? $0 : 10 }, as: UTF8.self)
        let line = text.split(separator: "\n").first { $0.contains("x264 - core ") }
        guard let line, let start = line.firstRange(of: "core "), let end = line.firstRange(of: " - H.264") else {
            return "unknown"
        }
        return String(line[start.lowerBound..<end.lowerBound])
    }
}
