import Catalog
import MediaTypes

/// What a multivariant playlist says: the rungs, and the audio that goes with each.
struct StreamMap: Hashable, Sendable {
    struct Variant: Hashable, Sendable {
        var id: RenditionID
        var url: String
        var bandwidth: BitRate
        var audioGroup: String?
        /// Nothing but audio in it.
        var isAudioOnly: Bool
    }

    struct Audio: Hashable, Sendable {
        var id: RenditionID
        var url: String
        var group: String
    }

    /// By ascending bandwidth.
    var variants: [Variant]
    /// The rendition of each group that plays when nobody chooses: the default one, else the first.
    var audio: [Audio]
    /// EXT-X-DEFINE variables for the media playlists; `nil` when there is no multivariant playlist.
    var variables: [String: String]?

    func audio(of variant: Variant) -> Audio? {
        variant.audioGroup.flatMap { group in audio.first { $0.group == group } }
    }

    /// Whether the other has the same renditions, wherever they are.
    func describesSameMedia(as other: StreamMap) -> Bool {
        variants.map(\.id) == other.variants.map(\.id) && audio.map(\.id) == other.audio.map(\.id)
    }
}
