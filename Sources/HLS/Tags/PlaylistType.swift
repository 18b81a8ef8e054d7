/// EXT-X-PLAYLIST-TYPE: how the playlist may change. §4.4.3.5.
public enum PlaylistType: String, Hashable, Sendable {
    /// Segments are only added at the end.
    case event = "EVENT"
    /// Nothing changes.
    case videoOnDemand = "VOD"
}
