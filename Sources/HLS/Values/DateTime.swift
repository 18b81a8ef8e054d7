/// An ISO 8601 date and time of day, of any of its forms, as EXT-X-PROGRAM-DATE-TIME and EXT-X-DATERANGE carry it. §4.4.4.6.
///
/// The moment is exact to the nanosecond. How it was written (zone, digits of the fraction) is kept, and two values are
/// equal when both are. It is written in the extended form of a calendar date.
public struct DateTime: Hashable, Sendable, CustomStringConvertible {
    /// Whole seconds since 1970-01-01T00:00:00Z, without leap seconds.
    public var secondsSince1970: Int64
    /// The rest of the second, 0 to 999,999,999.
    public var nanoseconds: UInt32
    /// Minutes east of UTC as written; `nil` when no zone is written, which reads as UTC.
    public var offsetMinutes: Int16?
    /// Digits written after the second's point, 0 to 9.
    public var fractionDigits: UInt8

    /// A moment in UTC, written with milliseconds.
    public init(millisecondsSince1970 milliseconds: Int64) {
        let seconds = milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000
        secondsSince1970 = seconds
        nanoseconds = UInt32(milliseconds - seconds * 1000) * 1_000_000
        offsetMinutes = 0
        fractionDigits = 3
    }

    /// A date and time as a playlist writes it; `nil` when it is none.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        self.init(bytes.span)
    }

    /// Milliseconds since 1970, rounded down.
    public var millisecondsSince1970: Int64 { secondsSince1970 * 1000 + Int64(nanoseconds / 1_000_000) }

    /// The time from `other` to this one.
    public func since(_ other: DateTime) -> Duration {
        .seconds(secondsSince1970 - other.secondsSince1970)
            + .nanoseconds(Int64(nanoseconds) - Int64(other.nanoseconds))
    }

    /// This moment and that much more, in the same zone.
    public func adding(_ span: Duration) -> DateTime {
        let (seconds, attoseconds) = span.components
        var nanos = Int64(nanoseconds) + attoseconds / 1_000_000_000
        var sum = max(-(1 << 58), min(secondsSince1970, 1 << 58)) + max(-(1 << 58), min(seconds, 1 << 58))
        if nanos < 0 { (nanos, sum) = (nanos + 1_000_000_000, sum &- 1) }
        if nanos >= 1_000_000_000 { (nanos, sum) = (nanos - 1_000_000_000, sum &+ 1) }
        var result = self
        // Far from any year that can be written, and far from where its arithmetic would overflow.
        result.secondsSince1970 = max(-(1 << 58), min(sum, 1 << 58))
        result.nanoseconds = UInt32(nanos)
        return result
    }

    /// Whether both are the same moment, however they are written.
    public func isSameMoment(as other: DateTime) -> Bool {
        secondsSince1970 == other.secondsSince1970 && nanoseconds == other.nanoseconds
    }

    /// `2026-02-19T12:00:00.000Z`, with the zone and the fraction digits it has.
    public var description: String {
        let local = secondsSince1970 + Int64(offsetMinutes ?? 0) * 60
        let day = local >= 0 ? local / 86400 : (local - 86399) / 86400
        let second = local - day * 86400
        let (year, month, dayOfMonth) = civilDate(daysSince1970: day)
        var text = "\(padded(year, 4))-\(padded(month, 2))-\(padded(dayOfMonth, 2))T"
        text += "\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
        if fractionDigits > 0 {
            text += "." + padded(Int64(nanoseconds), 9).prefix(Int(fractionDigits))
        }
        switch offsetMinutes {
        case nil: return text
        case 0: return text + "Z"
        case .some(let minutes):
            let magnitude = Int64(minutes.magnitude)
            return text + (minutes < 0 ? "-" : "+") + "\(padded(magnitude / 60, 2)):\(padded(magnitude % 60, 2))"
        }
    }
}

/// Days in the proleptic Gregorian calendar, counted in years that begin in March so that a leap day ends one.
func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
}

private func civilDate(daysSince1970 days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9)
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
}

private func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}
