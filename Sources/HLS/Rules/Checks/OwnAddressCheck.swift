/// What a playlist's references say about the address it was itself loaded from.
struct OwnAddressCheck {
    /// The playlist's own address, after redirects.
    let uri: URIReference
    let log: FindingLog

    /// Looks at references to playlists and segments, each with the place to name for it.
    func run(_ references: some Sequence<(uri: String, position: SourcePosition)>) {
        guard let scheme = uri.scheme, let authority = uri.authority else { return }
        let origin = "\(scheme)://\(authority)/"
        let own = uri.normalizedForComparison
        let name = uri.path.split(separator: "/").last.map(String.init) ?? ""
        var (first, count) = (SourcePosition.none, 0)
        for reference in references {
            if reference.uri.hasPrefix(origin) {
                if count == 0 { first = reference.position }
                count += 1
            }
            // Only a reference that has the name of the playlist in it can lead to it.
            if !name.isEmpty, reference.uri.contains(name),
                URIReference(reference.uri).resolved(against: uri).normalizedForComparison == own
            {
                log.report(.g32, at: reference.position, "'\(reference.uri.shortened)' is this playlist itself")
            }
        }
        if count > 0 {
            log.report(.g25, at: first, "\(count) references name \(origin.shortened), where the playlist itself is")
        }
    }
}
