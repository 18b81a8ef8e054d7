import Catalog
internal import Origin

/// What is tried: a packaged reel, or somebody else's stream.
struct Subject {
    var reel: ReelID
    var version: VersionID
    /// `nil` of somebody else's.
    var document: PackageDocument?
    var stream: ForeignStream?
    /// As a URL has it: `/media/REEL/VERSION/` or `/foreign/NAME/`.
    var folder: String
    /// What playing begins with, inside the folder, as a URL has it.
    var playlist: String

    init(_ document: PackageDocument) {
        (reel, version, self.document) = (document.reel, document.version, document)
        folder = "/media/\(reel)/\(version)/"
        playlist = PackageLayout.multivariantPlaylist
    }

    init(_ stream: ForeignStream) {
        (reel, version, self.stream) = (stream.id, .foreign, stream)
        folder = "/foreign/\(reel)/"
        playlist = stream.encodedPlaylist
    }

    /// Where in the folder a URL leads to, whichever way it carries a token; `nil` when it leads elsewhere.
    func path(of url: String) -> String? {
        guard let range = url.firstRange(of: folder) else { return nil }
        return String(url[range.upperBound...].prefix { $0 != "?" })
    }

    /// A folder like this one that is another reel's.
    var strangersFolder: String {
        stream == nil ? "/media/another-reel/\(version)/" : "/foreign/another-reel/"
    }
}
