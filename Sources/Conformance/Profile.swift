/// A published set of rules that playlists are held against.
package enum Profile: String, Sendable, CaseIterable {
    /// The protocol: ``source``.
    case rfc
    /// Apple's authoring specification as well.
    case apple

    /// The text that the rules follow, with its revision.
    package var source: String {
        switch self {
        case .rfc: "draft-pantos-hls-rfc8216bis-20"
        case .apple: "HLS authoring specification for Apple devices, revision 2025-06-26"
        }
    }
}

/// A family of Apple devices that amends the general rules.
package enum DevicePlatform: String, Sendable, CaseIterable {
    case ios, macos, tvos, visionos
    /// Televisions of others that take AirPlay 2.
    case airplay2

    /// What follows the `@` of an amended rule's id.
    package var suffix: String {
        switch self {
        case .ios: "ios"
        case .macos: "mac"
        case .tvos: "tv"
        case .visionos: "vis"
        case .airplay2: "ap2"
        }
    }
}
