internal import CQREncode

/// A QR code (ISO/IEC 18004), through libqrencode.
package struct QRCode: Sendable {
    /// Modules on a side.
    package let size: Int
    private let modules: [Bool]

    /// Of the bytes of a text, with the second level of error correction; `nil` when they are too many or none.
    package init?(_ text: String) {
        guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
        defer { QRcode_free(code) }
        size = Int(code.pointee.width)
        modules = (0..<size * size).map { code.pointee.data[$0] & 1 == 1 }
    }

    /// Whether a module is dark. Outside the code everything is light.
    package func isDark(_ column: Int, _ row: Int) -> Bool {
        (0..<size).contains(column) && (0..<size).contains(row) && modules[row * size + column]
    }

    /// For a terminal: half blocks, two rows a line, with the quiet zone of four modules.
    ///
    /// - Parameter isColored: whether escape sequences make it dark on light. Without them blocks are the light modules,
    ///   for a terminal that is dark.
    package func text(isColored: Bool) -> String {
        let zone = 4
        var lines = ""
        for row in stride(from: -zone, to: size + zone, by: 2) {
            if isColored { lines += "\u{1B}[30;107m" }
            for column in -zone..<size + zone {
                lines += Self.block(isDark(column, row) == isColored, isDark(column, row + 1) == isColored)
            }
            lines += isColored ? "\u{1B}[0m\n" : "\n"
        }
        return lines
    }

    private static func block(_ upper: Bool, _ lower: Bool) -> String {
        switch (upper, lower) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
    }
}
