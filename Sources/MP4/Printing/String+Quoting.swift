extension String {
    /// As it is when it is made of letters, digits and the like, else in quotes, with escapes for what does not print or
    /// would change how the text around it is shown.
    package var quotedForPrinting: String {
        let isPlain =
            !isEmpty
            && utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
                    || [0x2D, 0x2E, 0x5F].contains($0)
            }
        if isPlain { return self }
        return "\"\(escaped { $0 == "\"" || $0 == "\\" })\""
    }

    /// With escapes for what does not print or would change how the text around it is shown.
    package var escapedForPrinting: String {
        unicodeScalars.contains(where: \.isUnprintable) ? escaped { _ in false } : self
    }

    private func escaped(hasBackslash: (Unicode.Scalar) -> Bool) -> String {
        var escaped = ""
        for scalar in unicodeScalars {
            if scalar.isUnprintable {
                escaped += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                if hasBackslash(scalar) { escaped += "\\" }
                escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

extension Unicode.Scalar {
    fileprivate var isUnprintable: Bool {
        if (0x20...0x7E).contains(value) { return false }
        return switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: true
        default: false
        }
    }
}
