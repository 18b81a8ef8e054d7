extension PresentationPlaylists {
    /// Checks every rule between playlists on those that are at hand.
    ///
    /// Only what breaks a rule whenever the playlists were loaded is a finding: of playlists that grow, one may have been
    /// loaded later than another.
    public func report() -> PresentationReport {
        let rules = Rule.all.filter { $0.needs.contains(.playlists) }
        // What is not at hand of the multivariant playlist may be what another playlist seems to lack.
        guard reading.isReadToEnd else {
            return PresentationReport(findings: [], suppressed: [:], absent: [], notChecked: rules)
        }
        let log = PresentationLog()
        let read = members.enumerated().map { ReadMember($1, at: $0) }
        check(
            ReadPresentation(
                multivariant: multivariant, locations: reading.locations, members: read.compactMap(\.self)), log)
        checkKinds(log)
        let absent = zip(members, read).filter { $1 == nil }.map(\.0.uri)
        return PresentationReport(
            findings: log.findings, suppressed: log.suppressed, absent: absent,
            notChecked: absent.isEmpty ? [] : rules)
    }

    /// ``report()``'s findings.
    public func findings() -> [PresentationFinding] { report().findings }

    /// What is named is a media playlist: no multivariant one, and not this playlist itself. §4.4.6.2.
    private func checkKinds(_ log: PresentationLog) {
        let own = uri.map { ResourceName("", in: $0) }
        for member in members {
            let isItself = own != nil && ResourceName(member.uri, in: uri) == own
            guard isItself || member.reading?.isOfMultivariant == true, let role = member.roles.first else { continue }
            log.report(
                .p49, in: nil, at: position(of: role),
                "'\(member.uri.shortened)' is \(isItself ? "this playlist itself" : "a multivariant playlist")")
        }
    }

    private func position(of role: Role) -> SourcePosition {
        switch role {
        case .variant(let index): reading.locations.variants[safely: index]
        case .rendition(let index): reading.locations.renditions[safely: index]
        case .iFrameVariant(let index): reading.locations.iFrameVariants[safely: index]
        }
    }

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

extension Reading {
    /// Whether a text that could be read is a multivariant playlist.
    fileprivate var isOfMultivariant: Bool {
        guard let multivariant = playlist.multivariant else { return false }
        return refusal == nil || !multivariant.variants.isEmpty
    }
}
