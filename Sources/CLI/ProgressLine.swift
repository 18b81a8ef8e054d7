import Platform

/// A line on a terminal that says how far something is; nothing anywhere else.
struct ProgressLine {
    private let label: String
    private let total: Int
    private let isShown = StandardStream.error.isTerminal
    private var percent = -1
    private var step = ""

    init(_ label: String, total: Int) {
        // With what follows it stays in one line of a narrow terminal: a line that wraps cannot be cleared.
        self.label = label.count > 24 ? "\(label.prefix(23))…" : label
        self.total = max(1, total)
    }

    /// Says something only when there is another hundredth to tell, of this step or of the next. `detail` follows it.
    mutating func show(_ done: Int, of step: String = "", _ detail: @autoclosure () -> String = "") {
        let now = done * 100 / total
        guard isShown, now != percent || step != self.step else { return }
        (percent, self.step) = (now, step)
        let detail = detail()
        StandardStream.error.write("\r\u{1B}[K\(label) \(now) %\(detail.isEmpty ? "" : "  \(detail)")")
    }

    func clear() {
        if isShown, percent >= 0 { StandardStream.error.write("\r\u{1B}[K") }
    }
}
