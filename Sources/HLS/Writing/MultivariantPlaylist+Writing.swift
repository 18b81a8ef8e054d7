extension MultivariantPlaylist {
    /// The playlist as text, in one canonical form: tags in a fixed order, lines ending with LF. Reading it again gives
    /// this value.
    public func serialized() -> String { String(decoding: serializedBytes(), as: UTF8.self) }

    /// The playlist as the bytes of its file; see ``serialized()``.
    public func serializedBytes() -> [UInt8] {
        var writer = PlaylistWriter()
        writer.tag(.m3u)
        let version = max(versionFloor, minimumVersion)
        if version > 1 { writer.tag(.version, version) }
        if hasIndependentSegments { writer.tag(.independentSegments) }
        for definition in definitions { definition.write(to: &writer) }
        start?.write(to: &writer)
        writer.lines(otherLines)
        contentSteering?.write(to: &writer)
        for data in sessionData { data.write(to: &writer) }
        for key in sessionKeys { key.write(to: &writer, as: .sessionKey) }
        for rendition in renditions { rendition.write(to: &writer) }
        for variant in variants where writer.canWrite(uri: variant.uri) { variant.write(to: &writer) }
        for variant in iFrameVariants { variant.write(to: &writer) }
        return writer.bytes
    }
}

extension Playlist {
    /// The playlist as text, in one canonical form.
    public func serialized() -> String {
        switch self {
        case .multivariant(let playlist): playlist.serialized()
        case .media(let playlist): playlist.serialized()
        }
    }

    /// The lowest EXT-X-VERSION that what is used asks for. §8.
    public var minimumVersion: UInt64 {
        switch self {
        case .multivariant(let playlist): playlist.minimumVersion
        case .media(let playlist): playlist.minimumVersion
        }
    }
}
