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
    /// Its segments in time.
    var timeline: Timeline
    /// Whether there is any partial segment.
    var hasParts: Bool

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
        timeline = Timeline(playlist)
        hasParts =
            playlist.upcomingSegment?.parts.isEmpty == false
            || playlist.segments.indices.contains { !playlist.segments[$0].parts.isEmpty }
    }

    /// Whether the text has all segments there will be and none was taken away: another load gives the same.
    var isComplete: Bool {
        playlist.isEnded && playlist.skip == nil && (playlist.playlistType != nil || (playlist.mediaSequence ?? 0) <= 1)
    }

    /// Whether it says anything about dates: it has segments, or the beginning of one, and is no delta update.
    var mayHaveDates: Bool {
        playlist.skip == nil && (!playlist.segments.isEmpty || playlist.upcomingSegment?.parts.isEmpty == false)
    }

    /// Whether any segment has EXT-X-PROGRAM-DATE-TIME.
    var hasDates: Bool { timeline.datedSegments > 0 || playlist.upcomingSegment?.programDateTime != nil }

    /// Where a single tag stands; the first line where it does not.
    func position(_ tag: Tag) -> SourcePosition { locations.tags[tag] ?? SourcePosition(line: 1) }

    /// The target duration in seconds; 0 where there is none.
    var target: Double { Double(playlist.targetDuration ?? 0) }

    /// Where a segment stands.
    func position(ofSegment index: Int) -> SourcePosition {
        index < locations.segments.count ? SourcePosition(line: locations.segments[index]) : .none
    }
}
