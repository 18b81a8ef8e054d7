/// A media playlist of the presentation that is at hand and can be used.
struct ReadMember {
    /// Its place among all members.
    var index: Int
    /// As the multivariant playlist first names it.
    var uri: String
    /// The tags that name it.
    var roles: [PresentationPlaylists.Role]
    /// The playlist.
    var playlist: MediaPlaylist
    /// Where its parts stand.
    var locations: SourceLocations

    /// `nil` for one that was not handed in, is no media playlist, or has to be refused.
    init?(_ member: PresentationPlaylists.Member, at index: Int) {
        guard let reading = member.reading, reading.refusal == nil, let playlist = reading.playlist.media else {
            return nil
        }
        self.index = index
        uri = member.uri
        roles = member.roles
        self.playlist = playlist
        locations = reading.locations
    }

    /// Where a single tag stands; the first line where it does not.
    func position(_ tag: Tag) -> SourcePosition { locations.tags[tag] ?? SourcePosition(line: 1) }

    /// Where a segment stands.
    func position(ofSegment index: Int) -> SourcePosition {
        index < locations.segments.count ? SourcePosition(line: locations.segments[index]) : .none
    }
}
