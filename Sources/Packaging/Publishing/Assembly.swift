internal import Catalog
internal import DASH
internal import HLS
internal import MediaTypes
internal import Platform
internal import Signing

/// Puts a version together from its encoded renditions: manifests, digests, `package.json`.
struct Assembly {
    private let plan: PlanDocument
    private let encoded: EncodedReel
    private let reel: ReelID
    private let recipe: ContentDigest
    private let presentation: Presentation

    init(_ plan: PlanDocument, _ encoded: EncodedReel, _ reel: ReelID, _ recipe: ContentDigest) {
        self.plan = plan
        self.encoded = encoded
        self.reel = reel
        self.recipe = recipe
        presentation = Presentation(
            video: encoded.renditions.filter { $0.kind == .video }.map(Presentation.Track.init),
            audio: encoded.renditions.filter { $0.kind == .audio }.map(Presentation.Track.init),
            subtitles: encoded.renditions.filter { $0.kind == .subtitles }.map(Presentation.Track.init),
            tiles: encoded.tiles.map { .init($0.grid, sizes: $0.files.map(\.size), duration: plan.duration) })
    }

    /// Writes the manifests and `package.json` beside the objects that are there.
    func write(into folder: String, report: @escaping Packager.Report) throws -> PackageDocument {
        var objects = encoded.renditions.flatMap(\.files)
        if let poster = encoded.poster { objects.append(poster) }
        objects += encoded.otherPosters + (encoded.tiles?.files ?? [])
        objects.sort { $0.path < $1.path }
        let version = try VersionDocument(plan: plan, objects: objects).id()
        var files = try writePlaylists(folder, version)
        var progressive: [PackageDocument.Progressive]?
        if plan.progressive == true {
            let whole = ProgressiveFiles(encoded.renditions, duration: plan.duration)
            let written = try whole.write(into: folder) { report(.wholeFiles, $0) }
            progressive = written.map(\.entry)
            files += written.map(\.file)
        }
        files.sort { $0.path < $1.path }
        var package = PackageDocument(
            reel: reel, version: version, recipe: recipe,
            duration: plan.duration, grid: plan.grid, renditions: encoded.renditions.map(document),
            progressive: progressive, objects: objects, playlists: files, strip: encoded.strip,
            warnings: encoded.warnings + encoded.notes)
        package.previewColor = encoded.previewColor
        try FileSystem.write(try CanonicalJSON.file(package), to: "\(folder)/\(PackageLayout.document)")
        return package
    }

    private func writePlaylists(_ folder: String, _ version: VersionID) throws -> [PackageDocument.File] {
        var files: [(path: String, bytes: [UInt8])] = presentation.tracks.map { track in
            (PackageLayout.playlistPath(of: track.id), presentation.mediaPlaylist(of: track).serializedBytes())
        }
        for track in presentation.video {
            guard let playlist = presentation.iFramePlaylist(of: track) else { continue }
            files.append((PackageLayout.iFramePlaylistPath(of: track.id), playlist.serializedBytes()))
        }
        if let tiles = presentation.tiles {
            let playlist = presentation.imagePlaylist(of: tiles)
            files.append((PackageLayout.playlistPath(of: tiles.sheets.id), playlist.serializedBytes()))
            files.append((PackageLayout.thumbnails, tiles.thumbnails))
        }
        files.append((PackageLayout.multivariantPlaylist, multivariantPlaylist(version).serializedBytes()))
        if plan.dash == true {
            let manifest = presentation.mediaPresentationDescription(duration: plan.duration)
            files.append((PackageLayout.manifest, try manifest.serializedBytes()))
            files += encoded.renditions.compactMap { rendition in
                rendition.captions.map { (PackageLayout.captionsPath(of: rendition.id), $0) }
            }
        }
        return try files.map { path, bytes in
            try FileSystem.write(bytes, to: "\(folder)/\(path)")
            return PackageDocument.File(path: path, size: bytes.count, sha256: SHA256.digest(bytes))
        }
    }

    /// Says whose it is, so that a player that has only the playlist can name what it stores.
    private func multivariantPlaylist(_ version: VersionID) -> MultivariantPlaylist {
        var playlist = presentation.multivariantPlaylist
        playlist.sessionData = [
            SessionData(dataID: "com.reelrig.reel", content: .value(reel.text)),
            SessionData(dataID: "com.reelrig.version", content: .value(version.text)),
        ]
        return playlist
    }

    private func document(_ rendition: EncodedRendition) -> PackageDocument.Rendition {
        PackageDocument.Rendition(
            id: rendition.id, kind: rendition.kind, codecs: rendition.codecs, size: rendition.size,
            frameRate: rendition.highestRate, channels: rendition.channels, language: rendition.language,
            isForced: rendition.role.map { $0 == .forced }, characteristics: rendition.role?.characteristics,
            timescale: rendition.timescale, cuts: rendition.cuts,
            sampleCounts: rendition.segments.map(\.sampleCount), declared: rendition.declared,
            measured: Presentation.Track(rendition).rates(targetDuration: presentation.targetDuration))
    }
}

extension EncodedRendition {
    fileprivate var files: [PackageDocument.File] {
        (initialization.map { [$0] } ?? []) + segments.map(\.file)
    }
}

extension Presentation.Track {
    init(_ rendition: EncodedRendition) {
        self.init(
            id: rendition.id, codecs: rendition.codecs, size: rendition.size, frameRate: rendition.highestRate,
            channels: rendition.channels, language: rendition.language, role: rendition.role,
            timescale: rendition.timescale, cuts: rendition.cuts, sizes: rendition.segments.map(\.file.size),
            iFrames: rendition.kind == .video ? rendition.segments.map(\.firstSampleRange) : [])
        // Audio is written in ticks of its sampling rate.
        videoRange = rendition.videoRange
        samplingRate = rendition.kind == .audio ? rendition.timescale.ticksPerSecond : nil
        captionsSize = rendition.captions?.count
        sampleCount = rendition.segments.reduce(0) { $0 + $1.sampleCount }
    }
}

extension ReelDocument {
    /// `size` is that of the picture as displayed.
    init(_ package: PackageDocument, _ encoded: EncodedReel, _ size: PixelSize?, isRemoved: Bool) {
        self.init(
            id: package.reel, version: package.version, recipe: package.recipe, removed: isRemoved,
            durationMs: package.duration.milliseconds, aspect: size.map(Self.aspect),
            previewColor: encoded.previewColor, poster: encoded.poster?.path)
    }

    /// `9:16`.
    private static func aspect(_ size: PixelSize) -> String {
        let divisor = Int(greatestCommonDivisor(UInt64(size.width), UInt64(size.height)))
        return "\(size.width / divisor):\(size.height / divisor)"
    }
}
