/// An ISO 8601 date and time of day, as EXT-X-PROGRAM-DATE-TIME and EXT-X-DATERANGE carry it. §4.4.4.6.
///
/// The moment is exact to the nanosecond. How it was written (zone, digits of the fraction) is kept, and two values are
/// equal when both are.
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

extension DateTime {
    /// Extended form with `T`, seconds, an optional fraction after `.` or `,`, and a zone of `Z`, `±hh`, `±hhmm` or
    /// `±hh:mm`. 24:00:00 is the next midnight and a 60th second the next minute.
    init?(_ text: Span<UInt8>) {
        guard text.count >= 19, let year = digits(text, 0, 4), let month = digits(text, 5, 2),
            let day = digits(text, 8, 2), let hour = digits(text, 11, 2), let minute = digits(text, 14, 2),
            let second = digits(text, 17, 2),
            text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"), text[10] | 0x20 == UInt8(ascii: "t"),
            text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"),
            (1...12).contains(month), (1...daysInMonth(month, of: year)).contains(day),
            hour < 24 || hour == 24 && minute == 0 && second == 0, minute < 60, second <= 60
        else { return nil }
        var (index, nanos, places) = (19, UInt32(0), UInt8(0))
        if index < text.count, text[index] == UInt8(ascii: ".") || text[index] == UInt8(ascii: ",") {
            index += 1
            let first = index
            while index < text.count, let digit = text[index].decimalDigit {
                if places < 9 { (nanos, places) = (nanos * 10 + UInt32(digit), places + 1) }
                index += 1
            }
            guard index > first else { return nil }
            for _ in places..<9 { nanos *= 10 }
        }
        guard let offset = zone(text, from: index) else { return nil }
        let days = daysSince1970(year: year, month: month, day: day)
        secondsSince1970 = days * 86400 + hour * 3600 + minute * 60 + second - Int64(offset.minutes ?? 0) * 60
        nanoseconds = nanos
        offsetMinutes = offset.minutes
        fractionDigits = places
    }
}

/// The zone that fills the rest of the text; `nil` when the rest is no zone.
private func zone(_ text: Span<UInt8>, from start: Int) -> (minutes: Int16?, Void)? {
    let length = text.count - start
    if length == 0 { return (nil, ()) }
    let sign = text[start]
    if length == 1 { return sign | 0x20 == UInt8(ascii: "z") ? (0, ()) : nil }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), let hours = digits(text, start + 1, 2) else {
        return nil
    }
    var minutes: Int64 = 0
    switch length {
    case 3: break
    case 5:
        guard let part = digits(text, start + 3, 2) else { return nil }
        minutes = part
    case 6:
        guard text[start + 3] == UInt8(ascii: ":"), let part = digits(text, start + 4, 2) else { return nil }
        minutes = part
    default: return nil
    }
    guard hours < 24, minutes < 60 else { return nil }
    let total = Int16(hours * 60 + minutes)
    return (sign == UInt8(ascii: "-") ? -total : total, ())
}

private func digits(_ text: Span<UInt8>, _ start: Int, _ count: Int) -> Int64? {
    guard start + count <= text.count else { return nil }
    var value: Int64 = 0
    for index in start..<(start + count) {
        guard let digit = text[index].decimalDigit else { return nil }
        value = value * 10 + Int64(digit)
    }
    return value
}

private func daysInMonth(_ month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
}

/// Days in the proleptic Gregorian calendar, counted in years that begin in March so that a leap day ends one.
private func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
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
