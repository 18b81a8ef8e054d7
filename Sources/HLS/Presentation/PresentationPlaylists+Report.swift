extension PresentationPlaylists {
    /// Checks every rule between playlists on those that are at hand.
    ///
    /// Only what breaks a rule whenever the playlists were loaded is a finding: of playlists that grow, one may have been
    /// loaded later than another.
    public func report() -> PresentationReport {
        let log = PresentationLog()
        let read = members.enumerated().map { ReadMember($1, at: $0) }
        check(
            ReadPresentation(
                multivariant: multivariant, locations: reading.locations, members: read.compactMap(\.self)), log)
        let absent = zip(members, read).filter { $1 == nil }.map(\.0.uri)
        return PresentationReport(
            findings: log.findings, suppressed: log.suppressed, absent: absent,
            notChecked: absent.isEmpty ? [] : Rule.all.filter { $0.needs.contains(.playlists) })
    }

    /// ``report()``'s findings.
    public func findings() -> [PresentationFinding] { report().findings }

    private func check(_ presentation: ReadPresentation, _ log: PresentationLog) {
        TagAgreementCheck(presentation: presentation, log: log).run()
        ContentAgreementCheck(presentation: presentation, log: log).run()
        let undated = DateAgreementCheck(presentation: presentation, log: log).run()
        DateRangeAgreementCheck(presentation: presentation, log: log).run()
        let names = ResourceNames(self)
        KeyAgreementCheck(presentation: presentation, names: names, log: log).run()
        LowLatencyAgreementCheck(
            playlists: self, presentation: presentation, names: names, undated: undated, log: log
        ).run()
        BandwidthCheck(presentation: presentation, log: log).run()
    }
}
