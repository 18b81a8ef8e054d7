internal import Catalog
internal import MP4
internal import MediaTypes
internal import Platform
internal import Signing

/// The whole files of a version, for players that want plain MP4: each rung with the main audio, or the audio alone. They
/// are made of the segments that are written; nothing is encoded.
struct ProgressiveFiles {
    private let renditions: [(main: EncodedRendition, audio: EncodedRendition?)]
    private let duration: MediaTime

    init(_ renditions: [EncodedRendition], duration: MediaTime) {
        let audio = renditions.first { $0.kind == .audio }
        let video = renditions.filter { $0.kind == .video }
        self.renditions = video.isEmpty ? audio.map { [($0, nil)] } ?? [] : video.map { ($0, audio) }
        self.duration = duration
    }

    /// `progress` is told what share of them is written.
    func write(
        into folder: String, progress: @escaping @Sendable (Double) -> Void
    ) throws -> [(entry: PackageDocument.Progressive, file: PackageDocument.File)] {
        let sizes = renditions.flatMap { [$0.main] + [$0.audio].compactMap(\.self) }.flatMap(\.segments).map(
            \.file.size)
        let tally = Tally(of: sizes.reduce(0, +), progress)
        return try renditions.map { main, audio in
            let path = PackageLayout.progressivePath(of: main.id)
            let tracks = try ([main] + [audio].compactMap(\.self)).map { rendition in
                try SegmentedTrack(rendition.id, segments: rendition.segments.count, in: folder)
            }
            let file = try Self.write(tracks, to: path, in: folder, tally)
            let bits = Int128(file.size) * 8 * Int128(duration.timescale.ticksPerSecond)
            let entry = PackageDocument.Progressive(
                rendition: main.id, path: path,
                codecs: ([main.codecs] + [audio?.codecs].compactMap(\.self)).joined(separator: ","), size: main.size,
                bandwidth: BitRate(Int(rounded(bits, over: Int128(duration.value), .up))))
            return (entry, file)
        }
    }

    private static func write(
        _ tracks: [SegmentedTrack], to path: String, in folder: String, _ tally: Tally
    ) throws -> PackageDocument.File {
        let layout = ProgressiveFile(tracks.map(\.layout))
        try FileSystem.createDirectories(FileSystem.parent(of: "\(folder)/\(path)"))
        let file = try File.create("\(folder)/\(path)")
        var digest = SHA256()
        var size = 0
        func add(_ bytes: [UInt8]) throws {
            digest.update(bytes)
            size += bytes.count
            try file.write(bytes)
            tally.add(bytes.count)
        }
        try add(try layout.header)
        for chunk in layout.chunks { try tracks[chunk.track].readNext(chunk.byteCount, add) }
        file.beginSynchronizing()
        return PackageDocument.File(path: path, size: size, sha256: digest.digest())
    }
}
