import HLS
import MP4

/// A segment as it is printed.
struct SegmentEntry {
    let segment: HLS.MediaSegment
    /// Its media sequence number.
    let number: UInt64
    /// Its discontinuity sequence number.
    let discontinuity: UInt64
    /// Seconds from the first listed segment; `nil` where they cannot be counted exactly.
    let start: ExactDecimal?

    private var fields: NamedValues {
        var fields = NamedValues()
        fields.add("start", number: start)
        fields.add("duration", number: segment.duration)
        fields.add("uri", text: segment.uri)
        fields.add("byteRange", text: segment.byteRange.map(\.whole))
        fields.add("title", text: segment.title.isEmpty ? nil : segment.title)
        fields.add("discontinuities", number: segment.discontinuities == 0 ? nil : segment.discontinuities)
        fields.add("discontinuitySequence", number: discontinuity == 0 ? nil : discontinuity)
        fields.add("programDateTime", text: segment.programDateTime)
        fields.add("bitrate", number: segment.bitrate)
        fields.add("isGap", flag: segment.isGap)
        fields.add("map", text: segment.initializationSection?.uri)
        fields.add("mapByteRange", text: segment.initializationSection?.byteRange.map(\.whole))
        return fields
    }

    private var keys: [NamedValues] {
        segment.keys.map { key in
            var fields = NamedValues()
            fields.add("method", text: key.method.rawValue)
            fields.add("uri", text: key.uri)
            fields.add("iv", text: key.initializationVector)
            fields.add("keyFormat", text: key.keyFormat)
            fields.add("keyFormatVersions", text: key.keyFormatVersions)
            return fields
        }
    }

    private var parts: [NamedValues] {
        segment.parts.map { part in
            var fields = NamedValues()
            fields.add("duration", number: part.duration)
            fields.add("uri", text: part.uri)
            fields.add("byteRange", text: part.byteRange.map(\.whole))
            fields.add("isIndependent", flag: part.isIndependent)
            fields.add("isGap", flag: part.isGap)
            return fields
        }
    }

    var lines: [String] {
        ["segment \(number) \(fields.text)"] + keys.map { "    key \($0.text)" } + parts.map { "    part \($0.text)" }
            + segment.otherLines.map { "    not interpreted \($0.text.escapedForPrinting)" }
    }

    func write(to json: JSONWriter) {
        json.object {
            json.member("mediaSequenceNumber", number)
            fields.writeMembers(to: json)
            if !keys.isEmpty { json.array("keys", keys) { $0.write(to: json) } }
            if !parts.isEmpty { json.array("parts", parts) { $0.write(to: json) } }
            if !segment.otherLines.isEmpty {
                json.array("uninterpretedLines", segment.otherLines) { json.element($0.text) }
            }
        }
    }
}

extension ByteSubrange {
    /// With the offset, wherever the text has it.
    fileprivate var whole: String { "\(length)@\(offset.map { "\($0)" } ?? "?")" }
}
