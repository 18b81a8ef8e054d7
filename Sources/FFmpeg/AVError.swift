internal import CFFmpeg

/// A failed call of libav: what was tried, on what, and what it said.
package struct AVError: Error, Hashable, Sendable, CustomStringConvertible {
    /// As libav returns it: negative, an errno or a tag.
    package var code: Int
    /// As `open reel.mp4`.
    package var operation: String
    /// libav's words, with the last line it logged when there is one.
    package var text: String

    package init(code: Int, operation: String, text: String) {
        self.code = code
        self.operation = operation
        self.text = text
    }

    /// The bytes are not what they claim to be.
    package var isInvalidData: Bool { code == Int(reelrig_AVERROR_INVALIDDATA) }

    package var description: String { "\(operation): \(text)" }

    init(_ code: Int32, _ operation: String, detail: String? = nil) {
        let text = AVError.text(of: code)
        self.init(code: Int(code), operation: operation, text: detail.map { "\(text): \($0)" } ?? text)
    }

    static func outOfMemory(_ operation: String) -> AVError { AVError(reelrig_AVERROR_ENOMEM, operation) }

    private static func text(of code: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: Int(AV_ERROR_MAX_STRING_SIZE))
        av_strerror(code, &buffer, buffer.count)
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// Turns a negative result into an error. `context` is the object whose log lines explain it.
@discardableResult
func check(
    _ code: Int32, _ operation: @autoclosure () -> String, about context: UnsafeMutableRawPointer? = nil
) throws(AVError) -> Int32 {
    guard code < 0 else { return code }
    throw AVError(code, operation(), detail: context.flatMap(Log.lastLine(about:)))
}

/// What an allocating call returned; `nil` means that memory ran out.
func allocated<Value>(_ value: Value?, _ operation: @autoclosure () -> String) throws(AVError) -> Value {
    guard let value else { throw .outOfMemory(operation()) }
    return value
}
