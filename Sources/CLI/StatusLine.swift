import Platform

/// A line on a terminal that says what is being done; nothing anywhere else.
struct StatusLine {
    private let isShown = StandardStream.error.isTerminal

    func show(_ text: String) {
        if isShown { StandardStream.error.write("\r\u{1B}[K\(text)") }
    }

    func clear() {
        if isShown { StandardStream.error.write("\r\u{1B}[K") }
    }
}
