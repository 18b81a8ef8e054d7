extension String {
    /// As it is when it is made of letters, digits and the like, else in quotes, with escapes for what does not print or
    /// would change how the text around it is shown.
    package var quotedForPrinting: String { quotedForPrinting(isPiece: false) }

    /// A piece of a longer text is escaped as if it stood in quotes.
    func quotedForPrinting(isPiece: Bool) -> String {
        if isPiece { return escaped { $0 == "\"" || $0 == "\\" } }
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

    /// Parts of at most 4096 scalars: what is made of a long text must not be in memory all at once.
    package var pieces: some Sequence<String> {
        sequence(state: unicodeScalars.startIndex) { start in
            guard start < unicodeScalars.endIndex else { return nil }
            let end = unicodeScalars.index(start, offsetBy: 4096, limitedBy: unicodeScalars.endIndex)
            defer { start = end ?? unicodeScalars.endIndex }
            return String(unicodeScalars[start..<(end ?? unicodeScalars.endIndex)])
        }
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
