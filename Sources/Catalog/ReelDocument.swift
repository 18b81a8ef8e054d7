/// `reel.json`: which version of a reel is current, and its row in the feed. The only file of a reel that changes.
package struct ReelDocument: Hashable, Sendable, Codable {
    package var format = Format.current
    package var id: ReelID
    package var version: VersionID
    package var recipe: ContentDigest
    /// A removed reel answers 410 on playback and media.
    package var removed: Bool
    package var durationMs: Int64
    /// Width to height as displayed, reduced: `9:16`. `nil` without video.
    package var aspect: String?
    /// `#rrggbb`, the average of the first picture. `nil` without video.
    package var previewColor: String?
    /// The poster's path inside the version, as `poster.jpg`. `nil` without video.
    package var poster: String?

    package init(
        id: ReelID, version: VersionID, recipe: ContentDigest, removed: Bool = false, durationMs: Int64,
        aspect: String?,
        previewColor: String?, poster: String?
    ) {
        self.id = id
        self.version = version
        self.recipe = recipe
        self.removed = removed
        self.durationMs = durationMs
        self.aspect = aspect
        self.previewColor = previewColor
        self.poster = poster
    }
}
