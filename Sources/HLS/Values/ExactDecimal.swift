/// A decimal-floating-point or signed-decimal-floating-point number, kept exactly as it is written.
///
/// The value is `mantissa` / 10^`fractionDigits`. Equality, order and hashing are those of the number, so `4.0` equals
/// `4.00`; the digits that were written are kept for writing it again. At most 18 digits follow the point.
/// draft-pantos-hls-rfc8216bis-20 §4.2.
public struct ExactDecimal: Sendable {
    /// All digits as one whole number.
    public let mantissa: Int64
    /// How many of the digits follow the point, 0 to 18.
    public let fractionDigits: UInt8

    /// The number zero.
    public static let zero = ExactDecimal(0)

    /// A whole number.
    public init(_ whole: Int64) {
        mantissa = whole
        fractionDigits = 0
    }

    /// `mantissa` / 10^`fractionDigits`; `nil` for more than 18 digits after the point.
    public init?(mantissa: Int64, fractionDigits: Int) {
        guard (0...18).contains(fractionDigits) else { return nil }
        self.init(unchecked: mantissa, UInt8(fractionDigits))
    }

    /// `numerator` / `denominator` rounded to the nearest number of that many digits after the point, halves away
    /// from zero; `nil` when it does not fit, or when `denominator` is not positive.
    ///
    /// Durations made as differences of two such numbers of one precision add up to the rounded end without drift.
    public init?(_ numerator: Int64, over denominator: Int64, fractionDigits: Int) {
        guard denominator > 0, (0...18).contains(fractionDigits) else { return nil }
        let product = numerator.magnitude.multipliedFullWidth(by: Self.powersOfTen[fractionDigits].magnitude)
        guard let magnitude = Self.quotient(product, denominator.magnitude) else { return nil }
        self.init(unchecked: numerator < 0 ? -magnitude : magnitude, UInt8(fractionDigits))
    }

    init(unchecked mantissa: Int64, _ fractionDigits: UInt8) {
        self.mantissa = mantissa
        self.fractionDigits = fractionDigits
    }

    /// Whether it was written without a point.
    public var isWrittenWithoutPoint: Bool { fractionDigits == 0 }

    /// The nearest `Double`, for display and for rates.
    public var doubleValue: Double { Double(mantissa) / Double(Self.powersOfTen[Int(fractionDigits)]) }

    /// As a time span in seconds, exact to the attosecond.
    public var duration: Duration {
        let scale = Self.powersOfTen[Int(fractionDigits)]
        let (whole, rest) = mantissa.quotientAndRemainder(dividingBy: scale)
        return Duration(
            secondsComponent: whole, attosecondsComponent: rest * Self.powersOfTen[18 - Int(fractionDigits)])
    }

    /// In whole units of 1 / `scale`, rounded to nearest, halves away from zero; `nil` when it does not fit.
    public func units(per scale: Int64) -> Int64? {
        guard scale > 0 else { return nil }
        let product = mantissa.magnitude.multipliedFullWidth(by: scale.magnitude)
        let divisor = Self.powersOfTen[Int(fractionDigits)].magnitude
        return Self.quotient(product, divisor).map { mantissa < 0 ? -$0 : $0 }
    }

    /// To the nearest whole number, halves up; `nil` when it does not fit.
    private static func quotient(_ dividend: (high: UInt64, low: UInt64), _ divisor: UInt64) -> Int64? {
        guard dividend.high < divisor else { return nil }
        let (quotient, remainder) = divisor.dividingFullWidth(dividend)
        let (rounded, overflow) = quotient.addingReportingOverflow(remainder >= divisor - remainder ? 1 : 0)
        return overflow ? nil : Int64(exactly: rounded)
    }

    /// Without what follows the point.
    public var wholePart: Int64 { mantissa / Self.powersOfTen[Int(fractionDigits)] }

    /// The nearest whole number, halves up in magnitude.
    public var rounded: Int64 { units(per: 1) ?? (mantissa < 0 ? .min : .max) }

    /// The sum, exact; `nil` when it does not fit 64 bits.
    public func adding(_ other: ExactDecimal) -> ExactDecimal? {
        let digits = max(fractionDigits, other.fractionDigits)
        guard let left = scaled(to: digits), let right = other.scaled(to: digits) else { return nil }
        let (sum, overflow) = left.addingReportingOverflow(right)
        return overflow ? nil : ExactDecimal(unchecked: sum, digits)
    }

    /// The difference, exact; `nil` when it does not fit 64 bits.
    public func subtracting(_ other: ExactDecimal) -> ExactDecimal? {
        guard other.mantissa != .min else { return nil }
        return adding(ExactDecimal(unchecked: -other.mantissa, other.fractionDigits))
    }

    /// The mantissa with exactly that many digits after the point.
    private func scaled(to digits: UInt8) -> Int64? {
        let (value, overflow) = mantissa.multipliedReportingOverflow(by: Self.powersOfTen[Int(digits - fractionDigits)])
        return overflow ? nil : value
    }

    static let powersOfTen: [Int64] = (0...18).map { (0..<$0).reduce(1) { power, _ in power * 10 } }
}

extension ExactDecimal: Hashable, Comparable {
    /// Whether both are the same number, however many digits they have.
    public static func == (left: ExactDecimal, right: ExactDecimal) -> Bool {
        if left.fractionDigits == right.fractionDigits { return left.mantissa == right.mantissa }
        return left.crossProduct(right) == right.crossProduct(left)
    }

    /// The order of the numbers.
    public static func < (left: ExactDecimal, right: ExactDecimal) -> Bool {
        if left.fractionDigits == right.fractionDigits { return left.mantissa < right.mantissa }
        return left.crossProduct(right) < right.crossProduct(left)
    }

    /// Equal numbers hash alike.
    public func hash(into hasher: inout Hasher) {
        var (mantissa, digits) = (mantissa, fractionDigits)
        while digits > 0, mantissa % 10 == 0 { (mantissa, digits) = (mantissa / 10, digits - 1) }
        hasher.combine(mantissa)
        hasher.combine(digits)
    }

    private func crossProduct(_ other: ExactDecimal) -> Int128 {
        Int128(mantissa) * Int128(Self.powersOfTen[Int(other.fractionDigits)])
    }
}

extension ExactDecimal: CustomStringConvertible, ExpressibleByIntegerLiteral {
    /// A whole number.
    public init(integerLiteral value: Int64) { self.init(value) }

    /// As it is written in a playlist: `9.97667`, `-0.5`, `10`.
    public var description: String {
        let digits = String(mantissa.magnitude)
        let sign = mantissa < 0 ? "-" : ""
        guard fractionDigits > 0 else { return sign + digits }
        let places = Int(fractionDigits)
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.utf8.count)) + digits
        let point = padded.utf8.index(padded.endIndex, offsetBy: -places)
        return sign + padded[..<point] + "." + padded[point...]
    }

    /// A number as a playlist may write it, `nil` for anything else: a sign is allowed, an exponent is not, and a digit
    /// stands on both sides of a point.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let scan = DecimalScan(bytes.span), scan.length == bytes.count, !scan.isSloppy else { return nil }
        self = scan.value
    }
}
