import MP4

extension Inspection {
    func inspectBoxes(_ file: InspectedFile) throws {
        let structure = try FileStructure(size: file.size, fetch: file.read)
        if !request.boxes.isEmpty {
            json?.beginArray("boxes")
            for box in structure.boxes { printMatches(in: box, path: "") }
            json?.endArray()
        } else if !request.hasSamples {
            json?.beginArray("boxes")
            for box in structure.boxes { print(box, path: nil, limit: 100) }
            json?.endArray()
        }
        if request.hasSamples { printSamples(structure) }
        for box in structure.boxes { findProblems(in: box) }
        if let problem = structure.problem { report(problem) }
    }

    private func printMatches(in box: Box, path: String) {
        let path = path.isEmpty ? "\(box.type)" : "\(path)/\(box.type)"
        if request.boxes.contains(box.type) { return print(box, path: path, limit: .max) }
        for child in box.children { printMatches(in: child, path: path) }
    }

    private func print(_ box: Box, path: String?, limit: Int) {
        if let json {
            box.write(to: json, path: path)
        } else {
            box.writeText(label: path, limit: limit, to: output.write)
        }
    }

    private func findProblems(in box: Box) {
        if let claimed = box.claimedSize {
            report("\(box.type) claims \(claimed) bytes, and \(box.size) are there", at: box.position)
        }
        if let problem = (box.content as? OpaqueBox)?.problem, !problem.isUnknownVersion { report(problem) }
        for child in box.children { findProblems(in: child) }
    }
}

extension BoxError {
    /// Readers skip a version from the future (ISO/IEC 14496-12 §4.2).
    fileprivate var isUnknownVersion: Bool { if case .unsupportedVersion = reason { true } else { false } }
}

extension Box {
    /// The box as an object: type, position, size, fields, and the boxes inside.
    fileprivate func write(to json: JSONWriter, path: String? = nil) {
        json.beginObject()
        json.member("type", "\(type)")
        json.member("path", path)
        json.member("position", position)
        json.member("size", size)
        json.member("claimedSize", claimedSize)
        json.beginObject("fields")
        var sink = JSONFieldSink(json)
        let (children, problem) = list(into: &sink)
        json.endObject()
        if let problem {
            json.object("problem") {
                json.member("what", problem.explanation)
                json.member("position", problem.offset)
            }
        }
        if !children.isEmpty { json.array("boxes", children) { $0.write(to: json) } }
        json.endObject()
    }
}

/// Writes fields as members of an object.
private struct JSONFieldSink: FieldSink {
    private let json: JSONWriter
    /// How often each name stood in each object around.
    private var names: [[String: Int]] = [[:]]

    init(_ json: JSONWriter) { self.json = json }

    mutating func scalar(_ name: String, _ value: FieldScalar) {
        let name = unique(name)
        switch value {
        case .integer(let number): json.member(name, number)
        case .text(let text): json.member(name, text)
        case .omittedBytes(let count): json.object(name) { json.member("omittedBytes", count) }
        case .bytes(let bytes):
            json.string(
                name,
                stride(from: 0, to: bytes.count, by: 4096).lazy.map {
                    bytes[$0..<min($0 + 4096, bytes.count)].hexadecimal
                })
        }
    }

    mutating func beginGroup(_ name: String) {
        json.beginObject(unique(name))
        names.append([:])
    }

    mutating func endGroup() {
        json.endObject()
        _ = names.popLast()
    }

    mutating func beginTable(_ name: String, rows: Int) -> Int {
        json.beginArray(unique(name))
        return rows
    }

    mutating func endTable() { json.endArray() }

    mutating func beginRow() {
        json.beginObject()
        names.append([:])
    }

    mutating func endRow() {
        json.endObject()
        _ = names.popLast()
    }

    /// The name, with a number where the object has it already.
    private mutating func unique(_ name: String) -> String {
        guard !names.isEmpty else { return name }
        let count = names[names.count - 1][name, default: 0] + 1
        names[names.count - 1][name] = count
        return count == 1 ? name : "\(name)#\(count)"
    }
}
