import HLS

extension Rule {
    /// The library does not check it: it takes the resource itself.
    fileprivate static let s07 = Rule.unchecked.first { $0.id == "S07" }!
}

/// Looks for the media that media playlists name: what is there, and whether byte ranges lie within it.
struct MediaFiles {
    let folder: Folder
    private(set) var count = MediaCount()
    private var known: [String: Folder.Target] = [:]

    init(_ folder: Folder) { self.folder = folder }

    /// A part of a resource that a playlist names, and the line that does.
    struct Reference {
        var uri: String
        var range: ByteSubrange?
        var line: Int
        /// Announced as not available.
        var isGap = false
    }

    /// What a playlist's ranges reach past.
    mutating func look(for playlist: MediaPlaylist, _ locations: SourceLocations, at path: String) -> [Finding] {
        var findings: [Finding] = []
        for reference in playlist.references(locations) where !reference.isGap {
            guard case .file(_, let size) = find(reference.uri, from: path), let range = reference.range else {
                continue
            }
            guard range.offset != nil, range.end.map({ $0 > UInt64(size) }) ?? true else { continue }
            findings.append(
                Finding(
                    .s07, at: SourcePosition(line: reference.line),
                    "bytes \(range.offset ?? 0) to \(range.end.map { "\($0)" } ?? "past 2^64") of "
                        + "'\(reference.uri.shortenedName)', which has \(size)"))
        }
        return findings
    }

    /// The bytes of a resource below; `nil` when it is not there.
    func size(of uri: String, from path: String) -> Int? {
        guard case .file(_, let size)? = known[key(uri, path)] else { return nil }
        return size
    }

    /// A playlist that is named and not there.
    mutating func count(absentPlaylist uri: String, _ target: Folder.Target) {
        switch target {
        case .file: break
        case .absent:
            count.absentPlaylists += 1
            note(uri)
        case .elsewhere: count.elsewhere += 1
        case .outside: count.outside += 1
        }
    }

    private mutating func find(_ uri: String, from path: String) -> Folder.Target {
        let key = key(uri, path)
        if let target = known[key] { return target }
        let target = folder.find(uri, from: path)
        known[key] = target
        switch target {
        case .file: count.present += 1
        case .absent:
            count.absent += 1
            note(uri)
        case .elsewhere: count.elsewhere += 1
        case .outside: count.outside += 1
        }
        return target
    }

    private mutating func note(_ uri: String) { if count.example == nil { count.example = uri.shortenedName } }

    private func key(_ uri: String, _ path: String) -> String {
        path.lastIndex(of: "/").map { path[...$0] + uri } ?? uri
    }
}

extension MediaPlaylist {
    /// Segments, init sections where they change, and parts.
    fileprivate func references(_ locations: SourceLocations) -> [MediaFiles.Reference] {
        var result: [MediaFiles.Reference] = []
        var section: InitializationSection?
        for (index, segment) in segments.enumerated() {
            let line = index < locations.segments.count ? locations.segments[index] : 0
            if let current = segment.initializationSection, current != section {
                section = current
                result.append(.init(uri: current.uri, range: current.byteRange, line: line))
            }
            result += segment.parts.map { .init(uri: $0.uri, range: $0.byteRange, line: line, isGap: $0.isGap) }
            result.append(.init(uri: segment.uri, range: segment.byteRange, line: line, isGap: segment.isGap))
        }
        return result
    }
}

extension String {
    /// A URI's end, without its query, for messages.
    var shortenedName: String {
        let path = prefix { $0 != "?" }
        return path.count > 60 ? "…" + path.suffix(59) : String(path)
    }
}
