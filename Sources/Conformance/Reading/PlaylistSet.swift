import HLS

/// A multivariant playlist with the media playlists it names that could be read; or a media playlist alone.
struct PlaylistSet {
    /// A media playlist that can be used, with every tag that names it.
    struct Member {
        var path: String
        var playlist: MediaPlaylist
        var locations: SourceLocations
        var roles: [PresentationPlaylists.Role]
    }

    /// The path of the playlist that was asked for.
    var path: String
    var reading: Reading
    /// In the order in which they are named.
    var members: [Member] = []
    /// Whether every playlist that is named is among the members.
    var isComplete = true

    /// `nil` for a media playlist alone.
    var multivariant: MultivariantPlaylist? { reading.playlist.multivariant }

    /// Variants, renditions and I-frame variants together.
    var entries: Int {
        multivariant.map { $0.variants.count + $0.renditions.count + $0.iFrameVariants.count } ?? 0
    }
}
