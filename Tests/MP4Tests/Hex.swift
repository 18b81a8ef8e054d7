/// Bytes from hexadecimal digits; spaces and line ends between them are for the reader.
func hex(_ text: String) -> [UInt8] {
    let digits = text.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

/// The bytes of four-character codes and other ASCII.
func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }
