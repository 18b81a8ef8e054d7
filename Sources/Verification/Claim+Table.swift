package import Signing

// Which claims are made about what. This is the only list of them: reports hold a row for each, whatever happened.

extension Claim {
    /// What a claim is about.
    package enum Scope: Hashable, Sendable {
        /// What the package says of itself.
        case package
        /// Playing, in each form in which tokens travel.
        case playing
        /// What a disk, a wire and a device do to a cache, which has nothing to do with tokens.
        case trouble
    }

    package var scope: Scope {
        switch self {
        case .package: .package
        case .coldStart, .coldFrames, .seams, .expired, .warmPlaylists, .warmObjects, .warmFrames, .controlHits,
            .controlMisses, .controlStays, .midplayRefresh, .midplayObjects, .refusals, .removed, .digests, .ledger:
            .playing
        case .resumed, .faults, .index, .fullDisk, .readOnly, .eviction, .memoryWarning: .trouble
        }
    }

    /// Why it cannot be made about a stream that no `package.json` describes; `nil` when it can.
    package var needOfPackage: String? {
        switch self {
        case .package: "there is no package.json to hold the files against"
        default: nil
        }
    }

    /// In the order of the report.
    ///
    /// - Parameter form: how tokens travel.
    package static func playing(_ form: CarriageForm) -> [Claim] {
        // A cookie is in no URL, so that the control hits where it has to miss in the other forms.
        let other: Claim = form == .cookie ? .controlMisses : .controlStays
        return allCases.filter { $0.scope == .playing && $0 != other }
    }

    package static var trouble: [Claim] { allCases.filter { $0.scope == .trouble } }
}
