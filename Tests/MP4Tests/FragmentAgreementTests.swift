import MP4
import Platform
import TestSupport
import Testing

/// Fragments as ffmpeg writes them, read by us and by ffprobe.
@Suite(.enabled(if: Tool.isInstalled("ffmpeg") && Tool.isInstalled("ffprobe"), "needs ffmpeg and ffprobe"))
struct FragmentAgreementTests {
    /// Flags of the muxer, and by how many ticks libavformat moves the pictures: as many as the most negative offset
    /// between decode and composition takes off. The boxes say nothing of it.
    private static let layouts: [(flags: String, advance: Int64)] = [
        ("frag_keyframe", 0), ("frag_keyframe+empty_moov+default_base_moof", 0), ("frag_keyframe+separate_moof", 0),
        ("frag_keyframe+empty_moov+omit_tfhd_offset", 0), ("frag_keyframe+delay_moov", 0),
        ("frag_keyframe+empty_moov+default_base_moof+negative_cts_offsets", -1024), ("faststart", 0),
        ("negative_cts_offsets", 0), ("frag_every_frame+empty_moov", 0),
    ]

    @Test func `samples have the times, sizes and places that ffprobe gives their packets`() throws {
        try withTemporaryDirectory { folder in
            let source = "\(folder)/source.mp4"
            try ffmpeg([
                "-f", "lavfi", "-i", "testsrc2=s=160x90:r=25:d=3", "-f", "lavfi", "-i", "sine=f=440:d=3", "-pix_fmt",
                "yuv420p", "-c:v", "libx264", "-bf", "3", "-g", "25", "-c:a", "aac", source,
            ])
            for layout in Self.layouts {
                let path = "\(folder)/copy.mp4"
                try ffmpeg(["-y", "-i", source, "-c", "copy", "-movflags", layout.flags, path])
                try compare(path, advance: layout.advance, "\(layout.flags)")
            }
        }
    }

    private func compare(_ path: String, advance: Int64, _ layout: Comment) throws {
        let structure = FileStructure(try FileSystem.read(path, limit: 1 << 24))
        let packets = try ProbedPacket.all(in: path)
        for (index, track) in try Movie(boxes: structure.boxes).tracks.enumerated() {
            let samples = try track.samples(in: structure)
            let own = packets[index] ?? []
            let shift = track.kind == .video ? advance : 0
            #expect(samples.count == own.count && !own.isEmpty, layout)
            #expect(samples.map { $0.presentationTime - shift } == own.map(\.pts), layout)
            #expect(samples.map(\.size) == own.map(\.size), layout)
            #expect(samples.map(\.position) == own.map(\.position), layout)
            #expect(samples.map(\.isSync) == own.map(\.isKey), layout)
            // Decode times differ by what the edit list takes off at the beginning.
            let ends = Set(zip(samples, own).map { $0.decodeTime - $1.dts })
            #expect(ends.count == 1, layout)
        }
    }

    private func ffmpeg(_ arguments: [String]) throws {
        let output = try #require(Tool("ffmpeg")).run(["-v", "error"] + arguments)
        #expect(output.status == 0 && output.standardError == "")
    }
}
