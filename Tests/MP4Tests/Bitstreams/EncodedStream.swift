import Platform
import TestSupport
import Testing

/// A few pictures of a test pattern, or a moment of sound, encoded by ffmpeg.
///
/// What is expected of a stream is what its encoder was told to make.
struct EncodedStream {
    /// In the framing of `format`.
    var bytes: [UInt8]

    /// `nil` where ffmpeg or the encoder is missing or refuses.
    init?(_ source: String, _ arguments: [String], format: String) throws {
        guard let ffmpeg = Tool("ffmpeg") else { return nil }
        var found: [UInt8]?
        try withTemporaryDirectory { folder in
            let path = "\(folder)/stream"
            let output = try ffmpeg.run(
                ["-v", "error", "-f", "lavfi", "-i", source] + arguments + ["-f", format, path])
            if output.status == 0 { found = try FileSystem.read(path, limit: 1 << 24) }
        }
        guard let found else { return nil }
        bytes = found
    }

    /// Encoders of the installed ffmpeg.
    static let encoders: Set<String> = {
        guard let output = try? Tool("ffmpeg")?.run(["-hide_banner", "-encoders"]) else { return [] }
        return Set(
            output.text.split(separator: "\n").compactMap {
                $0.split(separator: " ").dropFirst().first.map(String.init)
            })
    }()
}
