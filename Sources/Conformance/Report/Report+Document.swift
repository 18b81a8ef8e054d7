import HLS

extension Report {
    /// The report as one JSON document.
    package struct Document: Encodable, Sendable {
        package struct Source: Encodable, Sendable {
            package var profile: String
            package var text: String
        }

        package struct Playlist: Encodable, Sendable {
            package var path: String
            package var kind: Entry.Kind
            package var segments: Int?
            package var reason: String?
        }

        package struct Rule: Encodable, Sendable {
            package var rule: String
            package var level: String
            package var clause: String
            package var summary: String
            package var count: Int
            package var places: [Place]
        }

        package struct Place: Encodable, Sendable {
            package var path: String
            package var line: Int?
            package var column: Int?
            package var message: String
        }

        package struct Media: Encodable, Sendable {
            package var present: Int
            package var absent: Int
            package var absentPlaylists: Int
            package var elsewhere: Int
            package var outside: Int
        }

        package struct Unchecked: Encodable, Sendable {
            package var reason: String
            package var rules: [String]
        }

        package var format = 1
        package var passes: Bool
        package var sources: [Source]
        package var platforms: [String]
        package var isCut: Bool
        package var playlists: [Playlist]
        package var broken: [Rule]
        package var media: Media
        package var unchecked: [Unchecked]
    }

    /// As `--json` writes it. Text from playlists is made safe for a terminal here as well.
    package var document: Document {
        Document(
            passes: passes,
            sources: (profile == .apple ? [Profile.rfc, .apple] : [.rfc]).map {
                .init(profile: $0.rawValue, text: $0.source)
            },
            platforms: platforms.map(\.rawValue), isCut: isCut,
            playlists: playlists.map {
                .init(path: safeText($0.path), kind: $0.kind, segments: $0.segments, reason: $0.reason)
            },
            broken: broken.map(Document.Rule.init),
            media: .init(
                present: media.present, absent: media.absent, absentPlaylists: media.absentPlaylists,
                elsewhere: media.elsewhere, outside: media.outside),
            unchecked: unchecked.map { .init(reason: $0.reason, rules: $0.rules) })
    }
}

extension Report.Document.Rule {
    fileprivate init(_ broken: Report.Broken) {
        rule = broken.rule.id
        level = broken.rule.level.rawValue
        clause = broken.rule.clause
        summary = broken.rule.summary
        count = broken.count
        places = broken.places.map { place in
            let isPlaced = place.position != .none
            return .init(
                path: safeText(place.path), line: isPlaced ? place.position.line : nil,
                column: isPlaced ? place.position.column : nil, message: safeText(place.message))
        }
    }
}
