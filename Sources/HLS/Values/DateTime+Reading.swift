extension DateTime {
    /// A calendar, week or ordinal date, `T`, and a time of day to hours, minutes or seconds, both in the extended form or
    /// both in the basic one; a fraction of the last of these after `.` or `,`; and a zone of `Z`, `±hh`, `±hhmm` or
    /// `±hh:mm`. 24:00:00 is the next midnight and a 60th second the next minute. ISO 8601:2004, 4.1 to 4.3.
    init?(_ text: Span<UInt8>) {
        var index = 0
        guard let date = date(text, &index), index < text.count, text[index] | 0x20 == UInt8(ascii: "t") else {
            return nil
        }
        index += 1
        guard let time = timeOfDay(text, &index, isExtended: date.isExtended), let offset = zone(text, from: index)
        else { return nil }
        let local = date.days * 86400 + time.seconds
        guard Self.writable.contains(local) else { return nil }
        secondsSince1970 = local - Int64(offset.minutes ?? 0) * 60
        nanoseconds = time.nanoseconds
        offsetMinutes = offset.minutes
        fractionDigits = time.fractionDigits
    }

    /// Local seconds of the years 0000 to 9999, which four digits can say.
    private static let writable =
        daysSince1970(year: 0, month: 1, day: 1) * 86400..<daysSince1970(year: 10_000, month: 1, day: 1) * 86400
}

// MARK: Dates

/// `YYYY-MM-DD`, `YYYY-Www-D`, `YYYY-DDD`, or the same without hyphens, in days since 1970.
private func date(_ text: Span<UInt8>, _ index: inout Int) -> (days: Int64, isExtended: Bool)? {
    guard let year = digits(text, &index, 4) else { return nil }
    let isExtended = skip("-", text, &index)
    if skip("W", text, &index) {
        guard let week = digits(text, &index, 2), skip("-", text, &index) == isExtended,
            let day = digits(text, &index, 1), (1...7).contains(day), week >= 1
        else { return nil }
        let days = firstMonday(of: year) + (week - 1) * 7
        return days < firstMonday(of: year + 1) ? (days + day - 1, isExtended) : nil
    }
    let start = index
    while index < text.count, text[index].decimalDigit != nil { index += 1 }
    let count = index - start
    index = start
    if count == 3 {
        guard let day = digits(text, &index, 3), (1...(daysInMonth(2, of: year) + 337)).contains(day) else {
            return nil
        }
        return (daysSince1970(year: year, month: 1, day: 1) + day - 1, isExtended)
    }
    guard let month = digits(text, &index, 2), (1...12).contains(month), skip("-", text, &index) == isExtended,
        let day = digits(text, &index, 2), (1...daysInMonth(month, of: year)).contains(day)
    else { return nil }
    return (daysSince1970(year: year, month: month, day: day), isExtended)
}

/// The Monday of the week that has the fourth of January, which is a year's first.
private func firstMonday(of year: Int64) -> Int64 {
    let fourth = daysSince1970(year: year, month: 1, day: 4)
    // The first of January 1970 was a Thursday.
    let weekday = ((fourth + 3) % 7 + 7) % 7
    return fourth - weekday
}

private func daysInMonth(_ month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
}

// MARK: Times of day

/// `hh:mm:ss`, `hh:mm` or `hh`, or the same without colons, and a fraction of the last.
private func timeOfDay(
    _ text: Span<UInt8>, _ index: inout Int, isExtended: Bool
) -> (seconds: Int64, nanoseconds: UInt32, fractionDigits: UInt8)? {
    guard let hour = digits(text, &index, 2) else { return nil }
    var (minute, second, unit) = (Int64(0), Int64(0), Int64(3600))
    if startsNext(text, &index, isExtended) {
        guard let value = digits(text, &index, 2) else { return nil }
        (minute, unit) = (value, 60)
        if startsNext(text, &index, isExtended) {
            guard let value = digits(text, &index, 2) else { return nil }
            (second, unit) = (value, 1)
        }
    }
    guard let (part, places) = fraction(text, &index), minute < 60, second <= 60,
        hour < 24 || hour == 24 && minute == 0 && second == 0 && part == 0
    else { return nil }
    let nanoseconds = Int64(part) * unit
    let seconds = hour * 3600 + minute * 60 + second + nanoseconds / 1_000_000_000
    let rest = UInt32(nanoseconds % 1_000_000_000)
    return (seconds, rest, unit == 1 ? places : max(min(places, 3), significantDigits(rest)))
}

/// Whether minutes or seconds follow: a colon, or in the basic form a digit.
private func startsNext(_ text: Span<UInt8>, _ index: inout Int, _ isExtended: Bool) -> Bool {
    isExtended ? skip(":", text, &index) : index < text.count && text[index].decimalDigit != nil
}

/// Digits after a point or a comma, in billionths; 0 where there is none. Digits past the ninth are dropped.
private func fraction(_ text: Span<UInt8>, _ index: inout Int) -> (billionths: UInt32, digits: UInt8)? {
    guard skip(".", text, &index) || skip(",", text, &index) else { return (0, 0) }
    var (value, places) = (UInt32(0), UInt8(0))
    let first = index
    while index < text.count, let digit = text[index].decimalDigit {
        if places < 9 { (value, places) = (value * 10 + UInt32(digit), places + 1) }
        index += 1
    }
    guard index > first else { return nil }
    for _ in places..<9 { value *= 10 }
    return (value, places)
}

/// How many digits after the point say so many nanoseconds.
private func significantDigits(_ nanoseconds: UInt32) -> UInt8 {
    var (rest, count) = (nanoseconds, UInt8(9))
    while count > 0, rest % 10 == 0 { (rest, count) = (rest / 10, count - 1) }
    return count
}

/// The zone that fills the rest of the text; `nil` when the rest is no zone.
private func zone(_ text: Span<UInt8>, from start: Int) -> (minutes: Int16?, Void)? {
    var index = start
    if index == text.count { return (nil, ()) }
    if text[index] | 0x20 == UInt8(ascii: "z") { return index + 1 == text.count ? (0, ()) : nil }
    let isWest = skip("-", text, &index)
    guard isWest || skip("+", text, &index), let hours = digits(text, &index, 2) else { return nil }
    var minutes: Int64 = 0
    if index < text.count {
        _ = skip(":", text, &index)
        guard let part = digits(text, &index, 2) else { return nil }
        minutes = part
    }
    guard index == text.count, hours < 24, minutes < 60 else { return nil }
    let total = Int16(hours * 60 + minutes)
    return (isWest ? -total : total, ())
}

// MARK: Characters

/// Whether the next character is this one, which is then behind.
private func skip(_ character: Unicode.Scalar, _ text: Span<UInt8>, _ index: inout Int) -> Bool {
    guard index < text.count, text[index] == UInt8(ascii: character) else { return false }
    index += 1
    return true
}

private func digits(_ text: Span<UInt8>, _ index: inout Int, _ count: Int) -> Int64? {
    guard count <= text.count - index else { return nil }
    var value: Int64 = 0
    for place in index..<(index + count) {
        guard let digit = text[place].decimalDigit else { return nil }
        value = value * 10 + Int64(digit)
    }
    index += count
    return value
}
