extension DateRange {
    /// What both tags of one ID say together; where they disagree, this one. §4.4.5.1.
    public func merged(with later: DateRange) -> DateRange {
        var result = self
        var names = attributeNames
        result.merge(later, names: &names)
        return result
    }

    /// The names of the attributes that are in lists.
    fileprivate var attributeNames: Set<String> { Set(clientAttributes.map(\.name) + otherAttributes.map(\.name)) }

    /// Adds what a later tag says; `names` are those this one has already.
    fileprivate mutating func merge(_ later: DateRange, names: inout Set<String>) {
        rangeClass = rangeClass ?? later.rangeClass
        startDate = startDate ?? later.startDate
        if cue.isEmpty { cue = later.cue }
        endDate = endDate ?? later.endDate
        duration = duration ?? later.duration
        plannedDuration = plannedDuration ?? later.plannedDuration
        scte35Command = scte35Command ?? later.scte35Command
        scte35Out = scte35Out ?? later.scte35Out
        scte35In = scte35In ?? later.scte35In
        endsOnNext = endsOnNext || later.endsOnNext
        for attribute in later.clientAttributes where names.insert(attribute.name).inserted {
            clientAttributes.append(attribute)
        }
        for attribute in later.otherAttributes where names.insert(attribute.name).inserted {
            otherAttributes.append(attribute)
        }
    }

    /// Every attribute that is there but ID, by its name, as text.
    var attributeTexts: [(String, String)] {
        let known: [(String, String?)] = [
            ("CLASS", rangeClass), ("START-DATE", startDate.map { "\($0.millisecondsSince1970)" }),
            ("CUE", cue.isEmpty ? nil : cue.map(\.rawValue).joined(separator: ",")),
            ("END-DATE", endDate.map { "\($0.millisecondsSince1970)" }),
            ("DURATION", duration.map(\.normalizedText)), ("PLANNED-DURATION", plannedDuration.map(\.normalizedText)),
            ("SCTE35-CMD", scte35Command?.description), ("SCTE35-OUT", scte35Out?.description),
            ("SCTE35-IN", scte35In?.description), ("END-ON-NEXT", endsOnNext ? "YES" : nil),
        ]
        let texts = known.compactMap { name, text in text.map { (name, $0) } }
        let client = clientAttributes.map { attribute -> (String, String) in
            switch attribute.value {
            case .string(let text): (attribute.name, text)
            case .hex(let bytes): (attribute.name, bytes.description)
            case .number(let number): (attribute.name, number.normalizedText)
            }
        }
        return texts + client
    }
}

extension ExactDecimal {
    /// Equal numbers give equal text.
    fileprivate var normalizedText: String {
        var (mantissa, digits) = (mantissa, fractionDigits)
        while digits > 0, mantissa % 10 == 0 { (mantissa, digits) = (mantissa / 10, digits - 1) }
        return ExactDecimal(unchecked: mantissa, digits).description
    }
}

extension MediaPlaylist {
    /// The date ranges with all tags of one ID made one, in the order of their first tags.
    public var mergedDateRanges: [DateRange] {
        var order: [String] = []
        var byID: [String: DateRange] = [:]
        var names: [String: Set<String>] = [:]
        for range in dateRanges {
            if names[range.id] != nil {
                byID[range.id]?.merge(range, names: &names[range.id, default: []])
            } else {
                order.append(range.id)
                byID[range.id] = range
                names[range.id] = range.attributeNames
            }
        }
        return order.compactMap { byID[$0] }
    }
}
