import Platform

/// Standard output in pieces worth a system call.
final class OutputBuffer {
    private var text = ""

    func write(_ piece: String) {
        text += piece
        if text.utf8.count >= 1 << 16 { flush() }
    }

    func writeLine(_ line: String) { write(line + "\n") }

    func flush() {
        StandardStream.output.write(text)
        text = ""
    }
}
