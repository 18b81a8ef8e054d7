import HLS

/// A multivariant playlist with the media playlists it names that could be read; or a media playlist alone.
struct PlaylistSet {
    /// What names a media playlist: an index among the multivariant playlist's entries of that kind.
    enum Use: Hashable {
        case variant(Int)
        case rendition(Int)
        case iFrameVariant(Int)
    }

    /// A media playlist, with everything that names it.
    struct Member {
        var text: PlaylistText
        var playlist: MediaPlaylist
        var uses: [Use]
    }

    var main: PlaylistText
    /// `nil` for a media playlist alone.
    var multivariant: MultivariantPlaylist?
    var members: [Member]
    /// Whether every playlist that is named is among the members.
    var isComplete: Bool
}
