/// Where things are inside a version's folder, and what they are served as.
package enum PackageLayout {
    package static let document = "package.json"
    package static let reelDocument = "reel.json"
    package static let multivariantPlaylist = "multivariant.m3u8"
    /// For DASH.
    package static let manifest = "manifest.mpd"
    package static let poster = "poster.jpg"
    /// Where the seek preview is, and the rendition whose segments its sheets are.
    package static let tiles = RenditionID("tiles")!
    /// Where on the sheets each thumbnail is, for players in browsers.
    package static let thumbnails = "\(tiles)/thumbnails.vtt"
    /// The rendition under which the poster is cached, and with `-` and a short side after it those of other sizes.
    private static let posterRendition = "poster"
    /// Inside a rendition's folder.
    package static let initializationName = "init.mp4"
    /// What ``segmentName(_:)`` gives, as a template of DASH.
    package static let segmentTemplate = "$Number%05d$.m4s"
    /// The same of the seek preview.
    package static let sheetTemplate = "$Number%05d$.jpg"

    package static func path(of object: ObjectName, in rendition: RenditionID) -> String? {
        switch object {
        case .initialization: "\(rendition)/\(initializationName)"
        case .segment(let number): "\(rendition)/\(segmentName(number, in: rendition))"
        case .poster: "\(rendition).jpg"
        case .contentKey: nil
        }
    }

    /// The poster with another short side, in pixels: `poster-360.jpg`.
    package static func posterPath(shortSide: Int) -> String { "\(posterRendition)-\(shortSide).jpg" }

    package static func playlistPath(of rendition: RenditionID) -> String { "\(rendition)/playlist.m3u8" }

    package static func iFramePlaylistPath(of rendition: RenditionID) -> String { "\(rendition)/iframes.m3u8" }

    /// All captions of a subtitle rendition in one file, which is no object.
    package static func captionsPath(of rendition: RenditionID) -> String { "\(rendition)/captions.vtt" }

    private static let progressiveFolder = "progressive/"

    /// The whole file of a rung, `progressive/360.mp4`, or of sound alone, `progressive/main.m4a`.
    package static func progressivePath(of rendition: RenditionID) -> String {
        let name = rendition.text.split(separator: "/").last ?? ""
        return "\(progressiveFolder)\(name).\(rendition.text.hasPrefix("audio/") ? "m4a" : "mp4")"
    }

    /// Whether a path is that of a whole file, which may be very large.
    package static func isProgressive(path: String) -> Bool { path.hasPrefix(progressiveFolder) }

    /// Which object a path inside a version is; `nil` of a playlist or an unknown file. A poster is an object of the
    /// version and is keyed under a rendition of its own: `poster`, `poster-360`.
    package static func object(atPath path: String) -> (rendition: RenditionID, object: ObjectName)? {
        if let poster = posterRendition(atPath: path) { return (poster, .poster) }
        guard !isProgressive(path: path), let slash = path.lastIndex(of: "/"),
            let rendition = RenditionID(String(path[..<slash]))
        else { return nil }
        let name = path[path.index(after: slash)...]
        if name == initializationName { return (rendition, .initialization) }
        guard name.utf8.count >= 9, let number = Int(name.dropLast(4)), number >= 0,
            name == segmentName(number, in: rendition)
        else { return nil }
        return (rendition, .segment(number))
    }

    private static func posterRendition(atPath path: String) -> RenditionID? {
        guard path.hasPrefix(posterRendition), path.hasSuffix(".jpg") else { return nil }
        if path == poster { return RenditionID(posterRendition) }
        let name = path.dropLast(4)
        guard let side = Int(name.dropFirst(posterRendition.count + 1)), side > 0, path == posterPath(shortSide: side)
        else { return nil }
        return RenditionID(String(name))
    }

    /// The rendition whose playlist is at a path; `nil` of anything else.
    package static func rendition(ofPlaylistAtPath path: String) -> RenditionID? {
        guard let slash = path.lastIndex(of: "/"), path.hasSuffix(".m3u8") else { return nil }
        return RenditionID(String(path[..<slash]))
    }

    /// The media type of a path inside a version.
    package static func mediaType(ofPath path: String) -> String {
        let isAudio = path.hasPrefix("audio/")
        switch path.split(separator: ".").last {
        case "m3u8": return "application/vnd.apple.mpegurl"
        case "mpd": return "application/dash+xml"
        case "mp4", "m4s": return isAudio ? "audio/mp4" : "video/mp4"
        case "m4a": return "audio/mp4"
        case "ts": return "video/mp2t"
        case "vtt": return "text/vtt"
        case "jpg": return "image/jpeg"
        case "json": return "application/json"
        default: return "application/octet-stream"
        }
    }

    /// Inside a rendition's folder: five digits or more, so that names sort as their numbers do.
    package static func segmentName(_ number: Int, in rendition: RenditionID) -> String {
        let digits = String(number)
        let ending = rendition == tiles ? ".jpg" : rendition.text.hasPrefix("subtitles/") ? ".vtt" : ".m4s"
        return String(repeating: "0", count: max(0, 5 - digits.count)) + digits + ending
    }
}
