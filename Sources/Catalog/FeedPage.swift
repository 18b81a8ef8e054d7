/// One page of `GET /v1/reels`.
package struct FeedPage: Hashable, Sendable, Codable {
    package var format = Format.current
    package var items: [Item]
    /// Opaque; absent on the last page.
    package var nextCursor: String?

    package init(items: [Item], nextCursor: String?) {
        self.items = items
        self.nextCursor = nextCursor
    }

    package struct Item: Hashable, Sendable, Codable {
        package var id: ReelID
        /// Unsigned and immutable: `/posters/<reel>/<version>/poster.jpg`, made absolute.
        package var posterUrl: String?
        package var previewColor: String?
        package var durationMs: Int64
        package var aspect: String?

        package init(id: ReelID, posterUrl: String?, previewColor: String?, durationMs: Int64, aspect: String?) {
            self.id = id
            self.posterUrl = posterUrl
            self.previewColor = previewColor
            self.durationMs = durationMs
            self.aspect = aspect
        }
    }
}
