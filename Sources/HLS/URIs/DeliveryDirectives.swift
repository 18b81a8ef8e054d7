/// What a client asks of the server in the query of a media playlist's URI. §6.2.5.
public struct DeliveryDirectives: Hashable, Sendable {
    /// `_HLS_skip`: which tags an update may leave out.
    public enum Skip: String, Hashable, Sendable {
        /// Older segments. The server offers it with CAN-SKIP-UNTIL.
        case segments = "YES"
        /// Older date ranges too. The server offers it with CAN-SKIP-DATERANGES.
        case segmentsAndDateRanges = "v2"
    }

    /// `_HLS_msn`: answer once the playlist has the segment of that media sequence number.
    public var mediaSequenceNumber: UInt64?
    /// `_HLS_part`: …and the part of that index in it. Without `mediaSequenceNumber` it is not sent.
    public var part: UInt64?
    /// `_HLS_skip`.
    public var skip: Skip?

    /// Directives; none asks for the whole playlist as it is.
    public init(mediaSequenceNumber: UInt64? = nil, part: UInt64? = nil, skip: Skip? = nil) {
        self.mediaSequenceNumber = mediaSequenceNumber
        self.part = part
        self.skip = skip
    }

    /// The URI to request: its other parameters stay as they are, the directives it had are replaced, and all stand in the
    /// order of their bytes, so that caches see one URI for one request (§6.3.2). A fragment is left out.
    public func applied(to uri: URIReference) -> URIReference {
        var parameters = (uri.query ?? "").split(separator: "&", omittingEmptySubsequences: true).map(String.init)
        parameters.removeAll { parameter in
            ["_HLS_msn", "_HLS_part", "_HLS_skip"].contains { name(parameter).elementsEqual($0.utf8) }
        }
        if let mediaSequenceNumber {
            parameters.append("_HLS_msn=\(mediaSequenceNumber)")
            if let part { parameters.append("_HLS_part=\(part)") }
        }
        if let skip { parameters.append("_HLS_skip=\(skip.rawValue)") }
        let sorted = parameters.enumerated().sorted { left, right in
            let (first, second) = (name(left.element), name(right.element))
            if first.elementsEqual(second) { return left.offset < right.offset }
            return first.lexicographicallyPrecedes(second)
        }
        var result = uri
        result.query = sorted.isEmpty ? nil : sorted.map(\.element).joined(separator: "&")
        result.fragment = nil
        return result
    }

    private func name(_ parameter: String) -> Substring.UTF8View {
        parameter.utf8.prefix { $0 != UInt8(ascii: "=") }
    }
}
