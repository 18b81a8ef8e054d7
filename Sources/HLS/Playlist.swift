/// A playlist of either kind.
public enum Playlist: Hashable, Sendable {
    /// Variants and renditions.
    case multivariant(MultivariantPlaylist)
    /// Segments of one rendition.
    case media(MediaPlaylist)

    /// The multivariant playlist, if it is one.
    public var multivariant: MultivariantPlaylist? {
        if case .multivariant(let playlist) = self { playlist } else { nil }
    }

    /// The media playlist, if it is one.
    public var media: MediaPlaylist? { if case .media(let playlist) = self { playlist } else { nil } }

    /// Reads a playlist. It always gives a value; see ``Reading/refusal`` for whether to use it.
    public static func parse(
        _ text: String, mode: Reading.Mode = .strict, context: ReadingContext = ReadingContext()
    ) -> Reading {
        parse(Array(text.utf8), mode: mode, context: context)
    }

    /// Reads a playlist from the bytes of its file. It always gives a value; see ``Reading/refusal``.
    public static func parse(
        _ bytes: [UInt8], mode: Reading.Mode = .strict, context: ReadingContext = ReadingContext()
    ) -> Reading {
        var parser = PlaylistParser(bytes, mode: mode, context: context)
        return parser.read()
    }
}
