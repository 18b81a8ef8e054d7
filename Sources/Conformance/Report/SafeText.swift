/// Text of a playlist or a file's name as it may be shown: nothing in it moves a terminal's cursor or turns the order of
/// what is read, and what may be a secret of a URI is left out.
package func safeText(_ text: String) -> String { escapingControls(maskingSecrets(text)) }

/// Control characters, line separators and marks that change the order of text as `\u{1B}`. Unicode §23.
package func escapingControls(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHidden) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
        if isHidden(scalar) {
            result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        } else {
            result.unicodeScalars.append(scalar)
        }
    }
    return result
}

private func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: true
    default: false
    }
}

/// A word of the text that has `?` in it has `…` for each value of its query; so have a user before `@` after `//`, and
/// a segment of a path that begins with `~` or has `=`, where servers carry tokens.
private func maskingSecrets(_ text: String) -> String {
    guard text.utf8.contains(where: { "?~=@".utf8.contains($0) }) else { return text }
    var result = ""
    var word = ""
    for character in text {
        if character.isWhitespace || "'\"<>".contains(character) {
            result += masked(word)
            result.append(character)
            word = ""
        } else {
            word.append(character)
        }
    }
    return result + masked(word)
}

private func masked(_ word: String) -> String {
    let path = word.prefix { $0 != "?" }
    let isAddress = path.contains("/") || path.endIndex < word.endIndex
    guard isAddress else { return word }
    var shown = path.split(separator: "/", omittingEmptySubsequences: false).map(maskedSegment).joined(separator: "/")
    if let slashes = shown.firstRange(of: "//") {
        let authority = shown[slashes.upperBound...].prefix { $0 != "/" }
        if let at = authority.lastIndex(of: "@") { shown.replaceSubrange(slashes.upperBound..<at, with: "…") }
    }
    guard path.endIndex < word.endIndex else { return shown }
    let query = word[word.index(after: path.endIndex)...]
    let parameters = query.split(separator: "&", omittingEmptySubsequences: false).map { parameter in
        guard let equals = parameter.firstIndex(of: "=") else { return parameter.isEmpty ? "" : "…" }
        return parameter[...equals] + "…"
    }
    return "\(shown)?\(parameters.joined(separator: "&"))"
}

private func maskedSegment(_ segment: Substring) -> String {
    if segment.hasPrefix("~"), segment.count > 1 { return "~…" }
    guard let equals = segment.firstIndex(of: "=") else { return String(segment) }
    return segment[...equals] + "…"
}
