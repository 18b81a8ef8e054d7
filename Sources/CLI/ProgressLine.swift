import Platform

/// A line on a terminal that says how far something is; nothing anywhere else.
struct ProgressLine {
    private let label: String
    private let total: Int
    private let isShown = StandardStream.error.isTerminal
    private var percent = -1

    init(_ label: String, total: Int) {
        self.label = label
        self.total = max(1, total)
    }

    mutating func show(_ done: Int) {
        let now = done * 100 / total
        guard isShown, now != percent else { return }
        percent = now
        StandardStream.error.write("\r\(label) \(now) %")
    }

    func clear() {
        if isShown, percent >= 0 { StandardStream.error.write("\r\u{1B}[K") }
    }
}
