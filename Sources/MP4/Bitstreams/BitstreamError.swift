/// Why a parameter set or a configuration of a codec could not be read.
public enum BitstreamError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The bytes end before the syntax does.
    case truncated
    /// A value outside what the specification allows; the element's name.
    case invalidValue(String)
    /// A parameter set that is needed is missing; its name.
    case missing(String)

    /// `truncated`, `invalid level_idc`, `no SPS`.
    public var description: String {
        switch self {
        case .truncated: "truncated"
        case .invalidValue(let name): "invalid \(name)"
        case .missing(let name): "no \(name)"
        }
    }
}
