extension CMCD {
    /// What was understood of a text, and the first thing that was not and is left out.
    package struct Reading: Hashable, Sendable {
        package var data = CMCD()
        package var problem: String?

        fileprivate mutating func note(_ text: String) { if problem == nil { problem = text } }
    }

    /// A longer text is not read.
    private static let longest = 8192
    /// Further keys are left out.
    private static let mostKeys = 64

    /// - Parameter texts: the values of the four header fields, and the query parameter without its percent-encoding.
    ///   Of a key that comes twice the last counts (RFC 8941 §3.2).
    package static func read(_ texts: [String]) -> Reading {
        var reading = Reading()
        var found: [String: Value] = [:]
        for text in texts {
            guard text.utf8.count <= longest else {
                reading.note("more than \(longest) bytes")
                continue
            }
            var reader = DictionaryReader(text)
            do throws(DictionaryReader.Problem) {
                while let (key, value) = try reader.next() {
                    guard found.count < mostKeys || found[key] != nil else { throw .tooMany }
                    found[key] = value
                }
            } catch {
                reading.note(error.text)
            }
        }
        keep(found, in: &reading)
        return reading
    }

    private static func keep(_ found: [String: Value], in reading: inout Reading) {
        var version = 1
        if case .integer(let number) = found["v"] { version = number }
        for (key, value) in found.sorted(by: { $0.key < $1.key }) {
            if CMCDKey.isCustom(key) {
                reading.data.values[key] = value
            } else if let kind = CMCDKey.kind(of: key, version: version) {
                guard CMCDKey.allows(value, as: kind, version: version) else {
                    reading.note("value of \(key)")
                    continue
                }
                reading.data.values[key] = value
            } else {
                reading.note("unknown key \(key)")
            }
        }
    }
}
