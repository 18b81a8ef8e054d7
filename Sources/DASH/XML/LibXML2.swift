internal import CLibXML2

/// What of libxml2 belongs to the whole process.
enum LibXML2 {
    /// Set up once, before the first use: nothing is ever fetched from the network, whatever a document or a schema
    /// refers to.
    static let isReady: Bool = {
        xmlInitParser()
        xmlSetExternalEntityLoader(xmlNoNetExternalEntityLoader)
        return true
    }()

    /// How documents are parsed: alone, and as the UTF-8 that they must be. An encoding that they declare could hide from
    /// us what they hold.
    static let options = Int32(
        XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue | XML_PARSE_BIG_LINES.rawValue)
    static let encoding = "UTF-8"

    /// What libxml2 says goes to a log, never to standard error.
    final class Log {
        /// Later ones say nothing new.
        private static let limit = 100
        private(set) var entries: [MPDSchema.Problem] = []

        private func add(_ message: UnsafePointer<CChar>?, line: Int) {
            guard entries.count < Self.limit else { return }
            let text = message.map { String(cString: $0) } ?? "unknown"
            let oneLine = text.split(whereSeparator: \.isNewline).joined(separator: " ")
            entries.append(MPDSchema.Problem(message: oneLine, line: line > 0 ? line : nil))
        }

        /// For the callbacks of a call that does not outlive this.
        var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

        /// The callback that such a pointer goes with.
        static let handler: xmlStructuredErrorFunc = { pointer, error in
            guard let pointer, let error else { return }
            let log = Unmanaged<Log>.fromOpaque(pointer).takeUnretainedValue()
            log.add(error.pointee.message, line: Int(error.pointee.line))
        }
    }
}

/// Turns a failed call into an error.
@discardableResult
func check(_ result: Int32, _ operation: @autoclosure () -> String) throws(MPDError) -> Int32 {
    guard result >= 0 else { throw MPDError(.library("libxml2 could not \(operation())")) }
    return result
}

/// What an allocating call returned; `nil` means that memory ran out.
func allocated<Value>(_ value: Value?, _ operation: @autoclosure () -> String) throws(MPDError) -> Value {
    guard let value else { throw MPDError(.library("libxml2 could not \(operation())")) }
    return value
}
