/// What an object is wanted for.
package enum ObjectUse: String, Hashable, Sendable, Codable, CaseIterable {
    /// It is played now.
    case play
    /// It may be played soon.
    case preload
    /// It is kept until somebody removes it.
    case download

    /// What its bytes are accounted as.
    package var cause: ByteCause {
        switch self {
        case .play: .play
        case .preload: .preload
        case .download: .download
        }
    }
}
