extension PresentationPlaylists {
    /// Checks every rule between playlists on those that are at hand.
    ///
    /// Only what breaks a rule whenever the playlists were loaded is a finding: of playlists that grow, one may have been
    /// loaded later than another.
    public func report() -> PresentationReport {
        let log = PresentationLog()
        let read = members.enumerated().compactMap { ReadMember($1, at: $0) }
        let presentation = ReadPresentation(multivariant: multivariant, locations: reading.locations, members: read)
        TagAgreementCheck(presentation: presentation, log: log).run()
        let absent = members.enumerated().filter { ReadMember($1, at: $0) == nil }.map(\.element.uri)
        return PresentationReport(
            findings: log.findings, suppressed: log.suppressed, absent: absent,
            notChecked: absent.isEmpty ? [] : Rule.all.filter { $0.needs.contains(.playlists) })
    }

    /// ``report()``'s findings.
    public func findings() -> [PresentationFinding] { report().findings }
}

/// The part of a presentation that is at hand.
struct ReadPresentation {
    var multivariant: MultivariantPlaylist
    var locations: SourceLocations
    var members: [ReadMember]
}
