extension Captions {
    /// The text of a WebVTT file whose cues are addresses of pictures, with other addresses and every other byte as it was.
    ///
    /// - Parameter replacement: what to write in place of a line of a cue; `nil` lets it stand, and so does a text with a
    ///   line end.
    package static func replacingAddresses(in text: [UInt8], with replacement: (String) -> String?) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count * 2)
        var isInCue = false
        for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if line.startIndex > 0 { result.append(UInt8(ascii: "\n")) }
            let content = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            if content.isEmpty { isInCue = false }
            var new: String?
            if isInCue { new = replacement(String(decoding: content, as: UTF8.self)) }
            if let new, !new.isEmpty, !new.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
                result += Array(new.utf8) + line[content.endIndex...]
            } else {
                result += line
            }
            if content.firstRange(of: Array(Timings.arrow.utf8)) != nil { isInCue = true }
        }
        return result
    }
}
